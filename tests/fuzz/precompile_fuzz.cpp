// SPDX-License-Identifier: Apache-2.0
// The precompiles of the newest fork on any input: they end within their gas, fail without output,
// and answer twice alike.
#include "fuzz.hpp"

#include <sbst/evm/exec/executor.hpp>

using namespace sbst;
using namespace sbst::evm;
using fuzz::require;

namespace
{

constexpr std::uint64_t gas = 500'000;

struct Answer
{
    Status status{};
    std::uint64_t gas_used{};
    Bytes output;

    friend bool operator==(const Answer&, const Answer&) = default;
};

Answer call(Executor& executor, const Address& precompile, BytesView input)
{
    const WorldState::Snapshot before = executor.state().snapshot();
    Transaction transaction;
    transaction.to = precompile;
    transaction.data = input;
    transaction.gas = gas;
    const Result& result = executor.run(transaction);
    Answer answer{result.status, result.gas_used, result.output};
    executor.state().rollback(before);
    return answer;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::ByteSource source({data, size});
    static Executor executor{{.fork = Fork::prague, .memory_limit = 4096}};
    const unsigned last = rules_of(Fork::prague).last_precompile;
    const Address precompile = Address::from_word(U256{1 + source.below(last)});
    const BytesView input = source.rest();
    const Answer answer = call(executor, precompile, input);
    require(answer.gas_used <= gas, "no gas appears");
    require(answer.status == Status::success || answer.output.empty(), "a failure has no output");
    require(call(executor, precompile, input) == answer, "a second call is equal");
    return 0;
}
