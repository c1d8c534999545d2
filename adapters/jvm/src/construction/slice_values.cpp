// SPDX-License-Identifier: Apache-2.0
#include "collection_calls.hpp"
#include "slice_names.hpp"
#include "slicer.hpp"

#include <algorithm>

namespace sbst::jvm::detail
{

SliceValue Slicer::value_of(SliceFrame& frame, ValueId id)
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

SliceValue Slicer::element_of(SliceFrame& frame, const FlowValue& value, bool is_indexed)
{
    SliceValue element{
        .kind = SliceKind::element, .name = "[]", .operands = places_of(frame, value)};
    if (value.operands.size() > 1)
    {
        if (auto keys = keys_at(frame, value.operands[1]); !keys.empty())
        {
            element.name = element_name(keys);
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

SliceValue Slicer::member_of(SliceFrame& frame, const FlowValue& value)
{
    SliceValue element{.kind = SliceKind::element,
        .name = "[]",
        .operands = {place_of(frame, value.operands.front()), add({.kind = SliceKind::constant})}};
    if (value.operands.size() > 1)
    {
        element.operands.push_back(place_of(frame, value.operands[1]));
        if (const auto constant = key_at(frame, value.operands[1]))
        {
            element.compared.push_back(*value_of_constant(*constant));
        }
    }
    return element;
}

std::optional<SliceValue> Slicer::held_by_collection(
    SliceFrame& frame, const MemberRef& method, const FlowValue& value)
{
    const CollectionRead read =
        value.operands.empty() ? CollectionRead::none : collection_read(method);
    switch (read)
    {
        case CollectionRead::element:
            return element_of(frame, value, method.descriptor.starts_with("(I)"));
        case CollectionRead::membership:
            return member_of(frame, value);
        case CollectionRead::count:
            return SliceValue{.kind = SliceKind::field,
                .subject = m_fields.of({"[", "length", "I"}),
                .name = "length",
                .operands = {place_of(frame, value.operands.front())}};
        case CollectionRead::view:
            return SliceValue{
                .kind = SliceKind::passing, .operands = {place_of(frame, value.operands.front())}};
        default:
            return std::nullopt;
    }
}

SliceValue Slicer::result_of(SliceFrame& frame, ValueId id, const FlowValue& value)
{
    const ValueGraph& graph = *frame.analysed->values;
    if (auto held = held_by_collection(frame, graph.member_of(id), value))
    {
        return std::move(*held);
    }
    if (!value.operands.empty() && passes_operand_on(graph.member_of(id)))
    {
        return {.kind = SliceKind::passing, .operands = {place_of(frame, value.operands.front())}};
    }
    SliceValue call{.kind = SliceKind::call,
        .subject = m_calls.of({frame.file, frame.method, value.place}),
        .name = graph.member_of(id).name,
        .operands = places_of(frame, value)};
    note_beside_constants(frame, value.operands);
    if (value.operands.size() == 2 && tells_equality(graph.member_of(id)) && wants_true(frame, id))
    {
        note_equal(frame, value.operands[0], value.operands[1]);
    }
    const SlicedMethod callee = m_members.called_by(graph.instruction_of(id), graph.member_of(id));
    if (callee.method == nullptr || frame.depth >= max_depth || is_full())
    {
        return call;
    }
    const AnalysedMethod& analysed = m_analysed.of(*callee.file, *callee.method);
    if (!analysed.values || analysed.values->parameters().size() != call.operands.size())
    {
        return call;
    }
    SliceFrame inner = called_frame(frame, callee, analysed, value.operands);
    const std::vector<ValueId> returned = follow_returns(inner, frame.expected.of(id));
    // Tests cannot call a private method: what it looks up is itself the node.
    const bool is_lookup = returned.size() == 1 && callee.method->access.is_private() &&
                           is_held_by_parameter(analysed, returned[0]);
    const bool is_getter =
        is_lookup || (returned.size() == 1 && is_field_of_parameter(analysed, returned[0]));
    return is_getter ?
               SliceValue{.kind = SliceKind::passing, .operands = {place_of(inner, returned[0])}} :
               call;
}

std::vector<ValueId> Slicer::follow_returns(SliceFrame& frame, const Expectation* expected)
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

std::size_t Slicer::number_of(std::vector<Constant> keys)
{
    const auto known = std::find(m_keys.begin(), m_keys.end(), keys);
    const auto number = static_cast<std::size_t>(known - m_keys.begin());
    if (known == m_keys.end())
    {
        m_keys.push_back(std::move(keys));
    }
    return number;
}

std::vector<std::size_t> Slicer::places_of(SliceFrame& frame, const FlowValue& value)
{
    std::vector<std::size_t> places;
    for (const ValueId operand : value.operands)
    {
        places.push_back(place_of(frame, operand));
    }
    return places;
}

}  // namespace sbst::jvm::detail
