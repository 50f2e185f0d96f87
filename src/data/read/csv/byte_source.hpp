// Bytes of a file, plain or gzip, one buffer after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace drfs {

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// Fills the buffer from its start; fewer bytes than its size only at the end of the file.
  virtual std::size_t read(std::span<char> buffer) = 0;

  /// Bytes taken from the file so far and the size of the file: as stored, so that their
  /// ratio is the progress for gzip as well.
  virtual std::uint64_t stored_bytes_done() const = 0;
  virtual std::uint64_t stored_bytes() const = 0;
};

/// Whether the path ends with the extension, in small letters or capitals.
bool has_extension(std::string_view path, std::string_view extension);

/// Throws a data error where the file does not exist or cannot be read.
std::unique_ptr<ByteSource> open_bytes(const std::string& path, bool gzip);

}  // namespace drfs
