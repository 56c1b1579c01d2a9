#include "tests/oracles/machine.h"

namespace oracles {

Barrier::Barrier(int size, bool ordered)
    : size_(size), ordered_(ordered), rounds_(static_cast<std::size_t>(size)) {
  for (int i = 0; i < (ordered ? 1 : size) * kRounds; ++i) words_.emplace_back(0, "barrier");
}

void Barrier::Wait(int slot) {
  sim::check(slot < size_, "no more threads meet at a barrier than it is made for");
  const int round = rounds_[static_cast<std::size_t>(slot)]++;
  sim::check(round < kRounds, "kRounds");
  if (ordered_) {
    Word& count = words_[static_cast<std::size_t>(round)];
    count.fetch_add(1, std::memory_order_acq_rel);
    count.await([size = size_](Value v) { return v == size; }, std::memory_order_acquire);
    return;
  }
  words_[static_cast<std::size_t>(round * size_ + slot)].store(1, std::memory_order_release);
  for (int other = 0; other < size_; ++other) {
    if (other == slot) continue;
    words_[static_cast<std::size_t>(round * size_ + other)].await([](Value v) { return v == 1; },
                                                                  std::memory_order_acquire);
  }
}

Machine::Machine(const Program& program, const RunOptions& options)
    : program_(program), options_(options) {
  for (const Cell& cell : program.cells) {
    const bool word = cell.atomic || !options.races;
    is_word_.push_back(word);
    places_.push_back(word ? words_.size() : data_.size());
    if (word) {
      words_.emplace_back(cell.initial, cell.name.c_str());
    } else {
      data_.emplace_back(cell.initial, cell.name.c_str());
    }
  }
  for (int i = 0; i < program.mutexes; ++i) mutexes_.emplace_back();
}

std::size_t Machine::CellAt(Value address) const {
  const Value cell = address - kFirstAddress;
  const bool there = cell >= 0 && cell < static_cast<Value>(places_.size());
  sim::check(there, "only addresses of variables are used as such");
  return static_cast<std::size_t>(cell);
}

Word& Machine::At(Value address) {
  const std::size_t cell = CellAt(address);
  sim::check(is_word_[cell], "atomic accesses are to atomic variables");
  return words_[places_[cell]];
}

Value Machine::Get(Value address, std::memory_order order) {
  const std::size_t cell = CellAt(address);
  if (!is_word_[cell]) return data_[places_[cell]].get();
  return words_[places_[cell]].load(program_.cells[cell].atomic ? order
                                                                : std::memory_order_relaxed);
}

void Machine::Set(Value address, Value value, std::memory_order order) {
  const std::size_t cell = CellAt(address);
  if (!is_word_[cell]) {
    data_[places_[cell]].set(value);
  } else {
    words_[places_[cell]].store(value,
                                program_.cells[cell].atomic ? order : std::memory_order_relaxed);
  }
}

void Machine::InitBarrier(int index, int size) {
  sim::check(index == static_cast<int>(barriers_.size()), "barriers are made in their order");
  barriers_.emplace_back(size, options_.ordered_arrivals);
}

void Machine::Wait(int index, int slot) { barriers_[static_cast<std::size_t>(index)].Wait(slot); }

}  // namespace oracles
