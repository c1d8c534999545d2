// SPDX-License-Identifier: Apache-2.0
// Stand-ins: objects of interfaces and abstract classes of which tests can make no real one.
#include "known_types.hpp"
#include "surface_builder.hpp"

#include <algorithm>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// Answers of methods that the classes under test do not call: other classes may.
constexpr std::size_t max_other_answers = 4;
/// Constructors used of an abstract class that is not under test.
constexpr std::size_t max_constructors = 2;
/// Probability that a method whose answers may change has only one.
constexpr double no_turns_prob = 0.5;
/// Probabilities that a method that may throw does not: seldom and often; and that one that always
/// throws throws the first of its exceptions.
constexpr double no_failure_prob = 0.95;
constexpr double half_failure_prob = 0.5;
constexpr double first_failure_prob = 0.7;

}  // namespace

bool SurfaceBuilder::is_maker(std::size_t callable) const
{
    if (m_named_callables.contains(callable))
    {
        return false;
    }
    const JavaCallable& java = m_callables[callable];
    switch (java.kind)
    {
        case JavaCallableKind::field_read:
        case JavaCallableKind::field_write:
        case JavaCallableKind::static_field_write:
        case JavaCallableKind::cast:
            return false;
        case JavaCallableKind::static_method:
        {
            // What the JDK opens is a file that tests do not have.
            const std::string parameters = java.descriptor.substr(0, java.descriptor.find(')'));
            return m_hierarchy.is_on_path(java.owner) ||
                   (parameters.find("Ljava/nio/file/Path;") == std::string::npos &&
                       parameters.find("Ljava/io/File;") == std::string::npos);
        }
        case JavaCallableKind::instance_method:
        {
            // What a getter of the class under test returns was given to it.
            const ClassFile* owner = m_hierarchy.find(java.owner);
            if (owner == nullptr || is_under_test(*owner))
            {
                return false;
            }
            // So was what a list returns.
            const Method* method = owner->find_method(java.name, java.descriptor);
            return method == nullptr || !returns_class_variable(*method);
        }
        default:
            return true;
    }
}

std::vector<bool> SurfaceBuilder::types_with_makers() const
{
    const TypeUniverse& types = m_table.types();
    std::vector<bool> has_maker(types.size(), false);
    for (std::size_t i = 0; i < m_callables.size(); ++i)
    {
        const Callable& callable = m_catalogue[CallableId(i)];
        const auto mark = [&](TypeId type) {
            has_maker[type.index()] =
                has_maker[type.index()] ||
                std::none_of(callable.parameters.begin(), callable.parameters.end(),
                    [&](const Parameter& parameter) {
                        return types.is_assignable(parameter.type, type);
                    });
        };
        if (is_maker(i))
        {
            mark(callable.result);
            const auto above = types.ancestors(callable.result);
            std::for_each(above.begin(), above.end(), mark);
        }
    }
    return has_maker;
}

bool SurfaceBuilder::is_answer(std::size_t callable) const
{
    const JavaCallable& java = m_callables[callable];
    const ClassFile* owner =
        java.kind == JavaCallableKind::instance_method ? m_hierarchy.find(java.owner) : nullptr;
    const Method* method =
        owner == nullptr ? nullptr : owner->find_method(java.name, java.descriptor);
    return method != nullptr && method->access.is_abstract();
}

std::vector<bool> SurfaceBuilder::made_types() const
{
    const TypeUniverse& types = m_table.types();
    std::vector<bool> is_made(types.size(), false);
    // Without those that only have stand-ins and lambdas: these return what they were given.
    std::vector<bool> is_real(types.size(), false);
    std::set<std::size_t> answers;
    std::vector<std::size_t> waiting;
    for (std::size_t i = 0; i < m_callables.size(); ++i)
    {
        if (is_maker(i) && types[m_catalogue[CallableId(i)].result].kind == TypeKind::object)
        {
            waiting.push_back(i);
            if (is_answer(i))
            {
                answers.insert(i);
            }
        }
    }
    const auto can_call = [&](std::size_t callable) {
        const auto& parameters = m_catalogue[CallableId(callable)].parameters;
        if (answers.contains(callable) && !is_real[parameters.front().type.index()])
        {
            return false;
        }
        return m_callables[callable].kind == JavaCallableKind::stand_in ||
               std::all_of(parameters.begin(), parameters.end(), [&](const Parameter& parameter) {
                   return m_table.is_literal(parameter.type) || is_made[parameter.type.index()];
               });
    };
    for (bool has_changed = true; has_changed;)
    {
        const auto left = std::stable_partition(waiting.begin(), waiting.end(), can_call);
        has_changed = left != waiting.begin();
        for (auto callable = waiting.begin(); callable != left; ++callable)
        {
            const JavaCallableKind kind = m_callables[*callable].kind;
            const bool makes_real =
                kind != JavaCallableKind::stand_in && kind != JavaCallableKind::functional;
            const auto mark = [&](TypeId type) {
                is_made[type.index()] = true;
                is_real[type.index()] = is_real[type.index()] || makes_real;
            };
            const TypeId result = m_catalogue[CallableId(*callable)].result;
            mark(result);
            const auto above = types.ancestors(result);
            std::for_each(above.begin(), above.end(), mark);
        }
        waiting.erase(waiting.begin(), left);
    }
    return is_made;
}

bool SurfaceBuilder::supply_stand_in()
{
    if (m_options.stand_ins == StandIns::off || m_abstract.empty())
    {
        return false;
    }
    const std::vector<bool> is_made = made_types();
    const auto left = std::stable_partition(m_abstract.begin(), m_abstract.end(),
        [&](const Wanted& wanted) { return !is_made[m_table.object_of(wanted.type).index()]; });
    const std::vector<Wanted> made(left, m_abstract.end());
    m_abstract.erase(left, m_abstract.end());
    if (std::count_if(made.begin(), made.end(),
            [this](const Wanted& wanted) { return add_failing(wanted); }) > 0)
    {
        return true;
    }
    // What a stand-in is given to may be a real object of another type: it comes first.
    const std::vector<bool> has_maker = types_with_makers();
    std::stable_partition(m_abstract.begin(), m_abstract.end(),
        [&](const Wanted& wanted) { return !has_maker[m_table.object_of(wanted.type).index()]; });
    while (!m_abstract.empty())
    {
        const Wanted wanted = std::move(m_abstract.front());
        m_abstract.erase(m_abstract.begin());
        if (add_stand_in(wanted))
        {
            return true;
        }
    }
    return false;
}

bool SurfaceBuilder::add_stand_in(const Wanted& wanted)
{
    const ClassFile& file = *m_hierarchy.find(wanted.type.name);
    const auto signature = parse_class_signature(file.signature);
    const bool may_have_stub =
        file.access.is_interface() && (!signature || signature->type_parameters.empty());
    auto plan = plan_stand_in(m_hierarchy, wanted.type,
        may_have_stub ? m_options.max_stub_methods : m_options.max_stand_in_methods);
    std::vector<const Method*> constructors = inherited_constructors(m_hierarchy, file);
    if (!plan || (constructors.empty() && !file.access.is_interface()))
    {
        return false;
    }
    choose_answers(*plan);
    if (file.access.is_interface())
    {
        constructors.assign(1, nullptr);
    }
    else if (!is_under_test(file) && constructors.size() > max_constructors)
    {
        constructors.resize(max_constructors);
    }
    for (const Method* constructor : constructors)
    {
        add_stand_in_by(wanted, *plan, constructor);
    }
    return true;
}

void SurfaceBuilder::add_turns(const Wanted& wanted, const FunctionalMethod& method)
{
    const auto is_wanted = [&method](const MemberKey& repeated) {
        return repeated.name == method.name && repeated.descriptor == method.descriptor;
    };
    const std::set<MemberKey>& repeated = repeated_methods();
    const bool is_repeated = std::any_of(repeated.begin(), repeated.end(), is_wanted);
    const bool takes_function = method.descriptor.find('L') < method.descriptor.find(')');
    if (m_options.stand_ins == StandIns::off || !known_implementations(wanted.type.name).empty() ||
        (!is_repeated && !takes_function && caught_exceptions().empty()))
    {
        return;
    }
    auto plan = plan_stand_in(m_hierarchy, wanted.type, m_options.max_stand_in_methods);
    if (!plan || plan->form.methods.size() != 1)
    {
        return;
    }
    choose_answers(*plan);
    const StandInMethod& form = plan->form.methods.front();
    if (form.has_turns || form.callback || !form.failures.empty())
    {
        plan->form.lambda = form.callback ? "" : method.descriptor;
        add_stand_in_by(wanted, *plan, nullptr);
    }
}

void SurfaceBuilder::add_stand_in_by(
    const Wanted& wanted, const StandInPlan& plan, const Method* constructor, Failing failing)
{
    const ClassFile& file = *m_hierarchy.find(wanted.type.name);
    Callable callable;
    const bool is_inner = constructor != nullptr && is_inner_constructor(file, *constructor);
    callable.name = "stand-in";
    callable.is_under_test = constructor != nullptr && failing == Failing::seldom &&
                             is_under_test(file) && is_wanted(*constructor);
    JavaCallable java{.kind = JavaCallableKind::stand_in,
        .owner = file.name,
        .name = "<init>",
        .descriptor = constructor == nullptr ? "()V" : constructor->descriptor,
        .is_owner_interface = file.access.is_interface(),
        .is_inner = is_inner,
        .stand_in = plan.form};
    if (constructor != nullptr)
    {
        java.declared_exceptions = constructor->exceptions;
        Bindings bindings = Hierarchy::bindings_of(file, wanted.type);
        for (const GroundType& type : parameters_of(*constructor, wanted.type, bindings))
        {
            callable.parameters.push_back(
                {.name = "argument", .type = want(type, wanted.depth + 1)});
        }
    }
    // The outer object is like a receiver, unless it is a constant of an enumeration.
    const bool is_called_on_object =
        is_inner && !m_table.is_literal(callable.parameters.front().type);
    callable.kind = constructor == nullptr ? CallableKind::function :
                    is_called_on_object    ? CallableKind::method :
                                             CallableKind::constructor;
    add_answers(wanted, plan, failing, callable);
    callable.is_rare = failing != Failing::seldom;
    callable.result = m_table.object_of(wanted.type);
    add(std::move(callable), std::move(java));
}

void SurfaceBuilder::add_answers(
    const Wanted& wanted, const StandInPlan& plan, Failing failing, Callable& callable)
{
    for (std::size_t i = 0; i < plan.results.size(); ++i)
    {
        const StandInMethod& method = plan.form.methods[i];
        const TypeId answer =
            method.has_answer ? want(plan.results[i], wanted.depth + 1) : TypeId{};
        if (method.has_answer)
        {
            callable.parameters.push_back({.name = method.name, .type = answer});
        }
        if (method.has_turns)
        {
            callable.parameters.push_back({.name = "first", .type = answer});
            callable.parameters.push_back({.name = "turns",
                .type = m_table.count(0, max_turns),
                .usual = Value(std::int64_t{0}),
                .usual_prob = no_turns_prob});
        }
        if (!method.failures.empty())
        {
            callable.parameters.push_back({.name = "failure",
                .type = m_table.count(failing == Failing::always ? 1 : 0, method.failures.size()),
                .usual = Value(std::int64_t{failing == Failing::always ? 1 : 0}),
                .usual_prob = failing == Failing::always ? first_failure_prob :
                              failing == Failing::often  ? half_failure_prob :
                                                           no_failure_prob});
        }
    }
}

const std::set<MemberKey>& SurfaceBuilder::called_methods()
{
    if (!m_called)
    {
        m_called.emplace();
        for (const std::string& name : m_under_test)
        {
            const ClassFile* file = m_hierarchy.find(name);
            const ClassFacts facts = file == nullptr ? ClassFacts{} : find_class_facts(*file);
            for (const MethodFacts& method : facts.methods)
            {
                m_called->insert(method.calls.begin(), method.calls.end());
                m_called->insert(method.captures.begin(), method.captures.end());
            }
        }
    }
    return *m_called;
}

const std::set<MemberKey>& SurfaceBuilder::repeated_methods()
{
    if (!m_repeated)
    {
        m_repeated.emplace();
        for (const std::string& name : m_under_test)
        {
            if (const ClassFile* file = m_hierarchy.find(name))
            {
                m_repeated->merge(repeated_calls(*file));
            }
        }
    }
    return *m_repeated;
}

void SurfaceBuilder::choose_callbacks(StandInPlan& plan)
{
    const std::set<std::string>& functions = functional_types();
    const std::set<MemberKey>& called = called_methods();
    for (StandInMethod& method : plan.form.methods)
    {
        // Others that call it, such as a pool its factory of threads, may not bear that it runs.
        const bool is_called =
            std::any_of(called.begin(), called.end(), [&method](const MemberKey& key) {
                return key.name == method.name && key.descriptor == method.descriptors.front();
            });
        if (method.callback && (!is_called || !functions.contains(method.callback->interface)))
        {
            method.callback.reset();
        }
    }
}

void SurfaceBuilder::choose_answers(StandInPlan& plan)
{
    choose_callbacks(plan);
    choose_failures(plan);
    std::set<std::string> called;
    for (const MemberKey& method : called_methods())
    {
        called.insert(method.name + method.descriptor);
    }
    const auto is_called = [&called](const StandInMethod& method) {
        return std::any_of(method.descriptors.begin(), method.descriptors.end(),
            [&](const std::string& descriptor) {
                return called.contains(method.name + descriptor);
            });
    };
    std::set<std::string> repeated;
    for (const MemberKey& method : repeated_methods())
    {
        repeated.insert(method.name + method.descriptor);
    }
    const auto is_repeated = [&repeated](const StandInMethod& method) {
        return std::any_of(method.descriptors.begin(), method.descriptors.end(),
            [&](const std::string& descriptor) {
                return repeated.contains(method.name + descriptor);
            });
    };
    std::size_t answers = 0;
    for (const bool wants_called : {true, false})
    {
        const std::size_t limit = wants_called ? m_options.max_answers :
                                                 std::min(m_options.max_answers, max_other_answers);
        for (std::size_t i = 0; i < plan.results.size(); ++i)
        {
            StandInMethod& method = plan.form.methods[i];
            const bool is_told = method.callback && method.callback->is_returned;
            if (answers < limit && plan.results[i].name != "V" && !is_told &&
                is_called(method) == wants_called)
            {
                method.has_answer = true;
                method.has_turns = is_repeated(method);
                ++answers;
            }
        }
    }
}

}  // namespace sbst::jvm::detail
