# Everything comes from the system's packages; packages.txt has their names.
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Eigen3 REQUIRED NO_MODULE)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)

find_path(TOMLPLUSPLUS_INCLUDE toml++/toml.h REQUIRED)
find_path(FAST_FLOAT_INCLUDE fast_float/fast_float.h REQUIRED)
find_path(RANDOM123_INCLUDE Random123/philox.h REQUIRED)
find_path(XGBOOST_INCLUDE xgboost/c_api.h REQUIRED)
find_library(XGBOOST_LIBRARY xgboost REQUIRED)
find_path(HIGHWAY_INCLUDE hwy/highway.h REQUIRED)
find_library(HIGHWAY_LIBRARY hwy REQUIRED)
find_path(READSTAT_INCLUDE readstat.h REQUIRED)
find_library(READSTAT_LIBRARY readstat REQUIRED)

# The program and the paper's data sets need more than the library does.
if(PROJECT_IS_TOP_LEVEL)
  find_package(CLI11 REQUIRED)
  find_package(CURL REQUIRED)
  # libzip's own CMake file asks for programs that Debian packages separately.
  find_path(LIBZIP_INCLUDE zip.h REQUIRED)
  find_library(LIBZIP_LIBRARY zip REQUIRED)
endif()
