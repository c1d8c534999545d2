// SPDX-License-Identifier: Apache-2.0
// A small language for writing EVM code in tests: instructions, shortest pushes, labels, common
// endings. Next: world.hpp.
#pragma once

#include <sbst/evm/base/bytes.hpp>
#include <sbst/evm/exec/opcode.hpp>
#include <sbst/numeric/u256.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace sbst::evm::test
{

/// Collects code; `build` fills the labels in.
class Bytecode
{
public:
    Bytecode& op(Op op)
    {
        m_code.push_back(static_cast<std::uint8_t>(op));
        return *this;
    }

    Bytecode& ops(std::initializer_list<Op> ops)
    {
        for (const Op each : ops)
        {
            op(each);
        }
        return *this;
    }

    /// Appends a byte that may be no instruction.
    Bytecode& byte(std::uint8_t value)
    {
        m_code.push_back(value);
        return *this;
    }

    /// Pushes with the shortest PUSH1 to PUSH32.
    Bytecode& push(const U256& value)
    {
        const std::size_t size = std::max<std::size_t>(1, (bit_width(value) + 7) / 8);
        const auto bytes = value.to_be_bytes();
        m_code.push_back(static_cast<std::uint8_t>(0x5f + size));
        m_code.insert(m_code.end(), bytes.end() - static_cast<std::ptrdiff_t>(size), bytes.end());
        return *this;
    }

    /// Pushes several; the last one ends on top.
    Bytecode& push_all(std::initializer_list<U256> values)
    {
        for (const U256& value : values)
        {
            push(value);
        }
        return *this;
    }

    Bytecode& append(const Bytecode& other)
    {
        m_code.insert(m_code.end(), other.m_code.begin(), other.m_code.end());
        return *this;
    }

    /// Places a jump destination.
    Bytecode& label(const std::string& name)
    {
        m_labels[name] = m_code.size();
        return op(Op::jumpdest);
    }

    Bytecode& push_label(const std::string& name)
    {
        m_code.push_back(static_cast<std::uint8_t>(Op::push2));
        m_uses.emplace_back(m_code.size(), name);
        m_code.insert(m_code.end(), 2, 0);
        return *this;
    }

    Bytecode& jump(const std::string& name) { return push_label(name).op(Op::jump); }
    Bytecode& jump_if(const std::string& name) { return push_label(name).op(Op::jumpi); }

    /// Loads the n-th word of the call data.
    Bytecode& argument(unsigned n) { return push(U256{32 * n}).op(Op::calldataload); }

    Bytecode& store(const U256& slot, const U256& value)
    {
        return push(value).push(slot).op(Op::sstore);
    }

    /// Ends with the word on top as output.
    Bytecode& return_top() { return end_with_top(Op::return_); }
    Bytecode& revert_top() { return end_with_top(Op::revert); }

    /// Calls with no data; leaves the success flag.
    Bytecode& call(const U256& address, const U256& value = {}, const U256& gas = 1'000'000)
    {
        return push_all({0, 0, 0, 0, value, address, gas}).op(Op::call);
    }

    [[nodiscard]] std::size_t size() const { return m_code.size(); }

    [[nodiscard]] Bytes build() const
    {
        Bytes code = m_code;
        for (const auto& [place, name] : m_uses)
        {
            const auto found = m_labels.find(name);
            if (found == m_labels.end())
            {
                throw std::logic_error{"no label " + name};
            }
            code[place] = static_cast<std::uint8_t>(found->second >> 8U);
            code[place + 1] = static_cast<std::uint8_t>(found->second);
        }
        return code;
    }

private:
    Bytecode& end_with_top(Op last) { return push(0).op(Op::mstore).push(32).push(0).op(last); }

    Bytes m_code;
    std::map<std::string, std::size_t> m_labels;
    std::vector<std::pair<std::size_t, std::string>> m_uses;
};

/// Returns creation code that deploys `runtime` without looking at it.
inline Bytes deployer(const Bytes& runtime)
{
    Bytecode code;
    // The prefix has a fixed size: PUSH2 size, DUP1, PUSH2 offset, PUSH1 0, CODECOPY, PUSH1 0,
    // RETURN.
    constexpr std::size_t prefix = 13;
    const auto push2 = [&](std::size_t value) {
        code.op(Op::push2).byte(static_cast<std::uint8_t>(value >> 8U));
        code.byte(static_cast<std::uint8_t>(value));
    };
    push2(runtime.size());
    code.op(Op::dup1);
    push2(prefix);
    code.push(0).op(Op::codecopy).push(0).op(Op::return_);
    Bytes bytes = code.build();
    bytes.insert(bytes.end(), runtime.begin(), runtime.end());
    return bytes;
}

/// Joins words to call data.
inline Bytes words(std::initializer_list<U256> values)
{
    Bytes bytes;
    for (const U256& value : values)
    {
        const auto word = value.to_be_bytes();
        bytes.insert(bytes.end(), word.begin(), word.end());
    }
    return bytes;
}

}  // namespace sbst::evm::test
