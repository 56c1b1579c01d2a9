// Numbers, texts and digests as bytes, with a checksum at their end.
#ifndef SIM_STATES_BYTES_H_
#define SIM_STATES_BYTES_H_

#include <cstddef>
#include <cstdint>
#include <istream>
#include <ostream>
#include <string>

#include "sim/states/digest.h"

namespace sim {

// The same on every machine. Thread safety: none.
class ByteWriter {
 public:
  explicit ByteWriter(std::ostream& out) : out_(out) {}

  // Small ones take one byte.
  void Number(std::uint64_t number) {
    for (; number >= 0x80; number >>= 7) Byte(static_cast<unsigned char>(number | 0x80));
    Byte(static_cast<unsigned char>(number));
  }
  void Digest(const Digest128& digest) { Word(digest.a), Word(digest.b); }
  void Text(const std::string& text) {
    Number(text.size());
    for (const char c : text) Byte(static_cast<unsigned char>(c));
  }
  // The checksum of all before, and no more.
  void End();

 private:
  void Byte(unsigned char byte) {
    buffer_[used_++] = byte;
    if (used_ == sizeof buffer_) Flush();
  }
  void Word(std::uint64_t word) {
    for (int i = 0; i < 8; ++i) Byte(static_cast<unsigned char>(word >> (8 * i)));
  }
  void Flush();

  std::ostream& out_;
  unsigned char buffer_[1 << 16];
  std::size_t used_ = 0;
  Digest128 sum_;
};

// Whether the rest of the stream, from where it stands, is whole: what a ByteWriter ended. Stands
// at its beginning again then.
bool IsWhole(std::istream& in);

// Reads what is whole. Past the end all is zero. Thread safety: none.
class ByteReader {
 public:
  explicit ByteReader(std::istream& in) : in_(*in.rdbuf()) {}

  std::uint64_t Number() {
    std::uint64_t number = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const unsigned char byte = Byte();
      number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return number;
  }
  Digest128 Digest() {
    Digest128 digest;
    digest.a = Word();
    digest.b = Word();
    return digest;
  }
  std::string Text() {
    std::string text;
    for (std::uint64_t left = Number(); left > 0 && good(); --left) {
      text.push_back(static_cast<char>(Byte()));
    }
    return text;
  }
  // Nothing was read that is not there.
  bool good() const { return !past_end_; }

 private:
  unsigned char Byte() {
    const int c = in_.sbumpc();
    past_end_ = past_end_ || c == std::istream::traits_type::eof();
    return past_end_ ? 0 : static_cast<unsigned char>(c);
  }
  std::uint64_t Word() {
    std::uint64_t word = 0;
    for (int i = 0; i < 8; ++i) word |= static_cast<std::uint64_t>(Byte()) << (8 * i);
    return word;
  }

  std::streambuf& in_;
  bool past_end_ = false;
};

// The text where it stays for ever, each once: for what was a literal. Thread safe.
const char* Kept(const std::string& text);

}  // namespace sim

#endif  // SIM_STATES_BYTES_H_
