// SPDX-License-Identifier: Apache-2.0
#include "cases.hpp"

#include "evm/exec/bytecode.hpp"

#include <sbst/evm/artifact/artifact.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace sbst::evm::hostile
{

namespace
{

using test::Bytecode;

constexpr std::uint64_t kibibyte = 1024;
constexpr std::uint64_t mebibyte = kibibyte * kibibyte;
const U256 huge = U256::power_of_two(255);
const U256 callee_word{0xca};
const Address contract = Address::from_word(U256{0xc0de});
const Address sender = Address::from_word(U256{0xa11ce});

/// Repeats the body for ever.
Bytes endless(const Bytecode& before, const Bytecode& body)
{
    Bytecode code = before;
    code.label("again");
    // Its labels are its own; none of the bodies here has any.
    code.append(body);
    return code.jump("again").build();
}

Bytes endless(const Bytecode& body)
{
    return endless({}, body);
}

/// A call with all gas: (operation, address, size of input, size of output), result dropped.
Bytecode call_all(Op op, const U256& address, const U256& input, const U256& output)
{
    Bytecode code;
    code.push_all({output, 0, input, 0});
    if (op == Op::call || op == Op::callcode)
    {
        code.push(0);
    }
    return code.push(address).op(Op::gas).op(op).op(Op::pop);
}

/// Calls itself with all gas, at first taking memory.
Bytes recursion(Op op, std::uint64_t memory)
{
    Bytecode code;
    if (memory != 0)
    {
        code.push(memory - 32).op(Op::mload).op(Op::pop);
    }
    return code.append(call_all(op, contract.to_word(), 0, 0)).op(Op::stop).build();
}

/// A counter on the stack that grows with each turn: DUP1 of it is what the body uses.
Bytes counting(const Bytecode& body)
{
    return endless(Bytecode{}.push(0), Bytecode{}.push(1).op(Op::add).append(body));
}

void add_memory(std::vector<ExecutionCase>& cases)
{
    const auto add = [&](std::string name, Bytes code, Bytes callee = {}) {
        cases.push_back({std::move(name), std::move(code), std::move(callee)});
    };
    add("mstore at 2^255", Bytecode{}.push(1).push(huge).op(Op::mstore).build());
    add("mload at 4 GiB", Bytecode{}.push((std::uint64_t{1} << 32U) - 64).op(Op::mload).build());
    // Doubles its memory until the gas is gone.
    add("mload loop, memory doubles",
        endless(Bytecode{}.push(32),
            Bytecode{}.op(Op::dup1).op(Op::mload).op(Op::pop).push(1).op(Op::shl)));
    add("mload loop, memory grows by a word",
        endless(Bytecode{}.op(Op::msize).op(Op::mload).op(Op::pop)));
    for (const Op op : {Op::calldatacopy, Op::codecopy, Op::returndatacopy, Op::mcopy})
    {
        const std::string name = op == Op::calldatacopy   ? "calldatacopy" :
                                 op == Op::codecopy       ? "codecopy" :
                                 op == Op::returndatacopy ? "returndatacopy" :
                                                            "mcopy";
        add(name + " of 2^255 bytes", Bytecode{}.push_all({huge, 0, 0}).op(op).build());
        if (op != Op::returndatacopy)
        {
            add(name + " of 1 MiB, endless", endless(Bytecode{}.push_all({mebibyte, 0, 0}).op(op)));
        }
    }
    add("extcodecopy of 1 MiB, endless",
        endless(Bytecode{}.push_all({mebibyte, 0, 0}).push(callee_word).op(Op::extcodecopy)),
        Bytes(max_code_size, 0x5b));
    add("keccak of 1 MiB, endless",
        endless(Bytecode{}.push_all({mebibyte, 0}).ops({Op::keccak256, Op::pop})));
    add("log of 1 MiB, endless", endless(Bytecode{}.push_all({mebibyte, 0}).op(Op::log0)));
    add("log of nothing, endless", endless(Bytecode{}.push_all({0, 0}).op(Op::log0)));
    const Bytes returns = Bytecode{}.push_all({mebibyte, 0}).op(Op::return_).build();
    const Bytes reverts = Bytecode{}.push_all({mebibyte, 0}).op(Op::revert).build();
    add("return data of 1 MiB, endless", endless(call_all(Op::call, callee_word, 0, 0)), returns);
    add("revert data of 1 MiB, endless", endless(call_all(Op::call, callee_word, 0, mebibyte)),
        reverts);
    add("reverts with 1 MiB of zeros", reverts);
    add("identity of 1 MiB, endless", endless(call_all(Op::staticcall, 4, mebibyte, mebibyte)));
}

void add_depth(std::vector<ExecutionCase>& cases)
{
    cases.push_back({"call of itself", recursion(Op::call, 0), {}});
    cases.push_back({"delegatecall of itself", recursion(Op::delegatecall, 0), {}});
    cases.push_back({"staticcall of itself", recursion(Op::staticcall, 0), {}});
    cases.push_back({"call of itself, 64 KiB a frame", recursion(Op::call, 64 * kibibyte), {}});
    Bytecode twice = call_all(Op::call, contract.to_word(), 0, 0);
    cases.push_back({"call of itself, twice a frame", twice.append(twice).build(), {}});
    Bytecode again = Bytecode{}.op(Op::codesize).push_all({0, 0}).op(Op::codecopy);
    again.op(Op::codesize).push_all({0, 0}).ops({Op::create, Op::pop, Op::stop});
    cases.push_back({"creation of itself", again.build(), {}, true});
}

void add_state(std::vector<ExecutionCase>& cases)
{
    const auto add = [&](std::string name, Bytes code, Bytes callee = {}) {
        cases.push_back({std::move(name), std::move(code), std::move(callee)});
    };
    add("sstore to a new slot, endless",
        counting(Bytecode{}.ops({Op::dup1, Op::dup1, Op::sstore})));
    add("sload of a new slot, endless", counting(Bytecode{}.ops({Op::dup1, Op::sload, Op::pop})));
    add("tstore to a new slot, endless",
        counting(Bytecode{}.ops({Op::dup1, Op::dup1, Op::tstore})));
    add("balance of a new account, endless",
        counting(Bytecode{}.ops({Op::dup1, Op::balance, Op::pop})));
    cases.push_back({"balance of a new account, endless, byzantium",
        counting(Bytecode{}.ops({Op::dup1, Op::balance, Op::pop})), {}, false, Fork::byzantium});
    add("sstore there and back, endless",
        endless(Bytecode{}.push_all({1, 0}).op(Op::sstore).push_all({0, 0}).op(Op::sstore)));
    // The callee writes and reverts.
    add("rolled back sstore, endless", endless(call_all(Op::call, callee_word, 0, 0)),
        Bytecode{}.store(0, 1).store(1, 1).store(2, 1).push_all({0, 0}).op(Op::revert).build());
    const Bytes destroys = Bytecode{}.op(Op::caller).op(Op::selfdestruct).build();
    add("selfdestruct of a callee, endless", endless(call_all(Op::call, callee_word, 0, 0)),
        destroys);
    cases.push_back({"selfdestruct of a callee, endless, istanbul",
        endless(call_all(Op::call, callee_word, 0, 0)), destroys, false, Fork::istanbul});
    // Memory 30 and 31 hold the creation code "CALLER SELFDESTRUCT".
    const Bytecode store_code = Bytecode{}.push(0x33ff).push(0).op(Op::mstore);
    add("creation that destroys itself, endless",
        endless(store_code, Bytecode{}.push_all({2, 30, 0}).ops({Op::create, Op::pop})));
    add("creation of nothing, endless",
        endless(Bytecode{}.push_all({0, 0, 0}).ops({Op::create, Op::pop})));
    // Before Shanghai the size of creation code is free.
    cases.push_back({"creation of 256 KiB, never the same, endless, istanbul",
        counting(Bytecode{}
                     .ops({Op::dup1})
                     .push(0)
                     .op(Op::mstore)
                     .push_all({256 * kibibyte, 0, 0})
                     .ops({Op::create, Op::pop})),
        {}, false, Fork::istanbul});
    add("creation of 48 KiB, never the same, endless",
        counting(Bytecode{}
                     .ops({Op::dup1})
                     .push(0)
                     .op(Op::mstore)
                     .push_all({max_init_code_size, 0, 0})
                     .ops({Op::create, Op::pop})));
}

void add_precompiles(std::vector<ExecutionCase>& cases)
{
    const auto add = [&](std::string name, const U256& address, std::uint64_t input,
                         const Bytecode& before = {}) {
        cases.push_back({std::move(name) + ", endless",
            endless(before, call_all(Op::staticcall, address, input, 64)), {}, false,
            Fork::prague});
    };
    // Base, exponent and modulus of 256 bytes.
    Bytecode operands = Bytecode{}.push_all({256, 0}).op(Op::mstore);
    operands.push_all({256, 32}).op(Op::mstore).push_all({256, 64}).op(Op::mstore);
    for (std::uint64_t at = 96; at < 96 + 768; at += 32)
    {
        operands.push(U256::max()).push(at).op(Op::mstore);
    }
    add("modexp of 256 bytes", 5, 96 + 768, operands);
    const Bytecode generator =
        Bytecode{}.push_all({1, 0}).op(Op::mstore).push_all({2, 32}).op(Op::mstore);
    Bytecode two = generator;
    two.push_all({1, 64}).op(Op::mstore).push_all({2, 96}).op(Op::mstore);
    add("bn254 addition", 6, 128, two);
    Bytecode factor = generator;
    factor.push(U256::max()).push(64).op(Op::mstore);
    add("bn254 multiplication", 7, 96, factor);
    add("bn254 pairing of 20 empty pairs", 8, 20 * 192);
    // Rounds: the first four bytes; the last byte of the 213 is a flag.
    add("blake2f of 2^24 rounds", 9, 213, Bytecode{}.push(U256{1} << 248U).push(0).op(Op::mstore));
    add("bls12-381 addition of nothing", 11, 256);
    add("bls12-381 pairing of 5 empty pairs", 15, 5 * 384);
    add("bls12-381 map to G2", 17, 128);
    add("ecrecover of a forgery", 1, 128,
        Bytecode{}
            .push_all({28, 32})
            .op(Op::mstore)
            .push_all({9, 64})
            .op(Op::mstore)
            .push_all({9, 96})
            .op(Op::mstore));
}

void add_time(std::vector<ExecutionCase>& cases)
{
    cases.push_back({"endless loop", endless(Bytecode{}), {}});
    cases.push_back({"endless loop in a constructor", endless(Bytecode{}), {}, true});
    cases.push_back({"code of 24,576 JUMPDESTs, endless",
        [] {
            Bytes code(max_code_size, 0x5b);
            const Bytes end = Bytecode{}.push(0).op(Op::jump).build();
            std::copy(end.begin(), end.end(), code.end() - static_cast<std::ptrdiff_t>(end.size()));
            return code;
        }(),
        {}});
    cases.push_back(
        {"creation code of 49,152 JUMPDESTs", Bytes(max_init_code_size, 0x5b), {}, true});
    cases.push_back(
        {"creation code above the limit", Bytes(max_init_code_size + 1, 0x5b), {}, true});
    cases.push_back({"exp of 256 bits, endless",
        endless(Bytecode{}.push_all({U256::max(), U256::max()}).ops({Op::exp, Op::pop})), {}});
    cases.push_back({"mulmod of 256 bits, endless",
        endless(Bytecode{}
                    .push_all({U256::max() - U256{58}, U256::max(), U256::max()})
                    .ops({Op::mulmod, Op::pop})),
        {}});
    cases.push_back({"sdiv of 256 bits, endless",
        endless(Bytecode{}.push_all({U256{3}, U256::max() >> 1U}).ops({Op::sdiv, Op::pop})), {}});
    // A comparison and a conditional jump that never jumps, watched by the search.
    cases.push_back({"comparisons, endless",
        counting(Bytecode{}.op(Op::dup1).push(U256::max()).ops({Op::eq}).push(0).op(Op::jumpi)),
        {}});
}

/// 3,000 destinations behind a jump to a computed place.
Bytes jump_table()
{
    Bytecode code = Bytecode{}.argument(0).push(3).op(Op::mul).push(16).ops({Op::add, Op::jump});
    while (code.size() < 16)
    {
        code.op(Op::invalid);
    }
    for (int i = 0; i < 3000; ++i)
    {
        code.ops({Op::jumpdest, Op::caller, Op::stop});
    }
    return code.build();
}

/// Diamonds that leave one of two destinations on the stack: 2^n stacks at the end.
Bytes diamonds(int count)
{
    Bytecode code;
    for (int i = 0; i < count; ++i)
    {
        const std::string n = std::to_string(i);
        code.argument(static_cast<unsigned>(i)).jump_if("right" + n);
        code.push_label("left").jump("join" + n);
        code.label("right" + n).push_label("other").label("join" + n);
    }
    for (int i = 0; i < count; ++i)
    {
        code.op(Op::jump).label("step" + std::to_string(i));
    }
    return code.label("left").label("other").op(Op::jump).build();
}

/// Functions of which each calls the next two and comes back: calls without end for an analysis
/// that follows each.
Bytes call_tree(int count)
{
    Bytecode code = Bytecode{}.push_label("end").jump("f0").label("end").op(Op::stop);
    for (int i = 0; i < count; ++i)
    {
        const std::string n = std::to_string(i);
        const std::string next = "f" + std::to_string(i + 1);
        code.label("f" + n).push_label("a" + n).jump(next);
        code.label("a" + n).push_label("b" + n).jump(next);
        code.label("b" + n).op(Op::jump);
    }
    return code.label("f" + std::to_string(count)).op(Op::jump).build();
}

/// Blocks that jump to wherever the stack says, thousands of destinations on it.
Bytes stack_of_destinations(int count)
{
    Bytecode code;
    for (int i = 0; i < count; ++i)
    {
        code.push_label("d" + std::to_string(i));
    }
    code.op(Op::jump);
    for (int i = 0; i < count; ++i)
    {
        code.label("d" + std::to_string(i)).op(Op::jump);
    }
    return code.build();
}

/// Every block jumps to a place read from storage.
Bytes unknown_jumps(int count)
{
    Bytecode code;
    for (int i = 0; i < count; ++i)
    {
        code.op(Op::jumpdest).push(static_cast<std::uint64_t>(i)).ops({Op::sload, Op::jump});
    }
    return code.build();
}

/// Words of which each is the sum or product of the one before with itself, then a jump on it.
Bytes doubling(int count)
{
    Bytecode code = Bytecode{}.argument(0);
    for (int i = 0; i < count; ++i)
    {
        code.op(Op::dup1).op(i % 2 == 0 ? Op::add : Op::mul);
    }
    return code.jump_if("end").label("end").op(Op::stop).build();
}

/// A loop in which everything on a high stack moves.
Bytes moving_stack()
{
    Bytecode code;
    for (unsigned i = 0; i < 400; ++i)
    {
        code.argument(i % 16);
    }
    code.label("again");
    for (int i = 0; i < 16; ++i)
    {
        code.byte(static_cast<std::uint8_t>(0x90 + i)).op(Op::add).op(Op::dup1);
    }
    return code.argument(0).jump_if("again").op(Op::stop).build();
}

Bytes conditional_jumps()
{
    Bytecode code;
    for (unsigned i = 0; code.size() + 16 < max_code_size; ++i)
    {
        code.argument(i % 8).jump_if("end");
    }
    return code.label("end").op(Op::stop).build();
}

Bytes random_code(std::uint64_t seed, std::size_t size = 2 * kibibyte)
{
    Bytes code(size);
    for (std::uint8_t& byte : code)
    {
        seed = (seed * 6364136223846793005ULL) + 1442695040888963407ULL;
        byte = static_cast<std::uint8_t>(seed >> 56U);
        // Mostly small pushes of places, jumps and destinations.
        if ((seed >> 40U) % 3 == 0)
        {
            byte = std::array<std::uint8_t, 6>{0x5b, 0x61, 0x57, 0x56, 0x80, 0x35}.at(byte % 6);
        }
    }
    // All of it can be reached.
    const Bytes start = Bytecode{}.argument(0).op(Op::jump).build();
    std::copy(start.begin(), start.end(), code.begin());
    return code;
}

}  // namespace

std::vector<ExecutionCase> execution_cases()
{
    std::vector<ExecutionCase> cases;
    add_memory(cases);
    add_depth(cases);
    add_state(cases);
    add_precompiles(cases);
    add_time(cases);
    return cases;
}

std::vector<AnalysisCase> analysis_cases()
{
    return {{"24,576 JUMPDESTs", Bytes(max_code_size, 0x5b)},
        {"256 KiB of JUMPDESTs", Bytes(max_program_bytes, 0x5b)},
        {"computed jump over 3,000 destinations", jump_table()},
        {"1,900 conditional jumps", conditional_jumps()},
        {"40 diamonds, 2^40 stacks", diamonds(40)}, {"tree of calls, 2^100 paths", call_tree(100)},
        {"tree of calls, 2^300 paths", call_tree(300)},
        {"tree of calls, 2^1,200 paths", call_tree(1200)},
        {"1,000 destinations on the stack", stack_of_destinations(1000)},
        {"1,000 jumps to stored places", unknown_jumps(1000)},
        {"expression doubled 5,000 times", doubling(5000)},
        {"stack of 400 moving words", moving_stack()}, {"2 KiB of random code", random_code(1)},
        {"2 KiB of random code, another", random_code(2)},
        {"24 KiB of random code", random_code(3, max_code_size)},
        {"256 KiB of random code", random_code(4, max_program_bytes)}};
}

Outcome execute(const ExecutionCase& hostile, std::uint64_t gas, const ExecutorOptions& options)
{
    ExecutorOptions with_fork = options;
    with_fork.fork = hostile.fork;
    Executor executor{with_fork};
    WorldState& state = executor.state();
    state.set_balance(state.find_or_add(sender), U256::power_of_two(100));
    const auto install = [&](const Address& address, const Bytes& code) {
        state.set_code(state.find_or_add(address), executor.codes().get(code));
        state.set_balance(state.find_or_add(address), U256{1'000'000});
    };
    if (!hostile.callee.empty())
    {
        install(Address::from_word(callee_word), hostile.callee);
    }
    const CodePtr code = std::make_shared<CodeAnalysis>(hostile.code);
    SearchTrace trace{hostile.creates ? nullptr : code, hostile.creates ? code : nullptr};
    Transaction transaction;
    transaction.sender = sender;
    transaction.gas = gas;
    if (hostile.creates)
    {
        transaction.data = hostile.code;
    }
    else
    {
        install(contract, hostile.code);
        transaction.to = contract;
    }
    const Result& result = executor.run(transaction, trace);
    return {
        result.status, result.gas_used, result.steps, state.record_count(), result.log_data.size()};
}

std::string artifact_of(const ExecutionCase& hostile)
{
    const Bytes creation = hostile.creates ? hostile.code : test::deployer(hostile.code);
    return R"({"contractName": "Hostile", "abi": [{"type": "function", "name": "f", "inputs": [)"
           R"({"name": "x", "type": "uint256"}], "outputs": [], "stateMutability": "payable"}], )"
           R"("bytecode": ")" +
           to_hex(creation) + R"(", "deployedBytecode": ")" +
           to_hex(hostile.creates ? Bytes{0} : hostile.code) + R"("})";
}

}  // namespace sbst::evm::hostile
