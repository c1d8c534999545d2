// SPDX-License-Identifier: Apache-2.0
// Each component has a subject that only it covers: with all others, but not with this one, the
// subject's goal stays open.
#include "core/guided/guided_run.hpp"
#include "support/catch.hpp"
#include "support/oo_adapter.hpp"

#include <sbst/in_process/in_process_problem.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::testing_support;

namespace
{

struct Thing
{
    TypeId type;
    std::vector<std::int64_t> items{};
};
using ThingPtr = std::shared_ptr<Thing>;

/// What the subjects have in common: one goal, which a call covers.
class Subject : public InProcessProblem<ThingPtr>
{
public:
    Subject() : number(universe().add(integer_type(64, true, "long"))), any(object("Object", {}))
    {
        goal = add_branch("the goal is met");
        describe_objects([](const ThingPtr& thing) {
            std::uint64_t state = 1;
            for (const std::int64_t item : thing->items)
            {
                state = state * 31 + static_cast<std::uint64_t>(item) + 7;
            }
            return Described{thing->type, state};
        });
    }

    TypeId number;
    TypeId any;
    PredicateId goal;

    TypeId object(const std::string& name, std::vector<TypeId> supertypes)
    {
        Type type = object_type(name, std::move(supertypes));
        type.nullable = false;
        return universe().add(type);
    }
    void meet(bool is_met) { recorder().is_true(goal, is_met); }
    [[nodiscard]] bool is_met(const SearchResult<TestCase>& result) const
    {
        return result.archive.find(*find_branch(goals(), goal, true)) != nullptr;
    }
    static Result made(TypeId type) { return Result(std::make_shared<Thing>(Thing{type})); }

protected:
    ~Subject() = default;
};

/// `create()` is declared to return an Object, and returns a Secret.
class FactorySubject final : public Subject
{
public:
    FactorySubject() : m_secret(object("Secret", {any}))
    {
        add({CallableKind::function, "create", {}, any},
            [this](const auto&) { return made(m_secret); });
        add({CallableKind::function, "open", {{"secret", m_secret}}, nothing()},
            [this](const auto& arguments) {
                meet(!arguments.is_null(0));
                return Result();
            });
    }
    std::optional<CallableId> cast_between(TypeId from, TypeId to)
    {
        if (!m_cast)
        {
            m_cast = add({CallableKind::cast, "to Secret", {{"object", from}}, to, false},
                [](const auto& arguments) { return Result(arguments.object(0)); });
        }
        return m_cast;
    }

private:
    TypeId m_secret;
    std::optional<CallableId> m_cast;
};

/// No callable that is known makes a Part; a workshop that is found on demand does.
class WorkshopSubject final : public Subject
{
public:
    WorkshopSubject() : m_part(object("Part", {any})), m_workshop(object("Workshop", {any}))
    {
        add({CallableKind::function, "mount", {{"part", m_part}}, nothing()},
            [this](const auto& arguments) {
                meet(!arguments.is_null(0));
                return Result();
            });
        add({CallableKind::function, "idle", {}, nothing()}, [](const auto&) { return Result(); });
    }
    bool find_producers(TypeId type)
    {
        if (type != m_part)
        {
            return false;
        }
        add({CallableKind::constructor, "Workshop", {}, m_workshop, false},
            [this](const auto&) { return made(m_workshop); });
        add({CallableKind::method, "makePart", {{"workshop", m_workshop}}, m_part, false},
            [this](const auto&) { return made(m_part); });
        return true;
    }

private:
    TypeId m_part;
    TypeId m_workshop;
};

/// One number of nine digits, which stands in the code of a neighbour.
class ConstantSubject final : public Subject
{
public:
    static constexpr std::int64_t wanted = 482'711'139;

    ConstantSubject()
    {
        add({CallableKind::function, "check", {{"n", number}}, nothing()},
            [this](const auto& arguments) {
                meet(arguments.integer(0) == wanted);
                return Result();
            });
        m_constants.add_document();
        const auto neighbour = m_constants.add_document();
        for (int other = 0; other < 50; ++other)
        {
            m_constants.add(neighbour, Value(other), number, types());
        }
        m_constants.add(neighbour, Value(wanted), number, types());
    }
    MinedConstants& mined_constants() { return m_constants; }
    [[nodiscard]] static std::size_t constant_document(CallableId) { return 0; }

private:
    MinedConstants m_constants;
};

/// A list that must have twelve items; adding one is no method under test.
class ListSubject final : public Subject
{
public:
    ListSubject() : m_list(object("List", {any}))
    {
        add({CallableKind::constructor, "List", {}, m_list, false},
            [this](const auto&) { return made(m_list); });
        m_add =
            add({CallableKind::method, "add", {{"list", m_list}, {"n", number}}, nothing(), false},
                [](const auto& arguments) {
                    arguments.object(0)->items.push_back(arguments.integer(1));
                    return Result();
                });
        add({CallableKind::function, "fill", {{"list", m_list}}, nothing()},
            [this](const auto& arguments) {
                meet(arguments.object(0)->items.size() >= 12);
                return Result();
            });
    }
    [[nodiscard]] bool may_write(CallableId callable, std::size_t parameter) const
    {
        return callable == m_add && parameter == 0;
    }

private:
    TypeId m_list;
    CallableId m_add;
};

template <class S>
std::size_t times_met(const GuidedOptions& options)
{
    std::size_t times = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
    {
        S subject;
        times += subject.is_met(run_guided(subject, options, 5000, seed)) ? 1U : 0U;
    }
    return times;
}

}  // namespace

TEST_CASE("elephant brain: what a factory returns as an object is used as what it is",
    "[core][guided][unit]")
{
    CHECK(times_met<FactorySubject>({}) == 10);
    CHECK(times_met<FactorySubject>(with_only(&GuidedOptions::elephant_brain)) == 10);
    CHECK(times_met<FactorySubject>(with_all_but(&GuidedOptions::elephant_brain)) == 0);
}

TEST_CASE("detective: what no known method makes is searched for", "[core][guided][unit]")
{
    CHECK(times_met<WorkshopSubject>({}) == 10);
    CHECK(times_met<WorkshopSubject>(with_only(&GuidedOptions::detective)) == 10);
    CHECK(times_met<WorkshopSubject>(with_all_but(&GuidedOptions::detective)) == 0);
}

TEST_CASE("constant mining: a constant of a neighbour is tried", "[core][guided][unit]")
{
    CHECK(times_met<ConstantSubject>({}) == 10);
    CHECK(times_met<ConstantSubject>(with_only(&GuidedOptions::constant_mining)) == 10);
    CHECK(times_met<ConstantSubject>(with_all_but(&GuidedOptions::constant_mining)) == 0);
}

TEST_CASE("impurity: objects of the pool get further calls", "[core][guided][unit]")
{
    CHECK(times_met<ListSubject>({}) == 10);
    CHECK(times_met<ListSubject>(with_only(&GuidedOptions::impurity)) == 10);
    CHECK(times_met<ListSubject>(with_all_but(&GuidedOptions::impurity)) == 0);
}

TEST_CASE("guided random testing: each component off gives other tests", "[core][guided][unit]")
{
    const auto next_test = [](auto& subject, const GuidedOptions& options) {
        BudgetMeter meter(Budget{.max_executions = 300, .keep_going = true});
        Rng rng(1);
        GuidedSampling sampling(subject.operators(), subject.goals(),
            guided_facts_of(subject, options), options, {.is_on = true});
        (void)search_with<GuidedRandom>(subject, SearchOptions{}, meter, rng, sampling);
        // It depends on all that was drawn before.
        return sampling.new_test(rng);
    };
    const auto differs = [&]<class S>(S*, bool GuidedOptions::*component) {
        S with;
        S without;
        return next_test(with, {}) != next_test(without, with_all_but(component));
    };
    CHECK(differs(static_cast<ConstantSubject*>(nullptr), &GuidedOptions::constant_mining));
    CHECK(differs(static_cast<ListSubject*>(nullptr), &GuidedOptions::impurity));
    CHECK(differs(static_cast<FactorySubject*>(nullptr), &GuidedOptions::elephant_brain));
    CHECK(differs(static_cast<WorkshopSubject*>(nullptr), &GuidedOptions::detective));
    CHECK(differs(static_cast<ListSubject*>(nullptr), &GuidedOptions::orienteering));
    CHECK(differs(static_cast<test_support::OoAdapter*>(nullptr), &GuidedOptions::bloodhound));
}
