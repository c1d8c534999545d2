// SPDX-License-Identifier: Apache-2.0
#include "market.hpp"
#include "support/catch.hpp"

#include <sbst/evm/chain/checked.hpp>
#include <sbst/evm/chain/state_root.hpp>

#include <functional>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::test;

namespace
{

using MarketChange = std::function<void(Market&, ChainTransaction&)>;

struct Row
{
    const char* what;
    MarketChange change;
    std::optional<Rejection> expected;
};

std::string name_of(const std::optional<Rejection>& rejection)
{
    return std::string(rejection ? to_string(*rejection) : "valid");
}

/// Applies the transaction too: a refused one must not change the state.
void check(const Row& row, Market& market, ChainTransaction transaction)
{
    row.change(market, transaction);
    const Hash256 before = state_root(market.world.executor.state());
    const Receipt receipt = apply_transaction(market.world.executor, transaction);
    INFO(row.what);
    CHECK(name_of(receipt.rejection) == name_of(row.expected));
    CHECK((receipt.result == nullptr) == row.expected.has_value());
    CHECK((state_root(market.world.executor.state()) == before) == row.expected.has_value());
}

}  // namespace

TEST_CASE("validity: one wrong thing at a time", "[evm][chain][unit]")
{
    const std::vector<Row> rows{
        {"as it is", [](auto&, auto&) {}, {}},
        {"code at the sender",
            [](auto& market, auto&) { market.world.install(alice, Bytes{0x00}); },
            Rejection::sender_has_code},
        {"nonce too low", [](auto&, auto& t) { t.nonce = 0; }, Rejection::nonce_too_low},
        {"nonce too high", [](auto&, auto& t) { t.nonce = 2; }, Rejection::nonce_too_high},
        {"last nonce",
            [](auto& market, auto& t) {
                WorldState& state = market.world.executor.state();
                state.set_nonce(state.find_or_add(alice), ~std::uint64_t{0});
                t.nonce = ~std::uint64_t{0};
            },
            Rejection::nonce_is_max},
        {"the block's gas", [](auto&, auto& t) { t.gas_limit = 200'000; }, {}},
        {"more than the block's gas", [](auto&, auto& t) { t.gas_limit = 200'001; },
            Rejection::gas_limit_above_block},
        {"just enough gas", [](auto&, auto& t) { t.gas_limit = 21'000; }, {}},
        {"too little gas", [](auto&, auto& t) { t.gas_limit = 20'999; },
            Rejection::intrinsic_gas_too_low},
        {"too little gas for the data",
            [](auto&, auto& t) {
                t.data = {0, 1};
                t.gas_limit = 21'019;
            },
            Rejection::intrinsic_gas_too_low},
        {"too little gas for a creation",
            [](auto&, auto& t) {
                t.to.reset();
                t.gas_limit = 52'999;
            },
            Rejection::intrinsic_gas_too_low},
        {"the base fee", [](auto&, auto& t) { t.max_fee = t.max_priority_fee = 7; }, {}},
        {"below the base fee", [](auto&, auto& t) { t.max_fee = t.max_priority_fee = 6; },
            Rejection::fee_below_base_fee},
        {"just enough money", [](auto& market, auto&) { market.world.fund(alice, 1'001'000); }, {}},
        {"a wei too little", [](auto& market, auto&) { market.world.fund(alice, 1'000'999); },
            Rejection::insufficient_funds},
    };
    for (const Row& row : rows)
    {
        Market market;
        check(row, market, Market::payment());
    }
}

TEST_CASE("validity: who delegates may send, once forks know delegations", "[evm][chain][unit]")
{
    Bytes code(23, 0x11);
    code[0] = 0xef;
    code[1] = 0x01;
    code[2] = 0x00;
    const MarketChange delegate = [&code](
                                      Market& market, auto&) { market.world.install(alice, code); };
    Market before{Fork::cancun};
    check({"cancun", delegate, Rejection::sender_has_code}, before, Market::payment());
    Market since{Fork::prague};
    check({"prague", delegate, {}}, since, Market::payment());
}

TEST_CASE("validity: costs beyond 256 bits are beyond any balance", "[evm][chain][unit]")
{
    const std::vector<Row> rows{
        {"gas times price", [](auto&, auto& t) { t.max_fee = t.max_priority_fee = U256::max(); },
            Rejection::insufficient_funds},
        {"the price that wraps to 0",
            [](auto&, auto& t) {
                t.gas_limit = 131'072;
                t.max_fee = t.max_priority_fee = U256::power_of_two(239);
            },
            Rejection::insufficient_funds},
        {"fees and value", [](auto&, auto& t) { t.value = U256::max(); },
            Rejection::insufficient_funds},
    };
    for (const Row& row : rows)
    {
        Market market;
        market.world.fund(alice, U256::max());
        check(row, market, Market::payment());
    }
    CHECK(checked_add(U256::max(), 0) == U256::max());
    CHECK_FALSE(checked_add(U256::max(), 1).has_value());
    CHECK(checked_multiply(U256::power_of_two(128), U256::power_of_two(127)) ==
          U256::power_of_two(255));
    CHECK_FALSE(checked_multiply(U256::power_of_two(128), U256::power_of_two(128)).has_value());
    CHECK(checked_multiply(U256::max(), 0) == U256{});
}

TEST_CASE("validity: priority fees and access lists", "[evm][chain][unit]")
{
    const std::vector<Row> rows{
        {"as it is", [](auto&, auto&) {}, {}},
        {"the whole fee for the coinbase", [](auto&, auto& t) { t.max_priority_fee = 10; }, {}},
        {"more for the coinbase than the whole fee",
            [](auto&, auto& t) { t.max_priority_fee = 11; }, Rejection::priority_above_fee},
        {"an access list that is paid",
            [](auto&, auto& t) {
                t.access_list = {{other, {1, 2}}, {contract, {}}};
                t.gas_limit = 21'000 + (2 * 2400) + (2 * 1900);
            },
            {}},
        {"an access list that is not paid",
            [](auto&, auto& t) {
                t.access_list = {{other, {1, 2}}, {contract, {}}};
                t.gas_limit = 21'000 + (2 * 2400) + (2 * 1900) - 1;
            },
            Rejection::intrinsic_gas_too_low},
    };
    for (const Row& row : rows)
    {
        Market market;
        check(row, market, Market::payment(TransactionType::dynamic_fee));
    }
}

TEST_CASE("validity: blobs", "[evm][chain][unit]")
{
    const auto blobs = [](std::size_t count) {
        return [count](auto& market, auto& t) {
            market.world.fund(alice, 1'000'000'000);
            t.blob_hashes.assign(count, U256::power_of_two(248));
        };
    };
    const std::vector<Row> rows{
        {"one blob", [](auto&, auto&) {}, {}},
        {"no blob", blobs(0), Rejection::no_blobs},
        {"six blobs", blobs(6), {}},
        {"seven blobs", blobs(7), Rejection::too_many_blobs},
        {"another version", [](auto&, auto& t) { t.blob_hashes = {U256::power_of_two(249)}; },
            Rejection::blob_hash_version},
        {"a creation", [](auto&, auto& t) { t.to.reset(); }, Rejection::creation_not_allowed},
        {"the blob base fee", [](auto&, auto& t) { t.max_blob_fee = 3; }, {}},
        {"below the blob base fee", [](auto&, auto& t) { t.max_blob_fee = 2; },
            Rejection::blob_fee_below_base_fee},
        {"just enough money",
            [](auto& market, auto&) { market.world.fund(alice, 1'001'000 + (4 * 131'072)); }, {}},
        {"a wei too little",
            [](auto& market, auto&) { market.world.fund(alice, 1'000'999 + (4 * 131'072)); },
            Rejection::insufficient_funds},
    };
    for (const Row& row : rows)
    {
        Market market;
        const ChainTransaction transaction = market.blob_payment();
        check(row, market, transaction);
    }
}

TEST_CASE("validity: types and limits begin with their fork", "[evm][chain][unit]")
{
    const std::vector<std::pair<TransactionType, Fork>> types{
        {TransactionType::legacy, Fork::byzantium}, {TransactionType::access_list, Fork::berlin},
        {TransactionType::dynamic_fee, Fork::london}, {TransactionType::blob, Fork::cancun},
        {TransactionType::set_code, Fork::prague}};
    for (std::size_t i = 0; i < fork_count; ++i)
    {
        const auto fork = static_cast<Fork>(i);
        for (const auto& [type, first] : types)
        {
            Market market{fork};
            ChainTransaction t = market.blob_payment();
            t.type = type;
            if (type != TransactionType::blob)
            {
                t.blob_hashes.clear();
            }
            if (type == TransactionType::set_code)
            {
                t.authorizations.emplace_back();
                t.gas_limit = 100'000;
            }
            INFO(to_string(fork) << " type " << static_cast<int>(type));
            CHECK(name_of(find_fault(market.world.executor, t)) ==
                  name_of(
                      fork >= first ? std::nullopt : std::optional{Rejection::type_not_supported}));
        }
        Market market{fork};
        market.world.fund(alice, 1'000'000'000);
        market.world.executor.block().gas_limit = 10'000'000;
        ChainTransaction creation = Market::payment();
        creation.to.reset();
        creation.gas_limit = 5'000'000;
        creation.data.assign(max_init_code_size + 1, 0);
        CHECK(name_of(find_fault(market.world.executor, creation)) ==
              name_of(fork >= Fork::shanghai ? std::optional{Rejection::init_code_too_large} :
                                               std::nullopt));
    }
}

TEST_CASE("validity: the blob base fee grows with the excess", "[evm][chain][golden]")
{
    const BlobRules& rules = rules_of(Fork::cancun).blobs;
    CHECK(blob_base_fee(rules, 0) == U256{1});
    CHECK(blob_base_fee(rules, 2'314'057) == U256{1});
    CHECK(blob_base_fee(rules, 2'314'058) == U256{2});
    CHECK(blob_base_fee(rules, 10 * 1024 * 1024) == U256{23});
    CHECK(blob_base_fee(rules, ~std::uint64_t{0}) == U256::max());
}
