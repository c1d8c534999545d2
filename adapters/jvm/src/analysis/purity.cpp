// SPDX-License-Identifier: Apache-2.0
#include "jdk_effect.hpp"
#include "method_effect.hpp"

#include <sbst/jvm/analysis/purity.hpp>
#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst::jvm
{

namespace
{

// A call that may lead to more classes is unknown.
constexpr std::size_t max_subclasses = 256;

}  // namespace

class Purity::Impl
{
public:
    Impl(const ClassPath& path, PurityUse use) : m_path(path), m_use(use) {}

    bool is_pure(const std::string& owner, const std::string& name, const std::string& descriptor)
    {
        const ClassFile* file = find_class(owner);
        const Method* method = file == nullptr ? nullptr : file->find_method(name, descriptor);
        if (method == nullptr || !method->code)
        {
            return false;
        }
        note_subclasses();
        const MethodEffect effect = effect_of(number_of(*file, *method));
        return effect.writes.is_fresh() ||
               (method->is_constructor() && effect.writes == Origins::parameter(0));
    }

    bool is_call_pure(
        const std::string& owner, const std::string& name, const std::string& descriptor)
    {
        return find_class(owner) != nullptr &&
               effect_of_call(owner, name, descriptor, true).writes.is_fresh();
    }

    bool may_write(const CalledMethod& called, std::size_t parameter)
    {
        const MethodEffect effect =
            effect_of_call(called.owner, called.name, called.descriptor, called.is_virtual);
        return effect.writes.has(Origins::parameter(parameter));
    }

private:
    /// The targets of a call: a known effect, and methods of the path.
    struct CallTargets
    {
        MethodEffect known;
        std::vector<std::size_t> methods;
    };

    struct Node
    {
        const ClassFile* file = nullptr;
        const Method* method = nullptr;
        /// A lower bound until it is final.
        MethodEffect effect;
        bool is_final = false;
        /// By call instruction; nothing before they are looked for.
        std::optional<std::map<const Instruction*, CallTargets>> calls{};
    };

    using Callers = std::map<std::size_t, std::vector<std::size_t>>;

    const ClassFile* find_class(const std::string& name)
    {
        const auto [entry, is_new] = m_classes.try_emplace(name, nullptr);
        if (is_new && m_path.is_on_path(name))
        {
            entry->second = m_path.find(name);
        }
        return entry->second;
    }

    /// At the first request, because all classes of the path are read.
    void note_subclasses()
    {
        if (!m_subclasses.empty())
        {
            return;
        }
        for (const std::string& name : m_path.class_names())
        {
            if (const ClassFile* file = find_class(name))
            {
                m_subclasses[file->superclass].push_back(file);
                for (const std::string& interface : file->interfaces)
                {
                    m_subclasses[interface].push_back(file);
                }
            }
        }
    }

    std::size_t number_of(const ClassFile& file, const Method& method)
    {
        const auto [entry, is_new] = m_numbers.try_emplace(&method, m_nodes.size());
        if (is_new)
        {
            Node node;
            node.file = &file;
            node.method = &method;
            m_nodes.push_back(std::move(node));
        }
        return entry->second;
    }

    MethodEffect effect_of(std::size_t start)
    {
        if (!m_nodes[start].is_final)
        {
            const std::optional<std::vector<std::size_t>> reached = reach(start);
            if (!reached)
            {
                make_unknown(start);
            }
            else if (!m_nodes[start].is_final)
            {
                settle(*reached);
            }
        }
        return m_nodes[start].effect;
    }

    void make_unknown(std::size_t number)
    {
        m_nodes[number].effect = unknown_effect;
        m_nodes[number].is_final = true;
        m_nodes[number].calls.reset();
    }

    /// All methods reached from there whose effect is not final yet; nothing when there are too
    /// many. Ends early when the start is found to write anywhere: one call of such a method is
    /// enough, and most methods of a large library lead to one.
    std::optional<std::vector<std::size_t>> reach(std::size_t start)
    {
        std::vector<std::size_t> reached{start};
        std::set<std::size_t> seen{start};
        Callers callers;
        for (std::size_t i = 0; i < reached.size() && !m_nodes[start].is_final; ++i)
        {
            if (reached.size() > max_methods)
            {
                return std::nullopt;
            }
            find_calls(reached[i]);
            spread_worst(reached[i], callers);
            if (m_nodes[reached[i]].is_final)
            {
                continue;
            }
            for (const auto& [instruction, targets] : *m_nodes[reached[i]].calls)
            {
                for (const std::size_t target : targets.methods)
                {
                    if (m_nodes[target].is_final)
                    {
                        continue;
                    }
                    std::vector<std::size_t>& of_it = callers[target];
                    if (of_it.empty() || of_it.back() != reached[i])
                    {
                        of_it.push_back(reached[i]);
                    }
                    if (seen.insert(target).second)
                    {
                        reached.push_back(target);
                    }
                }
            }
        }
        std::erase_if(reached, [this](std::size_t number) { return m_nodes[number].is_final; });
        return reached;
    }

    /// Makes methods final that their known callees make write anywhere, and looks at their callers
    /// again. What such a method returns does not matter: its callers write anywhere too.
    void spread_worst(std::size_t first, const Callers& callers)
    {
        std::vector<std::size_t> open{first};
        while (!open.empty())
        {
            const std::size_t number = open.back();
            open.pop_back();
            if (m_nodes[number].is_final || !effect_so_far(number).writes.has_other())
            {
                continue;
            }
            make_unknown(number);
            if (const auto of_it = callers.find(number); of_it != callers.end())
            {
                open.insert(open.end(), of_it->second.begin(), of_it->second.end());
            }
        }
    }

    /// From the effects that its callees have so far: at least what it is in the end.
    [[nodiscard]] MethodEffect effect_so_far(std::size_t number) const
    {
        const Node& node = m_nodes[number];
        return find_effect(*node.file, *node.method,
            [&](const Instruction& call) { return effect_of_call(node.calls->at(&call)); });
    }

    /// Starts from "nothing is written" and iterates until nothing changes: the least fixed point
    /// of the effects.
    void settle(const std::vector<std::size_t>& reached)
    {
        // Callees were mostly reached after their callers.
        for (bool is_changed = true; is_changed;)
        {
            is_changed = false;
            std::for_each(reached.rbegin(), reached.rend(), [&](std::size_t i) {
                Node& node = m_nodes[i];
                // This is already the worst effect.
                if (node.effect == unknown_effect)
                {
                    return;
                }
                const MethodEffect next = join(node.effect, effect_so_far(i));
                is_changed = is_changed || next != node.effect;
                node.effect = next;
            });
        }
        for (const std::size_t i : reached)
        {
            m_nodes[i].is_final = true;
            m_nodes[i].calls.reset();
        }
    }

    /// What a call may do by the methods that it may run.
    MethodEffect effect_of_call(const std::string& owner, const std::string& name,
        const std::string& descriptor, bool is_virtual)
    {
        MemberRef called;
        called.owner = owner;
        called.name = name;
        called.descriptor = descriptor;
        const ClassFile* file = find_class(owner);
        if (file == nullptr)
        {
            return jdk_effect(called);
        }
        note_subclasses();
        const CallTargets targets = targets_of(*file, called, is_virtual);
        MethodEffect effect = targets.known;
        for (const std::size_t target : targets.methods)
        {
            effect = join(effect, effect_of(target));
        }
        return effect;
    }

    [[nodiscard]] MethodEffect effect_of_call(const CallTargets& targets) const
    {
        MethodEffect effect = targets.known;
        for (const std::size_t target : targets.methods)
        {
            effect = join(effect, m_nodes[target].effect);
        }
        return effect;
    }

    void find_calls(std::size_t number)
    {
        if (m_nodes[number].calls)
        {
            return;
        }
        const ClassFile& file = *m_nodes[number].file;
        std::map<const Instruction*, CallTargets> calls;
        for (const Instruction& instruction : m_nodes[number].method->code->instructions)
        {
            if (instruction.opcode == Opcode::invokedynamic)
            {
                calls.emplace(&instruction, CallTargets{call_site_effect(file, instruction), {}});
            }
            else if (is_method_call(instruction.opcode))
            {
                calls.emplace(&instruction, targets_of(file, instruction));
            }
        }
        m_nodes[number].calls = std::move(calls);
    }

    [[nodiscard]] static MethodEffect call_site_effect(
        const ClassFile& file, const Instruction& instruction)
    {
        const MemberRef& site = file.pool.member(static_cast<std::size_t>(instruction.operand));
        const std::string& owner = file.bootstrap_methods[site.bootstrap_method].target.owner;
        const auto types = parse_method_descriptor(site.descriptor);
        bool is_pure = owner == "java/lang/invoke/LambdaMetafactory";
        if (owner == "java/lang/invoke/StringConcatFactory")
        {
            is_pure = std::all_of(types->parameters.begin(), types->parameters.end(),
                [](const std::string& type) { return is_plain_type(type); });
        }
        else if (owner == "java/lang/runtime/ObjectMethods" && file.record)
        {
            is_pure = std::all_of(file.record->begin(), file.record->end(),
                [](const RecordComponent& one) { return is_plain_type(one.descriptor); });
        }
        return is_pure ? MethodEffect{Origins{}, Origins::other()} : unknown_effect;
    }

    CallTargets targets_of(const ClassFile& caller, const Instruction& instruction)
    {
        const MemberRef& called = caller.pool.member(static_cast<std::size_t>(instruction.operand));
        const ClassFile* owner = find_class(called.owner);
        if (owner == nullptr)
        {
            return targets_in_jdk(called);
        }
        const bool is_virtual = instruction.opcode != Opcode::invokestatic &&
                                instruction.opcode != Opcode::invokespecial;
        // An object that is asked itself is seen to be a lambda when the test runs.
        if (m_use == PurityUse::within_test && is_virtual &&
            may_be_lambda(*owner, owner->find_method(called.name, called.descriptor)))
        {
            return {unknown_effect, {}};
        }
        return targets_of(*owner, called, is_virtual);
    }

    CallTargets targets_in_jdk(const MemberRef& called)
    {
        CallTargets targets{jdk_effect(called), {}};
        const bool is_of_iterator = called.owner == "java/util/Iterator" ||
                                    called.owner == "java/util/ListIterator" ||
                                    called.owner == "java/util/Enumeration";
        if (m_use == PurityUse::after_test || !is_of_iterator)
        {
            return targets;
        }
        // The path's iterators often fetch the next element when they are asked for it.
        const ClassFile* iterator = m_path.find(called.owner);
        if (iterator == nullptr || !add_overriding(*iterator, called, targets))
        {
            return {unknown_effect, {}};
        }
        return targets;
    }

    /// Tells whether a lambda may be what runs: the method is the only abstract one.
    static bool may_be_lambda(const ClassFile& owner, const Method* declared)
    {
        return owner.access.is_interface() && declared != nullptr && !declared->code &&
               std::count_if(owner.methods.begin(), owner.methods.end(),
                   [](const Method& method) { return method.access.is_abstract(); }) == 1;
    }

    /// @param is_virtual the object's own class decides which method runs.
    CallTargets targets_of(const ClassFile& owner, const MemberRef& called, bool is_virtual)
    {
        CallTargets targets;
        const Method* declared = add_resolved(owner, called, targets);
        const bool is_exact =
            !is_virtual || owner.access.is_final() ||
            (declared != nullptr && (declared->access.is_final() || declared->access.is_private()));
        if (!is_exact && !add_overriding(owner, called, targets))
        {
            return {unknown_effect, {}};
        }
        if (targets.methods.empty() && targets.known == MethodEffect{})
        {
            // Abstract, without an implementation.
            targets.known = unknown_effect;
        }
        return targets;
    }

    /// Adds the method that an object of exactly that class runs; null when it belongs to the JDK.
    const Method* add_resolved(
        const ClassFile& start, const MemberRef& called, CallTargets& targets)
    {
        std::string outside;
        if (const auto found = resolve(start, called, outside))
        {
            const auto [file, method] = *found;
            if (method->code)
            {
                targets.methods.push_back(number_of(*file, *method));
            }
            else if (method->access.is_native())
            {
                targets.known = unknown_effect;
            }
            return method;
        }
        MemberRef inherited = called;
        inherited.owner = outside;
        targets.known = join(targets.known, jdk_effect(inherited));
        return nullptr;
    }

    /// Looks in superclasses, then in interfaces; `outside` is the superclass that is not on the
    /// path when the search ends there.
    std::optional<std::pair<const ClassFile*, const Method*>> resolve(
        const ClassFile& start, const MemberRef& called, std::string& outside)
    {
        std::vector<const ClassFile*> open;
        std::set<const ClassFile*> seen;
        const ClassFile* file = &start;
        while (file != nullptr && seen.insert(file).second)
        {
            if (const Method* method = file->find_method(called.name, called.descriptor))
            {
                return std::pair{file, method};
            }
            open.push_back(file);
            outside = file->superclass;
            file = find_class(file->superclass);
        }
        for (std::size_t i = 0; i < open.size(); ++i)
        {
            for (const std::string& name : open[i]->interfaces)
            {
                const ClassFile* interface = find_class(name);
                if (interface == nullptr || !seen.insert(interface).second)
                {
                    continue;
                }
                if (const Method* method = interface->find_method(called.name, called.descriptor))
                {
                    return std::pair{interface, method};
                }
                open.push_back(interface);
            }
        }
        return std::nullopt;
    }

    /// Adds the methods that objects of subclasses run; false when there are too many.
    bool add_overriding(const ClassFile& owner, const MemberRef& called, CallTargets& targets)
    {
        std::vector<const ClassFile*> open{&owner};
        std::set<const ClassFile*> seen{&owner};
        for (std::size_t i = 0; i < open.size(); ++i)
        {
            const auto subclasses = m_subclasses.find(open[i]->name);
            if (subclasses == m_subclasses.end())
            {
                continue;
            }
            for (const ClassFile* subclass : subclasses->second)
            {
                if (seen.insert(subclass).second)
                {
                    open.push_back(subclass);
                }
            }
            if (open.size() > max_subclasses)
            {
                return false;
            }
        }
        for (std::size_t i = 1; i < open.size(); ++i)
        {
            if (!open[i]->access.is_abstract())
            {
                static_cast<void>(add_resolved(*open[i], called, targets));
            }
        }
        std::sort(targets.methods.begin(), targets.methods.end());
        targets.methods.erase(
            std::unique(targets.methods.begin(), targets.methods.end()), targets.methods.end());
        return true;
    }

    const ClassPath& m_path;
    PurityUse m_use;
    /// Null when the path has no readable class of that name.
    std::map<std::string, const ClassFile*> m_classes;
    std::map<std::string, std::vector<const ClassFile*>> m_subclasses;
    std::map<const Method*, std::size_t> m_numbers;
    std::vector<Node> m_nodes;
};

Purity::Purity(const ClassPath& path, PurityUse use) : m_impl(std::make_unique<Impl>(path, use)) {}
Purity::~Purity() = default;
Purity::Purity(Purity&&) noexcept = default;
Purity& Purity::operator=(Purity&&) noexcept = default;

bool Purity::is_pure(
    const std::string& owner, const std::string& name, const std::string& descriptor)
{
    return m_impl->is_pure(owner, name, descriptor);
}

bool Purity::is_call_pure(
    const std::string& owner, const std::string& name, const std::string& descriptor)
{
    return m_impl->is_call_pure(owner, name, descriptor);
}

bool Purity::may_write(const CalledMethod& called, std::size_t parameter)
{
    return m_impl->may_write(called, parameter);
}

}  // namespace sbst::jvm
