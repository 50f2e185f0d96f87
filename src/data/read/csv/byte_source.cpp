#include "data/read/csv/byte_source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <utility>

#include "drfs/core.hpp"

namespace drfs {
namespace {

[[noreturn]] void throw_unreadable(const std::string& path, const std::string& problem,
                                   const std::string& remedy) {
  throw Error(ErrorCode::data, {path, "", problem, remedy});
}

/// Owns the descriptor of a regular file or a pipe.
class Descriptor {
 public:
  explicit Descriptor(const std::string& path)
      : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (number_ < 0 && errno == ENOENT) throw_unreadable(path, "does not exist", "Check the path");
    if (number_ < 0)
      throw_unreadable(path, std::string("cannot be opened: ") + std::strerror(errno),
                       "Check the path and its permissions");
    struct stat about {};
    if (::fstat(number_, &about) == 0 && S_ISDIR(about.st_mode)) {
      ::close(number_);
      throw_unreadable(path, "is a directory", "Give a file");
    }
    size_ = static_cast<std::uint64_t>(about.st_size);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }

  int number() const { return number_; }
  std::uint64_t size() const { return size_; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
  std::uint64_t size_ = 0;
};

class PlainFile : public ByteSource {
 public:
  explicit PlainFile(const std::string& path) : path_(path), descriptor_(path) {}

  std::size_t read(std::span<char> buffer) override {
    std::size_t filled = 0;
    while (filled < buffer.size()) {
      const ssize_t got =
          ::read(descriptor_.number(), buffer.data() + filled, buffer.size() - filled);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0)
        throw_unreadable(path_, std::string("cannot be read: ") + std::strerror(errno),
                         "Check the file and the disk");
      if (got == 0) break;
      filled += static_cast<std::size_t>(got);
    }
    done_ += filled;
    return filled;
  }
  std::uint64_t stored_bytes_done() const override { return done_; }
  std::uint64_t stored_bytes() const override { return descriptor_.size(); }

 private:
  std::string path_;
  Descriptor descriptor_;
  std::uint64_t done_ = 0;
};

class GzipFile : public ByteSource {
 public:
  explicit GzipFile(const std::string& path) : path_(path) {
    Descriptor descriptor(path);
    size_ = descriptor.size();
    file_ = ::gzdopen(descriptor.number(), "rb");
    if (file_ == nullptr)
      throw Error(ErrorCode::resources, {path, "", "no memory to unpack it", ""});
    descriptor.release();  // gzclose closes it
    ::gzbuffer(file_, 1U << 18);
  }
  GzipFile(const GzipFile&) = delete;
  GzipFile& operator=(const GzipFile&) = delete;
  ~GzipFile() override { ::gzclose_r(file_); }

  std::size_t read(std::span<char> buffer) override {
    constexpr std::size_t kMostAtOnce = 1U << 30;  // gzread counts in int
    std::size_t filled = 0;
    while (filled < buffer.size()) {
      const auto wanted = static_cast<unsigned>(std::min(buffer.size() - filled, kMostAtOnce));
      const int got = ::gzread(file_, buffer.data() + filled, wanted);
      if (got > 0) filled += static_cast<std::size_t>(got);
      check(got);
      if (got <= 0) break;
    }
    return filled;
  }
  std::uint64_t stored_bytes_done() const override {
    return static_cast<std::uint64_t>(std::max<z_off_t>(0, ::gzoffset(file_)));
  }
  std::uint64_t stored_bytes() const override { return size_; }

 private:
  /// zlib hands plain files through and reports a missing end only as an error state.
  void check(int got) {
    if (got > 0 && ::gzdirect(file_) != 0)
      throw_unreadable(path_, "is not a gzip file", "Take .gz off its name, or pack it with gzip");
    int status = Z_OK;
    const char* const reason = ::gzerror(file_, &status);
    if (status == Z_BUF_ERROR)
      throw_unreadable(path_, "is a gzip file that ends too early", "Fetch or pack it again");
    if (got < 0 || (status != Z_OK && status != Z_STREAM_END))
      throw_unreadable(path_, std::string("is a damaged gzip file: ") + reason,
                       "Fetch or pack it again");
  }

  std::string path_;
  gzFile file_ = nullptr;
  std::uint64_t size_ = 0;
};

}  // namespace

bool has_extension(std::string_view path, std::string_view extension) {
  if (path.size() < extension.size()) return false;
  path.remove_prefix(path.size() - extension.size());
  return std::ranges::equal(path, extension, {},
                            [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
}

std::unique_ptr<ByteSource> open_bytes(const std::string& path, bool gzip) {
  if (gzip) return std::make_unique<GzipFile>(path);
  return std::make_unique<PlainFile>(path);
}

}  // namespace drfs
