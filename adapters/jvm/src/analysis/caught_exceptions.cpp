// SPDX-License-Identifier: Apache-2.0
#include "protected_ranges.hpp"

#include <sbst/jvm/analysis/caught_exceptions.hpp>
#include <sbst/jvm/analysis/method_flow.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace sbst::jvm
{

namespace
{

constexpr std::size_t max_handlers = 256;

struct Site
{
    MemberKey called;
    std::set<std::string> caught;
};

std::set<std::string> caught_at(
    const std::vector<ExceptionHandler>& handlers, std::size_t instruction)
{
    std::set<std::string> caught;
    for (const ExceptionHandler& handler : handlers)
    {
        if (handler.start <= instruction && instruction < handler.end)
        {
            caught.insert(handler.catch_type);
        }
    }
    return caught;
}

/// The methods that an instruction calls or captures.
std::vector<MemberKey> called_at(const ClassFile& file, const Instruction& instruction)
{
    const auto key_of = [&file](std::size_t place) {
        const MemberRef& member = file.pool.member(place);
        return MemberKey{member.owner, member.name, member.descriptor};
    };
    const auto operand = static_cast<std::size_t>(instruction.operand);
    std::vector<MemberKey> called;
    if (is_method_call(instruction.opcode))
    {
        called.push_back(key_of(operand));
    }
    else if (instruction.opcode == Opcode::invokedynamic)
    {
        const std::size_t bootstrap = file.pool.member(operand).bootstrap_method;
        for (const std::uint16_t argument : file.bootstrap_methods[bootstrap].arguments)
        {
            if (file.pool.tag(argument) == PoolTag::method_handle)
            {
                called.push_back(key_of(argument));
            }
        }
    }
    return called;
}

/// What one method's code runs only after an exception.
class HandlerCode
{
public:
    HandlerCode(const ClassFile& file, const Code& code) : m_file(file), m_code(code)
    {
        Code without = code;
        without.handlers.clear();
        m_flow.emplace(file.pool, without, std::span<const BranchPlan>{});
        m_is_ordinary.assign(m_flow->graph().size(), false);
        take(m_flow->graph().entry().index(), m_is_ordinary, [](std::size_t) {});
        for (std::size_t i = 0; i < std::min(code.handlers.size(), max_handlers); ++i)
        {
            if (suppresses(code.handlers[i]))
            {
                m_suppressing.insert(code.handlers[i].handler);
                m_suppressed.insert(code.handlers[i].start);
            }
        }
    }

    /// Tells whether the compiler wrote the handler, for a resource that is closed: it suppresses
    /// an exception, or code of it is protected by a handler that does.
    [[nodiscard]] bool closes_resource(const ExceptionHandler& handler) const
    {
        return m_suppressing.contains(handler.handler) ||
               any_of(handler,
                   [this](std::size_t instruction) { return m_suppressed.contains(instruction); });
    }

    [[nodiscard]] bool decides(
        const ExceptionHandler& handler, const std::set<std::string>& own) const
    {
        return any_of(handler, [&](std::size_t instruction) {
            const Instruction& one = m_code.instructions[instruction];
            const bool calls_own =
                is_method_call(one.opcode) && own.contains(called_at(m_file, one).front().owner);
            return calls_own || is_conditional_jump(one.opcode) || is_switch(one.opcode);
        });
    }

private:
    [[nodiscard]] bool suppresses(const ExceptionHandler& handler) const
    {
        return any_of(handler, [this](std::size_t instruction) {
            const Instruction& one = m_code.instructions[instruction];
            return is_method_call(one.opcode) &&
                   called_at(m_file, one).front().name == "addSuppressed";
        });
    }

    template <class IsWanted>
    [[nodiscard]] bool any_of(const ExceptionHandler& handler, const IsWanted& is_wanted) const
    {
        std::vector<bool> seen = m_is_ordinary;
        bool is_found = false;
        take(m_flow->block_of(handler.handler).index(), seen,
            [&](std::size_t instruction) { is_found = is_found || is_wanted(instruction); });
        return is_found;
    }

    /// Visits the instructions of all blocks behind one that were not seen.
    template <class Visit>
    void take(std::size_t first, std::vector<bool>& seen, const Visit& visit) const
    {
        std::vector<std::size_t> waiting{first};
        while (!waiting.empty())
        {
            const std::size_t node = waiting.back();
            waiting.pop_back();
            if (seen[node])
            {
                continue;
            }
            seen[node] = true;
            if (node < m_flow->blocks().size())
            {
                const InstructionBlock& block = m_flow->blocks()[node];
                for (std::size_t i = block.first; i < block.end; ++i)
                {
                    visit(i);
                }
            }
            for (const FlowEdge& edge : m_flow->graph().edges(FlowNode(node)))
            {
                waiting.push_back(edge.to.index());
            }
        }
    }

    const ClassFile& m_file;
    const Code& m_code;
    std::optional<MethodFlow> m_flow;
    /// By node: it runs without an exception.
    std::vector<bool> m_is_ordinary;
    /// Handlers that suppress an exception, and where the code begins that they protect.
    std::set<std::size_t> m_suppressing;
    std::set<std::size_t> m_suppressed;
};

std::vector<ExceptionHandler> handlers_of(
    const ClassFile& file, const Code& code, const std::set<std::string>& own, Handlers wanted)
{
    std::vector<ExceptionHandler> handlers;
    std::copy_if(code.handlers.begin(),
        code.handlers.begin() +
            static_cast<std::ptrdiff_t>(std::min(code.handlers.size(), max_handlers)),
        std::back_inserter(handlers), [](const ExceptionHandler& handler) {
            return protects_code(handler) && !handler.catch_type.empty();
        });
    if (!handlers.empty())
    {
        const HandlerCode handler_code(file, code);
        std::erase_if(handlers, [&](const ExceptionHandler& handler) {
            return handler_code.closes_resource(handler) ||
                   (wanted == Handlers::deciding && !handler_code.decides(handler, own));
        });
    }
    return handlers;
}

std::vector<Site> sites_of(
    const ClassFile& file, const Code& code, const std::set<std::string>& own, Handlers wanted)
{
    const std::vector<ExceptionHandler> handlers = handlers_of(file, code, own, wanted);
    std::vector<Site> sites;
    for (std::size_t i = 0; i < code.instructions.size(); ++i)
    {
        for (MemberKey& called : called_at(file, code.instructions[i]))
        {
            sites.push_back({std::move(called), caught_at(handlers, i)});
        }
    }
    return sites;
}

}  // namespace

std::map<MemberKey, std::set<std::string>> caught_around_calls(
    std::span<const ClassFile* const> files, Handlers handlers)
{
    std::set<std::string> own;
    for (const ClassFile* file : files)
    {
        own.insert(file->name);
    }
    std::map<MemberKey, std::vector<Site>> methods;
    for (const ClassFile* file : files)
    {
        for (const Method& method : file->methods)
        {
            if (method.code)
            {
                methods.emplace(MemberKey{file->name, method.name, method.descriptor},
                    sites_of(*file, *method.code, own, handlers));
            }
        }
    }
    std::map<MemberKey, std::set<std::string>> caught;
    std::vector<MemberKey> waiting;
    const auto note = [&](const MemberKey& called, const std::set<std::string>& types) {
        std::set<std::string>& known = caught[called];
        const std::size_t before = known.size();
        known.insert(types.begin(), types.end());
        if (known.size() != before && methods.contains(called))
        {
            waiting.push_back(called);
        }
    };
    for (const auto& [method, sites] : methods)
    {
        for (const Site& site : sites)
        {
            note(site.called, site.caught);
        }
    }
    while (!waiting.empty())
    {
        const MemberKey method = std::move(waiting.back());
        waiting.pop_back();
        const std::set<std::string> around = caught[method];
        for (const Site& site : methods.find(method)->second)
        {
            note(site.called, around);
        }
    }
    std::erase_if(caught, [](const auto& entry) { return entry.second.empty(); });
    return caught;
}

}  // namespace sbst::jvm
