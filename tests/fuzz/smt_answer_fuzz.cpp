// SPDX-License-Identifier: Apache-2.0
// Answers of programs that claim to be solvers: they are refused with their place, or give each
// variable a value of its sort.
#include "fuzz.hpp"

#include <sbst/error.hpp>
#include <sbst/symbolic/smt_lib.hpp>

#include <cmath>
#include <string>
#include <variant>

using namespace sbst;
using namespace sbst::symbolic;
using fuzz::require;

namespace
{

/// The variables have no bounds but those of their sorts.
ExpressionGraph graph_of_all_sorts()
{
    ExpressionGraph graph;
    const auto add = [&graph](const char* name, const Sort& sort) {
        Variable variable{.sort = sort, .address = {}, .domain = {}, .name = name};
        variable.domain.greatest_length = 0xffffffff;
        static_cast<void>(graph.add_variable(std::move(variable)));
    };
    add("b", boolean_sort());
    add("w", bit_vector_sort(8));
    add("odd", bit_vector_sort(5));
    add("wide", bit_vector_sort(256));
    add("f", float32_sort());
    add("d", float64_sort());
    add("s", string_sort());
    return graph;
}

void check(const ExpressionGraph& graph, const SmtLibAnswer& answer)
{
    require(answer.model.size() == graph.variable_count(), "a value for each variable");
    for (std::size_t i = 0; i < answer.model.size(); ++i)
    {
        require(is_in_domain(answer.model[i], graph[VariableId(i)]), "a value of the sort");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const ExpressionGraph graph = graph_of_all_sorts();
    Assignment start;
    for (std::size_t i = 0; i < graph.variable_count(); ++i)
    {
        start.push_back(neutral_datum(graph[VariableId(i)]));
    }
    try
    {
        const std::string text(data, data + size);
        const SmtLibAnswer answer = read_smt_lib_answer(graph, text, start);
        check(graph, answer);
        require(answer.kind == SmtLibAnswer::Kind::satisfiable || answer.model == start,
            "only a satisfiable answer has values");
    }
    catch (const ParseError& error)
    {
        require(error.file == "solver's answer", "a ParseError names the answer");
        require(error.place.starts_with("offset "), "a ParseError has a place");
    }
    return 0;
}
