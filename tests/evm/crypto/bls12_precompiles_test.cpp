// SPDX-License-Identifier: Apache-2.0
#include "crypto/bls12_precompiles.hpp"

#include "crypto/bls12_encoding.hpp"
#include "crypto/bls12_map.hpp"
#include "exec/precompiles.hpp"
#include "random_points.hpp"
#include "support/catch.hpp"

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::test;

namespace
{

using Fp = Bls12::Fp;
using Extension = Fp2<Bls12>;
using Precompile = bool (*)(BytesView, Bytes&);

/// Returns the output as hexadecimal digits, or "failed".
std::string answer(Precompile precompile, const Bytes& input)
{
    Bytes output;
    if (precompile(input, output))
    {
        return to_hex(output);
    }
    return output.empty() ? "failed" : "failed with output";
}

template <typename Field>
Bytes encoded(const JacobianPoint<Field>& point)
{
    Bytes bytes;
    write_bls12_point(point, bytes);
    return bytes;
}

Bytes encoded(const Limbs<4>& factor)
{
    const auto bytes = to_u256(factor).to_be_bytes();
    return {bytes.begin(), bytes.end()};
}

Bytes operator+(Bytes a, const Bytes& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

const JacobianPoint<Fp> first{bls12_g1()};
const JacobianPoint<Extension> second{bls12_g2()};
const std::string yes = "0x" + std::string(63, '0') + "1";
const std::string no = "0x" + std::string(64, '0');

/// The common part of G1 and G2.
template <typename Field>
void check_sums(Precompile add, Precompile sum, const JacobianPoint<Field>& generator,
    const JacobianPoint<Field>& outside, Rng& rng)
{
    const Limbs<4> a = random_scalar(rng);
    const Limbs<4> b = random_scalar(rng);
    const auto p = generator.times(a);
    const auto q = generator.times(b);
    const std::size_t size = encoded(p).size();
    const Bytes zero(size);
    CHECK(answer(add, encoded(p) + encoded(q)) == to_hex(encoded(p + q)));
    CHECK(answer(add, encoded(p) + encoded(p)) == to_hex(encoded(p.doubled())));
    CHECK(answer(add, encoded(p) + encoded(-p)) == to_hex(zero));
    CHECK(answer(add, zero + encoded(q)) == to_hex(encoded(q)));
    // Sums ask only for points of the curve, multiples for those of the right order.
    CHECK(answer(add, encoded(outside) + encoded(q)) == to_hex(encoded(outside + q)));
    CHECK(answer(sum, encoded(outside) + encoded(a)) == "failed");

    CHECK(answer(sum, encoded(p) + encoded(b)) == to_hex(encoded(q.times(a))));
    CHECK(answer(sum, encoded(p) + encoded(b) + encoded(q) + encoded(a)) ==
          to_hex(encoded(q.times(a).doubled())));
    CHECK(answer(sum, encoded(p) + encoded(Bls12::order)) == to_hex(zero));
    CHECK(answer(sum, zero + encoded(a)) == to_hex(zero));

    for (const Precompile precompile : {add, sum})
    {
        CHECK(answer(precompile, {}) == "failed");
        CHECK(answer(precompile, encoded(p)) == "failed");
        CHECK(answer(precompile, encoded(p) + encoded(q) + Bytes{0}) == "failed");
    }
    for (std::size_t place = 0; place < size; place += 16)
    {
        INFO(place);
        Bytes wrong = encoded(p);
        wrong[place] ^= 0x20;
        CHECK(answer(add, wrong + encoded(q)) == "failed");
        CHECK(answer(add, encoded(q) + wrong) == "failed");
        CHECK(answer(sum, wrong + encoded(a)) == "failed");
    }
}

}  // namespace

TEST_CASE("BLS12-381 precompiles: sums and multiples in both groups", "[evm][crypto][property]")
{
    Rng rng{1};
    check_sums(bls12_g1_add, bls12_g1_sum_multiples, first, random_curve_point(rng), rng);
    check_sums(bls12_g2_add, bls12_g2_sum_multiples, second, random_twist_point<Bls12>(rng), rng);
}

TEST_CASE("BLS12-381 precompiles: products of pairings", "[evm][crypto][property]")
{
    Rng rng{2};
    const Limbs<4> a = random_scalar(rng);
    const Limbs<4> b = random_scalar(rng);
    const Bytes left = encoded(first.times(a)) + encoded(second.times(b));
    const Bytes zero(bls12_pair_size);
    CHECK(answer(bls12_check_pairings,
              left + encoded(-first.times(b)) + encoded(second.times(a))) == yes);
    CHECK(answer(bls12_check_pairings, left + encoded(first.times(b)) + encoded(second.times(a))) ==
          no);
    CHECK(answer(bls12_check_pairings, left) == no);
    CHECK(answer(bls12_check_pairings, zero) == yes);
    CHECK(answer(bls12_check_pairings, {}) == "failed");
    CHECK(answer(bls12_check_pairings, left + Bytes{0}) == "failed");
    CHECK(answer(bls12_check_pairings, zero + encoded(random_curve_point(rng)) + encoded(second)) ==
          "failed");
    CHECK(answer(bls12_check_pairings,
              zero + encoded(first) + encoded(random_twist_point<Bls12>(rng))) == "failed");
}

TEST_CASE("BLS12-381 precompiles: numbers are mapped into the groups", "[evm][crypto][property]")
{
    Rng rng{3};
    const auto b = Fp::from_small(Bls12::b);
    for (int i = 0; i < 20; ++i)
    {
        INFO(i);
        // Zero is the exception of the map, whose denominator it makes 0.
        const Extension u = i == 0 ? Extension{} : random_fp2<Bls12>(rng);
        const auto p = map_to_g1(u.c0);
        CHECK_FALSE(p.is_infinity());
        CHECK(is_on_curve(p.to_affine(), b));
        CHECK(p.times(Bls12::order).is_infinity());
        const auto q = map_to_g2(u);
        CHECK_FALSE(q.is_infinity());
        CHECK(is_on_curve(q.to_affine(), twisted_b<Bls12>()));
        CHECK(q.times(Bls12::order).is_infinity());
        // The sign of the number is the sign of y, so that the opposite gives the opposite.
        if (i != 0)
        {
            CHECK(map_to_g1(-u.c0) == -p);
            CHECK(map_to_g2(-u) == -q);
        }
    }
}

TEST_CASE("BLS12-381 precompiles: published images", "[evm][crypto][golden]")
{
    CHECK(answer(bls12_map_to_g1,
              parse_hex("00000000000000000000000000000000156c8a6a2c184569d69a76be144b5cdc"
                        "5141d2d2ca4fe341f011e25e3969c55ad9e9b9ce2eb833c81a908e5fa4ac5f03")
                  .value()) ==
          "0x00000000000000000000000000000000184bb665c37ff561a89ec2122dd343f2"
          "0e0f4cbcaec84e3c3052ea81d1834e192c426074b02ed3dca4e7676ce4ce48ba"
          "0000000000000000000000000000000004407b8d35af4dacc809927071fc0405"
          "218f1401a6d15af775810e4e460064bcc9468beeba82fdc751be70476c888bf3");
    CHECK(answer(bls12_map_to_g2,
              parse_hex("0000000000000000000000000000000007355d25caf6e7f2f0cb2812ca0e513b"
                        "d026ed09dda65b177500fa31714e09ea0ded3a078b526bed3307f804d4b93b04"
                        "0000000000000000000000000000000002829ce3c021339ccb5caf3e187f6370"
                        "e1e2a311dec9b75363117063ab2015603ff52c3d3b98f19c2f65575e99e8b78c")
                  .value()) ==
          "0x0000000000000000000000000000000000e7f4568a82b4b7dc1f14c6aaa055ed"
          "f51502319c723c4dc2688c7fe5944c213f510328082396515734b6612c4e7bb7"
          "00000000000000000000000000000000126b855e9e69b1f691f816e48ac69776"
          "64d24d99f8724868a184186469ddfd4617367e94527d4b74fc86413483afb35b"
          "000000000000000000000000000000000caead0fd7b6176c01436833c79d305c"
          "78be307da5f6af6c133c47311def6ff1e0babf57a0fb5539fce7ee12407b0a42"
          "000000000000000000000000000000001498aadcf7ae2b345243e281ae076df6"
          "de84455d766ab6fcdaad71fab60abb2e8b980a440043cd305db09d283c895e3d");
}

TEST_CASE("BLS12-381 precompiles: numbers to map are checked", "[evm][crypto][unit]")
{
    for (const Precompile map : {bls12_map_to_g1, bls12_map_to_g2})
    {
        const std::size_t size = map == bls12_map_to_g1 ? 64 : 128;
        CHECK(answer(map, Bytes(size)) != "failed");
        CHECK(answer(map, Bytes(size - 1)) == "failed");
        CHECK(answer(map, Bytes(size + 1)) == "failed");
        CHECK(answer(map, {}) == "failed");
        for (std::size_t place = 0; place < size; place += 64)
        {
            Bytes wrong(size);
            wrong[place + 15] = 1;
            CHECK(answer(map, wrong) == "failed");
            wrong[place + 15] = 0;
            wrong[place + 16] = 0x1b;
            CHECK(answer(map, wrong) == "failed");
        }
    }
}

TEST_CASE("BLS12-381 precompiles: multiples become cheaper by the number", "[evm][crypto][golden]")
{
    CHECK(bls12_g1_sum_gas({}) == 0);
    CHECK(bls12_g1_sum_gas(Bytes(160)) == 12'000);
    CHECK(bls12_g1_sum_gas(Bytes(2 * 160)) == 22'776);
    CHECK(bls12_g1_sum_gas(Bytes(128 * 160)) == 797'184);
    CHECK(bls12_g1_sum_gas(Bytes(129 * 160)) == 803'412);
    CHECK(bls12_g2_sum_gas(Bytes(288)) == 22'500);
    CHECK(bls12_g2_sum_gas(Bytes(3 * 288)) == 62'302);
    CHECK(bls12_g2_sum_gas(Bytes(200 * 288)) == 2'358'000);
}

TEST_CASE(
    "BLS12-381 precompiles: each address has its price and its function", "[evm][crypto][golden]")
{
    struct Row
    {
        unsigned address;
        std::int64_t gas;
        Precompile precompile;
        std::size_t size;
    };
    const auto row = GENERATE(Row{11, 375, bls12_g1_add, 256},
        Row{12, 22'776, bls12_g1_sum_multiples, 320}, Row{13, 600, bls12_g2_add, 512},
        Row{14, 45'000, bls12_g2_sum_multiples, 576}, Row{15, 102'900, bls12_check_pairings, 768},
        Row{16, 5'500, bls12_map_to_g1, 64}, Row{17, 23'800, bls12_map_to_g2, 128});
    INFO(row.address);
    const ForkRules& rules = rules_of(Fork::cancun);
    const Bytes input(row.size);
    Bytes output;
    const auto outcome = execute_precompile(rules, row.address, input, row.gas + 7, output);
    CHECK(outcome.status == Status::success);
    CHECK(outcome.gas_left == 7);
    CHECK(to_hex(output) == answer(row.precompile, input));
    output.clear();
    CHECK(execute_precompile(rules, row.address, input, row.gas - 1, output).status ==
          Status::out_of_gas);
    const auto failure =
        execute_precompile(rules, row.address, Bytes(row.size + 1), 1'000'000, output);
    CHECK(failure.status == Status::precompile_failure);
    CHECK(failure.gas_left == 0);
    CHECK(output.empty());
}
