# One interface target carries the warnings, sanitizers and floating-point rules.
add_library(drfs_compile_options INTERFACE)
# -ffp-contract=off: the same sums on every machine; the kernels ask for fused
# multiply-adds by name.
target_compile_options(drfs_compile_options INTERFACE -Wall -Wextra -Wshadow -ffp-contract=off)
# GCC 12 warns of overlapping copies inside its own std::string (GCC bug 105651).
target_compile_options(drfs_compile_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
if(DRFS_WERROR)
  target_compile_options(drfs_compile_options INTERFACE -Werror)
endif()
if(DRFS_SANITIZE)
  target_compile_options(drfs_compile_options INTERFACE -fsanitize=${DRFS_SANITIZE}
                         -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(drfs_compile_options INTERFACE -fsanitize=${DRFS_SANITIZE})
endif()
