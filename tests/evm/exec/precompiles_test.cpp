// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "world.hpp"

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::test;

namespace
{

/// Calls the precompile as a transaction; gas is that of the execution alone.
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
    {
        input.insert(input.end(), part->begin(), part->end());
    }
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
    // Eight times what exceeds 32 bytes is 2^256 and more.
    for (const Fork fork : {Fork::byzantium, Fork::berlin})
    {
        for (const unsigned bits : {61U, 64U, 252U, 253U, 254U, 255U})
        {
            CHECK(ask(5, words({1, U256::power_of_two(bits) + U256{32}, 1}), fork).status ==
                  Status::out_of_gas);
        }
    }
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

TEST_CASE("precompiles 6 to 8: sums, multiples and pairings are priced by the fork",
    "[evm][exec][golden]")
{
    struct Price
    {
        unsigned address;
        std::size_t size;
        std::uint64_t byzantium;
        std::uint64_t istanbul;
    };
    const auto price = GENERATE(Price{6, 0, 500, 150}, Price{6, 200, 500, 150},
        Price{7, 0, 40'000, 6'000}, Price{8, 0, 100'000, 45'000}, Price{8, 192, 180'000, 79'000},
        Price{8, 576, 340'000, 147'000});
    const Bytes zeros(price.size);
    INFO(price.address << " with " << price.size);
    for (const Fork fork : {Fork::byzantium, Fork::constantinople, Fork::petersburg})
    {
        CHECK(ask(price.address, zeros, fork).gas == price.byzantium);
    }
    for (const Fork fork : {Fork::istanbul, Fork::berlin, Fork::cancun})
    {
        CHECK(ask(price.address, zeros, fork).gas == price.istanbul);
    }
    CHECK(ask(price.address, zeros).status == Status::success);
    CHECK(ask(price.address, zeros).output.size() == (price.address == 8 ? 66 : 130));
}

TEST_CASE("precompiles 6 to 8 and 10: what is not valid takes all gas", "[evm][exec][unit]")
{
    const Bytes ones(192, 1);
    for (const unsigned address : {6U, 7U, 8U, 10U})
    {
        INFO(address);
        const Answer answer = ask(address, ones);
        CHECK(answer.status == Status::precompile_failure);
        CHECK(answer.output == "0x");
        // All of the transaction's gas, but for what it paid before it ran.
        World world;
        Transaction t = world.transaction(ones);
        t.to = Address::from_word(U256{address});
        t.gas = 200'000;
        CHECK(world.executor.run(t).gas_used == t.gas);
    }
    CHECK(ask(8, Bytes(191)).status == Status::precompile_failure);
    CHECK(ask(10, Bytes(191)).status == Status::precompile_failure);
}

TEST_CASE("precompile 10: a proof at a point, from Cancun on", "[evm][exec][golden]")
{
    // The polynomial 0, which is 0 at 0: commitment and proof are infinity.
    Bytes input =
        hex("010657f37554c781402a22917dee2f75def7ab966d7b770905398eba3c444014"
            "0000000000000000000000000000000000000000000000000000000000000000"
            "0000000000000000000000000000000000000000000000000000000000000000"
            "c00000000000000000000000000000000000000000000000000000000000000000000000000000000000"
            "000000000000"
            "c00000000000000000000000000000000000000000000000000000000000000000000000000000000000"
            "000000000000");
    const Answer answer = ask(10, input);
    CHECK(answer.gas == 50'000);
    CHECK(answer.output ==
          "0x0000000000000000000000000000000000000000000000000000000000001000"
          "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
    input[95] = 1;
    CHECK(ask(10, input).status == Status::precompile_failure);
    // Before, the address is an empty account.
    CHECK(ask(10, input, Fork::shanghai).status == Status::success);
    CHECK(ask(10, input, Fork::shanghai).gas == 0);
}

TEST_CASE("precompiles: a failed call leaves its caller's other gas", "[evm][exec][unit]")
{
    for (const unsigned address : {6U, 7U, 8U, 10U})
    {
        World world;
        INFO(address);
        // 192 bytes of ones as input; the call's answer goes to slot 0, and the caller carries on.
        Bytecode code;
        for (unsigned i = 0; i < 6; ++i)
        {
            code.push(U256::max()).push(U256{32 * i}).op(Op::mstore);
        }
        code.push_all({0, 0, 192, 0, 0, U256{address}, 60'000}).op(Op::call);
        code.push(7).op(Op::add).push(0).op(Op::sstore);
        const Result& result = world.run(code);
        CHECK(result.succeeded());
        CHECK(world.storage(0) == 7);
        CHECK(execution_gas(result) > 60'000);
        CHECK(execution_gas(result) < 90'000);
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
