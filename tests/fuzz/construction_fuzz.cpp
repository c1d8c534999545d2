// SPDX-License-Identifier: Apache-2.0
// The data flow of class files: the slices of all branches of a class, their graphs and the writers
// of its fields, of bytes that are a class. The class is alone on its path.
#include "class_on_path.hpp"

#include <sbst/construction/construction_graph.hpp>
#include <sbst/jvm/construction/branch_slicer.hpp>
#include <sbst/jvm/construction/field_writers.hpp>
#include <sbst/jvm/construction/held_writers.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;
using fuzz::require;

namespace
{

/// Large classes would take minutes: these are enough to meet every kind of code.
constexpr std::size_t most_branches = 64;
constexpr std::size_t most_fields = 8;

void check_subject(const BranchSlicer& slicer, const SliceValue& value)
{
    if (value.kind == SliceKind::field)
    {
        require(value.subject < slicer.fields().size(), "a field is known by its number");
    }
    else if (value.kind == SliceKind::call)
    {
        require(value.subject < slicer.calls().size(), "a call is known by its number");
    }
    else if (value.kind == SliceKind::element)
    {
        require(value.subject <= slicer.keys().size(), "a constant key is known by its number");
    }
}

void check_slice(const BranchSlicer& slicer, const std::vector<SliceValue>& slice)
{
    const auto is_in_slice = [&slice](std::size_t place) { return place < slice.size(); };
    for (const SliceValue& value : slice)
    {
        check_subject(slicer, value);
        require(std::all_of(value.operands.begin(), value.operands.end(), is_in_slice) &&
                    std::all_of(value.equals.begin(), value.equals.end(), is_in_slice),
            "operands are values of the slice");
    }
    const ConstructionGraph graph = ConstructionGraph::distilled(slice);
    require(graph.nodes().size() <= ConstructionGraph::max_nodes, "graphs are bounded");
    for (std::size_t i = 0; i < graph.nodes().size(); ++i)
    {
        const auto& parents = graph.nodes()[i].parents;
        require(std::all_of(parents.begin(), parents.end(),
                    [i](const ConstructionParent& one) { return one.node.index() < i; }),
            "nodes come after their parents");
    }
}

void check_branches(const ClassPath& path, const ClassFile& file)
{
    BranchSlicer slicer(path);
    std::size_t branches = 0;
    for (const Method& method : file.methods)
    {
        const std::size_t count = method.code ? method.code->instructions.size() : 0;
        for (std::uint32_t i = 0; i < count && branches < most_branches; ++i)
        {
            const Opcode opcode = method.code->instructions[i].opcode;
            if (is_conditional_jump(opcode) || is_switch(opcode))
            {
                ++branches;
                check_slice(slicer, slicer.slice(file, method, i));
                check_slice(slicer, slicer.slice(file, method, i, true));
                check_slice(slicer, slicer.slice(file, method, i, false));
            }
            else if (is_return(opcode))
            {
                ++branches;
                check_slice(slicer, slicer.slice_of_way(file, method, i));
            }
        }
    }
}

void check_found(const FieldWriters& writers)
{
    require(
        writers.paths.size() <= max_write_paths && writers.details.size() == writers.paths.size(),
        "paths of writers are bounded and described");
    for (std::size_t i = 0; i < writers.paths.size(); ++i)
    {
        const WritePath& path = writers.paths[i];
        require(path.method < writers.methods.size() && !path.shares.empty(),
            "a path begins with a method of the class");
        const auto& code = writers.methods[path.method]->code;
        require(code && writers.details[i].instruction < code->instructions.size(),
            "it writes or calls in that method");
        const double score = score_of(path);
        require(score >= 0 && score <= static_cast<double>(path.parameters + 1),
            "scores are in their range");
    }
}

void check_writers(const ClassFile& file)
{
    const std::span<const Field> fields(
        file.fields.data(), std::min(file.fields.size(), most_fields));
    for (const Field& field : fields)
    {
        for (const WrittenPart part : {WrittenPart::value, WrittenPart::element})
        {
            check_found(find_writers(file, field.name, part));
            // A class whose objects hold others of the same class.
            for (const Field& held : fields)
            {
                check_found(find_held_writers(file,
                    {.holder = field.name, .element = &file, .field = held.name, .part = part}));
            }
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const fuzz::Bytes bytes(data, data + size);
    if (const auto read = fuzz::read_class(bytes))
    {
        fuzz::with_class_on_path(*read, bytes, [](const ClassPath& path, const ClassFile& file) {
            check_branches(path, file);
            check_writers(file);
        });
    }
    return 0;
}
