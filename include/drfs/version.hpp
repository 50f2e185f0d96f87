// The version of these headers; drfs::version() is that of the library in use.
#pragma once

#define DRFS_VERSION_MAJOR 0
#define DRFS_VERSION_MINOR 1
#define DRFS_VERSION_PATCH 0
