#include "grid_model/cpu_thread.h"

#include <set>
#include <utility>

#include "grid_model/thread/driver.h"

namespace grid_model {
namespace {

// Passes every call on and notes the result words. What the leader returned is in the ring's log;
// what reached the thread is known only here.
class Recorder final : public Ring {
 public:
  explicit Recorder(Ring* ring) : ring_(ring) {}

  kmx_ring_status Submit(const kmx_command& command, uint64_t* ticket, uint64_t deadline) override {
    const kmx_ring_status status = ring_->Submit(command, ticket, deadline);
    if (status == KMX_OK && (command.flags & KMX_RESULT) != 0) asked_.insert(*ticket);
    return status;
  }
  kmx_ring_status Wait(uint64_t ticket, kmx_event* event, uint64_t deadline) override {
    const kmx_ring_status status = ring_->Wait(ticket, event, deadline);
    const bool asked = status == KMX_OK && asked_.erase(ticket) == 1;
    if (asked && event->status == KMX_DONE) sums_.push_back(event->ticks);
    return status;
  }
  uint64_t Deadline() override { return ring_->Deadline(); }

  std::vector<uint64_t>& sums() { return sums_; }

 private:
  Ring* ring_;
  std::set<uint64_t> asked_;
  std::vector<uint64_t> sums_;
};

class CpuThread final : public ThreadHost {
 public:
  CpuThread(std::span<const uint64_t> words, Ring* ring, uint64_t region_length)
      : words_(words),
        has_ring_(ring != nullptr),
        recorder_(ring),
        has_region_(region_length != kNoRegion) {
    // Never empty inside: a region of no words is still a region, with an address.
    length_ = has_region_ ? region_length : 0;
    view_.resize(length_ + 1);
    end_.region.resize(length_);
  }

  std::span<const uint64_t> Words() override { return words_; }
  kmx_ring* ThreadRing() override { return has_ring_ ? &recorder_ : nullptr; }
  std::span<uint32_t> Region(uint32_t index) override {
    if (index != 0 || !has_region_) return {};
    return {view_.data(), length_};
  }
  void Flush(uint32_t index) override {
    if (index == 0) end_.region.assign(view_.begin(), view_.end() - 1);
  }
  void Progress(uint64_t progress) override { end_.progress.push_back(progress); }
  void Result(uint32_t index, uint64_t value) override { end_.results.at(index) = value; }

  ThreadEnd Run() {
    end_.code = wc_thread_main(this);
    end_.sums = std::move(recorder_.sums());
    return std::move(end_);
  }

 private:
  std::span<const uint64_t> words_;
  bool has_ring_;
  Recorder recorder_;
  bool has_region_;
  uint64_t length_;
  std::vector<uint32_t> view_;
  ThreadEnd end_;
};

}  // namespace

ThreadEnd RunThread(std::span<const uint64_t> words, Ring* ring, uint64_t region_length) {
  return CpuThread(words, ring, region_length).Run();
}

}  // namespace grid_model
