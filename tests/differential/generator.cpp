// SPDX-License-Identifier: Apache-2.0
#include "generator.hpp"

#include "code_generator.hpp"
#include "values.hpp"

#include <sbst/evm/exec/delegation.hpp>
#include <sbst/evm/exec/executor.hpp>
#include <sbst/evm/exec/opcode.hpp>

#include <algorithm>
#include <utility>

namespace sbst::evm::differential
{

namespace
{

const Address sender = Address::from_word(U256{0xa11ce});
const Address coinbase = Address::from_word(U256{0xc01});
const Address payee = Address::from_word(U256{0xe0a});
const Address unused = Address::from_word(U256{0xdead0});
constexpr std::uint64_t first_contract = 0xc0de00;
constexpr std::uint64_t largest_precompile = 0x12;  // one beyond the last of any fork

/// Builds one program; the order of the calls in `build` is the order of the draws.
class Builder
{
public:
    Builder(Rng& rng, Fork fork) : m_rng{&rng}, m_values{rng, m_scene} { m_program.fork = fork; }

    Program build();

private:
    [[nodiscard]] bool chance(double probability) { return m_rng->chance(probability); }
    [[nodiscard]] bool has(TransactionType type) const
    {
        return type <= rules_of(m_program.fork).last_type;
    }

    void name_addresses();
    void make_block();
    void make_contracts();
    void make_others();
    void add_delegations();
    void add_squatter();
    StateTestAccount& add(const Address& address);
    void fill_storage(StateTestAccount& account);
    [[nodiscard]] U256 balance();
    [[nodiscard]] std::uint64_t nonce();

    void make_transaction();
    void choose_target();
    void choose_type();
    void choose_gas();
    [[nodiscard]] std::vector<AccessListEntry> access_list();
    [[nodiscard]] std::vector<Authorization> authorizations();
    [[nodiscard]] Address any_address();

    Rng* m_rng;
    Scene m_scene;
    Values m_values;
    Program m_program;
    std::size_t m_contracts{};
    bool m_is_deep{};
};

Address contract(std::size_t index)
{
    return Address::from_word(U256{first_contract + index});
}

Address Builder::any_address()
{
    return m_scene.addresses[m_rng->index(m_scene.addresses.size())];
}

void Builder::name_addresses()
{
    m_contracts = 1 + m_rng->index(5);
    m_scene.fork = m_program.fork;
    auto& names = m_scene.addresses;
    // Contracts three times, because calls to them are interesting.
    for (std::size_t i = 0; i < 3 * m_contracts; ++i)
    {
        names.push_back(contract(i % m_contracts));
    }
    names.insert(names.end(), {sender, coinbase, payee, unused});
    for (int i = 0; i < 2; ++i)
    {
        names.push_back(Address::from_word(U256{1 + m_rng->below(largest_precompile)}));
    }
    if (has(TransactionType::set_code))
    {
        for (std::size_t i = 0; i < signer_count; ++i)
        {
            names.push_back(signer(i));
        }
    }
}

void Builder::make_block()
{
    StateTestBlock& block = m_program.block;
    block.block.number = chance(0.5) ? 1 + m_rng->below(400) : 1 + m_rng->below(20'000'000);
    block.block.timestamp = 1 + m_rng->below(std::uint64_t{1} << 32U);
    block.block.gas_limit = std::uint64_t{1} << 50U;
    block.block.coinbase = chance(0.1) ? any_address() : coinbase;
    block.difficulty = m_rng->below(std::uint64_t{1} << 50U);
    block.prevrandao = m_rng->word();
    block.base_fee = m_rng->below(1000);
    block.excess_blob_gas = m_rng->below(std::uint64_t{1} << 26U);
    m_scene.block_number = block.block.number;
}

StateTestAccount& Builder::add(const Address& address)
{
    auto& accounts = m_program.accounts;
    const auto same = [&](const StateTestAccount& account) { return account.address == address; };
    const auto found = std::find_if(accounts.begin(), accounts.end(), same);
    if (found != accounts.end())
    {
        return *found;
    }
    accounts.emplace_back();
    accounts.back().address = address;
    return accounts.back();
}

void Builder::fill_storage(StateTestAccount& account)
{
    account.storage.clear();
    for (std::uint64_t slot = 0; slot < 4; ++slot)
    {
        if (chance(0.4))
        {
            account.storage.emplace_back(slot, U256{1} + (m_values.word() >> 1U));
        }
    }
}

U256 Builder::balance()
{
    switch (m_values.choose({30, 30, 40}))
    {
        case 0:
            return 0;
        case 1:
            return m_rng->below(20);
        default:
            return m_rng->below(std::uint64_t{1} << 60U);
    }
}

std::uint64_t Builder::nonce()
{
    if (chance(0.02))
    {
        return ~std::uint64_t{0} - m_rng->below(2);
    }
    return m_rng->below(3);
}

void Builder::make_contracts()
{
    m_is_deep = chance(0.01);
    for (std::size_t i = 0; i < m_contracts; ++i)
    {
        Bytes code =
            m_is_deep ? generate_deep_code(*m_rng, m_scene) : generate_code(*m_rng, m_scene);
        StateTestAccount& account = add(contract(i));
        account.code = std::move(code);
        account.balance = balance();
        account.nonce = nonce();
        fill_storage(account);
    }
}

/// Puts an account at the address of a contract that will be created.
void Builder::add_squatter()
{
    const StateTestAccount& creator = m_program.accounts.front();
    StateTestAccount& squatter = add(create_address(creator.address, creator.nonce));
    switch (m_rng->below(4))
    {
        case 0:
            squatter.balance = 1 + m_rng->below(100);
            break;
        case 1:
            squatter.nonce = 1;
            break;
        case 2:
            squatter.code = Bytes{0};
            break;
        default:
            squatter.balance = m_rng->below(2);
            fill_storage(squatter);
            break;
    }
}

/// Delegates accounts to others, which may be delegated too, to an unused address, or to
/// themselves.
void Builder::add_delegations()
{
    for (std::size_t i = 0; i < signer_count; ++i)
    {
        if (chance(0.4))
        {
            continue;
        }
        StateTestAccount& account = add(signer(i));
        account.balance = balance();
        account.nonce = nonce();
        if (chance(0.7))
        {
            account.code = delegation_to(any_address());
        }
        else if (chance(0.2))
        {
            account.code = Bytes{static_cast<std::uint8_t>(Op::jumpdest)};  // its own
        }
        fill_storage(account);
        if (account.nonce == 0 && account.code.empty())
        {
            account.storage.clear();
        }
    }
}

void Builder::make_others()
{
    StateTestAccount& payer = add(sender);
    payer.balance = U256::power_of_two(100);
    payer.nonce = m_rng->below(5);
    if (chance(0.8))
    {
        add(payee).balance = 1 + m_rng->below(1000);
    }
    if (chance(0.3))
    {
        add(coinbase).balance = m_rng->below(3);
    }
    if (chance(0.05))
    {
        add(unused);
    }
    if (chance(0.1))
    {
        add(Address::from_word(U256{1 + m_rng->below(largest_precompile)})).balance =
            m_rng->below(9);
    }
    if (has(TransactionType::set_code))
    {
        add_delegations();
    }
    if (chance(0.1))
    {
        add_squatter();
    }
}

std::vector<AccessListEntry> Builder::access_list()
{
    std::vector<AccessListEntry> list;
    for (std::size_t i = m_rng->index(4); i > 0; --i)
    {
        AccessListEntry entry{any_address(), {}};
        for (std::size_t slot = m_rng->index(3); slot > 0; --slot)
        {
            entry.slots.push_back(m_values.slot());
        }
        list.push_back(std::move(entry));
    }
    return list;
}

std::vector<Authorization> Builder::authorizations()
{
    std::vector<Authorization> list;
    for (std::size_t i = 1 + m_rng->index(3); i > 0; --i)
    {
        const std::size_t index = m_rng->index(signer_count);
        Authorization wish{m_rng->below(2), any_address(), m_rng->below(2), signer(index)};
        if (chance(0.05))
        {
            wish.chain_id = m_values.word();
        }
        if (chance(0.7))
        {
            wish.nonce = add(signer(index)).nonce;
        }
        if (chance(0.1))
        {
            wish.delegate = Address{};
        }
        if (chance(0.05))
        {
            wish.authority.reset();
        }
        list.push_back(wish);
    }
    return list;
}

void Builder::choose_target()
{
    ChainTransaction& t = m_program.transaction;
    switch (m_values.choose({80, 12, 8}))
    {
        case 0:
            t.to = contract(0);
            break;
        case 1:
            t.to.reset();
            break;
        default:
            t.to = any_address();
            break;
    }
    if (t.to)
    {
        t.data = m_values.bytes(m_rng->below(chance(0.1) ? 500 : 70));
    }
    else
    {
        t.data = generate_init_code(*m_rng, m_scene);
    }
}

void Builder::choose_type()
{
    ChainTransaction& t = m_program.transaction;
    const auto types = static_cast<std::size_t>(rules_of(m_program.fork).last_type) + 1;
    t.type = static_cast<TransactionType>(m_rng->index(types));
    if (!t.to && t.type >= TransactionType::blob)
    {
        t.type = TransactionType::dynamic_fee;
    }
    const U256 base_fee = rules_of(m_program.fork).base_fee ? m_program.block.base_fee : U256{};
    const U256 tip = m_rng->below(100);
    t.max_priority_fee = tip;
    t.max_fee = base_fee + tip + U256{m_rng->below(2) * m_rng->below(100)};
    if (t.type < TransactionType::dynamic_fee)
    {
        t.max_priority_fee = t.max_fee;
    }
    if (t.type >= TransactionType::access_list)
    {
        t.access_list = access_list();
    }
    if (t.type == TransactionType::blob)
    {
        t.max_blob_fee = U256::power_of_two(70);
        for (std::size_t i = 1 + m_rng->index(3); i > 0; --i)
        {
            t.blob_hashes.push_back((m_rng->word() >> 8U) | U256::power_of_two(248));
        }
    }
    if (t.type == TransactionType::set_code)
    {
        t.authorizations = authorizations();
    }
}

/// Gives much or little gas beyond the transaction's initial costs.
void Builder::choose_gas()
{
    ChainTransaction& t = m_program.transaction;
    const Transaction execution = to_execution(t, m_program.block.base_fee);
    const std::uint64_t least =
        std::max(intrinsic_gas(m_program.fork, execution), floor_gas(m_program.fork, execution));
    std::uint64_t more = 0;
    switch (m_values.choose({10, 20, 55, 15}))
    {
        case 0:
            more = m_rng->below(3000);
            break;
        case 1:
            more = m_rng->below(100'000);
            break;
        case 2:
            more = m_rng->below(1'000'000);
            break;
        default:
            more = m_rng->below(4'000'000);
            break;
    }
    // The largest code costs almost five million to store.
    if (!t.to && chance(0.3))
    {
        more += 6'000'000;
    }
    t.gas_limit = least + (m_is_deep ? more * 1'000'000 : more);
}

void Builder::make_transaction()
{
    ChainTransaction& t = m_program.transaction;
    t.sender = sender;
    t.nonce = add(sender).nonce;
    choose_target();
    if (chance(0.4))
    {
        t.value = m_rng->below(100);
    }
    choose_type();
    choose_gas();
}

Program Builder::build()
{
    name_addresses();
    make_block();
    make_contracts();
    make_others();
    make_transaction();
    return std::move(m_program);
}

}  // namespace

Program generate(Rng rng, Fork fork)
{
    return Builder{rng, fork}.build();
}

}  // namespace sbst::evm::differential
