// SPDX-License-Identifier: Apache-2.0
// Where values come from.
#include "support/catch.hpp"

#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/dataflow/access_path.hpp>
#include <sbst/jvm/dataflow/folding.hpp>
#include <sbst/jvm/dataflow/value_graph.hpp>
#include <sbst/jvm/referee/tools.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace sbst::jvm;

namespace
{

using Texts = std::vector<std::string>;

const Method& method_named(const ClassFile& file, std::string_view name)
{
    const auto found = std::find_if(file.methods.begin(), file.methods.end(),
        [name](const Method& method) { return method.name == name; });
    REQUIRE(found != file.methods.end());
    return *found;
}

/// The instructions with that opcode, ascending.
std::vector<std::uint32_t> places_of(const Method& method, Opcode opcode)
{
    std::vector<std::uint32_t> places;
    for (std::uint32_t i = 0; i < method.code->instructions.size(); ++i)
    {
        if (method.code->instructions[i].opcode == opcode)
        {
            places.push_back(i);
        }
    }
    return places;
}

Texts texts_of(const ValueGraph& graph, ValueId id)
{
    Texts texts;
    for (const AccessPath& path : paths_of(graph, id))
    {
        texts.push_back(to_text(path, graph));
    }
    return texts;
}

/// Finds values in the fixture.
class Values
{
public:
    [[nodiscard]] ValueGraph graph(std::string_view method) const
    {
        const ClassFile& file = m_path.at("flow/Values");
        std::optional<ValueGraph> graph = ValueGraph::of(file, method_named(file, method));
        REQUIRE(graph);
        return *std::move(graph);
    }
    /// The paths of what the method returns.
    [[nodiscard]] Texts returned(std::string_view method) const
    {
        const ValueGraph found = graph(method);
        std::set<std::string> texts;
        for (std::uint32_t i = 0; i < found.method().code->instructions.size(); ++i)
        {
            if (is_return(found.method().code->instructions[i].opcode))
            {
                const Texts more = texts_of(found, found.operands_of(i).front());
                texts.insert(more.begin(), more.end());
            }
        }
        return {texts.begin(), texts.end()};
    }

private:
    ClassPath m_path{{SBST_CLASSES}};
};

}  // namespace

TEST_CASE("values: access paths from the arguments", "[jvm][dataflow]")
{
    const Values values;
    CHECK(values.returned("deep") == Texts{"argument 1.players[].level"});
    CHECK(values.returned("pick") == Texts{"argument 2", "argument 3"});
    CHECK(values.returned("wide") == Texts{"argument 3"});
    CHECK(values.returned("shared") == Texts{"Values.count"});
    CHECK(values.returned("lengths") == Texts{"argument 1[].length"});
    CHECK(values.returned("called") == Texts{"result of deepest().total"});
    CHECK(values.returned("deepest") == Texts{"a new object", "argument 1"});
    CHECK(values.returned("caught") == Texts{"result of hashCode()", "result of length()"});
    // A cast is the same value.
    const ValueGraph cast = values.graph("cast");
    const auto read = places_of(cast.method(), Opcode::getfield);
    REQUIRE(read.size() == 1);
    CHECK(texts_of(cast, cast.operands_of(read[0])[0]) == Texts{"argument 1"});
}

TEST_CASE("values: a loop ends where it comes round", "[jvm][dataflow]")
{
    const Values values;
    CHECK(values.returned("unchanged") == Texts{"argument 2"});
    CHECK(values.returned("chain") == Texts{"this.level", "this.next.level"});
    const ValueGraph sum = values.graph("sum");
    const auto returned = places_of(sum.method(), Opcode::ireturn);
    REQUIRE(returned.size() == 1);
    Texts texts;
    for (const ValueId source : sources_of(sum, sum.operands_of(returned[0])[0]))
    {
        const Texts more = texts_of(sum, source);
        texts.insert(texts.end(), more.begin(), more.end());
    }
    std::sort(texts.begin(), texts.end());
    CHECK(texts == Texts{"a constant", "this.level", "this.marks[]"});
    // Its counter has two values, and is used by the comparison, the element and the increment.
    const auto increment = places_of(sum.method(), Opcode::iinc);
    REQUIRE(increment.size() == 1);
    const ValueId counter = sum.operands_of(increment[0])[0];
    CHECK(sum[counter].kind == ValueKind::merged);
    CHECK(sum[counter].operands.size() == 2);
    CHECK(sum.uses_of(counter).size() == 3);
}

TEST_CASE("values: what is written, and where", "[jvm][dataflow]")
{
    const Values values;
    const ValueGraph write = values.graph("write");
    const auto fields = places_of(write.method(), Opcode::putfield);
    REQUIRE(fields.size() == 2);
    CHECK(texts_of(write, write.operands_of(fields[0])[0]) == Texts{"argument 1.next"});
    const std::vector<ValueId> sources = sources_of(write, write.operands_of(fields[0])[1]);
    REQUIRE(sources.size() == 2);
    CHECK(texts_of(write, sources[0]) == Texts{"argument 2"});
    CHECK(write.constant_of(sources[1])->integer == 1);
    const std::vector<ValueId> added = sources_of(write, write.operands_of(fields[1])[1]);
    REQUIRE(added.size() == 2);
    CHECK(texts_of(write, added[0]) == Texts{"this.total"});
    CHECK(write.constant_of(added[1])->integer == 7);
    const auto statics = places_of(write.method(), Opcode::putstatic);
    REQUIRE(statics.size() == 1);
    CHECK(texts_of(write, write.operands_of(statics[0])[0]) == Texts{"argument 2"});
    const auto elements = places_of(write.method(), Opcode::iastore);
    REQUIRE(elements.size() == 1);
    CHECK(texts_of(write, write.operands_of(elements[0])[0]) == Texts{"this.marks"});
    CHECK(folded(write, write.operands_of(elements[0])[1])->integer == 0);

    // Both slots that dup2 copies.
    const ValueGraph add = values.graph("addTo");
    const auto stores = places_of(add.method(), Opcode::iastore);
    REQUIRE(stores.size() == 1);
    CHECK(texts_of(add, add.operands_of(stores[0])[0]) == Texts{"this.marks"});
    CHECK(texts_of(add, add.operands_of(stores[0])[1]) == Texts{"argument 1"});

    // A field that is read before it is written keeps its own value.
    const ValueGraph swap = values.graph("swap");
    const auto both = places_of(swap.method(), Opcode::putfield);
    REQUIRE(both.size() == 2);
    CHECK(texts_of(swap, swap.operands_of(both[0])[1]) == Texts{"argument 1.next"});
    CHECK(texts_of(swap, swap.operands_of(both[1])[0]) == Texts{"argument 1"});
    CHECK(texts_of(swap, swap.operands_of(both[1])[1]) == Texts{"this.next"});
}

TEST_CASE("values: uses and operands of all methods of some jars fit", "[jvm][dataflow]")
{
    std::size_t methods = 0;
    std::size_t without = 0;
    for (const char* const artifact : {"junit-platform-console-standalone", "asm", "asm-tree"})
    {
        const ClassPath path{{find_jar(SBST_JARS, artifact)}};
        for (const std::string& name : path.class_names())
        {
            const ClassFile* const file = path.find(name);
            REQUIRE(file != nullptr);
            for (const Method& method : file->methods)
            {
                if (!method.code)
                {
                    continue;
                }
                ++methods;
                const std::optional<ValueGraph> graph = ValueGraph::of(*file, method);
                if (!graph)
                {
                    ++without;
                    continue;
                }
                std::size_t operands = 0;
                bool is_sound = true;
                for (std::uint32_t i = 0; i < method.code->instructions.size(); ++i)
                {
                    operands += graph->operands_of(i).size();
                    for (const ValueId id : graph->operands_of(i))
                    {
                        is_sound = is_sound && id.index() < graph->values().size();
                    }
                    const auto given = graph->given_by(i);
                    is_sound = is_sound && (!given || (*graph)[*given].place == i);
                }
                std::size_t uses = 0;
                for (std::size_t id = 0; id < graph->values().size(); ++id)
                {
                    uses += graph->uses_of(ValueId(id)).size();
                    (void)paths_of(*graph, ValueId(id));
                    (void)sources_of(*graph, ValueId(id));
                    (void)folded(*graph, ValueId(id));
                }
                INFO(name << "." << method.name << method.descriptor);
                if (!is_sound || uses != operands)
                {
                    FAIL_CHECK("operands " << operands << ", uses " << uses);
                }
            }
        }
    }
    INFO(methods << " methods");
    CHECK(methods > 5000);
    CHECK(without == 0);
}
