// SPDX-License-Identifier: Apache-2.0
// Stand-ins that throw: what handlers of the classes under test catch around calls.
#include "known_types.hpp"
#include "stand_in_methods.hpp"
#include "surface_builder.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <array>
#include <deque>
#include <limits>
#include <string_view>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// Exceptions of one method.
constexpr std::size_t max_failures = 3;
/// Methods of one stand-in that throw what they do not declare, for handlers of any exception: one
/// that throws is enough for a handler.
constexpr std::size_t max_undeclared = 2;
/// Stand-ins that throw although there are real objects, and how deep among arguments.
constexpr std::size_t max_failing = 6;
constexpr std::size_t max_failing_depth = 2;
constexpr std::size_t max_failing_above = 64;
/// The name of a method is part of a text, which class files limit.
constexpr std::size_t max_name = 1000;

constexpr std::string_view text_descriptor = "Ljava/lang/String;";

bool is_broad(std::string_view exception)
{
    return exception == "java/lang/Throwable" || exception == "java/lang/Exception" ||
           exception == "java/lang/RuntimeException";
}

/// What closes an object is called after what failed, too.
bool is_last_call(const StandInMethod& method)
{
    return method.name == "close" || method.name == "flush";
}

/// Lets what closes an object throw only if no other method does.
/// @return the number of methods that may throw.
std::size_t keep_first_failures(std::vector<StandInMethod>& methods)
{
    const auto fails = [](const StandInMethod& method) { return !method.failures.empty(); };
    const bool has_others = std::any_of(methods.begin(), methods.end(),
        [&](const StandInMethod& method) { return fails(method) && !is_last_call(method); });
    for (StandInMethod& method : methods)
    {
        if (has_others && is_last_call(method))
        {
            method.failures.clear();
        }
    }
    return static_cast<std::size_t>(std::count_if(methods.begin(), methods.end(), fails));
}

}  // namespace

bool SurfaceBuilder::is_exception_below(const std::string& name, std::string_view above) const
{
    return is_class_below(m_hierarchy, name, above);
}

bool SurfaceBuilder::is_checked(const std::string& exception) const
{
    return !is_exception_below(exception, "java/lang/RuntimeException") &&
           !is_exception_below(exception, "java/lang/Error");
}

std::optional<MadeException> SurfaceBuilder::made_exception(const std::string& name) const
{
    // The machine throws some of these itself, an interrupted thread stays so, and an assertion
    // that fails is a fault.
    constexpr std::array<std::string_view, 5> left_out{"java/lang/VirtualMachineError",
        "java/lang/LinkageError", "java/lang/ThreadDeath", "java/lang/InterruptedException",
        "java/lang/AssertionError"};
    const ClassFile* file = m_hierarchy.find(name);
    const bool is_left_out =
        name == "java/lang/Error" ||
        std::any_of(left_out.begin(), left_out.end(),
            [&](std::string_view above) { return is_exception_below(name, above); });
    if (file == nullptr || is_left_out || file->access.is_abstract() ||
        !m_hierarchy.is_nameable(*file) || !is_exception_below(name, "java/lang/Throwable") ||
        is_inner_class(*file))
    {
        return std::nullopt;
    }
    std::optional<std::pair<int, MadeException>> best;
    for (const Method& method : file->methods)
    {
        auto made = method.is_constructor() && method.exceptions.empty() &&
                            m_hierarchy.is_usable(*file, method) ?
                        made_by(*file, method) :
                        std::nullopt;
        if (made && (!best || made->first < best->first))
        {
            best = std::move(made);
        }
    }
    return best ? std::optional(std::move(best->second)) : std::nullopt;
}

std::optional<std::pair<int, MadeException>> SurfaceBuilder::made_by(
    const ClassFile& file, const Method& constructor) const
{
    constexpr std::size_t most_parameters = 4;
    // Behind what takes no more than one text and a cause.
    constexpr int first_with_more = 4;
    const auto descriptor = parse_method_descriptor(constructor.descriptor);
    if (!descriptor || descriptor->parameters.size() > most_parameters)
    {
        return std::nullopt;
    }
    MadeException made{.name = file.name,
        .descriptor = constructor.descriptor,
        .is_checked = is_checked(file.name)};
    int texts = 0;
    int others = 0;
    bool is_any = true;
    for (const std::string& parameter : descriptor->parameters)
    {
        if (parameter == text_descriptor)
        {
            ++texts;
        }
        else if (parameter.size() == 1)
        {
            ++others;
        }
        else
        {
            const std::string cause =
                parameter.starts_with('L') ? parameter.substr(1, parameter.size() - 2) : "";
            is_any = is_broad(cause);
            // A cause has no cause of its own.
            if (!made.cause.empty() || cause.empty() || cause == file.name ||
                !add_cause(made, is_any ? "java/lang/IllegalStateException" : cause))
            {
                return std::nullopt;
            }
        }
    }
    const int plain = made.cause.empty() ? (texts == 1 ? 0 : 1) : (is_any ? 2 : 3);
    const bool has_more = texts > 1 || others > 0;
    return std::pair{has_more ? first_with_more + texts + others : plain, std::move(made)};
}

bool SurfaceBuilder::add_cause(MadeException& made, const std::string& cause) const
{
    const ClassFile* file = m_hierarchy.find(cause);
    if (file == nullptr || !is_exception_below(cause, "java/lang/Throwable") ||
        file->access.is_abstract() || !m_hierarchy.is_nameable(*file))
    {
        return false;
    }
    for (const char* plain : {"(Ljava/lang/String;)V", "()V"})
    {
        const Method* method = file->find_method("<init>", plain);
        if (method != nullptr && m_hierarchy.is_usable(*file, *method))
        {
            made.cause = cause;
            made.cause_descriptor = plain;
            return true;
        }
    }
    return false;
}

const std::map<MemberKey, std::set<std::string>>& SurfaceBuilder::caught_exceptions()
{
    if (!m_caught)
    {
        std::vector<const ClassFile*> files;
        for (const std::string& name : m_under_test)
        {
            if (const ClassFile* file = m_hierarchy.find(name))
            {
                files.push_back(file);
            }
        }
        m_caught =
            caught_around_calls(files, m_options.all_handlers ? Handlers::all : Handlers::deciding);
    }
    return *m_caught;
}

const Method* SurfaceBuilder::called_method(const MemberKey& key) const
{
    std::deque<std::string> waiting{key.owner};
    std::set<std::string> seen;
    while (!waiting.empty() && seen.size() < max_failing_above)
    {
        const std::string name = std::move(waiting.front());
        waiting.pop_front();
        const ClassFile* file = seen.insert(name).second ? m_hierarchy.find(name) : nullptr;
        if (file == nullptr)
        {
            continue;
        }
        if (const Method* method = file->find_method(key.name, key.descriptor))
        {
            return method;
        }
        waiting.push_back(file->superclass);
        waiting.insert(waiting.end(), file->interfaces.begin(), file->interfaces.end());
    }
    return nullptr;
}

const std::set<std::string>& SurfaceBuilder::caught_of_others()
{
    if (!m_caught_of_others)
    {
        m_caught_of_others.emplace();
        for (const auto& [key, caught] : caught_exceptions())
        {
            const Method* method = called_method(key);
            for (const std::string& declared :
                method == nullptr ? std::vector<std::string>{} : method->exceptions)
            {
                for (const std::string& type : caught)
                {
                    const bool is_narrower = is_exception_below(type, declared);
                    const std::string& thrown = is_narrower ? type : declared;
                    if ((is_narrower || is_exception_below(declared, type)) && is_checked(thrown))
                    {
                        m_caught_of_others->insert(thrown);
                    }
                }
            }
        }
    }
    return *m_caught_of_others;
}

bool SurfaceBuilder::add_failure(StandInMethod& method, const std::string& exception) const
{
    const auto is_same = [&exception](
                             const MadeException& known) { return known.name == exception; };
    if (std::any_of(method.failures.begin(), method.failures.end(), is_same))
    {
        return true;
    }
    auto made = made_exception(exception);
    const bool is_allowed = made && (!made->is_checked || method.may_declare) &&
                            method.failures.size() < max_failures && method.name.size() < max_name;
    if (is_allowed)
    {
        method.failures.push_back(std::move(*made));
    }
    return is_allowed;
}

bool SurfaceBuilder::add_declared(StandInMethod& method, const std::string& caught) const
{
    bool is_added = false;
    for (const std::string& declared : method.exceptions)
    {
        // The narrower of the two.
        const bool is_narrower = is_exception_below(declared, caught);
        if (is_checked(declared) && (is_narrower || is_exception_below(caught, declared)))
        {
            is_added = add_failure(method, is_narrower ? declared : caught) || is_added;
        }
    }
    if (!is_added && !is_checked(caught) && !is_broad(caught))
    {
        is_added = add_failure(method, caught);
    }
    return is_added || !is_broad(caught);
}

std::vector<std::int16_t> SurfaceBuilder::codes_of(const std::string& exception)
{
    constexpr std::int16_t largest_count = 5;
    std::vector<std::int16_t> codes;
    const auto is_its = [&exception](const MemberKey& member) { return member.owner == exception; };
    const auto uses = [&is_its](const std::vector<MemberKey>& members) {
        return std::any_of(members.begin(), members.end(), is_its);
    };
    for (const std::string& name : m_under_test)
    {
        const ClassFile* file = m_hierarchy.find(name);
        if (file == nullptr || name == exception)
        {
            continue;
        }
        for (const MethodFacts& method : facts_of(*file).methods)
        {
            for (const ConstantCount& found : method.constants)
            {
                const std::int64_t number = found.constant.integer;
                const bool is_code = found.constant.kind == Constant::Kind::integer &&
                                     number >= std::numeric_limits<std::int16_t>::min() &&
                                     number <= std::numeric_limits<std::int16_t>::max() &&
                                     (uses(method.calls) || uses(method.field_reads));
                const auto code = static_cast<std::int16_t>(number);
                if (is_code && std::find(codes.begin(), codes.end(), code) == codes.end())
                {
                    codes.push_back(code);
                }
            }
        }
    }
    // Small ones are mostly counts.
    std::stable_partition(codes.begin(), codes.end(),
        [](std::int16_t code) { return code < -1 || code > largest_count; });
    return codes;
}

void SurfaceBuilder::add_codes(StandInMethod& method)
{
    const std::vector<MadeException> plain = method.failures;
    for (const MadeException& failure : plain)
    {
        const auto descriptor = parse_method_descriptor(failure.descriptor);
        const bool takes_number = std::any_of(descriptor->parameters.begin(),
            descriptor->parameters.end(), [](const std::string& parameter) {
                return parameter.size() == 1 &&
                       std::string_view("BSIJ").find(parameter[0]) != std::string_view::npos;
            });
        for (const std::int16_t code :
            takes_number ? codes_of(failure.name) : std::vector<std::int16_t>{})
        {
            if (code != failure.number && method.failures.size() < max_failures)
            {
                method.failures.push_back(failure);
                method.failures.back().number = code;
            }
        }
    }
}

void SurfaceBuilder::choose_failures(StandInPlan& plan)
{
    std::size_t undeclared = 0;
    for (StandInMethod& method : plan.form.methods)
    {
        std::set<std::string> caught;
        for (const auto& [key, types] : caught_exceptions())
        {
            const bool is_called = key.name == method.name &&
                                   std::find(method.descriptors.begin(), method.descriptors.end(),
                                       key.descriptor) != method.descriptors.end();
            if (is_called)
            {
                caught.insert(types.begin(), types.end());
            }
        }
        bool is_served = true;
        for (const std::string& type : caught)
        {
            is_served = add_declared(method, type) && is_served;
        }
        if (!is_served && undeclared < max_undeclared)
        {
            add_failure(method, "java/lang/IllegalStateException");
            ++undeclared;
        }
        add_codes(method);
    }
}

void SurfaceBuilder::add_caught_of_others(StandInMethod& method)
{
    for (const std::string& caught : caught_of_others())
    {
        const bool is_declared = std::any_of(
            method.exceptions.begin(), method.exceptions.end(), [&](const std::string& name) {
                return name == caught || (!is_broad(name) && is_exception_below(caught, name));
            });
        if (is_declared)
        {
            add_failure(method, caught);
        }
    }
}

bool SurfaceBuilder::add_failing(const Wanted& wanted)
{
    // A functional interface has a lambda that may throw, unless the JDK's classes come first.
    const auto functional = m_hierarchy.functional_method(wanted.type);
    if (wanted.depth > max_failing_depth || m_failing >= max_failing ||
        caught_exceptions().empty() ||
        (functional && known_implementations(wanted.type.name).empty()))
    {
        return false;
    }
    const ClassFile& file = *m_hierarchy.find(wanted.type.name);
    auto plan = plan_stand_in(m_hierarchy, wanted.type, m_options.max_stand_in_methods);
    const std::vector<const Method*> constructors = inherited_constructors(m_hierarchy, file);
    if (!plan || (constructors.empty() && !file.access.is_interface()))
    {
        return false;
    }
    choose_callbacks(*plan);
    if (m_hierarchy.is_on_path(file.name))
    {
        choose_failures(*plan);
    }
    for (StandInMethod& method : plan->form.methods)
    {
        add_caught_of_others(method);
        add_codes(method);
    }
    const std::size_t failing = keep_first_failures(plan->form.methods);
    if (failing > 0)
    {
        ++m_failing;
        plan->form.lambda = functional ? functional->descriptor : "";
        add_stand_in_by(wanted, *plan, file.access.is_interface() ? nullptr : constructors.front(),
            failing == 1 ? Failing::always : Failing::often);
    }
    return failing > 0;
}

}  // namespace sbst::jvm::detail
