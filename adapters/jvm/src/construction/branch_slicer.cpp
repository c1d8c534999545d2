// SPDX-License-Identifier: Apache-2.0
#include "../dataflow/operands.hpp"
#include "../surface/hierarchy.hpp"
#include "analysed_method.hpp"
#include "compared_values.hpp"

#include <sbst/jvm/construction/branch_slicer.hpp>
#include <sbst/jvm/dataflow/value_graph.hpp>
#include <sbst/jvm/language/type_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace sbst::jvm
{

namespace detail
{

/// A number for each different thing, in the order of their first use.
template <class Thing>
class Numbers
{
public:
    std::size_t of(Thing thing)
    {
        const auto [entry, is_new] = m_known.try_emplace(thing, m_things.size());
        if (is_new)
        {
            m_things.push_back(std::move(thing));
        }
        return entry->second;
    }
    [[nodiscard]] const std::vector<Thing>& things() const { return m_things; }

private:
    std::map<Thing, std::size_t> m_known;
    std::vector<Thing> m_things;
};

}  // namespace detail

namespace
{

/// As the source names it, where the class file tells.
std::string parameter_name(const Method& method, std::size_t number)
{
    const bool has_receiver = !method.access.is_static();
    if (has_receiver && number == 0)
    {
        return "this";
    }
    const std::size_t declared = number - (has_receiver ? 1 : 0);
    if (declared < method.parameters.size() && !method.parameters[declared].name.empty())
    {
        return method.parameters[declared].name;
    }
    const auto types = parse_method_descriptor(method.descriptor);
    std::uint32_t slot = has_receiver ? 1 : 0;
    for (std::size_t i = 0; i < declared; ++i)
    {
        slot += slots_of(types->parameters[i]);
    }
    for (const LocalVariable& variable : method.code->variables)
    {
        if (variable.slot == slot && variable.start == 0)
        {
            return variable.name;
        }
    }
    return fmt::format("argument {}", declared + 1);
}

}  // namespace

class BranchSlicer::Impl
{
public:
    explicit Impl(const ClassPath& path) : m_hierarchy(path, {}) {}

    std::vector<SliceValue> slice(const ClassFile& file, const Method& method,
        std::uint32_t instruction, std::optional<bool> jumps)
    {
        return slice_by(file, method, [this, instruction, jumps](Frame& frame) {
            follow_branch(frame, {instruction, jumps});
        });
    }

    std::vector<SliceValue> slice_of_way(
        const ClassFile& file, const Method& method, std::uint32_t instruction)
    {
        return slice_by(file, method,
            [this, instruction](Frame& frame) { follow_deciding(frame, instruction); });
    }

    [[nodiscard]] const std::vector<FieldLocation>& fields() const { return m_fields.things(); }
    [[nodiscard]] const std::vector<SlicedCall>& calls() const { return m_calls.things(); }
    [[nodiscard]] const std::vector<SlicedMethod>& methods() const { return m_methods; }

private:
    template <class Follow>
    std::vector<SliceValue> slice_by(
        const ClassFile& file, const Method& method, const Follow& follow)
    {
        m_slice.clear();
        m_nested = 0;
        m_methods.assign(1, {&file, &method});
        const detail::AnalysedMethod& analysed = m_analysed.of(file, method);
        if (!analysed.values)
        {
            return {};
        }
        Frame frame{.file = &file, .method = &method, .analysed = &analysed};
        for (const ValueId parameter : analysed.values->parameters())
        {
            const std::size_t number = (*analysed.values)[parameter].place;
            frame.known[parameter] = add({.kind = SliceKind::input,
                .subject = number,
                .name = parameter_name(method, number)});
        }
        follow(frame);
        return std::move(m_slice);
    }

    /// A method that runs, with its arguments.
    struct Frame
    {
        const ClassFile* file = nullptr;
        const Method* method = nullptr;
        const detail::AnalysedMethod* analysed = nullptr;
        std::size_t depth = 0;
        /// By value: its place in the slice; parameters stand there from the start.
        std::map<ValueId, std::size_t> known{};
        std::set<std::uint32_t> followed{};
    };
    struct Callee
    {
        const ClassFile* file = nullptr;
        const Method* method = nullptr;
    };

    std::size_t add(SliceValue value)
    {
        m_slice.push_back(std::move(value));
        return m_slice.size() - 1;
    }
    [[nodiscard]] bool is_full() const { return m_slice.size() >= max_values; }

    /// Adds the operands of a branch, and those of the branches on the way to it.
    void follow_branch(Frame& frame, const detail::DecidingBranch& branch)
    {
        if (!frame.followed.insert(branch.instruction).second || is_full())
        {
            return;
        }
        const auto operands = frame.analysed->values->operands_of(branch.instruction);
        for (const ValueId operand : operands)
        {
            (void)place_of(frame, operand);
        }
        const Opcode opcode = frame.method->code->instructions[branch.instruction].opcode;
        if (opcode >= Opcode::ifeq && opcode <= Opcode::if_icmple && !operands.empty())
        {
            note_comparison(frame, operands, opcode, branch.jumps);
        }
        follow_deciding(frame, branch.instruction);
    }

    /// What the operands of a jump should be, where it compares with a constant.
    void note_comparison(
        Frame& frame, std::span<const ValueId> operands, Opcode opcode, std::optional<bool> jumps)
    {
        if (operands.size() == 1)
        {
            const ValueGraph& graph = *frame.analysed->values;
            const FlowValue& value = graph[operands.front()];
            const bool is_comparison =
                value.kind == ValueKind::operation &&
                graph.instruction_of(operands.front()).opcode >= Opcode::lcmp &&
                graph.instruction_of(operands.front()).opcode <= Opcode::dcmpg;
            if (is_comparison)
            {
                // A comparison of wide numbers, whose sign the jump looks at.
                note_comparison(frame, value.operands, opcode, jumps);
                return;
            }
            add_compared(frame, operands.front(),
                detail::satisfying(opcode, jumps, Value(0), detail::ConstantSide::right));
            return;
        }
        for (const std::size_t side : {0U, 1U})
        {
            const auto constant = constant_at(frame, operands[side]);
            if (constant)
            {
                add_compared(frame, operands[1 - side],
                    detail::satisfying(opcode, jumps, *constant,
                        side == 0 ? detail::ConstantSide::left : detail::ConstantSide::right));
            }
        }
    }

    [[nodiscard]] static std::optional<Value> constant_at(const Frame& frame, ValueId id)
    {
        const auto constant = frame.analysed->values->constant_of(id);
        return constant ? detail::value_of_constant(*constant) : std::nullopt;
    }

    void add_compared(Frame& frame, ValueId id, const std::vector<Value>& values)
    {
        std::vector<Value>& compared = m_slice[place_of(frame, id)].compared;
        compared.insert(compared.end(), values.begin(), values.end());
    }

    /// A constant beside another argument is often what that is asked for.
    void note_beside_constants(Frame& frame, std::span<const ValueId> operands)
    {
        for (const ValueId one : operands)
        {
            const auto constant = constant_at(frame, one);
            for (const ValueId other : operands)
            {
                if (constant && other != one)
                {
                    add_compared(frame, other, {*constant});
                }
            }
        }
    }

    void follow_deciding(Frame& frame, std::uint32_t instruction)
    {
        for (const detail::DecidingBranch& branch : frame.analysed->deciding(instruction))
        {
            follow_branch(frame, branch);
        }
    }

    std::size_t place_of(Frame& frame, ValueId id)
    {
        const auto known = frame.known.find(id);
        if (known != frame.known.end())
        {
            return known->second;
        }
        // It has a place before its operands: they may lead back to it.
        const std::size_t place = add({.kind = SliceKind::constant});
        frame.known.emplace(id, place);
        // Longer computations are cut, or the stack would not do.
        constexpr std::size_t most_nested = 500;
        if (!is_full() && m_nested < most_nested)
        {
            ++m_nested;
            SliceValue value = value_of(frame, id);
            // What a cycle has noted meanwhile.
            const std::vector<Value> noted = std::move(m_slice[place].compared);
            m_slice[place] = std::move(value);
            m_slice[place].compared.insert(
                m_slice[place].compared.end(), noted.begin(), noted.end());
            follow_ways(frame, id);
            --m_nested;
        }
        return place;
    }

    /// What decides which of its ways a merged value has.
    void follow_ways(Frame& frame, ValueId id)
    {
        const FlowValue& value = (*frame.analysed->values)[id];
        if (value.kind == ValueKind::merged)
        {
            for (const std::uint32_t branch : frame.analysed->deciding_ways(value.place))
            {
                follow_branch(frame, {branch, std::nullopt});
            }
        }
    }

    SliceValue value_of(Frame& frame, ValueId id)
    {
        const ValueGraph& graph = *frame.analysed->values;
        const FlowValue& value = graph[id];
        switch (value.kind)
        {
            case ValueKind::field:
            {
                const FieldLocation field = declared(graph.member_of(id));
                return {.kind = SliceKind::field,
                    .subject = m_fields.of(field),
                    .name = field.name,
                    .operands = places_of(frame, value)};
            }
            case ValueKind::element:
                return {
                    .kind = SliceKind::element, .name = "[]", .operands = places_of(frame, value)};
            case ValueKind::length:
                return {.kind = SliceKind::field,
                    .subject = m_fields.of({"[", "length", "I"}),
                    .name = "length",
                    .operands = places_of(frame, value)};
            case ValueKind::result:
                return result_of(frame, id, value);
            case ValueKind::operation:
            case ValueKind::merged:
                return {.kind = SliceKind::passing, .operands = places_of(frame, value)};
            default:
                return {.kind = SliceKind::constant};
        }
    }

    std::vector<std::size_t> places_of(Frame& frame, const FlowValue& value)
    {
        std::vector<std::size_t> places;
        for (const ValueId operand : value.operands)
        {
            places.push_back(place_of(frame, operand));
        }
        return places;
    }

    /// What a method of java.util returns of a collection's elements or their number; nothing for
    /// other methods.
    std::optional<SliceValue> held_by_collection(
        Frame& frame, const MemberRef& method, const FlowValue& value)
    {
        if (!method.owner.starts_with("java/util/") || value.operands.empty())
        {
            return std::nullopt;
        }
        const auto is_one_of = [&method](std::initializer_list<std::string_view> names) {
            return std::find(names.begin(), names.end(), method.name) != names.end();
        };
        if (is_one_of({"get", "getOrDefault", "elementAt", "getFirst", "getLast", "peek",
                "peekFirst", "peekLast", "poll", "pop", "remove", "element", "next", "contains",
                "containsKey"}))
        {
            return SliceValue{
                .kind = SliceKind::element, .name = "[]", .operands = places_of(frame, value)};
        }
        if (is_one_of({"size", "isEmpty", "hasNext"}))
        {
            return SliceValue{.kind = SliceKind::field,
                .subject = m_fields.of({"[", "length", "I"}),
                .name = "length",
                .operands = {place_of(frame, value.operands.front())}};
        }
        if (is_one_of(
                {"iterator", "listIterator", "values", "keySet", "entrySet", "getKey", "getValue"}))
        {
            return SliceValue{
                .kind = SliceKind::passing, .operands = {place_of(frame, value.operands.front())}};
        }
        return std::nullopt;
    }

    SliceValue result_of(Frame& frame, ValueId id, const FlowValue& value)
    {
        const ValueGraph& graph = *frame.analysed->values;
        if (auto held = held_by_collection(frame, graph.member_of(id), value))
        {
            return std::move(*held);
        }
        SliceValue call{.kind = SliceKind::call,
            .subject = m_calls.of({frame.file, frame.method, value.place}),
            .name = graph.member_of(id).name,
            .operands = places_of(frame, value)};
        note_beside_constants(frame, value.operands);
        const Callee callee = callee_of(graph.instruction_of(id), graph.member_of(id));
        if (callee.method == nullptr || frame.depth >= max_depth || is_full())
        {
            return call;
        }
        const detail::AnalysedMethod& analysed = m_analysed.of(*callee.file, *callee.method);
        if (!analysed.values || analysed.values->parameters().size() != call.operands.size())
        {
            return call;
        }
        const SlicedMethod sliced{callee.file, callee.method};
        if (std::find(m_methods.begin(), m_methods.end(), sliced) == m_methods.end())
        {
            m_methods.push_back(sliced);
        }
        Frame inner{.file = callee.file,
            .method = callee.method,
            .analysed = &analysed,
            .depth = frame.depth + 1};
        for (std::size_t i = 0; i < call.operands.size(); ++i)
        {
            inner.known[analysed.values->parameters()[i]] = call.operands[i];
        }
        const std::vector<ValueId> returned = follow_returns(inner);
        const bool is_getter = returned.size() == 1 && is_field_of_parameter(analysed, returned[0]);
        return is_getter ? SliceValue{.kind = SliceKind::passing,
                               .operands = {place_of(inner, returned[0])}} :
                           call;
    }

    /// The values that a method returns, which are in the slice from now on, with what decides
    /// between them.
    std::vector<ValueId> follow_returns(Frame& frame)
    {
        std::vector<ValueId> returned;
        const std::vector<Instruction>& instructions = frame.method->code->instructions;
        for (std::uint32_t i = 0; i < instructions.size(); ++i)
        {
            const auto operands = frame.analysed->values->operands_of(i);
            if (!is_return(instructions[i].opcode) || operands.empty())
            {
                continue;
            }
            (void)place_of(frame, operands.front());
            follow_deciding(frame, i);
            if (std::find(returned.begin(), returned.end(), operands.front()) == returned.end())
            {
                returned.push_back(operands.front());
            }
        }
        return returned;
    }

    static bool is_field_of_parameter(const detail::AnalysedMethod& analysed, ValueId id)
    {
        const ValueGraph& graph = *analysed.values;
        while (graph[id].kind == ValueKind::field)
        {
            id = graph[id].operands.front();
            if (graph[id].kind == ValueKind::parameter)
            {
                return true;
            }
        }
        return false;
    }

    /// By the class that declares it, or the one that the code names.
    [[nodiscard]] FieldLocation declared(const MemberRef& field) const
    {
        std::string owner = field.owner;
        constexpr std::size_t most_classes = 64;
        for (std::size_t i = 0; i < most_classes; ++i)
        {
            const ClassFile* const file = m_hierarchy.find(owner);
            if (file == nullptr)
            {
                break;
            }
            if (file->find_field(field.name) != nullptr)
            {
                return {owner, field.name, field.descriptor};
            }
            owner = file->superclass;
        }
        return {field.owner, field.name, field.descriptor};
    }

    /// The method of the path that a call runs, as far as the code tells.
    [[nodiscard]] Callee callee_of(const Instruction& call, const MemberRef& named) const
    {
        if (!is_method_call(call.opcode) || !m_hierarchy.is_on_path(named.owner))
        {
            return {};
        }
        for (const ClassFile* const file : inherited(named.owner))
        {
            const Method* const method = file->find_method(named.name, named.descriptor);
            if (method != nullptr)
            {
                return method->code ? Callee{file, method} : only_below(named);
            }
        }
        return only_below(named);
    }

    /// The class and its superclasses on the path, then the interfaces of all, the nearest first.
    [[nodiscard]] std::vector<const ClassFile*> inherited(const std::string& name) const
    {
        constexpr std::size_t most_types = 64;
        std::vector<const ClassFile*> types;
        const auto add = [&](const std::string& type) {
            const ClassFile* const file =
                m_hierarchy.is_on_path(type) ? m_hierarchy.find(type) : nullptr;
            const bool is_new = file != nullptr && types.size() < most_types &&
                                std::find(types.begin(), types.end(), file) == types.end();
            if (is_new)
            {
                types.push_back(file);
            }
            return is_new;
        };
        for (bool is_more = add(name); is_more;)
        {
            is_more = add(types.back()->superclass);
        }
        for (std::size_t i = 0; i < types.size(); ++i)
        {
            for (const std::string& interface : types[i]->interfaces)
            {
                static_cast<void>(add(interface));
            }
        }
        return types;
    }

    [[nodiscard]] Callee only_below(const MemberRef& named) const
    {
        Callee only;
        for (const ClassFile* const file : m_hierarchy.files_below(named.owner))
        {
            const Method* const method = file->find_method(named.name, named.descriptor);
            if (method == nullptr || !method->code)
            {
                continue;
            }
            if (only.method != nullptr)
            {
                return {};
            }
            only = {file, method};
        }
        return only;
    }

    detail::Hierarchy m_hierarchy;
    detail::AnalysedMethods m_analysed;
    detail::Numbers<FieldLocation> m_fields;
    detail::Numbers<SlicedCall> m_calls;
    std::vector<SliceValue> m_slice;
    std::vector<SlicedMethod> m_methods;
    std::size_t m_nested = 0;
};

BranchSlicer::BranchSlicer(const ClassPath& path) : m_impl(std::make_unique<Impl>(path)) {}
BranchSlicer::~BranchSlicer() = default;
BranchSlicer::BranchSlicer(BranchSlicer&&) noexcept = default;
BranchSlicer& BranchSlicer::operator=(BranchSlicer&&) noexcept = default;

std::vector<SliceValue> BranchSlicer::slice(const ClassFile& file, const Method& method,
    std::uint32_t instruction, std::optional<bool> jumps)
{
    return m_impl->slice(file, method, instruction, jumps);
}

std::vector<SliceValue> BranchSlicer::slice_of_way(
    const ClassFile& file, const Method& method, std::uint32_t instruction)
{
    return m_impl->slice_of_way(file, method, instruction);
}

const std::vector<SlicedMethod>& BranchSlicer::methods() const
{
    return m_impl->methods();
}

const std::vector<FieldLocation>& BranchSlicer::fields() const
{
    return m_impl->fields();
}

const std::vector<SlicedCall>& BranchSlicer::calls() const
{
    return m_impl->calls();
}

}  // namespace sbst::jvm
