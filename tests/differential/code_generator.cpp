// SPDX-License-Identifier: Apache-2.0
#include "code_generator.hpp"

#include "precompile_inputs.hpp"

#include <sbst/evm/exec/fork.hpp>
#include <sbst/evm/exec/opcode.hpp>

#include <array>
#include <initializer_list>
#include <utility>

namespace sbst::evm::differential
{

namespace
{

constexpr unsigned deepest_creation = 2;
constexpr unsigned deepest_block = 3;

/// Writes one piece of code. Every statement leaves the stack as high as it found it.
class Generator
{
public:
    Generator(Rng& rng, const Scene& scene, unsigned level)
      : m_rng{&rng},
        m_scene{&scene},
        m_rules{&rules_of(scene.fork)},
        m_values{rng, scene},
        m_level{level}
    {}

    Bytes code();
    Bytes init_code();
    Bytes deep_code();

private:
    [[nodiscard]] bool chance(double probability) { return m_rng->chance(probability); }
    [[nodiscard]] bool has(Op op) const
    {
        return m_rules->static_gas[static_cast<std::size_t>(op)] != ForkRules::undefined;
    }

    void push(const U256& value);
    void emit(std::initializer_list<Op> ops);
    /// Appends one of the instructions that the fork has; rarely one that it lacks.
    void pick(std::initializer_list<Op> ops);

    void expression(unsigned depth);
    void leaf();
    void unary(unsigned depth);
    void reading();
    void operands(unsigned count, unsigned depth);

    void statements(std::size_t count);
    void statement();
    void write_storage();
    void write_memory();
    void copy();
    void copy_returned();
    void log();
    void branch();
    void loop();
    void juggle();
    void call();
    void call_precompile();
    void call_with(const U256& address);
    void keep_or_drop();
    void create();
    [[nodiscard]] U256 creation_size(std::size_t size);
    void call_created();
    void ending();
    void accident();
    void copy_data(Bytes data, const U256& to);
    void returning(Op op);

    Rng* m_rng;
    const Scene* m_scene;
    const ForkRules* m_rules;
    Values m_values;
    CodeWriter m_writer;
    unsigned m_level;
    unsigned m_block{};
};

void Generator::push(const U256& value)
{
    if (is_zero(value) && has(Op::push0) && chance(0.5))
    {
        m_writer.op(Op::push0);
    }
    else
    {
        m_writer.push(value, chance(0.1) ? 1 + m_rng->below(32) : 1);
    }
}

void Generator::emit(std::initializer_list<Op> ops)
{
    for (const Op op : ops)
    {
        m_writer.op(op);
    }
}

void Generator::pick(std::initializer_list<Op> ops)
{
    Op op = ops.begin()[m_rng->index(ops.size())];
    while (!has(op) && !chance(0.02))
    {
        op = ops.begin()[m_rng->index(ops.size())];
    }
    m_writer.op(op);
}

void Generator::operands(unsigned count, unsigned depth)
{
    for (unsigned i = 0; i < count; ++i)
    {
        expression(depth);
    }
}

/// Pushes one word.
void Generator::expression(unsigned depth)
{
    if (depth == 0)
    {
        return leaf();
    }
    switch (m_values.choose({30, 15, 30, 8, 17}))
    {
        case 0:
            return leaf();
        case 1:
            return unary(depth);
        case 2:
            operands(2, depth - 1);
            return pick({Op::add, Op::mul, Op::sub, Op::div, Op::sdiv, Op::mod, Op::smod, Op::exp,
                Op::signextend, Op::lt, Op::gt, Op::slt, Op::sgt, Op::eq, Op::and_, Op::or_,
                Op::xor_, Op::byte, Op::shl, Op::shr, Op::sar});
        case 3:
            operands(3, depth - 1);
            return pick({Op::addmod, Op::mulmod});
        default:
            return reading();
    }
}

void Generator::leaf()
{
    if (chance(0.6))
    {
        return push(m_values.word());
    }
    pick({Op::address, Op::origin, Op::caller, Op::callvalue, Op::calldatasize, Op::codesize,
        Op::gasprice, Op::returndatasize, Op::coinbase, Op::timestamp, Op::number, Op::prevrandao,
        Op::gaslimit, Op::chainid, Op::selfbalance, Op::basefee, Op::blobbasefee, Op::pc, Op::msize,
        Op::gas});
}

void Generator::unary(unsigned depth)
{
    expression(depth - 1);
    pick({Op::iszero, Op::not_});
}

/// Pushes the value read at a place.
void Generator::reading()
{
    switch (m_values.choose({20, 15, 20, 20, 15, 10}))
    {
        case 0:
            push(m_values.slot());
            return pick({Op::sload, Op::tload});
        case 1:
            push(m_values.offset());
            return m_writer.op(Op::mload);
        case 2:
            push(m_values.offset());
            return m_writer.op(Op::calldataload);
        case 3:
            push(m_values.address());
            return pick({Op::balance, Op::extcodesize, Op::extcodehash});
        case 4:
            push(m_values.size());
            push(m_values.offset());
            return m_writer.op(Op::keccak256);
        default:
            if (chance(0.5))
            {
                push(m_rng->below(4));
                return pick({Op::blobhash, Op::iszero});
            }
            push(m_values.block_number());
            return m_writer.op(Op::blockhash);
    }
}

void Generator::statements(std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
    {
        statement();
    }
}

void Generator::statement()
{
    switch (m_values.choose({12, 14, 12, 10, 5, 8, 4, 8, 14, 4, 5, 0.7}))
    {
        case 0:
            expression(3);
            return m_writer.op(Op::pop);
        case 1:
            return write_storage();
        case 2:
            return write_memory();
        case 3:
            return copy();
        case 4:
            return log();
        case 5:
            return branch();
        case 6:
            return loop();
        case 7:
            return juggle();
        case 8:
            return call();
        case 9:
            return call_precompile();
        case 10:
            return create();
        default:
            return accident();
    }
}

void Generator::write_storage()
{
    // Often zero, because clearing gives refunds.
    if (chance(0.4))
    {
        push(m_rng->below(2));
    }
    else
    {
        expression(2);
    }
    push(m_values.slot());
    pick({Op::sstore, Op::tstore});
}

void Generator::write_memory()
{
    expression(2);
    push(m_values.offset());
    pick({Op::mstore, Op::mstore, Op::mstore8});
}

void Generator::copy()
{
    if (chance(0.15))
    {
        return copy_returned();
    }
    push(m_values.size());
    push(m_values.offset());
    push(m_values.offset());
    if (chance(0.25))
    {
        push(m_values.address());
        return m_writer.op(Op::extcodecopy);
    }
    pick({Op::calldatacopy, Op::codecopy, Op::mcopy});
}

/// Copies the data returned by a call: all of it, or a little, which may not exist.
void Generator::copy_returned()
{
    if (chance(0.8))
    {
        m_writer.op(Op::returndatasize);
        push(0);
    }
    else
    {
        push(m_rng->below(2));
        push(m_rng->below(2));
    }
    push(m_values.offset());
    m_writer.op(Op::returndatacopy);
}

void Generator::log()
{
    const std::size_t topics = m_rng->index(5);
    operands(static_cast<unsigned>(topics), 1);
    push(m_values.size());
    push(m_values.offset());
    m_writer.op(Op::log0, topics);
}

void Generator::branch()
{
    if (m_block == deepest_block)
    {
        return;
    }
    ++m_block;
    const Label behind = m_writer.new_label();
    expression(2);
    m_writer.push(behind);
    m_writer.op(Op::jumpi);
    statements(m_rng->index(4));
    if (chance(0.15))
    {
        ending();
    }
    m_writer.jumpdest(behind);
    --m_block;
}

void Generator::loop()
{
    if (m_block == deepest_block)
    {
        return;
    }
    ++m_block;
    const Label again = m_writer.new_label();
    m_writer.push(1 + m_rng->below(6));
    m_writer.jumpdest(again);
    statements(1 + m_rng->index(3));
    m_writer.push(1);
    emit({Op::swap1, Op::sub, Op::dup1});
    m_writer.push(again);
    emit({Op::jumpi, Op::pop});
    --m_block;
}

/// Moves words about, all of them its own.
void Generator::juggle()
{
    std::size_t height = 1 + m_rng->index(18);
    operands(static_cast<unsigned>(height), 0);
    for (std::size_t i = m_rng->index(8); i > 0; --i)
    {
        if (chance(0.5) || height < 2)
        {
            m_writer.op(Op::dup1, m_rng->index(std::min<std::size_t>(height, 16)));
            ++height;
        }
        else
        {
            m_writer.op(Op::swap1, m_rng->index(std::min<std::size_t>(height - 1, 16)));
        }
    }
    while (height-- > 0)
    {
        m_writer.op(Op::pop);
    }
}

/// Stores a call's answer, or forgets it.
void Generator::keep_or_drop()
{
    if (chance(0.7))
    {
        return m_writer.op(Op::pop);
    }
    push(m_values.slot());
    m_writer.op(Op::sstore);
}

void Generator::call()
{
    call_with(m_values.address());
}

void Generator::call_with(const U256& address)
{
    constexpr std::array<Op, 4> kinds{Op::call, Op::staticcall, Op::delegatecall, Op::callcode};
    const Op kind = kinds[m_values.choose({45, 20, 20, 15})];
    for (int i = 0; i < 2; ++i)
    {
        push(m_values.size());
        push(m_values.offset());
    }
    if (kind == Op::call || kind == Op::callcode)
    {
        push(m_values.wei());
    }
    push(address);
    if (chance(0.5))
    {
        m_writer.op(Op::gas);
    }
    else
    {
        push(m_values.call_gas());
    }
    m_writer.op(kind);
    keep_or_drop();
}

void Generator::copy_data(Bytes data, const U256& to)
{
    const std::size_t size = data.size();
    push(size);
    m_writer.push(m_writer.data(std::move(data)));
    push(to);
    m_writer.op(Op::codecopy);
}

void Generator::call_precompile()
{
    const auto number = static_cast<unsigned>(1 + m_rng->below(m_rules->last_precompile));
    Bytes input = make_precompile_input(number, *m_rng, m_values);
    const std::size_t size = input.size();
    const std::uint64_t to = 32 * m_rng->below(3);
    copy_data(std::move(input), to);
    constexpr std::array<Op, 4> kinds{Op::staticcall, Op::call, Op::delegatecall, Op::callcode};
    const Op kind = kinds[m_values.choose({55, 25, 10, 10})];
    push(m_values.size());
    push(m_values.offset());
    push(size);
    push(to);
    if (kind == Op::call || kind == Op::callcode)
    {
        push(m_values.wei());
    }
    push(number);
    if (chance(0.8))
    {
        m_writer.op(Op::gas);
    }
    else
    {
        push(m_values.call_gas());
    }
    m_writer.op(kind);
    keep_or_drop();
}

void Generator::create()
{
    if (m_level == deepest_creation)
    {
        return;
    }
    const bool is_second = has(Op::create2) && chance(0.5);
    Bytes init = Generator{*m_rng, *m_scene, m_level + 1}.init_code();
    const std::size_t size = init.size();
    const std::uint64_t to = 32 * m_rng->below(3);
    copy_data(std::move(init), to);
    if (is_second)
    {
        push(m_rng->below(2));
    }
    push(creation_size(size));
    push(to);
    push(m_values.wei());
    m_writer.op(is_second ? Op::create2 : Op::create);
    if (chance(0.5))
    {
        call_created();
    }
    keep_or_drop();
}

/// Returns how many bytes a creation takes as its code: mostly all that there are.
U256 Generator::creation_size(std::size_t size)
{
    if (chance(0.01))
    {
        return max_init_code_size + m_rng->below(2);
    }
    return chance(0.05) ? m_values.size() : U256{size};
}

/// Calls the address on top of the stack, which stays there.
void Generator::call_created()
{
    for (int i = 0; i < 2; ++i)
    {
        push(m_values.size());
        push(m_values.offset());
    }
    push(m_values.wei());
    m_writer.op(Op::dup6);
    m_writer.op(Op::gas);
    emit({Op::call, Op::pop});
}

void Generator::returning(Op op)
{
    push(m_values.size());
    push(m_values.offset());
    m_writer.op(op);
}

/// Ends the frame, mostly well.
void Generator::ending()
{
    switch (m_values.choose({35, 20, 15, 20, 5, 5}))
    {
        case 0:
            return returning(Op::return_);
        case 1:
            return returning(Op::revert);
        case 2:
            return m_writer.op(Op::stop);
        case 3:
            push(m_values.address());
            return m_writer.op(Op::selfdestruct);
        case 4:
            return m_writer.op(Op::invalid);
        default:
            return;  // whatever comes next, at last the end of the code
    }
}

/// Adds an instruction that ends a frame by force, or may do so.
void Generator::accident()
{
    switch (m_rng->below(6))
    {
        case 0:
            push(m_values.offset());
            return m_writer.op(Op::jump);
        case 1:
            return m_writer.op(static_cast<Op>(m_rng->below(256)));
        case 2:
            return m_writer.bytes(m_values.bytes(1 + m_rng->below(8)));
        case 3:
            return m_writer.op(Op::swap16);
        case 4:
        {
            const Label again = m_writer.new_label();
            m_writer.jumpdest(again);
            m_writer.op(Op::msize);
            m_writer.push(again);
            return m_writer.op(Op::jump);
        }
        default:
            return m_writer.op(Op::invalid);
    }
}

Bytes Generator::code()
{
    if (chance(0.03))
    {
        return m_values.bytes(m_rng->below(100));
    }
    if (chance(0.1))
    {
        // At once, so that a call's gas decides whether it may.
        push(m_rng->below(2));
        push(m_values.slot());
        m_writer.op(Op::sstore);
    }
    statements(1 + m_rng->index(chance(0.3) ? 30 : 10));
    ending();
    Bytes code = m_writer.finish();
    if (chance(0.05) && !code.empty())
    {
        code[m_rng->index(code.size())] = static_cast<std::uint8_t>(m_rng->below(256));
    }
    return code;
}

Bytes Generator::init_code()
{
    if (chance(0.1))
    {
        return code();
    }
    statements(m_rng->index(3));
    Bytes runtime;
    if (chance(0.9))
    {
        runtime = Generator{*m_rng, *m_scene, m_level + 1}.code();
    }
    if (chance(0.05))
    {
        runtime.insert(runtime.begin(), 0xef);
    }
    std::size_t size = runtime.size();
    if (chance(0.05))
    {
        size = max_code_size + m_rng->below(2);
    }
    copy_data(std::move(runtime), 0);
    push(size);
    push(0);
    m_writer.op(Op::return_);
    return m_writer.finish();
}

Bytes Generator::deep_code()
{
    push(m_values.slot());
    emit({Op::sload, Op::pop});
    if (chance(0.3))
    {
        // A creation by its own code.
        m_writer.op(Op::codesize);
        push(0);
        push(0);
        m_writer.op(Op::codecopy);
        m_writer.op(Op::codesize);
        push(0);
        push(0);
        m_writer.op(Op::create);
    }
    else
    {
        for (int i = 0; i < 4; ++i)
        {
            push(0);
        }
        const bool pays = chance(0.5);
        if (pays)
        {
            push(m_rng->below(2));
        }
        emit({Op::address, Op::gas, pays ? Op::call : Op::delegatecall});
    }
    keep_or_drop();
    return m_writer.finish();
}

}  // namespace

Bytes generate_code(Rng& rng, const Scene& scene)
{
    return Generator{rng, scene, 0}.code();
}

Bytes generate_init_code(Rng& rng, const Scene& scene)
{
    return Generator{rng, scene, 0}.init_code();
}

Bytes generate_deep_code(Rng& rng, const Scene& scene)
{
    return Generator{rng, scene, 0}.deep_code();
}

}  // namespace sbst::evm::differential
