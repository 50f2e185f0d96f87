// The one error type: its message is put together here and nowhere else.
#include <fmt/format.h>

#include "drfs/core.hpp"

namespace drfs {
namespace {

std::string message_of(const Error::Fault& fault) {
  std::string text = fault.thing;
  if (!text.empty()) text += ": ";
  if (!fault.value.empty()) text += fmt::format("'{}' ", fault.value);
  text += fault.problem;
  if (!fault.remedy.empty()) text += fmt::format(". {}", fault.remedy);
  if (!text.ends_with('.') && !text.ends_with('?')) text += '.';
  return text;
}

}  // namespace

Error::Error(ErrorCode code, Fault fault)
    : std::runtime_error(message_of(fault)), code_(code), fault_(std::move(fault)) {}

void Context::throw_if_stopped() const {
  if (stopped()) throw Error(ErrorCode::interrupted, {"", "", "interrupted", ""});
}

std::string_view version() {
  return DRFS_VERSION;
}

std::string build_description() {
  return DRFS_BUILD_TYPE " build by " DRFS_COMPILER;
}

}  // namespace drfs
