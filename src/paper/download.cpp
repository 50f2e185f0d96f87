#include "paper/download.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

#include <cctype>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "core/partial_file.hpp"

namespace drfs {
namespace {

constexpr long kConnectSeconds = 20;
constexpr long kSilentSeconds = 60;  ///< a transfer that stands still so long is given up

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
using Handle = std::unique_ptr<CURL, void (*)(CURL*)>;

struct Transfer {
  const Context& context;
  std::string name;  ///< of the file, for the progress bar
};

int on_progress(void* data, curl_off_t total, curl_off_t done, curl_off_t, curl_off_t) {
  const auto& transfer = *static_cast<const Transfer*>(data);
  if (transfer.context.stopped()) return 1;  // ends the transfer
  if (total > 0)
    transfer.context.progress(
        {"fetch", static_cast<double>(done), static_cast<double>(total), transfer.name});
  return 0;
}

Handle new_handle() {
  static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
  Handle handle(ready == CURLE_OK ? curl_easy_init() : nullptr, curl_easy_cleanup);
  if (!handle) throw Error(ErrorCode::resources, {"download", "", "libcurl cannot be set up", ""});
  return handle;
}

void set_up(CURL* handle, const std::string& url, std::FILE* file, Transfer& transfer,
            char* reason) {
  curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "https,http,file");
  curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, "https");
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(handle, CURLOPT_MAXREDIRS, 5L);
  curl_easy_setopt(handle, CURLOPT_FAILONERROR, 1L);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, kConnectSeconds);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, kSilentSeconds);
  curl_easy_setopt(handle, CURLOPT_USERAGENT, fmt::format("drfs/{}", version()).c_str());
  curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, reason);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, file);
  curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, on_progress);
  curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &transfer);
}

bool is_no_network(CURLcode code) {
  return code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_RESOLVE_PROXY ||
         code == CURLE_COULDNT_CONNECT || code == CURLE_OPERATION_TIMEDOUT;
}

[[noreturn]] void throw_failure(CURLcode code, const std::string& url, const std::string& reason,
                                const std::string& by_other_means) {
  ErrorCode kind = ErrorCode::resources;
  std::string problem = "cannot be fetched";
  if (is_no_network(code)) problem = "cannot be reached: there is no network, or it is blocked";
  if (code == CURLE_HTTP_RETURNED_ERROR)
    problem = "is refused by the server; it may have moved or never existed";
  if (code == CURLE_FILE_COULDNT_READ_FILE) {
    kind = ErrorCode::data;
    problem = "does not exist";
  }
  throw Error(kind, {url, "", fmt::format("{} ({})", problem, reason), by_other_means});
}

}  // namespace

void download(const std::string& url, const std::string& path, const std::string& by_other_means,
              const Context& context) {
  context.throw_if_stopped();
  const Handle handle = new_handle();
  File file(std::fopen(path.c_str(), "wb"), &std::fclose);
  if (!file) throw cannot_write(path);
  Transfer transfer{context, url.substr(url.rfind('/') + 1)};
  char reason[CURL_ERROR_SIZE] = "";
  set_up(handle.get(), url, file.get(), transfer, reason);
  const CURLcode code = curl_easy_perform(handle.get());
  context.throw_if_stopped();
  if (code == CURLE_WRITE_ERROR) throw cannot_write(path);
  if (code != CURLE_OK)
    throw_failure(code, url, reason[0] != '\0' ? reason : curl_easy_strerror(code), by_other_means);
  if (std::fclose(file.release()) != 0) throw cannot_write(path);
}

std::string address_of(const std::string& folder_or_address) {
  std::string address = folder_or_address;
  if (address.find("://") == std::string::npos) {
    address = "file://";
    for (const char c : std::filesystem::absolute(folder_or_address).string()) {
      const auto byte = static_cast<unsigned char>(c);
      const bool plain = std::isalnum(byte) != 0 || std::strchr("/-_.~", c) != nullptr;
      address += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
    }
  }
  while (address.ends_with('/')) address.pop_back();
  return address;
}

}  // namespace drfs
