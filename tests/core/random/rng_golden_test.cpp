// SPDX-License-Identifier: Apache-2.0
// Pins the stream: same seed, same numbers, with every compiler. The values come from an
// independent implementation of the published algorithms in another language.
#include "support/catch.hpp"

#include <sbst/random/rng.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace
{

using sbst::Rng;
using sbst::U256;

constexpr std::uint64_t seed = 42;

template <class Draw>
auto draws(std::size_t count, Draw draw)
{
    Rng rng{seed};
    std::vector<decltype(draw(rng))> result;
    for (std::size_t i = 0; i < count; ++i)
    {
        result.push_back(draw(rng));
    }
    return result;
}

TEST_CASE("Rng: the engine gives the published xoshiro256** values", "[core][rng][golden]")
{
    Rng rng{std::array<std::uint64_t, 4>{1, 2, 3, 4}};
    const std::vector<std::uint64_t> expected{11520U, 0U, 1509978240U, 1215971899390074240U,
        1216172134540287360U, 607988272756665600U, 16172922978634559625U, 8476171486693032832U,
        10595114339597558777U, 2904607092377533576U};
    for (const std::uint64_t value : expected)
    {
        CHECK(rng.next() == value);
    }
}

TEST_CASE("Rng: a seed is spread over the state by SplitMix64", "[core][rng][golden]")
{
    // The first outputs of SplitMix64 from 0.
    const Rng expected{std::array<std::uint64_t, 4>{
        0xe220a8397b1dcdafU, 0x6e789e6aa1b965f4U, 0x06c45d188009454fU, 0xf88bb8a8724c81ecU}};
    CHECK(Rng{0} == expected);
    CHECK(Rng{0}.next() == 0x99ec5f36cb75f2b4U);
    CHECK(Rng{1}.next() == 0xb3f2af6d0fc710c5U);
    CHECK(Rng{seed}.next() == 0x15780b2e0c2ec716U);
}

TEST_CASE("Rng: integers below a bound are reproducible", "[core][rng][golden]")
{
    CHECK(draws(12, [](Rng& rng) { return rng.index(10); }) ==
          std::vector<std::size_t>{0, 3, 6, 9, 9, 7, 7, 8, 7, 5, 6, 2});
    // About every second draw is rejected.
    constexpr std::uint64_t bound = (std::uint64_t{1} << 63U) + 1;
    CHECK(draws(4, [](Rng& rng) { return rng.below(bound); }) ==
          std::vector<std::uint64_t>{
              0x7ef36e3ff1762f32U, 0x6286d29880bca91cU, 0x5c10aa42ad32eed9U, 0x6174b739374bb23fU});
}

TEST_CASE("Rng: integers between bounds are reproducible", "[core][rng][golden]")
{
    CHECK(draws(12, [](Rng& rng) { return rng.between(-5, 5); }) ==
          std::vector<std::int64_t>{-5, -1, 2, 5, 5, 3, 2, 4, 3, 1, 2, -2});
    using Limits = std::numeric_limits<std::int64_t>;
    CHECK(
        draws(3, [](Rng& rng) { return rng.between(Limits::min(), Limits::max()); }) ==
        std::vector<std::int64_t>{-7676373272452217066, -2232420343890232706, 3321214725393783201});
}

TEST_CASE("Rng: real numbers and coins are reproducible", "[core][rng][golden]")
{
    CHECK(draws(4, [](Rng& rng) { return rng.real(); }) ==
          std::vector<double>{0x1.5780b2e0c2ec0p-4, 0x1.84136619b444ep-2, 0x1.5c2ea66473c93p-1,
              0x1.d9715a8e0766cp-1});
    CHECK(draws(16, [](Rng& rng) { return rng.chance(0.3) ? 1 : 0; }) ==
          std::vector<int>{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0});
}

TEST_CASE("Rng: normal variates are reproducible", "[core][rng][golden]")
{
    // The logarithm is the library's: its last digit is not ours to promise.
    const std::vector<double> expected{
        -0.7262191382447857, 0.2216227015035933, 0.46417731016247366, 1.476249461018415};
    Rng rng{seed};
    for (const double value : expected)
    {
        CHECK(rng.gaussian() == Approx(value).epsilon(1e-14));
    }
    CHECK(Rng{seed}.gaussian(100.0, 10.0) == Approx(100.0 + 10.0 * expected[0]).epsilon(1e-14));
}

TEST_CASE("Rng: wide integers are reproducible", "[core][rng][golden]")
{
    const U256 bound = *U256::parse("10000000000000000000000000000000000000000");
    CHECK(draws(3, [&bound](Rng& rng) { return rng.below(bound).to_decimal(); }) ==
          std::vector<std::string>{"7274890002051491175069506216666260752150",
              "8504270189575888656476514330788268040353",
              "8456019691299332694616873444308446207410"});
    const U256 three_quarters = U256{3} << 254U;
    CHECK(draws(2, [&three_quarters](Rng& rng) { return rng.below(three_quarters).to_hex(); }) ==
          std::vector<std::string>{
              "0x4a69db9873af8965aeb53b340c1039719556615f775fbc3dc2e96e726e97647e",
              "0xb5344cbe421f4f3ab5215f43ed431a77d9f4b354ec3844d49de4159eda9cef95"});
    CHECK(Rng{seed}.word().to_hex() ==
          "0xecb8ad4703b360a1ae17533239e499a16104d9866d113a7e15780b2e0c2ec716");
}

TEST_CASE("Rng: a wide bound of 64 bits draws as a narrow one", "[core][rng][unit]")
{
    Rng wide{seed};
    Rng narrow{seed};
    CHECK(wide.below(U256{1000}) == U256{narrow.below(std::uint64_t{1000})});
    CHECK(wide == narrow);
}

TEST_CASE("Rng: weighted choices are reproducible", "[core][rng][golden]")
{
    const std::array<double, 4> weights{1.0, 0.0, 2.0, 0.5};
    CHECK(draws(12, [&weights](Rng& rng) { return rng.weighted(weights); }) ==
          std::vector<std::size_t>{0, 2, 2, 3, 3, 2, 2, 2, 2, 2, 2, 2});
}

TEST_CASE("Rng: shuffles are reproducible", "[core][rng][golden]")
{
    std::vector<int> items(10);
    std::iota(items.begin(), items.end(), 0);
    Rng rng{seed};
    rng.shuffle(std::span<int>{items});
    CHECK(items == std::vector<int>{9, 1, 4, 2, 8, 7, 6, 5, 3, 0});
}

TEST_CASE("Rng: forks are reproducible and depend on the way there", "[core][rng][golden]")
{
    const Rng rng{seed};
    CHECK(rng.fork(0).next() == 0xcc40e8c6e85acc82U);
    CHECK(rng.fork(1).next() == 0x68091fdd524c8e5aU);
    CHECK(rng.fork(2).next() == 0x13a29352063d74eaU);
    CHECK(rng.fork(0).fork(1).next() == 0x0180ede721a8e63fU);
    CHECK(rng.fork(1).fork(0).next() == 0x2a9b27394dbafdd6U);
}

TEST_CASE("Rng: forking draws nothing, drawing changes later forks", "[core][rng][unit]")
{
    Rng rng{seed};
    const Rng before = rng;
    const Rng fork = rng.fork(7);
    CHECK(rng == before);
    CHECK(rng.fork(7) == fork);
    static_cast<void>(rng.next());
    CHECK_FALSE(rng.fork(7) == fork);
}

TEST_CASE("Rng: a copy continues the same stream", "[core][rng][unit]")
{
    Rng rng{seed};
    static_cast<void>(rng.gaussian());
    Rng copy = rng;
    CHECK(copy.gaussian() == rng.gaussian());
    CHECK(copy == rng);
}

TEST_CASE("Rng: each distribution draws what its docstring says", "[core][rng][unit]")
{
    const auto draw_count = [](auto draw) {
        Rng used{seed};
        static_cast<void>(draw(used));
        Rng counted{seed};
        std::size_t count = 0;
        for (; !(counted == used); ++count)
        {
            static_cast<void>(counted.next());
        }
        return count;
    };
    CHECK(draw_count([](Rng& rng) { return rng.real(); }) == 1);
    CHECK(draw_count([](Rng& rng) { return rng.chance(2.0); }) == 1);
    CHECK(draw_count([](Rng& rng) { return rng.chance(-1.0); }) == 1);
    CHECK(draw_count([](Rng& rng) { return rng.word(); }) == 4);
    CHECK(draw_count([](Rng& rng) { return rng.index(1); }) == 1);
}

TEST_CASE("Rng: probabilities outside [0, 1] act as the nearer end", "[core][rng][unit]")
{
    Rng rng{seed};
    for (int i = 0; i < 1000; ++i)
    {
        CHECK_FALSE(rng.chance(0.0));
        CHECK_FALSE(rng.chance(-3.0));
        CHECK(rng.chance(1.0));
        CHECK(rng.chance(7.0));
    }
}

TEST_CASE("Rng: degenerate ranges have one answer", "[core][rng][unit]")
{
    Rng rng{seed};
    CHECK(rng.below(std::uint64_t{1}) == 0);
    CHECK(rng.below(U256{1}) == U256{});
    CHECK(rng.between(-9, -9) == -9);
    CHECK(rng.weighted(std::array<double, 3>{0.0, 4.0, 0.0}) == 1);
    CHECK(rng.gaussian(3.5, 0.0) == 3.5);
    std::vector<int> none;
    rng.shuffle(std::span<int>{none});
    CHECK(none.empty());
}

}  // namespace
