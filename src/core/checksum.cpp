#include "core/checksum.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <fstream>
#include <vector>

#include "drfs/core.hpp"

namespace drfs {

struct Sha256::State {
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> hash{EVP_MD_CTX_new(), EVP_MD_CTX_free};
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  if (!state_->hash || EVP_DigestInit_ex(state_->hash.get(), EVP_sha256(), nullptr) != 1)
    throw Error(ErrorCode::internal, {"SHA-256", "", "is not available", ""});
}

Sha256::~Sha256() = default;

void Sha256::add(std::span<const std::byte> bytes) {
  EVP_DigestUpdate(state_->hash.get(), bytes.data(), bytes.size());
}

std::string Sha256::text() {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  EVP_DigestFinal_ex(state_->hash.get(), digest, &length);
  std::string out;
  for (unsigned int i = 0; i < length; ++i) out += fmt::format("{:02x}", digest[i]);
  return out;
}

std::string sha256_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(ErrorCode::data, {path, "", "could not be read for its checksum", ""});
  Sha256 hash;
  std::vector<char> buffer(1 << 20);
  while (file) {
    file.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    hash.add(std::as_bytes(std::span(buffer).first(static_cast<std::size_t>(file.gcount()))));
  }
  return hash.text();
}

}  // namespace drfs
