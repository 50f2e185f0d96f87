# include/drfs/version.hpp is the one place that says which version this is.
file(READ ${CMAKE_CURRENT_LIST_DIR}/../include/drfs/version.hpp text)
set(DRFS_VERSION_NUMBER)
foreach(part IN ITEMS MAJOR MINOR PATCH)
  string(REGEX MATCH "VERSION_${part} ([0-9]+)" found "${text}")
  list(APPEND DRFS_VERSION_NUMBER ${CMAKE_MATCH_1})
endforeach()
list(JOIN DRFS_VERSION_NUMBER "." DRFS_VERSION_NUMBER)
