// SPDX-License-Identifier: Apache-2.0
// The interpreter on any code and call data: every way to watch an execution gives the same result
// and the same state, gas and steps are bounded by what was given, a failure leaves nothing but its
// fee, no ether appears, and the trace says what the steps say.
#include "fuzz.hpp"
#include "watched_runs.hpp"

#include <sbst/evm/chain/apply.hpp>

#include <memory>

using namespace sbst;
using namespace sbst::evm;
using fuzz::ByteSource;
using fuzz::require;

namespace
{

constexpr std::uint64_t least_gas = 20'000;
constexpr std::size_t max_text = 600;

fuzz::Scene read_scene(ByteSource& source)
{
    fuzz::Scene scene;
    scene.fork = static_cast<Fork>(source.below(fork_count));
    const std::uint8_t flags = source.byte();
    scene.creates = (flags & 1U) != 0;
    scene.logs = {.values = (flags & 2U) != 0, .state = (flags & 4U) != 0};
    scene.logs.edges = (flags & 8U) != 0;
    scene.gas = least_gas + (4 * source.below(std::size_t{1} << 16U));
    scene.value = source.word();
    scene.stored = source.word();
    const auto input = source.take(source.below(max_text));
    scene.input.assign(input.begin(), input.end());
    const auto callee = source.take(source.below(max_text));
    scene.callee.assign(callee.begin(), callee.end());
    const auto code = source.rest();
    scene.code.assign(code.begin(), code.end());
    return scene;
}

void check_bounds(const fuzz::Scene& scene, const fuzz::Watched& run)
{
    if (run.status == Status::rejected)
    {
        return;
    }
    require(run.gas_left <= scene.gas && run.gas_used <= scene.gas, "no gas appears");
    require(run.gas_refund <= scene.gas / 2, "at most half of the gas is given back");
    require(run.steps <= scene.gas + 1, "an instruction costs gas, or ends its frame");
    require(run.status == Status::success || run.logs.empty(), "a failure logs nothing");
    require(run.status == Status::success || run.status == Status::revert || run.gas_left == 0,
        "a failure that is no revert takes all gas");
}

/// The whole transaction with fees: ether is moved and burned, never made.
void check_settlement(fuzz::World& world, const fuzz::Scene& scene)
{
    world.set_up(scene);
    Executor& executor = world.executor();
    ChainTransaction transaction;
    transaction.sender = fuzz::World::sender();
    transaction.nonce = 1;
    transaction.gas_limit = scene.gas;
    transaction.value = scene.value;
    transaction.max_fee = U256{10};
    transaction.max_priority_fee = U256{10};
    transaction.data = scene.creates ? scene.code : scene.input;
    if (!scene.creates)
    {
        transaction.to = fuzz::World::contract();
    }
    const U256 before = world.total_balance();
    const Bytes untouched = world.accounts_but_fees();
    const Receipt receipt = apply_transaction(executor, transaction);
    if (receipt.rejection)
    {
        require(world.total_balance() == before, "a rejected transaction costs nothing");
        require(world.accounts_but_fees() == untouched, "a rejected transaction changes nothing");
        return;
    }
    const bool burns = rules_of(scene.fork).base_fee;
    const U256 burned = burns ? executor.block().base_fee * U256{receipt.result->gas_used} : U256{};
    const U256 after = world.total_balance() + burned;
    require(world.destructs() ? after <= before : after == before, "ether is moved or burned");
    if (!receipt.result->succeeded())
    {
        require(world.accounts_but_fees() == untouched, "a failure leaves nothing but its fee");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    ByteSource source({data, size});
    const fuzz::Scene scene = read_scene(source);
    static std::array<std::unique_ptr<fuzz::World>, fork_count> worlds;
    std::unique_ptr<fuzz::World>& world = worlds.at(static_cast<std::size_t>(scene.fork));
    if (world == nullptr)
    {
        world = std::make_unique<fuzz::World>(scene.fork);
    }

    const fuzz::Watched plain = world->run_plain(scene);
    check_bounds(scene, plain);
    require(world->run_plain(scene) == plain, "a second run is equal");
    fuzz::JumpCounts jumps;
    require(world->run_stepwise(scene, jumps) == plain, "stepwise runs are equal");
    require(world->run_search(scene, jumps) == plain, "runs with a trace are equal");
    require(world->run_coverage(scene, jumps) == plain, "runs without distances are equal");
    check_settlement(*world, scene);
    return 0;
}
