// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/chain/block_start.hpp>

namespace sbst::evm
{

Address history_contract() noexcept
{
    // 0x0000F90827F1C53a10cb7A02335B175320002935
    return Address::from_word(
        U256{0x335b'1753'2000'2935U, 0x27f1'c53a'10cb'7a02U, 0x0000'f908U, 0});
}

void record_parent_hash(Executor& executor)
{
    constexpr std::uint64_t window = 8191;
    const Block& block = executor.block();
    const auto contract = executor.state().find(history_contract());
    if (!rules_of(executor.fork()).block_hash_history || block.number == 0 || !contract ||
        executor.state().account(*contract).code == nullptr)
    {
        return;
    }
    const std::uint64_t parent = block.number - 1;
    executor.state().set_storage(history_contract(), U256{parent % window}, block.hash_of(parent));
}

}  // namespace sbst::evm
