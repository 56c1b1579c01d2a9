#include "protocol/std_job.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace protocol {

class StdJob::Machine : public Host {
 public:
  Machine(std::shared_ptr<StdJob> job, std::string name, Programs programs)
      : Host(std::move(name)), job_(std::move(job)), programs_(std::move(programs)) {}

  std::vector<std::optional<int64_t>> Threads(int64_t program) const override {
    const auto stated = programs_.find(program);
    return stated == programs_.end() ? std::vector<std::optional<int64_t>>() : stated->second;
  }

  const std::shared_ptr<StdJob>& job() const { return job_; }
  const std::shared_ptr<StdEndTable>& ends() const { return ends_; }

 private:
  absl::StatusOr<Rail> ProvideRail(const Host* peer, std::span<const Transfer> send,
                                   std::span<const Transfer> receive) const override {
    return job_->ProvideRail(*this, peer, send, receive);
  }

  const std::shared_ptr<StdJob> job_;
  const Programs programs_;
  const std::shared_ptr<StdEndTable> ends_ = std::make_shared<StdEndTable>();
};

std::shared_ptr<const Host> StdJob::AddMachine(std::string name, Programs programs) {
  auto machine =
      std::make_shared<const Machine>(shared_from_this(), std::move(name), std::move(programs));
  const std::lock_guard lock(mutex_);
  machines_.push_back(machine->ends());
  if (failure_) machine->ends()->Fail();
  return machine;
}

// The host as a machine of this job, or null.
const StdJob::Machine* StdJob::MachineOf(const Host& host) const {
  const auto* machine = dynamic_cast<const Machine*>(&host);
  return machine != nullptr && machine->job().get() == this ? machine : nullptr;
}

absl::Status StdJob::Usable() const {
  if (failure_) return absl::FailedPreconditionError(absl::StrCat("the job failed: ", *failure_));
  if (closed_) return absl::FailedPreconditionError("the job is closed");
  return absl::OkStatus();
}

absl::StatusOr<Rail> StdJob::ProvideRail(const Machine& home, const Host* peer,
                                         std::span<const Transfer> send,
                                         std::span<const Transfer> receive) {
  const Machine* const away = peer == nullptr ? nullptr : MachineOf(*peer);
  int64_t id;
  {
    const std::lock_guard lock(mutex_);
    if (const absl::Status usable = Usable(); !usable.ok()) return usable;
    if (peer != nullptr && away == nullptr) {
      return absl::FailedPreconditionError(
          absl::StrCat("the host of ", peer->machine(), " is of another job"));
    }
    id = next_rail_++;
  }
  absl::StatusOr<std::shared_ptr<StdRail>> rail =
      StdRail::Start({send.begin(), send.end()}, {receive.begin(), receive.end()}, home.ends(),
                     away == nullptr ? local_ : away->ends());
  if (!rail.ok()) return rail.status();
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(rails_, [](const auto& entry) { return entry.second.expired(); });
    rails_[id] = *rail;
    if (!closed_) {
      std::optional<End> local = (*rail)->EndOn(*local_);
      return Rail::Provide(id, std::move(local), *std::move(rail));
    }
  }
  return absl::FailedPreconditionError("the job is closed");
}

std::optional<End> StdJob::Find(const Host& host, int64_t rail) {
  const Machine* const machine = MachineOf(host);
  const std::lock_guard lock(mutex_);
  const auto entry = rails_.find(rail);
  if (machine == nullptr || entry == rails_.end()) return std::nullopt;
  const std::shared_ptr<StdRail> live = entry->second.lock();
  return live == nullptr ? std::nullopt : live->EndOn(*machine->ends());
}

void StdJob::Fail(const std::string& cause) {
  const std::lock_guard lock(mutex_);
  if (failure_) return;
  failure_ = cause;
  for (const auto& ends : machines_) ends->Fail();
}

void StdJob::Close() {
  std::vector<std::shared_ptr<StdRail>> rails;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    for (const auto& [id, entry] : rails_) {
      if (auto rail = entry.lock()) rails.push_back(std::move(rail));
    }
  }
  for (const auto& rail : rails) rail->Stop();
}

}  // namespace protocol
