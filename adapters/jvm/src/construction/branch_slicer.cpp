// SPDX-License-Identifier: Apache-2.0
#include "analysed_method.hpp"
#include "collection_calls.hpp"
#include "compared_values.hpp"
#include "expectations.hpp"
#include "member_lookup.hpp"
#include "slice_names.hpp"

#include <sbst/jvm/construction/branch_slicer.hpp>
#include <sbst/jvm/dataflow/value_graph.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
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

class BranchSlicer::Impl
{
public:
    explicit Impl(const ClassPath& path) : m_members(path) {}

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
    [[nodiscard]] const std::vector<Constant>& keys() const { return m_keys; }
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
                .name = detail::parameter_name(method, number)});
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
        detail::Expectations expected{};
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
        frame.expected.note(*frame.analysed, branch);
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

    void add_compared(Frame& frame, ValueId id, std::vector<Value> values)
    {
        const ValueGraph& graph = *frame.analysed->values;
        const bool is_call =
            graph[id].kind == ValueKind::result && is_method_call(graph.instruction_of(id).opcode);
        if (is_call && detail::tells_emptiness(graph.member_of(id)))
        {
            // The count itself is in the slice.
            std::transform(values.begin(), values.end(), values.begin(),
                [](const Value& value) { return Value(value == Value(0) ? 1 : 0); });
        }
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
        note_deciding(frame, instruction);
        for (const detail::DecidingBranch& branch : frame.analysed->deciding(instruction))
        {
            follow_branch(frame, branch);
        }
    }

    static void note_deciding(Frame& frame, std::uint32_t instruction)
    {
        for (const detail::DecidingBranch& branch : frame.analysed->deciding(instruction))
        {
            frame.expected.note(*frame.analysed, branch);
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
        const ValueGraph& graph = *frame.analysed->values;
        const FlowValue& value = graph[id];
        if (value.kind == ValueKind::merged)
        {
            const detail::Expectation* const expected = frame.expected.of(id);
            for (const ValueId way : value.operands)
            {
                const bool is_fixed =
                    graph[way].kind == ValueKind::constant || graph[way].kind == ValueKind::null;
                if (expected != nullptr && is_fixed && may_meet(*expected, graph, way))
                {
                    // What leads to the instruction that gives it.
                    follow_deciding(frame, graph[way].place);
                }
            }
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
        expect_of_operands(frame, id);
        switch (value.kind)
        {
            case ValueKind::field:
            {
                const FieldLocation field = m_members.declared(graph.member_of(id));
                return {.kind = SliceKind::field,
                    .subject = m_fields.of(field),
                    .name = field.name,
                    .operands = places_of(frame, value)};
            }
            case ValueKind::element:
                return element_of(frame, value, true);
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

    /// The object of a field or a call is not null; the ways of a value are what it is.
    static void expect_of_operands(Frame& frame, ValueId id)
    {
        const ValueGraph& graph = *frame.analysed->values;
        const FlowValue& value = graph[id];
        const Opcode opcode =
            value.kind == ValueKind::result ? graph.instruction_of(id).opcode : Opcode::nop;
        const bool has_object = value.kind == ValueKind::field ||
                                value.kind == ValueKind::element ||
                                value.kind == ValueKind::length ||
                                (is_method_call(opcode) && opcode != Opcode::invokestatic);
        if (has_object && !value.operands.empty() &&
            frame.expected.is_required(*frame.analysed, value.place))
        {
            frame.expected.add(value.operands.front(), {.is_not_null = true});
        }
        if (value.kind == ValueKind::merged)
        {
            const detail::Expectation* const expected = frame.expected.of(id);
            for (const ValueId way : value.operands)
            {
                if (expected != nullptr)
                {
                    frame.expected.add(way, *expected);
                }
            }
        }
    }

    /// The element of an array or a collection; one under a constant key is a place of its own.
    SliceValue element_of(Frame& frame, const FlowValue& value, bool is_indexed)
    {
        SliceValue element{
            .kind = SliceKind::element, .name = "[]", .operands = places_of(frame, value)};
        if (value.operands.size() > 1)
        {
            if (const auto key = key_at(frame, value.operands[1]))
            {
                element.subject = 1 + number_of(*key);
                element.name = detail::element_name(*key);
            }
            else if (is_indexed)
            {
                // Places that most arrays and lists have, and not all the same.
                add_compared(frame, value.operands[1], {Value(0), Value(1), Value(2)});
            }
        }
        return element;
    }

    /// The element that equals an argument, if there is one: it has no key.
    SliceValue member_of(Frame& frame, const FlowValue& value)
    {
        SliceValue element{.kind = SliceKind::element,
            .name = "[]",
            .operands = {
                place_of(frame, value.operands.front()), add({.kind = SliceKind::constant})}};
        if (value.operands.size() > 1)
        {
            element.operands.push_back(place_of(frame, value.operands[1]));
            if (const auto constant = key_at(frame, value.operands[1]))
            {
                element.compared.push_back(*detail::value_of_constant(*constant));
            }
        }
        return element;
    }

    std::size_t number_of(const Constant& key)
    {
        const auto known = std::find(m_keys.begin(), m_keys.end(), key);
        const auto number = static_cast<std::size_t>(known - m_keys.begin());
        if (known == m_keys.end())
        {
            m_keys.push_back(key);
        }
        return number;
    }

    /// A constant key, boxed or not.
    [[nodiscard]] static std::optional<Constant> key_at(const Frame& frame, ValueId id)
    {
        const ValueGraph& graph = *frame.analysed->values;
        const FlowValue& value = graph[id];
        const bool is_passed = value.kind == ValueKind::result && !value.operands.empty() &&
                               is_method_call(graph.instruction_of(id).opcode) &&
                               detail::passes_operand_on(graph.member_of(id));
        const ValueId key = is_passed ? value.operands.front() : id;
        const auto constant = graph.constant_of(key);
        return constant && detail::value_of_constant(*constant) ? constant : std::nullopt;
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
        const detail::CollectionRead read =
            value.operands.empty() ? detail::CollectionRead::none : detail::collection_read(method);
        switch (read)
        {
            case detail::CollectionRead::element:
                return element_of(frame, value, method.descriptor.starts_with("(I)"));
            case detail::CollectionRead::membership:
                return member_of(frame, value);
            case detail::CollectionRead::count:
                return SliceValue{.kind = SliceKind::field,
                    .subject = m_fields.of({"[", "length", "I"}),
                    .name = "length",
                    .operands = {place_of(frame, value.operands.front())}};
            case detail::CollectionRead::view:
                return SliceValue{.kind = SliceKind::passing,
                    .operands = {place_of(frame, value.operands.front())}};
            default:
                return std::nullopt;
        }
    }

    SliceValue result_of(Frame& frame, ValueId id, const FlowValue& value)
    {
        const ValueGraph& graph = *frame.analysed->values;
        if (auto held = held_by_collection(frame, graph.member_of(id), value))
        {
            return std::move(*held);
        }
        if (!value.operands.empty() && detail::passes_operand_on(graph.member_of(id)))
        {
            return {
                .kind = SliceKind::passing, .operands = {place_of(frame, value.operands.front())}};
        }
        SliceValue call{.kind = SliceKind::call,
            .subject = m_calls.of({frame.file, frame.method, value.place}),
            .name = graph.member_of(id).name,
            .operands = places_of(frame, value)};
        note_beside_constants(frame, value.operands);
        const SlicedMethod callee =
            m_members.called_by(graph.instruction_of(id), graph.member_of(id));
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
        const std::vector<ValueId> returned = follow_returns(inner, frame.expected.of(id));
        const bool is_getter = returned.size() == 1 && is_field_of_parameter(analysed, returned[0]);
        return is_getter ? SliceValue{.kind = SliceKind::passing,
                               .operands = {place_of(inner, returned[0])}} :
                           call;
    }

    /// The values that a method returns, which are in the slice from now on, with what decides
    /// between them. Those that the caller cannot want are left out, unless all are such.
    /// @param expected by the caller; may be null.
    std::vector<ValueId> follow_returns(Frame& frame, const detail::Expectation* expected)
    {
        std::vector<ValueId> returned;
        const std::vector<std::uint32_t> places = wanted_returns(frame, expected);
        for (const std::uint32_t place : places)
        {
            note_deciding(frame, place);
            if (expected != nullptr)
            {
                frame.expected.add(frame.analysed->values->operands_of(place).front(), *expected);
            }
        }
        for (const std::uint32_t place : places)
        {
            const ValueId value = frame.analysed->values->operands_of(place).front();
            (void)place_of(frame, value);
            follow_deciding(frame, place);
            if (std::find(returned.begin(), returned.end(), value) == returned.end())
            {
                returned.push_back(value);
            }
        }
        return returned;
    }

    [[nodiscard]] static std::vector<std::uint32_t> wanted_returns(
        const Frame& frame, const detail::Expectation* expected)
    {
        const ValueGraph& graph = *frame.analysed->values;
        const std::vector<Instruction>& instructions = frame.method->code->instructions;
        std::vector<std::uint32_t> all;
        std::vector<std::uint32_t> wanted;
        for (std::uint32_t i = 0; i < instructions.size(); ++i)
        {
            const auto operands = graph.operands_of(i);
            if (!is_return(instructions[i].opcode) || operands.empty())
            {
                continue;
            }
            all.push_back(i);
            if (expected == nullptr || may_meet(*expected, graph, operands.front()))
            {
                wanted.push_back(i);
            }
        }
        return wanted.empty() ? all : wanted;
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

    detail::MemberLookup m_members;
    detail::AnalysedMethods m_analysed;
    detail::Numbers<FieldLocation> m_fields;
    detail::Numbers<SlicedCall> m_calls;
    std::vector<Constant> m_keys;
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

const std::vector<Constant>& BranchSlicer::keys() const
{
    return m_impl->keys();
}

const std::vector<SlicedCall>& BranchSlicer::calls() const
{
    return m_impl->calls();
}

}  // namespace sbst::jvm
