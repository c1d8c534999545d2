// SPDX-License-Identifier: Apache-2.0
// Templates: tests that build the state which a branch needs, with a value of their own for each
// leaf. Next: template_plan.hpp, ../search/construction_seeding.hpp.
#pragma once

#include <sbst/construction/known_calls.hpp>
#include <sbst/construction/template_plan.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/test/test_case.hpp>
#include <sbst/variation/operators.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace sbst
{

struct TemplateOptions
{
    /// Probability that a leaf gets a constant of the code that the graph was made of.
    double constant_prob = 0.5;
    /// Probability that a node with ConstructionNode::compared gets one of these.
    double compared_prob = 0.9;
    /// Probability that a number of which nothing is known is one from 0 to `most_small`: sizes and
    /// indices are small.
    double small_prob = 0.5;
    std::uint64_t most_small = 8;
    /// Probability that a value of which only its writer asks something is one that the writer
    /// takes.
    double guard_prob = 0.5;
    /// The same where a call that fails ends the test.
    double strict_guard_prob = 0.9;
    /// Probability that a leaf is the value of an earlier one of its type: code compares state with
    /// state.
    double equal_prob = 0.2;
    /// Probability that a leaf is the value of a node that it should equal, and that it is the
    /// object of such a node, which may be asked to be another one elsewhere.
    double wanted_equal_prob = 0.9;
    double wanted_same_prob = 0.5;
    /// Probability that what has the asked state already is left as it is.
    double kept_prob = 0.9;
    /// Probability that an inner node is read, not made and written, where both can be done: what
    /// nothing wrote is often null.
    double read_prob = 0.1;
    /// Probability that an element without a key is added once more, after each time.
    double repeat_prob = 0.1;
    /// Probability that an input is the object of an earlier one of a fitting type.
    double share_prob = 0.1;
    /// Probability that an input that is no node is a new object.
    double new_input_prob = 0.5;
    /// A collection or list that code asks for more elements than these gets this number.
    std::size_t max_count = 16;
    /// Probability that what nothing else decides of a call is as in one that returned, where plans
    /// write once.
    double known_prob = 0.5;
    /// Calls that need state of their own, within each other.
    std::size_t max_depth = 8;
};

/// Makes tests of plans. Keeps a reference to the operators, which must outlive it.
///
/// The nodes of a graph get calls in a random order in which parents come first: objects for
/// inputs, readers or new objects for inner nodes, writers with values of their own for leaves.
/// What decides whether a writer writes is built right before its call, by the same rule. A node
/// without calls is left out, with what only it leads to; so is what comes when a test is three
/// quarters full. Source: EvoObj, algorithm 1; its queue needs no second pushes here, as parents
/// come first. The guards of writers, new objects for inner nodes and constants are ours.
class TemplateBuilder
{
public:
    explicit TemplateBuilder(SequenceOperators& operators, const TemplateOptions& options = {})
      : m_operators(&operators), m_options(options)
    {}

    /// A test whose last call is one of the plan's; nothing where that call cannot be made, or not
    /// within the length of a test.
    [[nodiscard]] std::optional<TestCase> build(const TemplatePlan& plan, Rng& rng);

    /// From now on calls may be as these; keeps a reference, null = none.
    void use(const KnownCalls* known) { m_known = known; }

private:
    /// By parameter.
    using Given = std::vector<std::optional<Argument>>;
    /// By node.
    using Variables = std::vector<std::optional<Argument>>;
    /// A call whose state is being built.
    struct Stage
    {
        const TemplatePlan& plan;
        CallableId callable;
        std::size_t depth = 0;
        Given given{};
        Variables variables{};
        /// By node of a collection: the elements that were added.
        std::map<std::size_t, std::size_t> added{};
    };

    bool call_with_state(Stage stage, Rng& rng);
    void add_inputs(Stage& stage, Rng& rng);
    bool call(CallableId callable, Given given, Rng& rng);
    void give_known(CallableId callable, Given& given, Rng& rng) const;
    [[nodiscard]] bool is_left_to_known(
        const StateWriter& writer, const ConstructionNode& node, Rng& rng) const;
    void build_node(Stage& stage, ConstructionId node, Rng& rng);
    void build_input(Stage& stage, ConstructionId node, Rng& rng);
    void build_call(Stage& stage, ConstructionId node, Rng& rng);
    void build_state(Stage& stage, ConstructionId node, Rng& rng);
    void read(Stage& stage, ConstructionId node, Rng& rng);
    [[nodiscard]] bool is_there(const Stage& stage, ConstructionId node) const;
    [[nodiscard]] static bool has_asked(const ConstructionNode& node, const Value& value);
    [[nodiscard]] std::optional<Argument> written_before(
        const Stage& stage, ConstructionId node) const;
    [[nodiscard]] std::optional<ConstructionId> equal_node(
        const Stage& stage, ConstructionId node, TypeId type, Rng& rng);
    [[nodiscard]] std::vector<const StateWriter*> fitting_writers(
        const Stage& stage, const PlannedNode& planned) const;
    bool write(Stage& stage, ConstructionId node, const StateWriter& writer, Rng& rng);
    bool give(const std::optional<Argument>& argument, const StateWriter& writer, std::size_t place,
        Given& given);
    bool give_key(const Stage& stage, const PlannedNode& planned, const StateWriter& writer,
        Given& given, Rng& rng);
    bool agree(const std::optional<Argument>& argument, const StateWriter& writer,
        std::size_t place, Given& given, Rng& rng);
    [[nodiscard]] double guard_prob() const;
    [[nodiscard]] bool is_same_place(const Stage& stage, const PlannedNode& planned,
        const StateWriter& writer, const Call& call) const;
    [[nodiscard]] bool has_room() const;
    [[nodiscard]] std::size_t times_of(
        const Stage& stage, ConstructionId node, const StateWriter& writer, Rng& rng) const;
    void give_values(
        Stage& stage, ConstructionId node, const StateWriter& writer, Given& given, Rng& rng);
    bool call_writer(const StateWriter& writer, Given given, std::size_t depth, Rng& rng);
    std::optional<Argument> make(Stage& stage, ConstructionId node, TypeId type, Rng& rng);
    bool make_with_state(Stage& stage, ConstructionId node, TypeId type, Rng& rng);
    std::optional<Argument> as_given(const Argument& argument, TypeId type, Rng& rng);
    [[nodiscard]] bool can_be_given(const Argument& argument, TypeId type);
    [[nodiscard]] std::optional<Argument> meant_value(const Argument& argument, TypeId type) const;
    [[nodiscard]] std::optional<Argument> shared_input(
        const Stage& stage, TypeId type, Rng& rng) const;
    void give_agreed(const Stage& stage, const StateWriter& writer, Given& given, Rng& rng);
    [[nodiscard]] std::optional<std::size_t> earlier_call(
        const Stage& stage, ConstructionId node, const StateWriter& writer) const;
    [[nodiscard]] std::optional<std::size_t> call_still_there(
        const Stage& stage, const PlannedNode& planned, const StateWriter& writer) const;
    [[nodiscard]] bool has_keys(
        const Stage& stage, const StateWriter& writer, const Call& call) const;
    void take_from(
        Stage& stage, ConstructionId node, const StateWriter& writer, std::size_t number, Rng& rng);
    void share(Stage& stage, ConstructionId node, std::size_t number, std::size_t place) const;
    void share_one(
        Stage& stage, ConstructionId node, std::size_t number, std::size_t place, Rng& rng) const;
    void become(Stage& stage, ConstructionId node, std::optional<Argument> argument) const;
    [[nodiscard]] Argument leaf(
        const Stage& stage, ConstructionId node, TypeId type, Rng& rng) const;
    [[nodiscard]] Value literal(
        const TemplatePlan& plan, ConstructionId node, TypeId type, Rng& rng) const;
    [[nodiscard]] Value shaped(
        const TemplatePlan& plan, ConstructionId node, TypeId type, Rng& rng) const;
    [[nodiscard]] std::optional<Value> compared(
        const ConstructionNode& node, TypeId type, Rng& rng) const;
    [[nodiscard]] std::optional<Argument> asked_value(
        const Stage& stage, const AskedParameter& asked, Rng& rng) const;
    [[nodiscard]] static bool has_guard_for(const StateWriter& writer, std::size_t place);
    [[nodiscard]] bool is_left_to_guards(
        const StateWriter& writer, const ConstructionNode& node, std::size_t place, Rng& rng) const;
    [[nodiscard]] bool is_object(TypeId type) const;
    [[nodiscard]] bool reads_object(const PlannedNode& planned) const;
    [[nodiscard]] bool fits(const Argument& argument, TypeId type) const;

    SequenceOperators* m_operators;
    TemplateOptions m_options;
    const KnownCalls* m_known = nullptr;
    /// As the plan of the test says.
    bool m_writes_once = false;
    TestCase m_test;
};

}  // namespace sbst
