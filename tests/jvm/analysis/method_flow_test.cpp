// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/fitness/control_dependence.hpp>
#include <sbst/jvm/analysis/method_flow.hpp>
#include <sbst/jvm/classfile/class_path.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

const ClassFile& flows()
{
    static const ClassPath path{{SBST_CLASSES}};
    return path.at("flows/Flows");
}

/// A method's flow, with what each of its jumps depends on as text.
class Subject
{
public:
    explicit Subject(const std::string& name) : Subject(code_of(name)) {}

    /// `0+ 1-`: jumps (in order) and their outcomes; `entry` too where it depends on that.
    [[nodiscard]] std::string controls(std::size_t branch) const
    {
        const FlowNode node = m_flow.block_of(m_branches[branch].instruction);
        std::string text = m_dependence.depends_on_entry(node) ? "entry" : "";
        for (const ControllingEdge& edge : m_dependence.of(node))
        {
            text += (text.empty() ? "" : " ") + std::to_string(edge.label.predicate.index()) +
                    (edge.label.outcome ? "+" : "-");
        }
        return text;
    }
    [[nodiscard]] std::size_t branch_count() const { return m_branches.size(); }
    [[nodiscard]] const std::vector<BranchPlan>& branches() const { return m_branches; }
    [[nodiscard]] const MethodFlow& flow() const { return m_flow; }
    [[nodiscard]] const Code& code() const { return *m_code; }
    [[nodiscard]] bool is_all_reachable() const
    {
        for (std::size_t i = 0; i < m_flow.graph().size(); ++i)
        {
            if (!m_dependence.is_reachable(FlowNode{i}))
            {
                return false;
            }
        }
        return true;
    }

private:
    explicit Subject(const Code& code)
      : m_code(&code),
        m_branches(plan_branches(code, m_predicates)),
        m_flow(flows().pool, code, m_branches),
        m_dependence(m_flow.graph())
    {}

    static const Code& code_of(const std::string& name)
    {
        const auto found = std::find_if(flows().methods.begin(), flows().methods.end(),
            [&](const Method& method) { return method.name == name; });
        REQUIRE(found != flows().methods.end());
        return *found->code;
    }

    const Code* m_code;
    std::size_t m_predicates = 0;
    std::vector<BranchPlan> m_branches;
    MethodFlow m_flow;
    ControlDependence m_dependence;
};

}  // namespace

TEST_CASE("blocks cover all instructions in order", "[jvm][method_flow]")
{
    for (const std::string name : {"straight", "nested", "loop", "caught", "switched"})
    {
        const Subject subject{name};
        std::uint32_t next = 0;
        for (const InstructionBlock& block : subject.flow().blocks())
        {
            CHECK(block.first == next);
            CHECK(block.end > block.first);
            for (std::uint32_t i = block.first; i < block.end; ++i)
            {
                CHECK(subject.flow().block_of(i).index() ==
                      static_cast<std::size_t>(&block - subject.flow().blocks().data()));
            }
            next = block.end;
        }
        CHECK(next == subject.code().instructions.size());
        CHECK(subject.is_all_reachable());
    }
}

TEST_CASE("ordinary code depends on the branches that guard it", "[jvm][method_flow]")
{
    CHECK(Subject{"straight"}.branch_count() == 0);
    // javac jumps over what an if guards: outcome false enters it.
    const Subject nested{"nested"};
    REQUIRE(nested.branch_count() == 2);
    CHECK(nested.controls(0) == "entry");
    CHECK(nested.controls(1) == "0-");
    const Subject loop{"loop"};
    REQUIRE(loop.branch_count() == 2);
    CHECK(loop.controls(0) == "entry 0-");
    CHECK(loop.controls(1) == "0-");
}

TEST_CASE("handlers do not change what protected code depends on", "[jvm][method_flow]")
{
    const Subject caught{"caught"};
    REQUIRE(caught.branch_count() == 4);
    CHECK(caught.controls(0) == "entry");     // a == 1
    CHECK(caught.controls(1) == "entry");     // value == 2, behind a call
    CHECK(caught.controls(2) == "entry");     // in the handler
    CHECK(caught.controls(3) == "entry 2+");  // behind: the handler may return
    CHECK(caught.is_all_reachable());
}

TEST_CASE("a throw leads to its handler", "[jvm][method_flow]")
{
    const Subject thrown{"thrown"};
    REQUIRE(thrown.branch_count() == 2);
    CHECK(thrown.controls(0) == "entry");
    CHECK(thrown.controls(1) == "entry 0-");
}

TEST_CASE("finally and monitors leave ordinary code as it is", "[jvm][method_flow]")
{
    // The finally is copied: on the return, on the normal end, in the handler.
    const Subject cleaned{"cleaned"};
    REQUIRE(cleaned.branch_count() == 4);
    CHECK(cleaned.controls(0) == "entry");
    CHECK(cleaned.controls(1) == "0-");
    CHECK(cleaned.controls(2) == "0+");
    CHECK(cleaned.controls(3) == "entry");
    CHECK(cleaned.is_all_reachable());
    const Subject locked{"locked"};
    REQUIRE(locked.branch_count() == 1);
    CHECK(locked.controls(0) == "entry");
    CHECK(locked.is_all_reachable());
}

TEST_CASE("each way of a switch has one predicate", "[jvm][method_flow]")
{
    const Subject switched{"switched"};
    REQUIRE(switched.branch_count() == 2);
    const BranchPlan& plan = switched.branches()[0];
    CHECK(plan.is_switch());
    // Keys 1 to 4: 3 goes the default's way.
    REQUIRE(plan.key_predicates.size() == 4);
    CHECK(plan.key_predicates[0] == PredicateId{0});
    CHECK(plan.key_predicates[1] == PredicateId{0});
    CHECK(plan.key_predicates[2] == PredicateId{1});
    CHECK(plan.key_predicates[3] == PredicateId{2});
    CHECK(plan.default_predicate == PredicateId{1});
    CHECK(switched.branches()[1].predicate == PredicateId{3});
    CHECK(switched.controls(1) == "0+");
}

namespace
{

/// Code of `nop`s and a return with that exception table.
Code protected_code(std::uint32_t size, std::vector<ExceptionHandler> handlers)
{
    Code code;
    code.instructions.resize(size);
    code.instructions.back().opcode = Opcode::return_;
    code.handlers = std::move(handlers);
    return code;
}

}  // namespace

TEST_CASE("ranges that overlap in too many ways hang at the entry", "[jvm][method_flow]")
{
    // Range i is [i, size - i): each block has a set of its own.
    constexpr std::uint32_t size = 12'000;
    std::vector<ExceptionHandler> handlers;
    for (std::uint32_t i = 0; i < size / 2 - 1; ++i)
    {
        handlers.push_back({i, size - 1 - i, size / 2 + i, ""});
    }
    const Code code = protected_code(size, handlers);
    const MethodFlow flow{ClassConstants{}, code, {}};
    REQUIRE(flow.graph().size() == flow.blocks().size() + 1);
    CHECK(flow.graph().entry() == FlowNode{flow.blocks().size()});
    CHECK(flow.graph().edges(flow.graph().entry()).size() == 1 + handlers.size());
}

TEST_CASE("a handler that protects itself ends nothing", "[jvm][method_flow]")
{
    const Code code = protected_code(4, {{0, 2, 2, ""}, {2, 3, 2, ""}});
    const MethodFlow flow{ClassConstants{}, code, {}};
    const ControlDependence dependence{flow.graph()};
    for (std::size_t i = 0; i < flow.graph().size(); ++i)
    {
        CHECK(dependence.is_reachable(FlowNode{i}));
        CHECK(dependence.depends_on_entry(FlowNode{i}));
    }
}

TEST_CASE("subroutines come back behind each of their calls", "[jvm][method_flow]")
{
    // 0: jsr 4, 1: jsr 4, 2: return, 3: nop (unreachable), 4: astore, 5: ret
    Code code;
    code.instructions.resize(6);
    code.instructions[0] = {0, Opcode::jsr, 4, 0};
    code.instructions[1] = {3, Opcode::jsr, 4, 0};
    code.instructions[2].opcode = Opcode::return_;
    code.instructions[4].opcode = Opcode::astore_0;
    code.instructions[5].opcode = Opcode::ret;
    const MethodFlow flow{ClassConstants{}, code, {}};
    const std::vector<bool> reachable = flow.graph().reachable();
    for (const std::uint32_t instruction : {0U, 1U, 2U, 4U, 5U})
    {
        CHECK(reachable[flow.block_of(instruction).index()]);
    }
    CHECK_FALSE(reachable[flow.block_of(3).index()]);
}

TEST_CASE("an athrow leads to the handlers that may catch it, and out", "[jvm][method_flow]")
{
    const auto ways = [](std::vector<ExceptionHandler> handlers) {
        Code code = protected_code(4, std::move(handlers));
        code.instructions[0].opcode = Opcode::athrow;
        const MethodFlow flow{ClassConstants{}, code, {}};
        std::set<std::size_t> targets;
        for (const FlowEdge& edge : flow.graph().edges(FlowNode{0}))
        {
            targets.insert(edge.to.index());
        }
        return targets;
    };
    CHECK(ways({}).empty());
    // The last one leads out of the method.
    CHECK(ways({{0, 1, 1, "p/E"}}).size() == 2);
    CHECK(ways({{0, 1, 1, "p/E"}, {0, 1, 2, "p/F"}}).size() == 3);
    CHECK(ways({{0, 1, 1, "p/E"}, {0, 1, 2, ""}, {0, 1, 3, ""}}) == std::set<std::size_t>{1, 2});
    CHECK(ways({{0, 1, 1, "java/lang/Throwable"}, {0, 1, 2, "p/F"}}) == std::set<std::size_t>{1});
}

namespace
{

/// Whether a path leads to each instruction, found one instruction after the other.
std::vector<bool> reached_instructions(const Code& code)
{
    std::vector<bool> reached(code.instructions.size(), false);
    std::vector<std::uint32_t> open{0};
    while (!open.empty())
    {
        const std::uint32_t i = open.back();
        open.pop_back();
        if (reached[i])
        {
            continue;
        }
        reached[i] = true;
        const Instruction& one = code.instructions[i];
        const OperandKind kind = operand_kind(one.opcode);
        if (kind == OperandKind::jump || kind == OperandKind::wide_jump)
        {
            open.push_back(static_cast<std::uint32_t>(one.operand));
        }
        if (is_switch(one.opcode))
        {
            const SwitchTable& table = code.switches[static_cast<std::size_t>(one.operand)];
            open.push_back(table.default_target);
            for (const SwitchCase& way : table.cases)
            {
                open.push_back(way.target);
            }
        }
        if (falls_through(one.opcode))
        {
            open.push_back(i + 1);
        }
        for (const ExceptionHandler& handler : code.handlers)
        {
            if (handler.start <= i && i < handler.end)
            {
                open.push_back(handler.handler);
            }
        }
    }
    return reached;
}

}  // namespace

TEST_CASE("the graph reaches what instruction after instruction reaches", "[jvm][method_flow]")
{
    const ClassPath path{{SBST_CLASSES}};
    std::size_t methods = 0;
    for (const std::string& name : path.class_names())
    {
        for (const Method& method : path.at(name).methods)
        {
            if (!method.code)
            {
                continue;
            }
            ++methods;
            INFO(name << "." << method.name);
            const MethodFlow flow{path.at(name).pool, *method.code, {}};
            const std::vector<bool> by_graph = flow.graph().reachable();
            const std::vector<bool> expected = reached_instructions(*method.code);
            std::vector<bool> found(expected.size());
            for (std::uint32_t i = 0; i < found.size(); ++i)
            {
                found[i] = by_graph[flow.block_of(i).index()];
            }
            CHECK(found == expected);
        }
    }
    CHECK(methods > 80);
}
