// SPDX-License-Identifier: Apache-2.0
#include "ops_environment.hpp"
#include "warmth.hpp"

#include <sbst/evm/base/keccak.hpp>

namespace sbst::evm
{

namespace
{

/// Charges gas and work for a number of bytes, by words.
/// @return success, or the reason why the frame ends.
Status charge_words(
    Machine& m, Frame& f, std::size_t bytes, std::int64_t price, std::uint64_t work) noexcept
{
    const std::size_t words = (bytes + 31) / 32;
    f.gas -= price * static_cast<std::int64_t>(words);
    if (f.gas < 0)
    {
        return Status::out_of_gas;
    }
    return m.spend(work * words) ? Status::success : Status::work_limit;
}

/// Copies `size` bytes from `source` at `from` to memory at `to`, zeros beyond the source's end.
/// Precondition: the memory is large enough.
void copy_padded(Frame& f, std::size_t to, BytesView source, const U256& from, std::size_t size)
{
    if (size == 0)
    {
        return;
    }
    std::size_t available = 0;
    if (fits_u64(from) && low64(from) < source.size())
    {
        available = std::min<std::size_t>(size, source.size() - low64(from));
        std::memcpy(f.memory + to, source.data() + low64(from), available);
    }
    std::memset(f.memory + to + available, 0, size - available);
}

/// The common part of the copying instructions: operands (to, from, size) on top.
Flow copy_to_memory(Machine& m, Frame& f, BytesView source)
{
    const U256 to = f.sp[-1];
    const U256 from = f.sp[-2];
    const U256 size = f.sp[-3];
    f.sp -= 3;
    if (expand_memory(m, f, to, size) != Flow::next)
    {
        return Flow::halt;
    }
    if (const Status status = charge_words(m, f, low64(size), 3, 1); status != Status::success)
    {
        return fail(f, status);
    }
    copy_padded(f, low64(to), source, from, low64(size));
    return Flow::next;
}

BytesView code_bytes(const Account& account) noexcept
{
    return account.code == nullptr ? BytesView{} : account.code->code();
}

}  // namespace

U256 Block::hash_of(std::uint64_t before) const
{
    const std::uint64_t age = number - before - 1;
    if (age < recent_hashes.size())
    {
        return recent_hashes[age];
    }
    const std::string digits = U256{before}.to_decimal();
    const Bytes text(digits.begin(), digits.end());
    return keccak256_word(text);
}

Flow execute_keccak256(Machine& m, Frame& f)
{
    const U256 offset = f.sp[-1];
    const U256 size = f.sp[-2];
    if (expand_memory(m, f, offset, size) != Flow::next)
    {
        return Flow::halt;
    }
    if (const Status status = charge_words(m, f, low64(size), 6, 6); status != Status::success)
    {
        return fail(f, status);
    }
    const std::uint8_t* from = is_zero(size) ? nullptr : f.memory + low64(offset);
    --f.sp;
    f.sp[-1] = keccak256_word({from, low64(size)});
    return Flow::next;
}

Flow execute_calldatacopy(Machine& m, Frame& f)
{
    return copy_to_memory(m, f, f.input);
}

Flow execute_codecopy(Machine& m, Frame& f)
{
    return copy_to_memory(m, f, f.code->code());
}

Flow execute_returndatacopy(Machine& m, Frame& f)
{
    const U256& from = f.sp[-2];
    const U256& size = f.sp[-3];
    if (expand_memory(m, f, f.sp[-1], size) != Flow::next)
    {
        return Flow::halt;
    }
    // Unlike the other copies this one may not read beyond the end. A sum that wraps is beyond it
    // too.
    const U256 end = saturating_add(from, size);
    if (end > U256{m.return_data.size()})
    {
        return fail(f, Status::return_data_bounds);
    }
    return copy_to_memory(m, f, m.return_data);
}

Flow execute_mcopy(Machine& m, Frame& f)
{
    const U256 to = f.sp[-1];
    const U256 from = f.sp[-2];
    const U256 size = f.sp[-3];
    f.sp -= 3;
    if (expand_memory(m, f, std::max(to, from), size) != Flow::next)
    {
        return Flow::halt;
    }
    if (const Status status = charge_words(m, f, low64(size), 3, 1); status != Status::success)
    {
        return fail(f, status);
    }
    if (!is_zero(size))
    {
        std::memmove(f.memory + low64(to), f.memory + low64(from), low64(size));
    }
    return Flow::next;
}

Flow execute_extcodecopy(Machine& m, Frame& f)
{
    const AccountId id = m.state.find_or_add(Address::from_word(f.sp[-1]));
    --f.sp;
    if (const Status status = charge_account_access(m, f, id); status != Status::success)
    {
        return fail(f, status);
    }
    return copy_to_memory(m, f, code_bytes(m.state.account(id)));
}

Flow execute_extcodesize(Machine& m, Frame& f)
{
    const AccountId id = m.state.find_or_add(Address::from_word(f.sp[-1]));
    if (const Status status = charge_account_access(m, f, id); status != Status::success)
    {
        return fail(f, status);
    }
    f.sp[-1] = U256{code_bytes(m.state.account(id)).size()};
    return Flow::next;
}

Flow execute_extcodehash(Machine& m, Frame& f)
{
    const AccountId id = m.state.find_or_add(Address::from_word(f.sp[-1]));
    if (const Status status = charge_account_access(m, f, id); status != Status::success)
    {
        return fail(f, status);
    }
    const Account& account = m.state.account(id);
    if (account.is_empty())
    {
        f.sp[-1] = U256{};
    }
    else if (account.code == nullptr)
    {
        f.sp[-1] = keccak256_word({});
    }
    else
    {
        f.sp[-1] = U256::from_be_bytes(account.code->hash());
    }
    return Flow::next;
}

Flow execute_balance(Machine& m, Frame& f)
{
    const AccountId id = m.state.find_or_add(Address::from_word(f.sp[-1]));
    if (const Status status = charge_account_access(m, f, id); status != Status::success)
    {
        return fail(f, status);
    }
    f.sp[-1] = m.state.account(id).balance;
    return Flow::next;
}

Flow execute_blockhash(Machine& m, Frame& f)
{
    const U256 number = f.sp[-1];
    const std::uint64_t now = m.block.number;
    const bool is_known = fits_u64(number) && low64(number) < now && now - low64(number) <= 256;
    f.sp[-1] = is_known ? m.block.hash_of(low64(number)) : U256{};
    return Flow::next;
}

Flow execute_blobhash(Machine& m, Frame& f)
{
    const U256 index = f.sp[-1];
    const auto hashes = m.transaction->blob_hashes;
    const bool exists = fits_u64(index) && low64(index) < hashes.size();
    f.sp[-1] = exists ? hashes[low64(index)] : U256{};
    return Flow::next;
}

}  // namespace sbst::evm
