// SPDX-License-Identifier: Apache-2.0
// An object-oriented subject and its adapter for tests of the whole loop: a small bank with an
// abstract account, two subtypes, references between objects, null, exceptions, an enumeration,
// texts, a floating-point comparison and a loop. Next: oo_adapter.cpp for the subject's code.
#pragma once

#include <sbst/in_process/in_process_problem.hpp>

#include <memory>
#include <string>

namespace sbst::test_support
{

/// Base of everything that the subject makes.
class Thing
{
public:
    Thing() = default;
    Thing(const Thing&) = delete;
    Thing& operator=(const Thing&) = delete;
    virtual ~Thing() = default;
};

using ThingPtr = std::shared_ptr<Thing>;

/// The names by which the subject's code records its conditions and methods.
struct BankProbes
{
    explicit BankProbes(TraceRecorder& trace_recorder) : recorder(trace_recorder) {}

    TraceRecorder& recorder;
    MethodId deposit, withdraw, mature, enrol, transfer, merge;
    PredicateId amount_not_positive, is_frozen, makes_gold;
    PredicateId exceeds_available, limit_used_up;
    PredicateId rate_is_quarter, months_left, doubled;
    PredicateId enrol_null, enrol_again, is_crowded;
    PredicateId same_account, both_enrolled, to_gold;
    PredicateId same_owner, is_magic_owner, first_is_savings, second_is_deep;
};

/// The adapter. Every goal can be covered, some only through the state of several objects.
class OoAdapter : public InProcessProblem<ThingPtr>
{
public:
    explicit OoAdapter(const OperatorOptions& options = {});
    ~OoAdapter() = default;

private:
    void describe_types();
    void describe_branches();
    void describe_accounts();
    void describe_account_fields();
    void describe_bank();

    BankProbes m_probes;
    TypeId m_amount, m_rate, m_name, m_tier;
    TypeId m_account, m_savings, m_checking, m_clock, m_bank;
};

static_assert(SequenceProblem<OoAdapter>);

}  // namespace sbst::test_support
