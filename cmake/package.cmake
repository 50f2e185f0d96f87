# What a C++ program links: a shared library that keeps what it is made of to itself, with its headers,
# for find_package(drfs) and for pkg-config.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

add_library(drfs_shared SHARED ${PROJECT_SOURCE_DIR}/include/drfs/version.hpp)
target_link_libraries(drfs_shared PRIVATE $<LINK_LIBRARY:WHOLE_ARCHIVE,drfs_core>
                      drfs_compile_options)
set_target_properties(drfs_shared PROPERTIES OUTPUT_NAME drfs EXPORT_NAME drfs LINKER_LANGUAGE CXX
                      VERSION ${PROJECT_VERSION}
                      SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
target_compile_features(drfs_shared INTERFACE cxx_std_20)
target_include_directories(drfs_shared INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

install(TARGETS drfs RUNTIME COMPONENT program)
install(TARGETS drfs_shared EXPORT drfs LIBRARY COMPONENT library)
# The paper's data sets and experiments are no part of the library.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/drfs TYPE INCLUDE COMPONENT library
        PATTERN public_data.hpp EXCLUDE PATTERN experiments.hpp EXCLUDE
        PATTERN reproduction.hpp EXCLUDE)

set(place ${CMAKE_INSTALL_LIBDIR}/cmake/drfs)
install(EXPORT drfs NAMESPACE drfs:: FILE drfs-config.cmake DESTINATION ${place} COMPONENT library)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/drfs-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/drfs-config-version.cmake DESTINATION ${place}
        COMPONENT library)
file(RELATIVE_PATH DRFS_WAY_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${CMAKE_CURRENT_LIST_DIR}/drfs.pc.in ${PROJECT_BINARY_DIR}/drfs.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/drfs.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
        COMPONENT library)
