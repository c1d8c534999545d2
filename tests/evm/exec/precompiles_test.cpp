// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "world.hpp"

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::test;

namespace
{
/// Calls the precompile as a transaction; gas is what the execution alone used.
struct Answer
{
    Status status{};
    std::string output;
    std::uint64_t gas{};
};

Answer ask(unsigned address, const Bytes& input, Fork fork = Fork::cancun)
{
    World world{fork};
    Transaction t = world.transaction(input);
    t.to = Address::from_word(U256{address});
    t.gas = 10'000'000;
    const Result& result = world.executor.run(t);
    return {result.status, to_hex(result.output), result.gas_used - intrinsic_gas(fork, t)};
}

Bytes hex(const char* text)
{
    return parse_hex(text).value();
}

/// Builds an input of modexp.
Bytes power(const Bytes& base, const Bytes& exponent, const Bytes& modulus)
{
    Bytes input = words({base.size(), exponent.size(), modulus.size()});
    for (const Bytes* part : {&base, &exponent, &modulus})
        input.insert(input.end(), part->begin(), part->end());
    return input;
}
}  // namespace

TEST_CASE("precompile 1: the signer is recovered from a signature", "[evm][exec][golden]")
{
    const Bytes input =
        hex("456e9aea5e197a1f1af7a3e85a3212fa4049a3ba34c2289b4c860fc0b0c64ef3"
            "000000000000000000000000000000000000000000000000000000000000001c"
            "9242685bf161793cc25603c231bc2f568eb630ea16aa137d2664ac8038825608"
            "4f8ae3bd7535248d0bd448298cc2e2071e56992d0774dc340c368ae950852ada");
    const Answer answer = ask(1, input);
    CHECK(answer.output == "0x0000000000000000000000007156526fbd7a3c72969b54f64e42c10fbb768c8a");
    CHECK(answer.gas == 3000);

    SECTION("a wrong recovery number gives no output and no failure")
    {
        Bytes wrong = input;
        wrong[63] = 29;
        CHECK(ask(1, wrong).output == "0x");
        CHECK(ask(1, wrong).status == Status::success);
        wrong[63] = 0x1c;
        wrong[40] = 1;
        CHECK(ask(1, wrong).output == "0x");
    }
    SECTION("numbers beyond the order give no output")
    {
        Bytes wrong = input;
        std::fill(wrong.begin() + 64, wrong.end(), std::uint8_t{0xff});
        CHECK(ask(1, wrong).output == "0x");
    }
    SECTION("a short input is filled with zeros")
    {
        CHECK(ask(1, {1, 2, 3}).output == "0x");
    }
}

TEST_CASE("precompiles 2 to 4: hashes and the identity", "[evm][exec][golden]")
{
    const Bytes abc{'a', 'b', 'c'};
    CHECK(
        ask(2, abc).output == "0xba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(ask(2, abc).gas == 72);
    CHECK(
        ask(2, {}).output == "0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(
        ask(3, abc).output == "0x0000000000000000000000008eb208f7e05d987a9b044a8e98c6b087f15a0bfc");
    CHECK(ask(3, abc).gas == 720);
    CHECK(ask(4, abc).output == "0x616263");
    CHECK(ask(4, Bytes(33, 1)).gas == 21);
}

TEST_CASE("precompile 5: powers with moduli of every kind", "[evm][exec][golden]")
{
    CHECK(ask(5, power({3}, {5}, {7})).output == "0x05");
    CHECK(ask(5, power({3}, {5}, {0, 8})).output == "0x0003");
    CHECK(ask(5, power({3}, {5}, {0})).output == "0x00");
    CHECK(ask(5, power({3}, {5}, {1})).output == "0x00");
    CHECK(ask(5, power({}, {}, {5})).output == "0x01");
    CHECK(ask(5, power({3}, {5}, {})).output == "0x");
    CHECK(ask(5, {}).output == "0x");
    // The first example of EIP-198: 3^(p-1) mod p = 1.
    const Bytes input =
        hex("0000000000000000000000000000000000000000000000000000000000000001"
            "0000000000000000000000000000000000000000000000000000000000000020"
            "0000000000000000000000000000000000000000000000000000000000000020"
            "03fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2e"
            "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");
    CHECK(ask(5, input).output ==
          "0x0000000000000000000000000000000000000000000000000000000000000001");
    CHECK(ask(5, input, Fork::byzantium).gas == 13056);
    CHECK(ask(5, input, Fork::berlin).gas == 1360);
    CHECK(ask(5, power({3}, {5}, {7}), Fork::berlin).gas == 200);
}

TEST_CASE("precompile 5: absurd lengths cost more than any gas", "[evm][exec][unit]")
{
    CHECK(ask(5, words({0, U256::max(), 1})).status == Status::out_of_gas);
    CHECK(ask(5, words({U256::max(), 0, 1})).status == Status::out_of_gas);
    CHECK(ask(5, words({0, 0, U256::max()})).status == Status::out_of_gas);
    CHECK(ask(5, words({0, U256::max(), 0})).status == Status::success);
}

TEST_CASE("precompile 9: the compression function of EIP-152", "[evm][exec][golden]")
{
    const std::string tail =
        "48c9bdf267e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5"
        "d182e6ad7f520e511f6c3e2b8c68059b6bbd41fbabd9831f79217e1319cde05b"
        "6162630000000000000000000000000000000000000000000000000000000000"
        "0000000000000000000000000000000000000000000000000000000000000000"
        "0000000000000000000000000000000000000000000000000000000000000000"
        "0000000000000000000000000000000000000000000000000000000000000000"
        "03000000000000000000000000000000";
    const Answer twelve = ask(9, hex(("0000000c" + tail + "01").c_str()));
    CHECK(twelve.gas == 12);
    CHECK(twelve.output ==
          "0xba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
          "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");
    CHECK(ask(9, hex(("00000000" + tail + "01").c_str())).output ==
          "0x08c9bcf367e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5"
          "d282e6ad7f520e511f6c3e2b8c68059b9442be0454267ce079217e1319cde05b");
    CHECK(ask(9, hex(("0000000c" + tail + "02").c_str())).status == Status::precompile_failure);
    CHECK(ask(9, hex(("0000000c" + tail).c_str())).status == Status::precompile_failure);
    CHECK(ask(9, hex(("ffffffff" + tail + "01").c_str())).status == Status::out_of_gas);
    // Before Istanbul the address is an empty account.
    CHECK(ask(9, {1}, Fork::petersburg).status == Status::success);
    CHECK(ask(9, {1}, Fork::petersburg).gas == 0);
}

TEST_CASE("precompiles that are not built void the whole transaction", "[evm][exec][unit]")
{
    for (const unsigned address : {6U, 7U, 8U, 10U})
    {
        World world;
        INFO(address);
        CHECK(ask(address, {}).status == Status::unsupported);
        // The caller would carry on after a failed call; it must not.
        const Bytecode code = Bytecode{}.store(0, 1).call(U256{address}).store(1, 1);
        const Result& result = world.run(code);
        CHECK(result.status == Status::unsupported);
        CHECK_FALSE(result.succeeded());
        CHECK(world.storage(0) == 0);
        CHECK(world.storage(1) == 0);
        CHECK(world.run(Bytecode{}.store(1, 1)).succeeded());
    }
}

TEST_CASE("precompiles: a contract's call pays and gets the output", "[evm][exec][unit]")
{
    World world;
    Bytecode code = Bytecode{}.push(0x77).push(0).op(Op::mstore);
    code.push_all({32, 32, 32, 0, 0, 4, 1000}).op(Op::call).op(Op::pop).push(32).op(Op::mload);
    CHECK(output_word(world.run(code.return_top())) == 0x77);
    Bytecode poor = Bytecode{}.push_all({0, 0, 0, 0, 0, 1, 2999}).op(Op::call);
    CHECK(output_word(world.run(poor.return_top())) == 0);
}
