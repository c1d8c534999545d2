// SPDX-License-Identifier: Apache-2.0
// Operations of bit-vectors.
#include "constant_operations.hpp"
#include "support/catch.hpp"

#include <sbst/random/rng.hpp>

#include <array>
#include <initializer_list>
#include <utility>

using namespace sbst;
using namespace sbst::symbolic;

namespace
{

__extension__ typedef __int128 Int128;  // NOLINT(modernize-use-using): no extension there

const std::vector<unsigned> narrow_widths{1, 2, 3, 4, 7, 8, 9, 15, 16, 24, 31, 32, 33, 63, 64};

std::uint64_t cut(std::uint64_t word, unsigned width)
{
    return width == 64 ? word : word & ((std::uint64_t{1} << width) - 1);
}

std::int64_t with_sign(std::uint64_t word, unsigned width)
{
    return static_cast<std::int64_t>(word << (64 - width)) >> (64 - width);
}

std::uint64_t power_of(std::uint64_t base, std::uint64_t exponent)
{
    std::uint64_t result = 1;
    for (; exponent != 0; exponent /= 2, base *= base)
    {
        result *= exponent % 2 == 1 ? base : 1;
    }
    return result;
}

/// Quotients and remainders, by the arithmetic of 128 bits.
std::uint64_t divided(Op op, std::uint64_t a, std::uint64_t b, unsigned width)
{
    const Int128 signed_a = with_sign(a, width);
    const Int128 signed_b = with_sign(b, width);
    switch (op)
    {
        case Op::udiv:
            return b == 0 ? ~std::uint64_t{0} : a / b;
        case Op::urem:
            return b == 0 ? a : a % b;
        case Op::sdiv:
            return static_cast<std::uint64_t>(
                b == 0 ? (signed_a < 0 ? 1 : -1) : signed_a / signed_b);
        default:
            return b == 0 ? a : static_cast<std::uint64_t>(signed_a % signed_b);
    }
}

/// An operation of two words of at most 64 bits, by the arithmetic of the machine.
std::uint64_t computed(Op op, std::uint64_t a, std::uint64_t b, unsigned width)
{
    switch (op)
    {
        case Op::add:
            return a + b;
        case Op::sub:
            return a - b;
        case Op::mul:
            return a * b;
        case Op::pow:
            return power_of(a, b);
        case Op::bit_and:
            return a & b;
        case Op::bit_or:
            return a | b;
        case Op::bit_xor:
            return a ^ b;
        case Op::shl:
            return b >= width ? 0 : a << b;
        case Op::lshr:
            return b >= width ? 0 : a >> b;
        case Op::ashr:
            return static_cast<std::uint64_t>(
                with_sign(a, width) >> std::min<std::uint64_t>(b, 63));
        case Op::ult:
            return a < b ? 1 : 0;
        case Op::slt:
            return with_sign(a, width) < with_sign(b, width) ? 1 : 0;
        case Op::equal:
            return a == b ? 1 : 0;
        default:
            return divided(op, a, b, width);
    }
}

/// Words where carries, signs and counts change, and noise.
std::vector<std::uint64_t> telling_words(unsigned width, Rng& rng)
{
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    std::vector<std::uint64_t> words{0, 1, 2, 3, sign, sign - 1, sign + 1, ~std::uint64_t{0},
        ~std::uint64_t{0} - 1, width, width - 1, width + 1};
    for (int i = 0; i < 4; ++i)
    {
        words.push_back(rng.next());
        words.push_back(rng.next() >> rng.below(64));
    }
    for (std::uint64_t& word : words)
    {
        word = cut(word, width);
    }
    return words;
}

U256 number(const char* text)
{
    return U256::parse(text).value();
}

struct WideCase
{
    Op op;
    unsigned width;
    const char* a;
    const char* b;
    const char* result;
};

/// Computed by the integers of Python.
const std::vector<WideCase> wide_cases{
    {Op::add, 65, "0x16513270e269e0d37", "0x1d23f0824128b2f33", "0x137522f3239293c6a"},
    {Op::add, 127, "0x40f3a77ae8e25d940ed904759531985d", "0x3586aa4d6f03675a1600a35a099950d8",
        "0x767a51c857e5c4ee24d9a7cf9ecae935"},
    {Op::add, 160, "0xd3ac94af0f21ddb66cad4a268d116ece1738f7d9",
        "0xa09f76b5a170b33839263059f28c105d1fb17c23", "0x744c0b64b09290eea5d37a807f9d7f2b36ea73fc"},
    {Op::add, 255, "0x45f66bd83898d190f9ebdacc0cb1e29c658cda1495e60af593bd04cf0fd630f1",
        "0x4913b32c1e27a1c08a6a63ec24ede6a46b4cb2424a23d5962217beaddbc496cb",
        "0xf0a1f0456c0735184563eb8319fc940d0d98c56e009e08bb5d4c37ceb9ac7bc"},
    {Op::add, 256, "0xb01850c5a38fd547923a736994e3bf911a61dbe22e44158bae97ba94d0eda82f",
        "0x1012f037b64ce4228c38fb2918f135d2",
        "0xb01850c5a38fd547923a736994e3bf912a74cc19e490f9ae3ad0b5bde9dede01"},
    {Op::sub, 65, "0x134b9b5df9e7769b1", "0x16d76b07e881ed162", "0x1c74305611658984f"},
    {Op::sub, 127, "0x6e4854ac7403e430ec66a78795e761d1", "0x65ae3a133f98e277",
        "0x6e4854ac7403e43086b86d74564e7f5a"},
    {Op::sub, 160, "0xccdd2055930d6eaf14f4733f3e7d1bfbc7a2ea20",
        "0x72e6cc3ababced2057ee05cde00902c77ebff206", "0x59f6541ad850818ebd066d715e74193448e2f81a"},
    {Op::sub, 255, "0x6bc87c17c1d3fcff2a3af4d46b0a18e8830e07bc1e398f1012bd4acefaecbd38",
        "0x61dd754f13deef86ab1031d0f646e1f40a097c976bf46c697d2caf82eeeacbe2",
        "0x9eb06c8adf50d787f2ac30374c336f479048b24b24522a695909b4c0c01f156"},
    {Op::sub, 256, "0x98289fcd59a54a7bb1fee08f571242425051c1ccd17f9acae01f5057ca02135e",
        "0x119a72d174c9df6acc011cdd9474031b",
        "0x98289fcd59a54a7bb1fee08f571242423eb74efb5cb5bb60141e337a358e1043"},
    {Op::mul, 65, "0x1146af60f1d69ed6", "0xb2715945", "0x10cf7f361b48735ae"},
    {Op::mul, 127, "0x4f426dcb394fb36bb2d420f0f88080b", "0x6934d4d2ae658f33fe3b890b93f448b3",
        "0x742ff3677e94a176732e92a519dcb7b1"},
    {Op::mul, 160, "0xd8d5563dab2cd31ee315128862c33a4fb774eb52",
        "0x9c6539382b0537e65affb2297631a992f0ce5835", "0xe7e412f78164f5340cc0cf80dd530d076814e7fa"},
    {Op::mul, 255, "0x72ee4fa83f63af83bd0561e6211c70cf49952399c4aaeac137dc76fb0f17a300",
        "0xa507cf37f1b103cdf1582b0eab477d2",
        "0x65403ca6d4874034c1694f3a8e16142d8676f36379b4816e32809592fa28b600"},
    {Op::mul, 256, "0xdd2e16096e36aab0d1bc52d9230d977ee22571594720771f8ca8181166d22876",
        "0x616499c9e25a7605aec6f0245bd86d40fc891b4a6a50df4db4d66a3a47469a4d",
        "0xc03da9f8b6ee3081b25b5cd33b4ff7a2c63dc3b8914939e0f052228223d1277e"},
    {Op::udiv, 65, "0x54f9f0a26a2c0bd", "0x13b61867626bb7dbd", "0x0"},
    {Op::udiv, 127, "0x575702e796d0cc5fd4c28c2e7c26847f", "0x8623ac482c9cbc",
        "0xa6af59533d3d7db2cf"},
    {Op::udiv, 160, "0xd19088f590fbbd119c1caaf75e8766ed88daf401",
        "0x9e1a8ef4f341e07a83f73f16dbf4a8b2b0c4312d", "0x1"},
    {Op::udiv, 255, "0xdfe0189f3aed0b6c7ac1491def88334e647cb8f74e69a5d0dd27a65bd628881",
        "0x3da28a2e1a81682c64e50cad66237a0465e7e4236472f1a38f2c6ec8cc4169a3", "0x0"},
    {Op::udiv, 256, "0x384885f298cb3a570ccec313571810afc132d0d113db17d30cbc97d0fef7928",
        "0xf49c81a358ca00d75985d99c94309", "0x3ae75b6bc59334c13fdecddf52f7614a41"},
    {Op::urem, 65, "0x119f9919c895fd7b3", "0x9d1de2a0", "0x8ec6e4d3"},
    {Op::urem, 127, "0x702848a59d33a01c353c631cdfd43f37", "0x2c7742b8f4998d7c4093f6dea268aa87",
        "0x1739c333b4008523b414755f9b02ea29"},
    {Op::urem, 160, "0xf9e40e4d953ee261d87cec31f7296ab7961fd92", "0x4fd57bdc968b7afb2c68",
        "0x12c1ec643c73f2b20c5a"},
    {Op::urem, 255, "0x589550fbd42fddbb7a86f7a243c71b9abd87a86557b6fb7ebfeaa1551a28f7b3",
        "0x12c3df355c9bcf35873be078f3b7a50df373ca533488f87605e999f3842e7fc2",
        "0xd85d42661c0a0e55d9775be74e88762efb87f18859319a6a8443987096ef8ab"},
    {Op::urem, 256, "0x1ba05bd2a49636a2fa7f0eab4c4f9b0687322e25c215a82a06ec41adea057543",
        "0x5b0ee76f2ac34446e883a1d45de0099784b5a81842d87208d86f40f6b239f3c7",
        "0x1ba05bd2a49636a2fa7f0eab4c4f9b0687322e25c215a82a06ec41adea057543"},
    {Op::sdiv, 65, "0x22a909238857f9a4", "0xa2eddbbd5464ecc2", "0x0"},
    {Op::sdiv, 127, "0xda45e18c2216b02fc241d0bc9d488b1", "0x3349a01bd17e44973d4882a5ce5b2a92",
        "0x0"},
    {Op::sdiv, 160, "0xb60c4b17e26f36a8483f8b8332dd3313a0b9965",
        "0x4787f93bca44eb860726e25cfd56a926076b3e36", "0x0"},
    {Op::sdiv, 255, "0x77f04f83cefe2a1f727d83495822cb77f4de2c089aea6429b1491e243192b704",
        "0xd137c4438703800149e259b5d58c705f979d04af47aebdd597a1ecffcf00fec", "0x0"},
    {Op::sdiv, 256, "0x9c3a23cde67a9b75fc3947249fc2d0a17b8f2ab53451d0135675f6ad325b55dd",
        "0xd5ab8b4d15b40aeba4a45effccb573d95810d60ea72991b9e8c147437abec539", "0x2"},
    {Op::srem, 65, "0x18ddc501e8e72789", "0x330698a1c0093492", "0x18ddc501e8e72789"},
    {Op::srem, 127, "0x551fd8fa2c68e45ca04c79f6f15b6ad", "0x5c64c0bdf8be8831f237e45acd02c5e1",
        "0x551fd8fa2c68e45ca04c79f6f15b6ad"},
    {Op::srem, 160, "0xb98c67c215bd448ff26149edbe4c5ce666c1494e",
        "0x26b1cffc070d710920859634fe3c9c8f2b855c1f", "0xe03e37be1ccab59912e6e022bc88f9759246a56d"},
    {Op::srem, 255, "0x7d7aaa4b988af3fbd39630d69c9011ef256badf9a7e6529bce76e9f477216e9e",
        "0x13f4f03759b44e92effddeeaa842bc19",
        "0x7ffffffffffffffffffffffffffffffffe13c56d9d025b52769ff285dc32bdee"},
    {Op::srem, 256, "0x9a4f44f9a6511445b9f3635cf88c422bcca2a92b03a56cc1057a40b22188287e",
        "0xd37ee91531dec4f4df2a8b79fc8e80b36f0e228923a5ef88ef02090bbfdefc15",
        "0xf35172cf42938a5bfb9e4c68ff6f40c4ee866418bc598daf27762e9aa1ca3054"},
    {Op::pow, 65, "0x101e0fc2072a98d2", "0x2", "0x1ebe395b9fc220c44"},
    {Op::pow, 127, "0x6132dd98537409029620bf0dc38084a0", "0x747b705e0f977044218e0b7bd58dcdb4",
        "0x0"},
    {Op::pow, 160, "0x1a14dd829556585ea997f351754a09cde5cfedfa",
        "0x2179b37d806c10b5e0cfab4ceaefc4d2d3bf6d01", "0x0"},
    {Op::pow, 255, "0x4de51e5b2ee0289dc6c91b9270ac06acdf70301704c9d78d82b3359986048719", "0x6",
        "0x517c451bc85a493259740808f3dcca49a28a0f8bdd5cd571cecd7eda434c2451"},
    {Op::pow, 256, "0x1f9e6398e752fdf1ece615db9a6442e9e7d6b377936d536243d35702c1eea1f",
        "0x1b29fc99c6c80e2bc8c614b27b8444d18e31704187ddaeb784b28054aead44b0",
        "0xd8c5bbb700666f45c236e7a8d1623ec6975823e056a530633df893ed91532a01"},
    {Op::shl, 65, "0xfe754be0e8bec94", "0x20", "0xe8bec9400000000"},
    {Op::shl, 127, "0x47e6bfa073c1cd2c81f98b521905d591", "0x7e",
        "0x40000000000000000000000000000000"},
    {Op::shl, 160, "0x831d03bf9b2bd6c0816bee06f92e23399ccea098", "0x50",
        "0xee06f92e23399ccea09800000000000000000000"},
    {Op::shl, 255, "0x42f888adb2fff17b3f665edef10637ce81fc069e7a609683ceaf4915888564e8", "0x7f",
        "0x40fe034f3d304b41e757a48ac442b27400000000000000000000000000000000"},
    {Op::shl, 256, "0x3e453ba6aa8b9e0231b3e14729135bdd70a39d133dcd77ff179f2d2e48b9662", "0xc",
        "0x453ba6aa8b9e0231b3e14729135bdd70a39d133dcd77ff179f2d2e48b9662000"},
    {Op::lshr, 65, "0x13d9a8079abd0d7fb", "0x41", "0x0"},
    {Op::lshr, 127, "0xc6e50dfe5a3863e1f525265c8b007ee", "0x3f", "0x18dca1bfcb470c7c"},
    {Op::lshr, 160, "0xb836e86577bd891ff7b103df23231e1ee2015522", "0x9f", "0x1"},
    {Op::lshr, 255, "0x5a68cf602955d6f03945336bd51b1815aaf719f3fd68373b29acf1a57cbd1f5a", "0xd",
        "0x2d3467b014aaeb781ca299b5ea8d8c0ad57b8cf9feb41b9d94d678d2be5e8"},
    {Op::lshr, 256, "0xd685d62404fcd5555daf106db8dee081179a071e518ae4525b4b1b75321c5296", "0x11",
        "0x6b42eb12027e6aaaaed78836dc6f70408bcd038f28c572292da58dba990e"},
    {Op::ashr, 65, "0x1626467ba04a10547", "0x20", "0x1ffffffff626467ba"},
    {Op::ashr, 127, "0x7592fc50fc2e6a591ce3bc0c10755c97", "0x7f",
        "0x7fffffffffffffffffffffffffffffff"},
    {Op::ashr, 160, "0x1444e70459c945c43fc052715850a031ad2d5f1", "0xa0", "0x0"},
    {Op::ashr, 255, "0x79169441d1a89b37ad0c9bb6e9526a69d97e967b6c18d982d1dcec53212a8d9b", "0x8",
        "0x7ff9169441d1a89b37ad0c9bb6e9526a69d97e967b6c18d982d1dcec53212a8d"},
    {Op::ashr, 256, "0xc770a08716e6fec353b97377b34e8ece7e9ee51d9212824c83c8cb28eb4ed2e3", "0x100",
        "0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"}};

}  // namespace

TEST_CASE("evaluate: words of at most 64 bits behave as those of the machine",
    "[core][evaluation][property]")
{
    const Op op = GENERATE(Op::add, Op::sub, Op::mul, Op::udiv, Op::urem, Op::sdiv, Op::srem,
        Op::pow, Op::bit_and, Op::bit_or, Op::bit_xor, Op::shl, Op::lshr, Op::ashr, Op::ult,
        Op::slt, Op::equal);
    Rng rng(3);
    for (const unsigned width : narrow_widths)
    {
        const std::vector<std::uint64_t> words = telling_words(width, rng);
        for (const std::uint64_t a : words)
        {
            for (const std::uint64_t b : words)
            {
                const U256 expected{cut(computed(op, a, b, width), width)};
                if (word_of(op, width, {a, b}) != expected)
                {
                    FAIL_CHECK(name_of(op) << " of " << a << " and " << b << " in " << width
                                           << " bits, expected " << expected.to_decimal());
                }
            }
        }
    }
    SUCCEED();
}

TEST_CASE(
    "evaluate: wide words have the values of unbounded integers", "[core][evaluation][golden]")
{
    for (const WideCase& wide : wide_cases)
    {
        INFO(name_of(wide.op) << " of " << wide.a << " and " << wide.b << " in " << wide.width);
        CHECK(
            word_of(wide.op, wide.width, {number(wide.a), number(wide.b)}) == number(wide.result));
    }
}

TEST_CASE("evaluate: division at the edges of every width", "[core][evaluation][unit]")
{
    for (unsigned width = 1; width <= 256; ++width)
    {
        INFO(width);
        const U256 all = width == 256 ? U256::max() : U256::power_of_two(width) - U256{1};
        const U256 least = U256::power_of_two(width - 1);
        const U256 greatest = least - U256{1};
        const auto of = [width](Op op, const U256& a, const U256& b) {
            return word_of(op, width, {a, b});
        };
        // By zero.
        CHECK(of(Op::udiv, least, U256{}) == all);
        CHECK(of(Op::udiv, U256{}, U256{}) == all);
        CHECK(of(Op::urem, least, U256{}) == least);
        CHECK(of(Op::sdiv, least, U256{}) == U256{1});
        CHECK(of(Op::sdiv, all, U256{}) == U256{1});
        CHECK(of(Op::sdiv, greatest, U256{}) == all);
        CHECK(of(Op::sdiv, U256{}, U256{}) == all);
        CHECK(of(Op::srem, least, U256{}) == least);
        CHECK(of(Op::srem, greatest, U256{}) == greatest);
        // The least number over -1 wraps.
        CHECK(of(Op::sdiv, least, all) == least);
        CHECK(of(Op::srem, least, all) == U256{});
        CHECK(of(Op::udiv, all, all) == U256{1});
        CHECK(of(Op::urem, all, all) == U256{});
        if (width >= 3)
        {
            // -3 / 2 is -1, remainder -1; 3 / -2 is -1, remainder 1.
            CHECK(of(Op::sdiv, all - U256{2}, U256{2}) == all);
            CHECK(of(Op::srem, all - U256{2}, U256{2}) == all);
            CHECK(of(Op::sdiv, U256{3}, all - U256{1}) == all);
            CHECK(of(Op::srem, U256{3}, all - U256{1}) == U256{1});
        }
    }
}

TEST_CASE("evaluate: shifts at the edges of every width", "[core][evaluation][unit]")
{
    for (unsigned width = 1; width <= 256; ++width)
    {
        INFO(width);
        const U256 all = width == 256 ? U256::max() : U256::power_of_two(width) - U256{1};
        const U256 sign = U256::power_of_two(width - 1);
        const auto of = [width](Op op, const U256& word, const U256& count) {
            return word_of(op, width, {word, count});
        };
        CHECK(of(Op::shl, all, U256{}) == all);
        CHECK(of(Op::lshr, all, U256{}) == all);
        CHECK(of(Op::ashr, sign, U256{}) == sign);
        const U256 last{width - 1};
        if (last <= all)
        {
            CHECK(of(Op::shl, all, last) == sign);
            CHECK(of(Op::lshr, all, last) == U256{1});
            CHECK(of(Op::ashr, sign, last) == all);
            CHECK(of(Op::ashr, sign - U256{1}, last) == U256{});
        }
        for (const U256& count : {U256{width}, all})
        {
            if (U256{width} <= count && count <= all)
            {
                CHECK(of(Op::shl, all, count) == U256{});
                CHECK(of(Op::lshr, all, count) == U256{});
                CHECK(of(Op::ashr, sign, count) == all);
                CHECK(of(Op::ashr, sign - U256{1}, count) == U256{});
            }
        }
    }
}

TEST_CASE("evaluate: powers wrap, and 0 to the power of 0 is 1", "[core][evaluation][unit]")
{
    CHECK(word_of(Op::pow, 8, {U256{}, U256{}}) == U256{1});
    CHECK(word_of(Op::pow, 8, {U256{}, U256{5}}) == U256{});
    CHECK(word_of(Op::pow, 8, {U256{3}, U256{5}}) == U256{243});
    CHECK(word_of(Op::pow, 8, {U256{3}, U256{6}}) == U256{217});
    CHECK(word_of(Op::pow, 256, {U256{2}, U256{255}}) == U256::power_of_two(255));
    CHECK(word_of(Op::pow, 256, {U256{2}, U256{256}}) == U256{});
    CHECK(word_of(Op::pow, 256, {U256::max(), U256::max()}) == U256::max());
}

TEST_CASE("evaluate: sums and products modulo do not wrap", "[core][evaluation][unit]")
{
    const U256 all = U256::max();
    CHECK(word_of(Op::add_mod, 256, {all, all, U256{10}}) == U256{0});
    CHECK(word_of(Op::add_mod, 256, {all, U256{2}, U256{10}}) == U256{7});
    CHECK(word_of(Op::mul_mod, 256, {all, all, U256{12}}) == U256{9});
    CHECK(word_of(Op::mul_mod, 256, {all, all, all - U256{1}}) == U256{1});
    CHECK(word_of(Op::add_mod, 8, {U256{200}, U256{100}, U256{255}}) == U256{45});
    CHECK(word_of(Op::mul_mod, 8, {U256{200}, U256{100}, U256{255}}) == U256{110});
    CHECK(word_of(Op::add_mod, 8, {U256{200}, U256{100}, U256{}}) == U256{});
    CHECK(word_of(Op::mul_mod, 256, {all, all, U256{}}) == U256{});
    CHECK(word_of(Op::add_mod, 1, {U256{1}, U256{1}, U256{1}}) == U256{});
}

TEST_CASE("evaluate: words are joined, cut and extended", "[core][evaluation][unit]")
{
    ConstantOperations x;
    const ExpressionId word = x.graph.bit_vector(U256{0xa5c3}, 16);
    CHECK(x.word(x.graph.extract(word, 15, 0)) == U256{0xa5c3});
    CHECK(x.word(x.graph.extract(word, 11, 4)) == U256{0x5c});
    CHECK(x.word(x.graph.extract(word, 15, 15)) == U256{1});
    CHECK(x.word(x.graph.zero_extend(word, 256)) == U256{0xa5c3});
    CHECK(x.word(x.graph.sign_extend(word, 17)) == U256{0x1a5c3});
    CHECK(x.word(x.graph.sign_extend(word, 256)) == U256{} - U256{0x10000 - 0xa5c3});
    CHECK(x.word(x.graph.sign_extend(x.graph.bit_vector(U256{0x7fff}, 16), 32)) == U256{0x7fff});
    CHECK(x.word(x.graph.sign_extend(x.graph.bit_vector(U256{1}, 1), 256)) == U256::max());
    const ExpressionId bit = x.graph.bit_vector(U256{1}, 1);
    CHECK(x.word(x.graph.make(Op::concat, {word, bit})) == U256{0x14b87});
    CHECK(x.word(x.graph.make(Op::concat, {bit, word})) == U256{0x1a5c3});
    const ExpressionId upper = x.graph.bit_vector(U256{5}, 255);
    CHECK(x.word(x.graph.make(Op::concat, {upper, bit})) == U256{11});
    CHECK(x.word(x.graph.make(Op::bit_not, {word})) == U256{0x5a3c});
    CHECK(x.word(x.graph.make(Op::bit_not, {bit})) == U256{});
}

TEST_CASE("evaluate: keccak hashes the bytes of its words", "[core][evaluation][golden]")
{
    const auto hash = [](std::size_t count) {
        ConstantOperations x;
        std::vector<ExpressionId> words;
        for (std::size_t i = 0; i < count; ++i)
        {
            words.push_back(x.graph.bit_vector(U256{i + 1} << (31 * i), 256));
        }
        return x.word(x.graph.make(Op::keccak, words)).to_hex();
    };
    // The slots of elements that programs compute, and hashes of longer keys.
    CHECK(hash(1) == "0xb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6");
    CHECK(hash(2) == "0x6d6d15ce10690dfd2467bfc937996111a1d53b5452e1722ef7439f38c28acdaf");
    CHECK(hash(4) == "0xeb4de6d7ee8583735494876bd63c77fa0e1421f52ad15189ca1048f4f3f65921");
    CHECK(hash(5) == "0x5f057f521c190398ea2467a0184b7f99f540f054e1b71c4b2882e3acc6394253");
    CHECK(hash(8) == "0x48971b2cdeba7876889922cedd9aeb93a0793fca62243ce929aaddd295bfe872");
    CHECK(word_of(Op::keccak, 256, {U256{}}).to_hex() ==
          "0x290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563");
    CHECK(word_of(Op::keccak, 256, {U256{}, U256{}}).to_hex() ==
          "0xad3228b676f7d3cd4284a5443f17f1962b36e491b30a40b2405849e597ba5fb5");
}
