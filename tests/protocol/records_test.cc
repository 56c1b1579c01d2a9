#include "protocol/records.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "gtest/gtest.h"
#include "protocol/proxy.h"

namespace protocol {
namespace {

// Only a provider makes them.
static_assert(!std::is_default_constructible_v<End> && !std::is_aggregate_v<End>);
static_assert(!std::is_default_constructible_v<Rail> && !std::is_aggregate_v<Rail>);

Area Bytes(size_t size) {
  const std::shared_ptr<std::byte[]> bytes(new std::byte[size]);
  return Area(std::shared_ptr<std::byte>(bytes, bytes.get()), size);
}

void RememberCount(void* counts, uint64_t c) { *static_cast<uint64_t*>(counts) = c; }

TEST(End, HoldsWhatItsProviderGave) {
  uint64_t called = 0;
  const Area outbound = Bytes(512);
  const Area counts = Bytes(384);
  const End end = End::Provide(
      outbound, Area(), counts, [&](uint64_t c) { called = c; }, RememberCount);
  EXPECT_EQ(end.outbound().data(), outbound.data());
  EXPECT_EQ(end.outbound().size(), 512u);
  EXPECT_EQ(end.inbound().size(), 0u);
  EXPECT_EQ(end.counts().size(), 384u);
  end.Ready(7);
  EXPECT_EQ(called, 7u);
  EXPECT_EQ(end.ready_fn(), RememberCount);
}

TEST(End, ItsMemoryLivesAsLongAsAnAreaOfIt) {
  auto bytes = std::make_shared<std::byte>();
  const std::weak_ptr<std::byte> memory = bytes;
  Area kept;
  {
    const End end = End::Provide(Area(std::move(bytes), 1), Area(), Area(), nullptr, nullptr);
    kept = end.outbound();
  }
  EXPECT_FALSE(memory.expired());
  kept = Area();
  EXPECT_TRUE(memory.expired());
}

TEST(Rail, KeepsWhatItsProviderNamed) {
  auto registration = std::make_shared<int>(0);
  const std::weak_ptr<int> registered = registration;
  std::optional<Rail> rail = Rail::Provide(12, std::nullopt, std::move(registration));
  EXPECT_EQ(rail->id(), 12);
  EXPECT_FALSE(rail->local().has_value());
  const Rail copy = *rail;
  rail.reset();
  EXPECT_FALSE(registered.expired());
}

// A provider whose rails are numbered and carry nothing.
class PaperHost : public Host {
 public:
  explicit PaperHost(std::string machine) : Host(std::move(machine)) {}
  std::vector<std::optional<int64_t>> Threads(int64_t program) const override {
    if (program != 3) return {};
    return {256, std::nullopt};
  }

 private:
  absl::StatusOr<Rail> ProvideRail(const Host*, std::span<const Transfer> send,
                                   std::span<const Transfer>) const override {
    return Rail::Provide(static_cast<int64_t>(send.size()), std::nullopt, nullptr);
  }
};

TEST(Host, RejectsItselfAsPeerBeforeItLooksAtTransfers) {
  const PaperHost host("north");
  const absl::Status itself = host.MakeRail(&host, {}, {}).status();
  EXPECT_EQ(itself.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(std::string(itself.message()), "a rail from north to itself");
}

TEST(Host, RejectsTransfersThatNoRailCarries) {
  const PaperHost host("north");
  const PaperHost namesake("north");
  const std::vector<Transfer> bad = {{0, 0, 0}};
  EXPECT_EQ(host.MakeRail(&namesake, bad, {}).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(host.MakeRail(nullptr, {}, {}).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(Host, AsksItsProviderForTheRest) {
  const PaperHost host("north");
  const PaperHost namesake("north");
  const std::vector<Transfer> two = {{0, 0, 1}, {0, 0, 1}};
  EXPECT_EQ(host.MakeRail(&namesake, two, {})->id(), 2);
  EXPECT_EQ(host.Threads(3), (std::vector<std::optional<int64_t>>{256, std::nullopt}));
  EXPECT_TRUE(host.Threads(4).empty());
}

TEST(Proxy, IsFoundUnderItsKey) {
  const auto host = std::make_shared<const PaperHost>("north");
  const Capability of_host = Declare(host);
  const Capability of_device = Declare(Device{.id = 5});
  EXPECT_EQ(std::get<std::shared_ptr<const Host>>(*of_host.Find(kProxyKey)), host);
  EXPECT_EQ(std::get<Device>(*of_device.Find(kProxyKey)).id, 5);
}

TEST(Proxy, IsNotFoundUnderAnotherKeyOfTheSameTypeAndName) {
  static constexpr Key<Proxy> kOther("proxy");
  EXPECT_EQ(Declare(Device{.id = 5}).Find(kOther), nullptr);
  EXPECT_EQ(Capability(kOther, Proxy(Device{.id = 5})).Find(kProxyKey), nullptr);
}

}  // namespace
}  // namespace protocol
