// SPDX-License-Identifier: Apache-2.0
#include "precompile_inputs.hpp"

#include "signing.hpp"

#include <array>
#include <string_view>

namespace sbst::evm::differential
{

namespace
{

/// Points of bn254: nothing, the generator, and its negative.
constexpr std::array<std::string_view, 3> bn254_g1{
    "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
    "0"
    "000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000001000000000000000000000000000000"
    "0"
    "000000000000000000000000000000002",
    "000000000000000000000000000000000000000000000000000000000000000130644e72e131a029b85045b6818158"
    "5"
    "d97816a916871ca8d3c208c16d87cfd45"};

/// The generator of the second group, imaginary parts first (EIP-197).
constexpr std::string_view bn254_g2 =
    "198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"
    "1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed"
    "090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"
    "12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa";

/// Coordinates of BLS12-381's generators and the modulus of their field (EIP-2537).
constexpr std::string_view bls_x =
    "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6"
    "bb";
constexpr std::string_view bls_y =
    "08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7"
    "e1";
constexpr std::string_view bls_negative_y =
    "114d1d6855d545a8aa7d76c8cf2e21f267816aef1db507c96655b9d5caac42364e6f38ba0ecb751bad54dcd6b939c2"
    "ca";
constexpr std::array<std::string_view, 4> bls_g2{
    "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bd"
    "b8",
    "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b"
    "7e",
    "0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b828"
    "01",
    "0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79"
    "be"};

void append(Bytes& to, BytesView from)
{
    to.insert(to.end(), from.begin(), from.end());
}

void append(Bytes& to, std::string_view digits)
{
    append(to, BytesView{parse_hex(digits).value()});
}

void append(Bytes& to, const U256& word)
{
    append(to, BytesView{word.to_be_bytes()});
}

/// Appends a field element of BLS12-381: 48 bytes, padded to 64.
void append_bls(Bytes& to, std::string_view digits)
{
    to.insert(to.end(), 16, 0);
    append(to, digits);
}

void append_bls_g1(Bytes& to, Rng& rng)
{
    const std::uint64_t choice = rng.below(4);
    if (choice == 0)
    {
        to.insert(to.end(), 128, 0);
        return;
    }
    append_bls(to, bls_x);
    append_bls(to, choice == 1 ? bls_negative_y : bls_y);
}

void append_bls_g2(Bytes& to, Rng& rng)
{
    if (rng.chance(0.2))
    {
        to.insert(to.end(), 256, 0);
        return;
    }
    for (const std::string_view coordinate : bls_g2)
    {
        append_bls(to, coordinate);
    }
}

Bytes ecrecover_input(Rng& rng)
{
    const U256 hash = rng.word();
    const Signature signature = sign(hash.to_be_bytes(), U256{1 + rng.below(1000)});
    Bytes input;
    append(input, hash);
    append(input, signature.y_parity + U256{27});
    append(input, signature.r);
    append(input, signature.s);
    return input;
}

Bytes modexp_input(Rng& rng, Values& values)
{
    std::array<std::uint64_t, 3> sizes{};
    Bytes input;
    for (std::uint64_t& size : sizes)
    {
        size = rng.below(rng.chance(0.2) ? 100 : 40);
        // Lengths whose price needs more than 256 bits, or about as many.
        const U256 huge =
            U256::power_of_two(56 + static_cast<unsigned>(rng.below(200))) + U256{size};
        const U256 strange = rng.chance(0.5) ? huge : values.word();
        append(input, rng.chance(0.04) ? strange : U256{size});
    }
    for (const std::uint64_t size : sizes)
    {
        Bytes number = values.bytes(size);
        if (rng.chance(0.3) && size > 1)
        {
            std::fill(number.begin(), number.end() - 1, std::uint8_t{0});
        }
        append(input, BytesView{number});
    }
    return input;
}

Bytes bn254_input(unsigned number, Rng& rng, Values& values)
{
    Bytes input;
    const auto append_point = [&] { append(input, bn254_g1[rng.index(bn254_g1.size())]); };
    if (number == 8)
    {
        for (std::uint64_t pairs = rng.below(3); pairs > 0; --pairs)
        {
            append_point();
            append(input, bn254_g2);
        }
        return input;
    }
    append_point();
    if (number == 6)
    {
        append_point();
    }
    else
    {
        append(input, rng.chance(0.5) ? values.word() : rng.word());
    }
    return input;
}

Bytes blake2f_input(Rng& rng, Values& values)
{
    Bytes input{0, 0, 0, static_cast<std::uint8_t>(rng.below(30))};
    append(input, BytesView{values.bytes(208)});
    input.push_back(static_cast<std::uint8_t>(rng.below(10) == 0 ? 2 : rng.below(2)));
    return input;
}

/// Proves that the polynomial 0 is 0 at some place.
Bytes point_evaluation_input(Rng& rng)
{
    Bytes input;
    append(input, "010657f37554c781402a22917dee2f75def7ab966d7b770905398eba3c444014");
    append(input, rng.word() >> 2);
    append(input, U256{});
    Bytes nowhere(48);
    nowhere[0] = 0xc0;
    append(input, BytesView{nowhere});
    append(input, BytesView{nowhere});
    return input;
}

/// Points, each with its factor in the multiplications, for numbers 0x0b to 0x0f.
Bytes bls_points(unsigned number, Rng& rng, Values& values)
{
    const bool adds = number == 0x0b || number == 0x0d;
    const bool is_pairing = number == 0x0f;
    Bytes input;
    for (std::uint64_t count = adds ? 2 : 1 + rng.below(2); count > 0; --count)
    {
        if (number == 0x0b || number == 0x0c || is_pairing)
        {
            append_bls_g1(input, rng);
        }
        if (number == 0x0d || number == 0x0e || is_pairing)
        {
            append_bls_g2(input, rng);
        }
        if (!adds && !is_pairing)
        {
            append(input, rng.chance(0.5) ? values.word() : rng.word());
        }
    }
    return input;
}

/// Field elements, 1 or 2, to be mapped to points by the numbers 0x10 and 0x11.
Bytes bls_elements(unsigned number, Values& values)
{
    Bytes input;
    for (unsigned count = number - 0x0f; count > 0; --count)
    {
        input.insert(input.end(), 17, 0);
        append(input, BytesView{values.bytes(47)});
    }
    return input;
}

Bytes proper_input(unsigned number, Rng& rng, Values& values)
{
    switch (number)
    {
        case 1:
            return ecrecover_input(rng);
        case 5:
            return modexp_input(rng, values);
        case 6:
        case 7:
        case 8:
            return bn254_input(number, rng, values);
        case 9:
            return blake2f_input(rng, values);
        case 0x0a:
            return point_evaluation_input(rng);
        case 0x10:
        case 0x11:
            return bls_elements(number, values);
        default:
            break;
    }
    if (number > 0x0a)
    {
        return bls_points(number, rng, values);
    }
    return values.bytes(rng.below(200));
}

}  // namespace

Bytes make_precompile_input(unsigned number, Rng& rng, Values& values)
{
    Bytes input = proper_input(number, rng, values);
    if (!rng.chance(0.15))
    {
        return input;
    }
    if (rng.chance(0.5) && !input.empty())
    {
        input[rng.index(input.size())] ^= static_cast<std::uint8_t>(1U << rng.below(8));
    }
    else
    {
        input.resize(rng.below(input.size() + 40));
    }
    return input;
}

}  // namespace sbst::evm::differential
