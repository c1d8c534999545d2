// SPDX-License-Identifier: Apache-2.0
// Class files: bytes are a class that every analysis takes, or refused by one error that names the
// file.
#include "class_on_path.hpp"

#include <sbst/jvm/analysis/class_facts.hpp>
#include <sbst/jvm/analysis/class_goals.hpp>
#include <sbst/jvm/analysis/method_flow.hpp>
#include <sbst/jvm/analysis/purity.hpp>
#include <sbst/jvm/classfile/signature.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;
using fuzz::require;

namespace
{

void check_code(const ClassFile& file, const Code& code)
{
    const std::size_t size = code.instructions.size();
    require(size != 0, "code has instructions");
    for (std::size_t i = 0; i < size; ++i)
    {
        const Instruction& one = code.instructions[i];
        require(i == 0 || code.instructions[i - 1].offset < one.offset, "instructions ascend");
        const OperandKind kind = operand_kind(one.opcode);
        if (kind == OperandKind::jump || kind == OperandKind::wide_jump)
        {
            require(static_cast<std::size_t>(one.operand) < size, "jumps stay inside");
        }
        static_cast<void>(pushed_constant(file.pool, one));
        static_cast<void>(code.line_of(static_cast<std::uint32_t>(i)));
    }
    for (const ExceptionHandler& handler : code.handlers)
    {
        require(handler.start < handler.end && handler.end <= size && handler.handler < size,
            "handlers stay inside");
    }
    for (const SwitchTable& table : code.switches)
    {
        for (std::size_t i = 0; i < table.cases.size(); ++i)
        {
            require(table.cases[i].target < size &&
                        (i == 0 || table.cases[i - 1].key < table.cases[i].key),
                "keys of switches ascend, ways stay inside");
        }
    }
    std::size_t predicates = 0;
    const std::vector<BranchPlan> branches = plan_branches(code, predicates);
    const MethodFlow flow{file.pool, code, branches};
    std::uint32_t next = 0;
    for (const InstructionBlock& block : flow.blocks())
    {
        require(block.first == next && block.first < block.end, "blocks follow each other");
        next = block.end;
    }
    require(next == size, "blocks are all instructions");
}

void check_goals(const ClassGoals& found)
{
    require(found.goals.size() == found.graph.size(), "every goal is described");
    std::set<std::string> labels;
    for (std::size_t i = 0; i < found.graph.size(); ++i)
    {
        require(labels.insert(found.graph[GoalId{i}].label).second, "labels are unique");
        require(found.goals[i].method.index() < found.methods.size(), "goals have methods");
    }
    for (const ClassPlan& plan : found.plans)
    {
        for (const MethodPlan& method : plan.methods)
        {
            for (const LinePlan& line : method.lines)
            {
                require(line.line.index() < found.lines.size(), "lines are known");
            }
        }
    }
}

/// What asks for a class path gets the class in a jar.
void check_on_path(const ClassPath& path, const ClassFile& file)
{
    check_goals(find_class_goals(path, file.name));
    check_goals(find_class_goals(path, file.name, {.criteria = {.sought = CoverageSet::all()}}));
    Purity purity{path};
    for (const Method& method : file.methods)
    {
        static_cast<void>(purity.is_pure(file.name, method.name, method.descriptor));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const fuzz::Bytes bytes(data, data + size);
    const std::optional<ClassFile> file = fuzz::read_class(bytes);
    if (!file)
    {
        return 0;
    }
    for (const Method& method : file->methods)
    {
        static_cast<void>(parse_method_signature(method.signature));
        if (method.code)
        {
            check_code(*file, *method.code);
        }
    }
    require(find_class_facts(*file).methods.size() == file->methods.size(),
        "every method has its facts");
    fuzz::with_class_on_path(*file, bytes, check_on_path);
    return 0;
}
