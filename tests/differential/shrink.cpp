// SPDX-License-Identifier: Apache-2.0
#include "shrink.hpp"

#include <sbst/evm/analysis/disassembly.hpp>
#include <sbst/evm/exec/delegation.hpp>
#include <sbst/evm/exec/opcode.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace sbst::evm::differential
{

namespace
{

/// Removes the bytes [begin, end) and moves the targets of jumps behind them, where a PUSH2 names
/// one: our generator pushes places so.
Bytes without(const Bytes& code, std::size_t begin, std::size_t end)
{
    Bytes shorter = code;
    const Disassembly disassembly{code};
    for (const Instruction& instruction : disassembly.instructions())
    {
        const std::size_t pc = instruction.pc;
        const bool is_place = static_cast<Op>(instruction.opcode) == Op::push2 &&
                              pc + 2 < code.size() && low64(instruction.immediate) >= end &&
                              low64(instruction.immediate) < code.size();
        if (!is_place)
        {
            continue;
        }
        const std::uint64_t place = low64(instruction.immediate) - (end - begin);
        shorter[pc + 1] = static_cast<std::uint8_t>(place >> 8U);
        shorter[pc + 2] = static_cast<std::uint8_t>(place);
    }
    const auto first = shorter.begin();
    shorter.erase(
        first + static_cast<std::ptrdiff_t>(begin), first + static_cast<std::ptrdiff_t>(end));
    return shorter;
}

class Shrinker
{
public:
    Shrinker(Program program, const Fails& fails, std::size_t most_trials)
      : m_program{std::move(program)}, m_fails{&fails}, m_left{most_trials}
    {}

    Program run()
    {
        for (;;)
        {
            m_has_changed = false;
            drop_accounts();
            simplify_transaction();
            for (std::size_t i = 0; i < m_program.accounts.size(); ++i)
            {
                simplify_account(i);
                if (delegate_of(m_program.accounts[i].code))
                {
                    continue;  // any other code of its beginning cannot come about
                }
                shrink_bytes([i](Program& p) -> Bytes& { return p.accounts[i].code; });
                simplify_pushes([i](Program& p) -> Bytes& { return p.accounts[i].code; });
            }
            shrink_bytes([](Program& p) -> Bytes& { return p.transaction.data; });
            if (!m_has_changed || m_left == 0)
            {
                return std::move(m_program);
            }
        }
    }

private:
    /// Keeps a change if the program still fails.
    template <class Change>
    bool attempt(const Change& change)
    {
        if (m_left == 0)
        {
            return false;
        }
        Program candidate = m_program;
        change(candidate);
        --m_left;
        if (!(*m_fails)(candidate))
        {
            return false;
        }
        m_program = std::move(candidate);
        m_has_changed = true;
        return true;
    }

    void drop_accounts()
    {
        for (std::size_t i = m_program.accounts.size(); i-- > 0;)
        {
            attempt([i](Program& p) {
                p.accounts.erase(p.accounts.begin() + static_cast<std::ptrdiff_t>(i));
            });
        }
    }

    /// Empties a list at once or by elements, from the back.
    template <class List>
    void shrink_list(const List& list)
    {
        for (std::size_t i = list(m_program).size(); i-- > 0;)
        {
            attempt([&](Program& p) {
                list(p).erase(list(p).begin() + static_cast<std::ptrdiff_t>(i));
            });
        }
    }

    /// Sets a field to the simplest value if it has another.
    template <class Field, class Value>
    void simplify(const Field& field, const Value& simplest)
    {
        if (!(field(m_program) == simplest))
        {
            attempt([&](Program& p) { field(p) = simplest; });
        }
    }

    void simplify_transaction()
    {
        shrink_list([](Program& p) -> auto& { return p.transaction.access_list; });
        shrink_list([](Program& p) -> auto& { return p.transaction.authorizations; });
        shrink_list([](Program& p) -> auto& { return p.transaction.blob_hashes; });
        simplify([](Program& p) -> auto& { return p.transaction.type; }, TransactionType::legacy);
        simplify([](Program& p) -> auto& { return p.transaction.value; }, U256{});
        const std::uint64_t gas = m_program.transaction.gas_limit;
        for (const std::uint64_t least : {gas / 2, gas - (gas / 8)})
        {
            simplify([](Program& p) -> auto& { return p.transaction.gas_limit; }, least);
        }
    }

    void simplify_account(std::size_t i)
    {
        shrink_list([i](Program& p) -> auto& { return p.accounts[i].storage; });
        simplify([i](Program& p) -> auto& { return p.accounts[i].balance; }, U256{});
        if (m_program.accounts[i].address != m_program.transaction.sender)
        {
            simplify([i](Program& p) -> auto& { return p.accounts[i].nonce; }, std::uint64_t{0});
        }
    }

    /// Removes runs of instructions, long ones first.
    template <class Field>
    void shrink_bytes(const Field& field)
    {
        for (std::size_t run = count_instructions(field); run > 0; run /= 2)
        {
            for (std::size_t first = 0; first < count_instructions(field);)
            {
                if (!remove_run(field, first, run))
                {
                    first += run;
                }
            }
        }
    }

    template <class Field>
    [[nodiscard]] std::size_t count_instructions(const Field& field)
    {
        return Disassembly{field(m_program)}.instructions().size();
    }

    template <class Field>
    bool remove_run(const Field& field, std::size_t first, std::size_t run)
    {
        const Bytes& code = field(m_program);
        const Disassembly disassembly{code};
        const std::vector<Instruction>& all = disassembly.instructions();
        const std::size_t begin = all[first].pc;
        const std::size_t end = first + run < all.size() ? all[first + run].pc : code.size();
        return attempt([&](Program& p) { field(p) = without(code, begin, end); });
    }

    /// Makes pushed numbers 0 if the program still fails.
    template <class Field>
    void simplify_pushes(const Field& field)
    {
        const Disassembly disassembly{field(m_program)};
        for (const Instruction& instruction : disassembly.instructions())
        {
            if (instruction.size > 1 && !is_zero(instruction.immediate))
            {
                attempt([&](Program& p) {
                    Bytes& code = field(p);
                    const std::size_t end =
                        std::min<std::size_t>(instruction.pc + instruction.size, code.size());
                    for (std::size_t i = instruction.pc + 1; i < end; ++i)
                    {
                        code[i] = 0;
                    }
                });
            }
        }
    }

    Program m_program;
    const Fails* m_fails;
    std::size_t m_left;
    bool m_has_changed{};
};

std::string code_text(const Bytes& code)
{
    return code.empty() ? std::string{} : to_text(Disassembly{code});
}

}  // namespace

Program shrink(Program program, const Fails& fails, std::size_t most_trials)
{
    return Shrinker{std::move(program), fails, most_trials}.run();
}

std::size_t size_of(const Program& program)
{
    std::size_t size = program.transaction.data.size();
    for (const StateTestAccount& account : program.accounts)
    {
        size += account.code.size();
    }
    return size;
}

std::string to_text(const Program& program)
{
    const ChainTransaction& t = program.transaction;
    std::string text = fmt::format(
        "{}, block {}: {} -> {}, value {}, gas limit {}, {} bytes of data\n",
        to_string(program.fork), program.block.block.number, t.sender.to_hex(),
        t.to ? t.to->to_hex() : "new contract", t.value.to_decimal(), t.gas_limit, t.data.size());
    text +=
        t.to ? (t.data.empty() ? "" : fmt::format("data {}\n", to_hex(t.data))) : code_text(t.data);
    for (const StateTestAccount& account : program.accounts)
    {
        text += fmt::format("account {}: balance {}, nonce {}\n", account.address.to_hex(),
            account.balance.to_decimal(), account.nonce);
        for (const auto& [slot, value] : account.storage)
        {
            text += fmt::format("  storage [{}] = {}\n", slot.to_hex(), value.to_hex());
        }
        text += code_text(account.code);
    }
    return text;
}

}  // namespace sbst::evm::differential
