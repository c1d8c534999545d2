// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "world.hpp"

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::test;

TEST_CASE("Fork: names convert both ways", "[evm][exec][unit]")
{
    for (std::size_t i = 0; i < fork_count; ++i)
    {
        CHECK(parse_fork(to_string(static_cast<Fork>(i))) == static_cast<Fork>(i));
    }
    CHECK(parse_fork("London") == Fork::london);
    CHECK_FALSE(parse_fork("atlantis").has_value());
}

TEST_CASE("opcodes: names and stack effects", "[evm][exec][unit]")
{
    CHECK(opcode_info(0x01).name == "ADD");
    CHECK(opcode_info(0x5f).name == "PUSH0");
    CHECK(opcode_info(0x7f).immediate == 32);
    CHECK(opcode_info(0x9f).pops == 17);
    CHECK(opcode_info(0xa4).pops == 6);
    CHECK(opcode_info(0xff).name == "SELFDESTRUCT");
    CHECK_FALSE(opcode_info(0x0c).is_defined());
    CHECK(immediate_size(0x60) == 1);
    CHECK(immediate_size(0x5f) == 0);
}

TEST_CASE("CodeAnalysis: destinations in the data of a PUSH do not count", "[evm][exec][unit]")
{
    const CodeAnalysis analysis{Bytes{0x60, 0x5b, 0x5b, 0x61, 0x5b, 0x5b, 0x5b}};
    CHECK_FALSE(analysis.is_jumpdest(1));
    CHECK(analysis.is_jumpdest(2));
    CHECK_FALSE(analysis.is_jumpdest(4));
    CHECK(analysis.is_jumpdest(6));
    CHECK_FALSE(analysis.is_jumpdest(7));
    CHECK_FALSE(analysis.is_jumpdest(~std::uint64_t{0}));
}

TEST_CASE("CodeAnalysis: jumps and blocks are numbered by place", "[evm][exec][unit]")
{
    // 0: PUSH 1, PUSH2 end, JUMPI | 6: PUSH 1, PUSH2 end, JUMPI | 12: STOP | 13: JUMPDEST, STOP
    Bytecode code =
        Bytecode{}.push(1).jump_if("end").push(1).jump_if("end").op(Op::stop).label("end");
    const CodeAnalysis analysis{code.op(Op::stop).build()};
    const auto jumps = analysis.jumpis();
    CHECK(std::vector<std::uint32_t>(jumps.begin(), jumps.end()) ==
          std::vector<std::uint32_t>{5, 11});
    CHECK(analysis.jumpi_at(11) == 1U);
    CHECK_FALSE(analysis.jumpi_at(10).has_value());
    const auto blocks = analysis.block_starts();
    CHECK(std::vector<std::uint32_t>(blocks.begin(), blocks.end()) ==
          std::vector<std::uint32_t>{0, 6, 12, 13});
    CHECK(analysis.block_of(0) == 0);
    CHECK(analysis.block_of(11) == 1);
    CHECK(analysis.block_of(14) == 3);
}

TEST_CASE("CodeAnalysis: codes that differ in pushed data only have one shape", "[evm][exec][unit]")
{
    const CodeAnalysis a{Bytecode{}.push(0x1111).op(Op::pop).build()};
    const CodeAnalysis b{Bytecode{}.push(0x2222).op(Op::pop).build()};
    const CodeAnalysis c{Bytecode{}.push(0x2222).op(Op::stop).build()};
    CHECK(a.has_shape_of(b));
    CHECK_FALSE(a.has_shape_of(c));
    CHECK(a.hash() != b.hash());
    CHECK(a.hash() == keccak256(a.code()));
}

TEST_CASE("CodeAnalysis: empty code and truncated data are fine", "[evm][exec][unit]")
{
    const CodeAnalysis empty{BytesView{}};
    CHECK(empty.block_starts().empty());
    CHECK_FALSE(empty.is_jumpdest(0));
    const CodeAnalysis truncated{Bytes{0x7f}};
    CHECK(truncated.block_starts().size() == 1);
    CHECK(truncated.padded()[33] == 0);
}

TEST_CASE(
    "CodeStore: equal code has one analysis, and unused ones are forgotten", "[evm][exec][unit]")
{
    CodeStore store{10'000};
    const Bytes kept_code(100, 0x5b);
    const CodePtr kept = store.get(kept_code);
    CHECK(store.get(kept_code) == kept);
    for (std::uint8_t i = 0; i < 200; ++i)
    {
        CHECK(store.get(Bytes(1000, i))->size() == 1000);
    }
    CHECK(store.count() < 20);
    CHECK(store.get(kept_code) == kept);
}

TEST_CASE("CodeStore: codes of a byte or two count what their analyses take", "[evm][exec][unit]")
{
    constexpr std::size_t capacity = 100'000;
    CodeStore store{capacity};
    for (unsigned i = 0; i < 65'536; ++i)
    {
        const CodePtr tiny =
            store.get(Bytes{static_cast<std::uint8_t>(i >> 8U), static_cast<std::uint8_t>(i)});
        REQUIRE(tiny->footprint() >= sizeof(CodeAnalysis));
        REQUIRE(store.count() <= 1 + capacity / sizeof(CodeAnalysis));
    }
}
