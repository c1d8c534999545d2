// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/json_field.hpp>
#include <sbst/evm/chain/authorization.hpp>
#include <sbst/evm/chain/state_test.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace sbst::evm
{

namespace
{

/// The files' prefix of a number that no transaction can carry.
constexpr std::string_view oversized = "0x:bigint ";

U256 read_number(const JsonField& field)
{
    const std::string& text = field.text();
    const std::optional<U256> number = text.starts_with("0x") ? U256::parse(text) : std::nullopt;
    if (!number)
    {
        field.fail(fmt::format("'{}' found, 0x and hexadecimal digits of at most 256 bits expected",
            text.substr(0, 80)));
    }
    return *number;
}

std::uint64_t read_u64(const JsonField& field)
{
    const U256 number = read_number(field);
    if (!fits_u64(number))
    {
        field.fail(fmt::format("{} found, at most 64 bits expected", number.to_hex()));
    }
    return low64(number);
}

std::optional<U256> read_amount(const JsonField& field)
{
    if (field.text().starts_with(oversized))
    {
        return std::nullopt;
    }
    return read_number(field);
}

std::optional<std::uint64_t> read_u64_or_nothing(const JsonField& field)
{
    const std::optional<U256> number = read_amount(field);
    return number && fits_u64(*number) ? std::optional{low64(*number)} : std::nullopt;
}

Bytes read_bytes(const JsonField& field)
{
    const std::string& text = field.text();
    std::optional<Bytes> bytes = text.starts_with("0x") ? parse_hex(text) : std::nullopt;
    if (!bytes)
    {
        field.fail("0x and an even number of hexadecimal digits expected");
    }
    return *std::move(bytes);
}

Hash256 read_hash(const JsonField& field)
{
    const Bytes bytes = read_bytes(field);
    Hash256 hash{};
    if (bytes.size() != hash.size())
    {
        field.fail(fmt::format("{} bytes found, 32 expected", bytes.size()));
    }
    std::copy(bytes.begin(), bytes.end(), hash.begin());
    return hash;
}

Address to_address(std::string_view text, const JsonField& place)
{
    const std::optional<Address> address = Address::parse(text);
    if (!address)
    {
        place.fail(fmt::format("'{}' found, an address expected", text.substr(0, 80)));
    }
    return *address;
}

Address read_address(const JsonField& field)
{
    return to_address(field.text(), field);
}

/// Calls `read` with each member of an object, in the order of its keys.
template <class Read>
void for_each_member(const JsonField& object, Read read)
{
    for (const auto& [key, unused] : object.as_object().json().items())
    {
        read(key, object.at(key));
    }
}

template <class T, class Read>
std::vector<T> read_list(const JsonField& list, Read read)
{
    std::vector<T> values;
    for (std::size_t i = 0; i < list.as_array().size(); ++i)
    {
        values.push_back(read(list.at(i)));
    }
    return values;
}

U256 number_or_zero(const JsonField& object, const std::string& key)
{
    const std::optional<JsonField> field = object.find(key);
    return field ? read_number(*field) : U256{};
}

StateTestBlock read_block(const JsonField& env)
{
    StateTestBlock given;
    given.block.coinbase = read_address(env.at("currentCoinbase"));
    given.block.number = read_u64(env.at("currentNumber"));
    given.block.timestamp = read_u64(env.at("currentTimestamp"));
    given.block.gas_limit = read_u64(env.at("currentGasLimit"));
    given.difficulty = number_or_zero(env, "currentDifficulty");
    given.prevrandao = number_or_zero(env, "currentRandom");
    given.base_fee = number_or_zero(env, "currentBaseFee");
    if (const std::optional<JsonField> excess = env.find("currentExcessBlobGas"))
    {
        given.excess_blob_gas = read_u64(*excess);
    }
    return given;
}

std::vector<StateTestAccount> read_accounts(const JsonField& pre)
{
    std::vector<StateTestAccount> accounts;
    std::set<Address> seen;
    for_each_member(pre, [&](const std::string& key, const JsonField& field) {
        StateTestAccount account;
        account.address = to_address(key, field);
        if (!seen.insert(account.address).second)
        {
            field.fail("the account appears twice, in different spellings");
        }
        account.balance = read_number(field.at("balance"));
        account.nonce = read_u64(field.at("nonce"));
        account.code = read_bytes(field.at("code"));
        const JsonField storage = field.at("storage");
        std::set<U256> slots;
        for_each_member(storage, [&](const std::string& slot, const JsonField& value) {
            const std::optional<U256> parsed = U256::parse(slot);
            if (!parsed)
            {
                value.fail(fmt::format("'{}' found, a slot expected", slot.substr(0, 80)));
            }
            if (!slots.insert(*parsed).second)
            {
                value.fail("the slot appears twice, in different spellings");
            }
            account.storage.emplace_back(*parsed, read_number(value));
        });
        accounts.push_back(std::move(account));
    });
    return accounts;
}

AccessListEntry read_access(const JsonField& field)
{
    AccessListEntry entry;
    entry.address = read_address(field.at("address"));
    entry.slots = read_list<U256>(field.at("storageKeys"), read_number);
    return entry;
}

/// Reads the lists of access lists; `null` means a transaction without one.
void read_access_lists(const JsonField& lists, StateTest& test)
{
    for (std::size_t i = 0; i < lists.as_array().size(); ++i)
    {
        const JsonField list = lists.at(i);
        test.access_lists.emplace_back();
        if (!list.json().is_null())
        {
            test.access_lists.back() = read_list<AccessListEntry>(list, read_access);
        }
    }
    if (test.access_lists.size() != test.data.size())
    {
        lists.fail(fmt::format(
            "{} entries found, one a data expected: {}", lists.size(), test.data.size()));
    }
}

/// Reads an amount of the common part; one that is too large makes every case impossible.
U256 read_common(const JsonField& field, StateTest& test)
{
    const std::optional<U256> amount = read_amount(field);
    test.is_encodable = test.is_encodable && amount.has_value();
    return amount.value_or(U256{});
}

void read_fees(const JsonField& field, StateTest& test)
{
    ChainTransaction& t = test.transaction;
    if (const std::optional<JsonField> max_fee = field.find("maxFeePerGas"))
    {
        t.type = TransactionType::dynamic_fee;
        t.max_fee = read_common(*max_fee, test);
        t.max_priority_fee = read_common(field.at("maxPriorityFeePerGas"), test);
    }
    else
    {
        t.max_fee = read_common(field.at("gasPrice"), test);
        t.max_priority_fee = t.max_fee;
    }
    if (const std::optional<JsonField> hashes = field.find("blobVersionedHashes"))
    {
        t.type = TransactionType::blob;
        t.blob_hashes = read_list<U256>(*hashes, read_number);
        t.max_blob_fee = read_common(field.at("maxFeePerBlobGas"), test);
    }
}

/// Reads an authorization; nothing when no transaction can carry its numbers.
std::optional<Authorization> read_authorization(const JsonField& field)
{
    const std::optional<JsonField> parity = field.find("yParity");
    const std::optional<U256> chain_id = read_amount(field.at("chainId"));
    const std::optional<std::uint64_t> nonce = read_u64_or_nothing(field.at("nonce"));
    const std::optional<U256> y_parity = read_amount(parity ? *parity : field.at("v"));
    const std::optional<U256> r = read_amount(field.at("r"));
    const std::optional<U256> s = read_amount(field.at("s"));
    const Address delegate = read_address(field.at("address"));
    constexpr std::uint64_t largest_parity = 0xff;
    if (!chain_id || !nonce || !y_parity || *y_parity > U256{largest_parity} || !r || !s)
    {
        return std::nullopt;
    }
    return recover_authority({*chain_id, delegate, *nonce, *y_parity, *r, *s});
}

void read_authorizations(const JsonField& list, StateTest& test)
{
    test.transaction.type = TransactionType::set_code;
    for (std::size_t i = 0; i < list.as_array().size(); ++i)
    {
        const std::optional<Authorization> wish = read_authorization(list.at(i));
        test.is_encodable = test.is_encodable && wish.has_value();
        if (wish)
        {
            test.transaction.authorizations.push_back(*wish);
        }
    }
}

void read_transaction(const JsonField& field, StateTest& test)
{
    ChainTransaction& t = test.transaction;
    t.sender = read_address(field.at("sender"));
    t.nonce = read_u64_or_nothing(field.at("nonce")).value_or(~std::uint64_t{0});
    const std::string to = field.at("to").text();
    if (!to.empty())
    {
        t.to = read_address(field.at("to"));
    }
    test.data = read_list<Bytes>(field.at("data"), read_bytes);
    test.gas_limits =
        read_list<std::optional<std::uint64_t>>(field.at("gasLimit"), read_u64_or_nothing);
    test.values = read_list<std::optional<U256>>(field.at("value"), read_amount);
    if (const std::optional<JsonField> lists = field.find("accessLists"))
    {
        read_access_lists(*lists, test);
    }
    read_fees(field, test);
    if (const std::optional<JsonField> list = field.find("authorizationList"))
    {
        read_authorizations(*list, test);
    }
}

/// Reads an index into one of the transaction's lists.
std::size_t read_index(const JsonField& field, std::size_t size)
{
    const std::size_t index = field.count();
    if (index >= size)
    {
        field.fail(fmt::format("{} found, an index into a list of {} expected", index, size));
    }
    return index;
}

StateTestCase read_case(const JsonField& field, Fork fork, const StateTest& test)
{
    StateTestCase which;
    which.fork = fork;
    const JsonField indexes = field.at("indexes");
    which.data = read_index(indexes.at("data"), test.data.size());
    which.gas = read_index(indexes.at("gas"), test.gas_limits.size());
    which.value = read_index(indexes.at("value"), test.values.size());
    which.root = read_hash(field.at("hash"));
    which.logs = read_hash(field.at("logs"));
    if (const std::optional<JsonField> exception = field.find("expectException"))
    {
        which.exception = exception->text();
    }
    return which;
}

/// Accepts the files' own names of forks as well as ours.
std::optional<Fork> read_fork(std::string_view name)
{
    if (name == "ConstantinopleFix")
    {
        return Fork::petersburg;
    }
    if (name == "Merge")
    {
        return Fork::paris;
    }
    return parse_fork(name);
}

StateTest read_test(const std::string& name, const JsonField& field)
{
    StateTest test;
    test.name = name;
    test.block = read_block(field.at("env"));
    test.accounts = read_accounts(field.at("pre"));
    read_transaction(field.at("transaction"), test);
    for_each_member(field.at("post"), [&](const std::string& key, const JsonField& cases) {
        const std::optional<Fork> fork = read_fork(key);
        if (!fork)
        {
            test.unknown_forks.push_back(key);
            return;
        }
        for (std::size_t i = 0; i < cases.as_array().size(); ++i)
        {
            test.cases.push_back(read_case(cases.at(i), *fork, test));
        }
    });
    return test;
}

}  // namespace

std::vector<StateTest> parse_state_tests(std::string_view text, const std::string& file)
{
    const auto document = parse_json<SortedJson>(text, file);
    const JsonField root{document, file, ""};
    std::vector<StateTest> tests;
    for_each_member(root, [&](const std::string& name, const JsonField& field) {
        tests.push_back(read_test(name, field));
    });
    return tests;
}

}  // namespace sbst::evm
