// SPDX-License-Identifier: Apache-2.0
#include "handler_code.hpp"
#include "protected_ranges.hpp"

#include <sbst/jvm/analysis/caught_exceptions.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace sbst::jvm
{

namespace
{

/// Types that are kept around the calls of one method: what follows is linear in the code.
constexpr std::size_t max_types = 16;
/// More belong to no lambda.
constexpr std::size_t max_bootstrap_arguments = 16;

using Types = std::set<std::string>;
using TypesByMethod = std::map<MemberKey, Types>;

/// Returns whether there were new ones.
bool add_types(Types& known, const Types& types)
{
    const std::size_t before = known.size();
    for (auto type = types.begin(); type != types.end() && known.size() < max_types; ++type)
    {
        known.insert(*type);
    }
    return known.size() != before;
}

Types caught_at(const std::vector<ExceptionHandler>& handlers, std::size_t instruction)
{
    Types caught;
    for (const ExceptionHandler& handler : handlers)
    {
        if (handler.start <= instruction && instruction < handler.end && caught.size() < max_types)
        {
            caught.insert(handler.catch_type);
        }
    }
    return caught;
}

/// The methods that an instruction calls or captures.
std::vector<MemberKey> called_at(const ClassFile& file, const Instruction& instruction)
{
    const auto key_of = [](const MemberRef& member) {
        return MemberKey{member.owner, member.name, member.descriptor};
    };
    if (const MemberRef* member = called_member(file, instruction))
    {
        return {key_of(*member)};
    }
    std::vector<MemberKey> called;
    if (instruction.opcode == Opcode::invokedynamic)
    {
        const MemberRef& site = file.pool.member(static_cast<std::size_t>(instruction.operand));
        const auto& arguments = file.bootstrap_methods[site.bootstrap_method].arguments;
        for (std::size_t i = 0; i < std::min(arguments.size(), max_bootstrap_arguments); ++i)
        {
            if (file.pool.tag(arguments[i]) == PoolTag::method_handle)
            {
                called.push_back(key_of(file.pool.member(arguments[i])));
            }
        }
    }
    return called;
}

/// Those of a method's handlers that are wanted.
std::vector<ExceptionHandler> handlers_of(
    const ClassFile& file, const Code& code, const std::set<std::string>& own, Handlers wanted)
{
    std::vector<ExceptionHandler> handlers;
    for (std::size_t i = 0; i < std::min(code.handlers.size(), HandlerCode::max_handlers); ++i)
    {
        if (protects_code(code.handlers[i]) && !code.handlers[i].catch_type.empty())
        {
            handlers.push_back(code.handlers[i]);
        }
    }
    if (!handlers.empty())
    {
        const HandlerCode handler_code(file, code);
        std::erase_if(handlers, [&](const ExceptionHandler& handler) {
            return handler_code.is_of_compiler(handler) ||
                   (wanted == Handlers::deciding && !handler_code.decides(handler, own));
        });
    }
    return handlers;
}

/// What one method calls, with what its own handlers catch around that.
TypesByMethod calls_of(
    const ClassFile& file, const Code& code, const std::set<std::string>& own, Handlers wanted)
{
    const std::vector<ExceptionHandler> handlers = handlers_of(file, code, own, wanted);
    TypesByMethod calls;
    for (std::size_t i = 0; i < code.instructions.size(); ++i)
    {
        for (MemberKey& called : called_at(file, code.instructions[i]))
        {
            add_types(calls[std::move(called)], caught_at(handlers, i));
        }
    }
    return calls;
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
    std::map<MemberKey, TypesByMethod> methods;
    for (const ClassFile* file : files)
    {
        for (const Method& method : file->methods)
        {
            if (method.code)
            {
                methods.emplace(MemberKey{file->name, method.name, method.descriptor},
                    calls_of(*file, *method.code, own, handlers));
            }
        }
    }
    TypesByMethod caught;
    std::set<MemberKey> waiting;
    const auto note = [&](const MemberKey& called, const Types& types) {
        if (!types.empty() && add_types(caught[called], types) && methods.contains(called))
        {
            waiting.insert(called);
        }
    };
    for (const auto& [method, calls] : methods)
    {
        for (const auto& [called, types] : calls)
        {
            note(called, types);
        }
    }
    while (!waiting.empty())
    {
        const MemberKey method = std::move(waiting.extract(waiting.begin()).value());
        const Types around = caught[method];
        for (const auto& [called, types] : methods.find(method)->second)
        {
            note(called, around);
        }
    }
    return caught;
}

}  // namespace sbst::jvm
