// SHA-256, as `sha256sum` prints it.
#pragma once

#include <memory>
#include <span>
#include <string>

namespace drfs {

/// Of bytes that come piece by piece.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void add(std::span<const std::byte>);
  /// To be called once, at the end.
  std::string text();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string sha256_of_file(const std::string& path);

}  // namespace drfs
