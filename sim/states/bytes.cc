#include "sim/states/bytes.h"

#include <algorithm>
#include <mutex>
#include <set>

namespace sim {
namespace {

constexpr std::size_t kSum = sizeof(Digest128);

// What lies behind the last whole word is filled up with zeros; its length counts too.
Digest128 Sum(Digest128 sum, const unsigned char* bytes, std::size_t count) {
  for (std::size_t at = 0; at < count; at += 8) {
    std::uint64_t word = 0;
    const std::size_t end = std::min(at + 8, count);
    for (std::size_t i = at; i < end; ++i) {
      word |= static_cast<std::uint64_t>(bytes[i]) << (8 * (i - at));
    }
    sum = Then(sum, word);
  }
  return Then(sum, count);
}

}  // namespace

void ByteWriter::Flush() {
  sum_ = Sum(sum_, buffer_, used_);
  out_.write(reinterpret_cast<const char*>(buffer_), static_cast<std::streamsize>(used_));
  used_ = 0;
}

void ByteWriter::End() {
  if (used_ > 0) Flush();
  Digest(sum_);
  out_.write(reinterpret_cast<const char*>(buffer_), kSum);
  used_ = 0;
}

const char* Kept(const std::string& text) {
  static std::mutex mutex;
  static auto* const kTexts = new std::set<std::string>;
  const std::lock_guard lock(mutex);
  return kTexts->insert(text).first->c_str();
}

bool IsWhole(std::istream& in) {
  const std::istream::pos_type begin = in.tellg();
  in.seekg(0, std::ios::end);
  const std::streamoff size = in.tellg() - begin;
  in.seekg(begin);
  if (!in || size < static_cast<std::streamoff>(kSum)) return false;
  unsigned char buffer[1 << 16];
  Digest128 sum;
  for (std::streamoff left = size - static_cast<std::streamoff>(kSum); left > 0;) {
    const std::streamoff count = std::min<std::streamoff>(left, sizeof buffer);
    in.read(reinterpret_cast<char*>(buffer), count);
    sum = Sum(sum, buffer, static_cast<std::size_t>(count));
    left -= count;
  }
  const bool whole = in && ByteReader(in).Digest() == sum;
  in.clear();
  in.seekg(begin);
  return whole;
}

}  // namespace sim
