// SPDX-License-Identifier: Apache-2.0
// Class files: bytes are a class that every analysis takes, or refused by one error that names the
// file.
#include "fuzz.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/analysis/class_facts.hpp>
#include <sbst/jvm/analysis/class_goals.hpp>
#include <sbst/jvm/analysis/method_flow.hpp>
#include <sbst/jvm/analysis/purity.hpp>
#include <sbst/jvm/classfile/signature.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;
using fuzz::require;

namespace
{

using Bytes = std::vector<std::uint8_t>;

void append(Bytes& bytes, std::uint64_t number, std::size_t size)
{
    for (std::size_t i = 0; i < size; ++i)
    {
        bytes.push_back(i < 8 ? static_cast<std::uint8_t>(number >> (8 * i)) : std::uint8_t{0});
    }
}

template <class Range>
void append_all(Bytes& bytes, const Range& more)
{
    for (const auto byte : more)
    {
        bytes.push_back(static_cast<std::uint8_t>(byte));
    }
}

std::uint32_t crc32_of(const Bytes& bytes)
{
    std::uint32_t crc = ~std::uint32_t{0};
    for (const std::uint8_t byte : bytes)
    {
        crc ^= byte;
        for (int bit = 0; bit < 8; ++bit)
        {
            crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
        }
    }
    return ~crc;
}

/// A jar with one entry, not compressed.
Bytes jar_of(const std::string& name, const Bytes& contents)
{
    Bytes common;
    append(common, 20, 2);
    append(common, 0, 8);
    append(common, crc32_of(contents), 4);
    append(common, contents.size(), 4);
    append(common, contents.size(), 4);
    append(common, name.size(), 2);
    append(common, 0, 2);
    Bytes jar;
    append(jar, 0x04034b50, 4);
    append_all(jar, common);
    append_all(jar, name);
    append_all(jar, contents);
    const std::size_t directory = jar.size();
    append(jar, 0x02014b50, 4);
    append(jar, 20, 2);
    append_all(jar, common);
    append(jar, 0, 14);
    append_all(jar, name);
    const std::size_t directory_size = jar.size() - directory;
    append(jar, 0x06054b50, 4);
    append(jar, 0, 4);
    append(jar, 1, 2);
    append(jar, 1, 2);
    append(jar, directory_size, 4);
    append(jar, directory, 4);
    append(jar, 0, 2);
    return jar;
}

std::optional<ClassFile> read(const Bytes& bytes)
{
    try
    {
        return parse_class(std::as_bytes(std::span{bytes}), "fuzz.class");
    }
    catch (const ParseError& error)
    {
        require(error.file == "fuzz.class" && !error.place.empty(), "a ParseError names the place");
        return std::nullopt;
    }
}

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
void check_on_path(const ClassFile& file, const Bytes& bytes)
{
    if (file.name.size() > 1000 || file.name.find('\0') != std::string::npos)
    {
        return;
    }
    const Bytes jar = jar_of(file.name + ".class", bytes);
    const int memory = memfd_create("fuzz.jar", 0);
    require(
        memory >= 0 && write(memory, jar.data(), jar.size()) == static_cast<ssize_t>(jar.size()),
        "a file in memory can be made");
    {
        const ClassPath path{{"/proc/self/fd/" + std::to_string(memory)}};
        // META-INF and module-info are no classes.
        if (path.is_on_path(file.name))
        {
            check_goals(find_class_goals(path, file.name));
            check_goals(
                find_class_goals(path, file.name, {.criteria = {.sought = CoverageSet::all()}}));
            Purity purity{path};
            for (const Method& method : file.methods)
            {
                static_cast<void>(purity.is_pure(file.name, method.name, method.descriptor));
            }
        }
    }
    close(memory);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const Bytes bytes(data, data + size);
    const std::optional<ClassFile> file = read(bytes);
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
    check_on_path(*file, bytes);
    return 0;
}
