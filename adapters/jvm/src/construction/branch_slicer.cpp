// SPDX-License-Identifier: Apache-2.0
#include "slice_names.hpp"
#include "slicer.hpp"

#include <algorithm>
#include <memory>

namespace sbst::jvm
{

namespace detail
{

std::vector<SliceValue> Slicer::slice(const ClassFile& file, const Method& method,
    std::uint32_t instruction, std::optional<bool> jumps)
{
    return slice_by(file, method, [this, instruction, jumps](SliceFrame& frame) {
        follow_branch(frame, {instruction, jumps});
        follow_calls_before(frame, instruction);
    });
}

std::vector<SliceValue> Slicer::slice_of_way(
    const ClassFile& file, const Method& method, std::uint32_t instruction)
{
    return slice_by(file, method, [this, instruction](SliceFrame& frame) {
        follow_deciding(frame, instruction);
        follow_calls_before(frame, instruction);
    });
}

template <class Follow>
std::vector<SliceValue> Slicer::slice_by(
    const ClassFile& file, const Method& method, const Follow& follow)
{
    m_slice.clear();
    m_nested = 0;
    m_returning = 0;
    m_methods.assign(1, {&file, &method});
    const AnalysedMethod& analysed = m_analysed.of(file, method);
    if (!analysed.values)
    {
        return {};
    }
    SliceFrame frame{.file = &file, .method = &method, .analysed = &analysed};
    for (const ValueId parameter : analysed.values->parameters())
    {
        const std::size_t number = (*analysed.values)[parameter].place;
        frame.known[parameter] = add(
            {.kind = SliceKind::input, .subject = number, .name = parameter_name(method, number)});
    }
    follow(frame);
    return std::move(m_slice);
}

void Slicer::follow_branch(SliceFrame& frame, const DecidingBranch& branch)
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

void Slicer::follow_deciding(SliceFrame& frame, std::uint32_t instruction)
{
    note_deciding(frame, instruction);
    for (const DecidingBranch& branch : frame.analysed->deciding(instruction))
    {
        follow_branch(frame, branch);
    }
}

void Slicer::follow_calls_before(SliceFrame& frame, std::uint32_t instruction)
{
    const ValueGraph& graph = *frame.analysed->values;
    // What handlers call is made on few ways, though no branch decides that.
    std::uint32_t first_handler = instruction;
    for (const ExceptionHandler& handler : frame.method->code->handlers)
    {
        first_handler = std::min(first_handler, handler.handler);
    }
    for (std::uint32_t at = 0; at < instruction; ++at)
    {
        const Instruction& call = frame.method->code->instructions[at];
        const bool is_made = at < first_handler && is_method_call(call.opcode) &&
                             graph.is_reached(at) &&
                             frame.expected.is_required(*frame.analysed, at);
        if (!is_made || frame.depth >= max_depth || m_returning >= max_returning || is_full())
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

void Slicer::follow_return_of(SliceFrame& frame, std::uint32_t at, const SlicedMethod& callee)
{
    const AnalysedMethod& analysed = m_analysed.of(*callee.file, *callee.method);
    const auto operands = frame.analysed->values->operands_of(at);
    if (!analysed.values || analysed.values->parameters().size() != operands.size())
    {
        return;
    }
    const auto [known, is_new] = m_only_returns.try_emplace(callee.method);
    if (is_new)
    {
        known->second = only_return(*analysed.values);
    }
    if (!known->second)
    {
        return;
    }
    ++m_returning;
    SliceFrame inner = called_frame(frame, callee, analysed, operands);
    follow_deciding(inner, *known->second);
    follow_calls_before(inner, *known->second);
}

SliceFrame Slicer::called_frame(SliceFrame& frame, const SlicedMethod& callee,
    const AnalysedMethod& analysed, std::span<const ValueId> operands)
{
    const SlicedMethod sliced{callee.file, callee.method};
    if (std::find(m_methods.begin(), m_methods.end(), sliced) == m_methods.end())
    {
        m_methods.push_back(sliced);
    }
    SliceFrame inner{.file = callee.file,
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

std::size_t Slicer::place_of(SliceFrame& frame, ValueId id)
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

void Slicer::follow_ways(SliceFrame& frame, ValueId id)
{
    const ValueGraph& graph = *frame.analysed->values;
    const FlowValue& value = graph[id];
    if (value.kind == ValueKind::merged)
    {
        const Expectation* const expected = frame.expected.of(id);
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

}  // namespace detail

class BranchSlicer::Impl : public detail::Slicer
{
public:
    using Slicer::Slicer;
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
