// SPDX-License-Identifier: Apache-2.0
#include "analysed_method.hpp"
#include "collection_calls.hpp"
#include "compared_values.hpp"
#include "expectations.hpp"
#include "member_lookup.hpp"
#include "slice_names.hpp"

#include <sbst/jvm/construction/branch_slicer.hpp>
#include <sbst/jvm/dataflow/access_path.hpp>
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
            follow_calls_before(frame, instruction);
        });
    }

    std::vector<SliceValue> slice_of_way(
        const ClassFile& file, const Method& method, std::uint32_t instruction)
    {
        return slice_by(file, method, [this, instruction](Frame& frame) {
            follow_deciding(frame, instruction);
            follow_calls_before(frame, instruction);
        });
    }

    [[nodiscard]] const std::vector<FieldLocation>& fields() const { return m_fields.things(); }
    [[nodiscard]] const std::vector<SlicedCall>& calls() const { return m_calls.things(); }
    [[nodiscard]] const std::vector<std::vector<Constant>>& keys() const { return m_keys; }
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
        /// By parameter: what the caller gives.
        std::map<ValueId, Constant> constants{};
        std::map<ValueId, Value> names{};
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
        else if (branch.jumps && (opcode == Opcode::if_acmpeq || opcode == Opcode::if_acmpne ||
                                     opcode == Opcode::ifnull || opcode == Opcode::ifnonnull))
        {
            const bool is_equal = opcode == Opcode::if_acmpeq || opcode == Opcode::ifnull;
            note_identity(frame, operands, is_equal == *branch.jumps);
        }
        follow_deciding(frame, branch.instruction);
    }

    /// What objects should be, or not be: null, a constant of a class, one another.
    void note_identity(Frame& frame, std::span<const ValueId> operands, bool is_equal)
    {
        const Relation relation = is_equal ? Relation::eq : Relation::ne;
        bool has_name = false;
        for (std::size_t side = 0; side < operands.size(); ++side)
        {
            const auto name = operands.size() == 1 ?
                                  std::optional<Value>(Value(std::string(detail::null_name))) :
                                  name_at(frame, operands[1 - side]);
            if (name && name->is_text())
            {
                has_name = true;
                m_slice[place_of(frame, operands[side])].asked.push_back({relation, *name});
            }
        }
        if (!has_name && is_equal && operands.size() > 1)
        {
            note_equal(frame, operands[0], operands[1]);
        }
    }

    /// Of null or a constant of a class, which a caller may have given.
    [[nodiscard]] static std::optional<Value> name_at(const Frame& frame, ValueId id)
    {
        const auto given = frame.names.find(id);
        return given != frame.names.end() ? std::optional(given->second) :
                                            detail::constant_written(*frame.analysed->values, id);
    }

    void note_equal(Frame& frame, ValueId one, ValueId other)
    {
        const std::size_t a = place_of(frame, one);
        const std::size_t b = place_of(frame, other);
        m_slice[a].equals.push_back(b);
        m_slice[b].equals.push_back(a);
    }

    /// Arithmetic is asked for something, not what it is made of; conversions pass it on.
    [[nodiscard]] static bool is_computed(const ValueGraph& graph, ValueId id)
    {
        const Opcode opcode =
            graph[id].kind == ValueKind::operation ? graph.instruction_of(id).opcode : Opcode::i2l;
        return opcode < Opcode::i2l || opcode > Opcode::i2s;
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
            note_constant(
                frame, operands.front(), opcode, jumps, {Value(0), detail::ConstantSide::right});
            return;
        }
        bool has_constant = false;
        for (const std::size_t side : {0U, 1U})
        {
            const auto constant = constant_at(frame, operands[side]);
            has_constant = has_constant || constant;
            if (constant)
            {
                note_constant(frame, operands[1 - side], opcode, jumps,
                    {*constant,
                        side == 0 ? detail::ConstantSide::left : detail::ConstantSide::right});
            }
        }
        const Relation relation =
            jumps ? detail::relation_of(opcode, *jumps, detail::ConstantSide::right) : Relation::ne;
        const bool is_equal =
            relation == Relation::eq || relation == Relation::le || relation == Relation::ge;
        const ValueGraph& graph = *frame.analysed->values;
        if (!has_constant && is_equal && !is_computed(graph, operands[0]) &&
            !is_computed(graph, operands[1]))
        {
            note_equal(frame, operands[0], operands[1]);
        }
    }

    struct ComparedConstant
    {
        Value value{};
        detail::ConstantSide side = detail::ConstantSide::right;
    };

    void note_constant(Frame& frame, ValueId id, Opcode opcode, std::optional<bool> jumps,
        const ComparedConstant& constant)
    {
        if (is_membership(*frame.analysed->values, id))
        {
            note_membership(frame, id, opcode, jumps);
            return;
        }
        add_compared(frame, id, detail::satisfying(opcode, jumps, constant.value, constant.side));
        if (jumps && constant.value.is_word() && !is_computed(*frame.analysed->values, id))
        {
            m_slice[place_of(frame, id)].asked.push_back(
                {detail::relation_of(opcode, *jumps, constant.side), constant.value});
        }
    }

    /// Whether a collection has an element: `contains`, `containsKey`.
    [[nodiscard]] static bool is_membership(const ValueGraph& graph, ValueId id)
    {
        return graph[id].kind == ValueKind::result &&
               is_method_call(graph.instruction_of(id).opcode) &&
               detail::tells_membership(graph.member_of(id));
    }

    /// An element that is not there is null.
    void note_membership(Frame& frame, ValueId id, Opcode opcode, std::optional<bool> jumps)
    {
        if (jumps && (opcode == Opcode::ifeq || opcode == Opcode::ifne))
        {
            const bool is_absent = (opcode == Opcode::ifeq) == *jumps;
            m_slice[place_of(frame, id)].asked.push_back(
                {is_absent ? Relation::eq : Relation::ne, Value(std::string(detail::null_name))});
        }
    }

    [[nodiscard]] static std::optional<Value> constant_at(const Frame& frame, ValueId id)
    {
        const auto given = frame.constants.find(id);
        const auto constant = given != frame.constants.end() ?
                                  std::optional(given->second) :
                                  frame.analysed->values->constant_of(id);
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
        append(m_slice[place_of(frame, id)].compared, values);
        if (is_call && detail::tells_length(graph.member_of(id)))
        {
            const bool is_truth = graph.member_of(id).name == "isEmpty";
            append(m_slice[place_of(frame, graph[id].operands.front())].compared,
                detail::texts_of_lengths(values, is_truth));
        }
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

    /// Calls that every way to an instruction makes must return: `requireOpen()`.
    void follow_calls_before(Frame& frame, std::uint32_t instruction)
    {
        const ValueGraph& graph = *frame.analysed->values;
        for (std::uint32_t at = 0; at < instruction; ++at)
        {
            const Instruction& call = frame.method->code->instructions[at];
            const bool is_made = is_method_call(call.opcode) &&
                                 call.opcode != Opcode::invokedynamic && graph.is_reached(at) &&
                                 frame.expected.is_required(*frame.analysed, at);
            if (!is_made || frame.depth >= max_depth || is_full())
            {
                continue;
            }
            const SlicedMethod callee = m_members.called_by(
                call, frame.file->pool.member(static_cast<std::size_t>(call.operand)));
            if (callee.method != nullptr && !callee.method->is_constructor())
            {
                follow_return_of(frame, at, callee);
            }
        }
    }

    /// The way to the only place where a method that throws elsewhere returns.
    void follow_return_of(Frame& frame, std::uint32_t at, const SlicedMethod& callee)
    {
        const detail::AnalysedMethod& analysed = m_analysed.of(*callee.file, *callee.method);
        const auto operands = frame.analysed->values->operands_of(at);
        if (!analysed.values || analysed.values->parameters().size() != operands.size())
        {
            return;
        }
        std::vector<std::uint32_t> returns;
        bool throws = false;
        const std::vector<Instruction>& instructions = callee.method->code->instructions;
        for (std::uint32_t i = 0; i < instructions.size(); ++i)
        {
            const Opcode opcode = instructions[i].opcode;
            throws = throws || opcode == Opcode::athrow;
            if (is_return(opcode) && analysed.values->is_reached(i))
            {
                returns.push_back(i);
            }
        }
        if (!throws || returns.size() != 1)
        {
            return;
        }
        Frame inner = called_frame(frame, callee, analysed, operands);
        follow_deciding(inner, returns.front());
        follow_calls_before(inner, returns.front());
    }

    Frame called_frame(Frame& frame, const SlicedMethod& callee,
        const detail::AnalysedMethod& analysed, std::span<const ValueId> operands)
    {
        const SlicedMethod sliced{callee.file, callee.method};
        if (std::find(m_methods.begin(), m_methods.end(), sliced) == m_methods.end())
        {
            m_methods.push_back(sliced);
        }
        Frame inner{.file = callee.file,
            .method = callee.method,
            .analysed = &analysed,
            .depth = frame.depth + 1};
        for (std::size_t i = 0; i < operands.size(); ++i)
        {
            inner.known[analysed.values->parameters()[i]] = place_of(frame, operands[i]);
            if (const auto constant = key_at(frame, operands[i]))
            {
                inner.constants.emplace(analysed.values->parameters()[i], *constant);
            }
            if (auto name = name_at(frame, operands[i]); name && name->is_text())
            {
                inner.names.emplace(analysed.values->parameters()[i], *std::move(name));
            }
        }
        return inner;
    }

    static void note_deciding(Frame& frame, std::uint32_t instruction)
    {
        for (const detail::DecidingBranch& branch : frame.analysed->deciding(instruction))
        {
            frame.expected.note(*frame.analysed, branch);
        }
    }

    template <class Thing>
    static void append(std::vector<Thing>& things, const std::vector<Thing>& more)
    {
        things.insert(things.end(), more.begin(), more.end());
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
            const SliceValue noted = std::move(m_slice[place]);
            m_slice[place] = std::move(value);
            append(m_slice[place].compared, noted.compared);
            append(m_slice[place].asked, noted.asked);
            append(m_slice[place].equals, noted.equals);
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
            if (auto keys = keys_at(frame, value.operands[1]); !keys.empty())
            {
                element.name = detail::element_name(keys);
                element.subject = 1 + number_of(std::move(keys));
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

    std::size_t number_of(std::vector<Constant> keys)
    {
        const auto known = std::find(m_keys.begin(), m_keys.end(), keys);
        const auto number = static_cast<std::size_t>(known - m_keys.begin());
        if (known == m_keys.end())
        {
            m_keys.push_back(std::move(keys));
        }
        return number;
    }

    /// A constant key, boxed or not, or a parameter that the caller gives one.
    [[nodiscard]] static std::optional<Constant> key_at(const Frame& frame, ValueId id)
    {
        const ValueGraph& graph = *frame.analysed->values;
        const FlowValue& value = graph[id];
        const bool is_passed = value.kind == ValueKind::result && !value.operands.empty() &&
                               is_method_call(graph.instruction_of(id).opcode) &&
                               detail::passes_operand_on(graph.member_of(id));
        const ValueId key = is_passed ? value.operands.front() : id;
        const auto given = frame.constants.find(key);
        const auto constant =
            given != frame.constants.end() ? std::optional(given->second) : graph.constant_of(key);
        return constant && detail::value_of_constant(*constant) ? constant : std::nullopt;
    }

    /// Those of which a key is computed; nothing where one of them is not known.
    [[nodiscard]] static std::vector<Constant> keys_at(const Frame& frame, ValueId id)
    {
        if (const auto key = key_at(frame, id))
        {
            return {*key};
        }
        const ValueGraph& graph = *frame.analysed->values;
        std::vector<Constant> keys;
        for (const ValueId source : sources_of(graph, id))
        {
            const auto key = key_at(frame, source);
            const bool is_parameter = graph[source].kind == ValueKind::parameter;
            if (is_parameter && key)
            {
                keys.push_back(*key);
            }
            else if (is_parameter || !key)
            {
                return {};
            }
        }
        return keys;
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
        if (value.operands.size() == 2 && detail::tells_equality(graph.member_of(id)) &&
            wants_true(frame, id))
        {
            note_equal(frame, value.operands[0], value.operands[1]);
        }
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
        Frame inner = called_frame(frame, callee, analysed, value.operands);
        const std::vector<ValueId> returned = follow_returns(inner, frame.expected.of(id));
        // Tests cannot call a private method: what it looks up is itself the node.
        const bool is_lookup = returned.size() == 1 && callee.method->access.is_private() &&
                               is_held_by_parameter(analysed, returned[0]);
        const bool is_getter =
            is_lookup || (returned.size() == 1 && is_field_of_parameter(analysed, returned[0]));
        return is_getter ? SliceValue{.kind = SliceKind::passing,
                               .operands = {place_of(inner, returned[0])}} :
                           call;
    }

    [[nodiscard]] static bool wants_true(const Frame& frame, ValueId id)
    {
        const detail::Expectation* const expected = frame.expected.of(id);
        const auto takes = [expected](std::int64_t truth) {
            const detail::ExpectedRelation& relation = *expected->relation;
            return detail::holds(
                relation.opcode, relation.jumps, relation.constant, relation.side, truth);
        };
        return expected != nullptr && expected->relation && takes(1) && !takes(0);
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

    /// As is_field_of_parameter(), through elements of arrays and collections.
    static bool is_held_by_parameter(const detail::AnalysedMethod& analysed, ValueId id)
    {
        const ValueGraph& graph = *analysed.values;
        while (!graph[id].operands.empty())
        {
            const FlowValue& value = graph[id];
            const bool is_read =
                value.kind == ValueKind::result &&
                is_method_call(graph.instruction_of(id).opcode) &&
                detail::collection_read(graph.member_of(id)) == detail::CollectionRead::element;
            if (!is_read && value.kind != ValueKind::field && value.kind != ValueKind::element)
            {
                return false;
            }
            id = value.operands.front();
        }
        return graph[id].kind == ValueKind::parameter;
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
    std::vector<std::vector<Constant>> m_keys;
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

const std::vector<std::vector<Constant>>& BranchSlicer::keys() const
{
    return m_impl->keys();
}

const std::vector<SlicedCall>& BranchSlicer::calls() const
{
    return m_impl->calls();
}

}  // namespace sbst::jvm
