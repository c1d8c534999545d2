// SPDX-License-Identifier: Apache-2.0
#include "support/oo_adapter.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace sbst::test_support
{

namespace
{

// The subject ------------------------------------------------------------------------------------

enum class Tier
{
    plain,
    silver,
    gold
};

/// Counts months; not under test, only an input.
class Clock : public Thing
{
public:
    explicit Clock(std::int64_t months) : m_months(months) {}
    void advance(std::int64_t months) { m_months += months; }
    [[nodiscard]] std::int64_t months() const { return m_months; }

private:
    std::int64_t m_months;
};

class Account : public Thing
{
public:
    Account(BankProbes& probes, std::string owner) : m_probes(probes), m_owner(std::move(owner)) {}

    void deposit(std::int64_t amount)
    {
        TraceRecorder& r = m_probes.recorder;
        const auto scope = r.enter(m_probes.deposit);
        if (r.compare(m_probes.amount_not_positive, amount, Relation::le, 0))
        {
            throw SubjectException("IllegalAmount");
        }
        if (r.is_true(m_probes.is_frozen, m_is_frozen))
        {
            throw SubjectException("Frozen");
        }
        m_balance += amount;
        if (r.compare(m_probes.makes_gold, m_balance, Relation::gt, 100'000))
        {
            m_tier = Tier::gold;
        }
    }

    std::int64_t withdraw(std::int64_t amount)
    {
        TraceRecorder& r = m_probes.recorder;
        const auto scope = r.enter(m_probes.withdraw);
        if (r.compare(m_probes.exceeds_available, amount, Relation::gt, available()))
        {
            m_is_frozen = true;
            throw SubjectException("Overdrawn");
        }
        m_balance -= amount;
        if (r.compare(m_probes.limit_used_up, available(), Relation::eq, 0))
        {
            m_tier = Tier::plain;
        }
        return m_balance;
    }

    [[nodiscard]] virtual std::int64_t available() const { return m_balance; }
    [[nodiscard]] std::int64_t balance() const { return m_balance; }
    [[nodiscard]] Tier tier() const { return m_tier; }
    void set_tier(Tier tier) { m_tier = tier; }
    [[nodiscard]] const std::string& owner() const { return m_owner; }

protected:
    void add_interest(std::int64_t interest)
    {
        constexpr std::int64_t most = 1'000'000'000'000;
        m_balance = std::clamp(m_balance + interest, -most, most);
    }
    [[nodiscard]] BankProbes& probes() const { return m_probes; }

private:
    BankProbes& m_probes;
    std::string m_owner;
    std::int64_t m_balance = 0;
    Tier m_tier = Tier::plain;
    bool m_is_frozen = false;
};

class Savings : public Account
{
public:
    Savings(BankProbes& probes, std::string owner, double rate)
      : Account(probes, std::move(owner)), m_rate(rate)
    {}

    /// Adds interest month by month, twelve at most.
    void mature(const Clock& clock)
    {
        TraceRecorder& r = probes().recorder;
        const auto scope = r.enter(probes().mature);
        const std::int64_t start = balance();
        const bool is_special = r.compare(probes().rate_is_quarter, m_rate, Relation::eq, 0.25);
        const std::int64_t percent = is_special ? 25 : 1;
        const std::int64_t months = std::min<std::int64_t>(clock.months(), 12);
        for (std::int64_t m = 0; r.compare(probes().months_left, m, Relation::lt, months); ++m)
        {
            add_interest(balance() / 100 * percent);
        }
        if (r.compare(probes().doubled, balance(), Relation::gt, 2 * start))
        {
            set_tier(Tier::silver);
        }
    }

private:
    double m_rate;
};

class Checking : public Account
{
public:
    Checking(BankProbes& probes, std::string owner, std::int64_t limit)
      : Account(probes, std::move(owner)), m_limit(limit)
    {}
    [[nodiscard]] std::int64_t available() const override { return balance() + m_limit; }

private:
    std::int64_t m_limit;
};

class Bank : public Thing
{
public:
    explicit Bank(BankProbes& probes) : m_probes(probes) {}

    std::int64_t enrol(const std::shared_ptr<Account>& account)
    {
        TraceRecorder& r = m_probes.recorder;
        const auto scope = r.enter(m_probes.enrol);
        if (r.is_true(m_probes.enrol_null, account == nullptr))
        {
            throw SubjectException("NullAccount");
        }
        if (r.is_true(m_probes.enrol_again, knows(account)))
        {
            throw SubjectException("AlreadyEnrolled");
        }
        m_accounts.push_back(account);
        const auto count = static_cast<std::int64_t>(m_accounts.size());
        return r.compare(m_probes.is_crowded, count, Relation::ge, 3) ? -count : count;
    }

    void transfer(const std::shared_ptr<Account>& from, const std::shared_ptr<Account>& to,
        std::int64_t amount)
    {
        TraceRecorder& r = m_probes.recorder;
        const auto scope = r.enter(m_probes.transfer);
        if (r.is_true(m_probes.same_account, from == to))
        {
            throw SubjectException("SameAccount");
        }
        if (r.is_true(m_probes.both_enrolled, knows(from) && knows(to)))
        {
            from->withdraw(amount);
            to->deposit(amount);
            if (r.is_true(m_probes.to_gold, to->tier() == Tier::gold))
            {
                from->set_tier(Tier::silver);
            }
        }
    }

    /// The account that stays, or null when the two do not belong together.
    std::shared_ptr<Account> merge(
        const std::shared_ptr<Account>& a, const std::shared_ptr<Account>& b)
    {
        TraceRecorder& r = m_probes.recorder;
        const auto scope = r.enter(m_probes.merge);
        if (!r.equal(m_probes.same_owner, a->owner(), b->owner()))
        {
            return nullptr;
        }
        if (r.equal(m_probes.is_magic_owner, a->owner(), "ada"))
        {
            const bool is_savings = std::dynamic_pointer_cast<Savings>(a) != nullptr;
            if (r.is_true(m_probes.first_is_savings, is_savings) &&
                r.compare(m_probes.second_is_deep, b->balance(), Relation::lt, -500))
            {
                throw SubjectException("Insolvent");
            }
        }
        return a;
    }

private:
    [[nodiscard]] bool knows(const std::shared_ptr<Account>& account) const
    {
        return account != nullptr &&
               std::find(m_accounts.begin(), m_accounts.end(), account) != m_accounts.end();
    }

    BankProbes& m_probes;
    std::vector<std::shared_ptr<Account>> m_accounts;
};

/// The object of an argument as the subject's class; null stays null.
template <class T>
std::shared_ptr<T> as(const Arguments<ThingPtr>& arguments, std::size_t i)
{
    return arguments.is_null(i) ? nullptr : std::static_pointer_cast<T>(arguments.object(i));
}

using Args = Arguments<ThingPtr>;
using Result = CallResult<ThingPtr>;

}  // namespace

// The adapter ------------------------------------------------------------------------------------

OoAdapter::OoAdapter(const OperatorOptions& options)
  : InProcessProblem(options), m_probes(recorder())
{
    describe_types();
    describe_branches();
    describe_accounts();
    describe_account_fields();
    describe_bank();
}

void OoAdapter::describe_types()
{
    TypeUniverse& types = universe();
    m_amount = types.add(integer_type(32, true));
    m_rate = types.add(floating_type(64));
    m_name = types.add(string_type());
    m_tier = types.add(enumeration_type("Tier", {"plain", "silver", "gold"}));
    m_account = types.add(object_type("Account"));
    m_savings = types.add(object_type("Savings", {m_account}));
    m_checking = types.add(object_type("Checking", {m_account}));
    Type clock = object_type("Clock");
    clock.nullable = false;
    m_clock = types.add(clock);
    m_bank = types.add(object_type("Bank"));
    add_constant(Value(std::string("ada")), m_name);
    add_constant(Value(std::string("bob")), m_name);
    add_constant(Value(0.25), m_rate);
    add_constant(Value(100'000), m_amount);
}

void OoAdapter::describe_branches()
{
    BankProbes& p = m_probes;
    p.deposit = add_entry("deposit");
    p.withdraw = add_entry("withdraw");
    p.mature = add_entry("mature");
    p.enrol = add_entry("enrol");
    p.transfer = add_entry("transfer");
    p.merge = add_entry("merge");
    p.amount_not_positive = add_branch("deposit: amount <= 0");
    p.is_frozen = add_branch("deposit: frozen", Outcome{p.amount_not_positive, false});
    p.makes_gold = add_branch("deposit: balance > 100000", Outcome{p.is_frozen, false});
    p.exceeds_available = add_branch("withdraw: amount > available");
    p.limit_used_up = add_branch("withdraw: available == 0", Outcome{p.exceeds_available, false});
    p.rate_is_quarter = add_branch("mature: rate == 0.25");
    p.months_left = add_branch("mature: months left");
    p.doubled = add_branch("mature: doubled");
    p.enrol_null = add_branch("enrol: null");
    p.enrol_again = add_branch("enrol: known", Outcome{p.enrol_null, false});
    p.is_crowded = add_branch("enrol: three or more", Outcome{p.enrol_again, false});
    p.same_account = add_branch("transfer: same account");
    p.both_enrolled = add_branch("transfer: both enrolled", Outcome{p.same_account, false});
    p.to_gold = add_branch("transfer: to gold", Outcome{p.both_enrolled, true});
    p.same_owner = add_branch("merge: same owner");
    p.is_magic_owner = add_branch("merge: owner is ada", Outcome{p.same_owner, true});
    p.first_is_savings = add_branch("merge: savings", Outcome{p.is_magic_owner, true});
    p.second_is_deep = add_branch("merge: balance < -500", Outcome{p.first_is_savings, true});
}

void OoAdapter::describe_accounts()
{
    BankProbes& p = m_probes;
    add_constructor(
        "Savings", m_savings, {{"owner", m_name}, {"rate", m_rate}}, [&p](const Args& a) {
            return Result(ThingPtr(std::make_shared<Savings>(p, a.text(0), a.number(1))));
        });
    add_constructor(
        "Checking", m_checking, {{"owner", m_name}, {"limit", m_amount}}, [&p](const Args& a) {
            return Result(ThingPtr(std::make_shared<Checking>(p, a.text(0), a.integer(1))));
        });
    Callable clock{CallableKind::constructor, "Clock", {{"months", m_amount}}, m_clock};
    clock.is_under_test = false;
    add(clock,
        [](const Args& a) { return Result(ThingPtr(std::make_shared<Clock>(a.integer(0)))); });
    Callable advance{
        CallableKind::method, "advance", {{"clock", m_clock}, {"months", m_amount}}, nothing()};
    advance.is_under_test = false;
    add(advance, [](const Args& a) {
        as<Clock>(a, 0)->advance(a.integer(1));
        return Result();
    });
    const Parameter account{"account", m_account};
    add_method(account, "deposit", {{"amount", m_amount}}, [](const Args& a) {
        as<Account>(a, 0)->deposit(a.integer(1));
        return Result();
    });
    add_method(
        account, "withdraw", {{"amount", m_amount}},
        [](const Args& a) { return Result(Value(as<Account>(a, 0)->withdraw(a.integer(1)))); },
        universe().add(integer_type(64, true)));
    add_method({"savings", m_savings}, "mature", {{"clock", m_clock}}, [](const Args& a) {
        // A clock may come from a method that returned null in some other subject; not here.
        as<Savings>(a, 0)->mature(*as<Clock>(a, 1));
        return Result();
    });
}

void OoAdapter::describe_account_fields()
{
    const Parameter account{"account", m_account};
    Callable read{CallableKind::field_read, "tier", {account}, m_tier};
    read.is_under_test = false;
    add(read,
        [](const Args& a) { return Result(Value(static_cast<int>(as<Account>(a, 0)->tier()))); });
    Callable write{CallableKind::field_write, "set tier", {account, {"tier", m_tier}}, nothing()};
    write.is_under_test = false;
    add(write, [](const Args& a) {
        as<Account>(a, 0)->set_tier(static_cast<Tier>(a.integer(1)));
        return Result();
    });
    Callable cast{CallableKind::cast, "as savings", {account}, m_savings};
    cast.is_under_test = false;
    add(cast, [](const Args& a) {
        const auto from = as<Account>(a, 0);
        auto savings = std::dynamic_pointer_cast<Savings>(from);
        if (from != nullptr && savings == nullptr)
        {
            throw SubjectException("BadCast");
        }
        return savings == nullptr ? Result() : Result(ThingPtr(std::move(savings)));
    });
}

void OoAdapter::describe_bank()
{
    BankProbes& p = m_probes;
    add_constructor("Bank", m_bank, {},
        [&p](const Args&) { return Result(ThingPtr(std::make_shared<Bank>(p))); });
    const Parameter bank{"bank", m_bank};
    const Parameter first{"first", m_account};
    const Parameter second{"second", m_account};
    const TypeId count = universe().add(integer_type(16, true));
    add_method(
        bank, "enrol", {first},
        [](const Args& a) { return Result(Value(as<Bank>(a, 0)->enrol(as<Account>(a, 1)))); },
        count);
    add_method(bank, "transfer", {first, second, {"amount", m_amount}}, [](const Args& a) {
        as<Bank>(a, 0)->transfer(as<Account>(a, 1), as<Account>(a, 2), a.integer(3));
        return Result();
    });
    add_method(
        bank, "merge", {first, second},
        [](const Args& a) {
            if (a.is_null(1) || a.is_null(2))
            {
                throw SubjectException("NullAccount");
            }
            auto stays = as<Bank>(a, 0)->merge(as<Account>(a, 1), as<Account>(a, 2));
            return stays == nullptr ? Result() : Result(ThingPtr(std::move(stays)));
        },
        m_account);
}

}  // namespace sbst::test_support
