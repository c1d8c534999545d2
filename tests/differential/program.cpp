// SPDX-License-Identifier: Apache-2.0
#include "program.hpp"

#include "signing.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/base/keccak.hpp>
#include <sbst/evm/chain/rlp.hpp>

#include <optional>

namespace sbst::evm::differential
{

namespace
{

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, signer_count> signers{
    "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf", "0x2b5ad5c4795c026514f8317c7a215e218dccd6cf",
    "0x6813eb9362372eef6200f3b1dbc3f819671cba69"};

/// The forks as the files of the public tests call them.
constexpr std::array<std::string_view, fork_count> fork_names{"Byzantium", "Constantinople",
    "ConstantinopleFix", "Istanbul", "Berlin", "London", "Paris", "Shanghai", "Cancun", "Prague"};

std::string padded(const U256& word)
{
    return to_hex(BytesView{word.to_be_bytes()});
}

std::string quantity(std::uint64_t number)
{
    return U256{number}.to_hex();
}

/// Returns what an authority signs: keccak256(0x05, rlp([chain id, delegate, nonce])) (EIP-7702).
Hash256 signed_hash(const Authorization& wish)
{
    Bytes fields;
    append_rlp(fields, wish.chain_id);
    append_rlp(fields, wish.delegate.bytes);
    append_rlp(fields, U256{wish.nonce});
    Bytes message(1, 0x05);
    append_rlp_list(message, fields);
    return keccak256(message);
}

Json to_json(const Authorization& wish)
{
    Signature signature;
    for (std::size_t i = 0; i < signer_count; ++i)
    {
        if (wish.authority == signer(i))
        {
            signature = sign(signed_hash(wish), U256{i + 1});
        }
    }
    return {{"chainId", wish.chain_id.to_hex()}, {"address", wish.delegate.to_hex()},
        {"nonce", quantity(wish.nonce)}, {"v", signature.y_parity.to_hex()},
        {"r", signature.r.to_hex()}, {"s", signature.s.to_hex()}};
}

Json to_json(const AccessListEntry& entry)
{
    Json slots = Json::array();
    for (const U256& slot : entry.slots)
    {
        slots.push_back(padded(slot));
    }
    return {{"address", entry.address.to_hex()}, {"storageKeys", std::move(slots)}};
}

Json to_json(const StateTestAccount& account)
{
    Json storage = Json::object();
    for (const auto& [slot, value] : account.storage)
    {
        storage[padded(slot)] = padded(value);
    }
    return {{"balance", account.balance.to_hex()}, {"code", to_hex(account.code)},
        {"nonce", quantity(account.nonce)}, {"storage", std::move(storage)}};
}

Json to_json(const StateTestBlock& block)
{
    return {{"currentCoinbase", block.block.coinbase.to_hex()},
        {"currentNumber", quantity(block.block.number)},
        {"currentTimestamp", quantity(block.block.timestamp)},
        {"currentGasLimit", quantity(block.block.gas_limit)},
        {"currentDifficulty", block.difficulty.to_hex()},
        {"currentRandom", padded(block.prevrandao)}, {"currentBaseFee", block.base_fee.to_hex()},
        {"currentExcessBlobGas", quantity(block.excess_blob_gas)}};
}

template <class T>
Json list_of(const std::vector<T>& values)
{
    Json list = Json::array();
    for (const T& value : values)
    {
        list.push_back(to_json(value));
    }
    return list;
}

Json to_json(const ChainTransaction& t)
{
    Json json{{"sender", t.sender.to_hex()}, {"to", t.to ? t.to->to_hex() : ""},
        {"nonce", quantity(t.nonce)}, {"data", Json::array({to_hex(t.data)})},
        {"gasLimit", Json::array({quantity(t.gas_limit)})},
        {"value", Json::array({t.value.to_hex()})}};
    if (t.type >= TransactionType::access_list)
    {
        json["accessLists"] = Json::array({list_of(t.access_list)});
    }
    if (t.type >= TransactionType::dynamic_fee)
    {
        json["maxFeePerGas"] = t.max_fee.to_hex();
        json["maxPriorityFeePerGas"] = t.max_priority_fee.to_hex();
    }
    else
    {
        json["gasPrice"] = t.max_fee.to_hex();
    }
    if (t.type == TransactionType::blob)
    {
        json["maxFeePerBlobGas"] = t.max_blob_fee.to_hex();
        Json hashes = Json::array();
        for (const U256& hash : t.blob_hashes)
        {
            hashes.push_back(padded(hash));
        }
        json["blobVersionedHashes"] = std::move(hashes);
    }
    if (t.type == TransactionType::set_code)
    {
        json["authorizationList"] = list_of(t.authorizations);
    }
    return json;
}

}  // namespace

Address signer(std::size_t index)
{
    return Address::parse(signers.at(index)).value();
}

nlohmann::ordered_json to_json(const Program& program)
{
    Json accounts = Json::object();
    for (const StateTestAccount& account : program.accounts)
    {
        accounts[account.address.to_hex()] = to_json(account);
    }
    const std::string no_hash = padded({});
    const Json indexes{{"data", 0}, {"gas", 0}, {"value", 0}};
    Json test;
    test["env"] = to_json(program.block);
    test["pre"] = std::move(accounts);
    test["transaction"] = to_json(program.transaction);
    test["post"][std::string{fork_names.at(static_cast<std::size_t>(program.fork))}] =
        Json::array({{{"indexes", indexes}, {"hash", no_hash}, {"logs", no_hash}}});
    return {{"program", std::move(test)}};
}

Program parse_program(std::string_view text, const std::string& file)
{
    std::vector<StateTest> tests = parse_state_tests(text, file);
    if (tests.empty() || tests.front().cases.empty())
    {
        throw ParseError{file, "", "a state test of a fork that is known expected"};
    }
    StateTest& test = tests.front();
    const std::optional<ChainTransaction> transaction = transaction_of(test, test.cases.front());
    if (!transaction)
    {
        throw ParseError{file, "", "a transaction that can be encoded expected"};
    }
    return {test.cases.front().fork, std::move(test.block), std::move(test.accounts), *transaction};
}

}  // namespace sbst::evm::differential
