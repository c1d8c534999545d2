// SPDX-License-Identifier: Apache-2.0
// Sequence operators: random tests, mutation and crossover over any catalogue. An adapter that
// describes its catalogue needs nothing else to satisfy the operator part of Problem. Next:
// ../in_process/interpreter.hpp (how tests run), ../search/breeding.hpp (which calls the
// operators).
#pragma once

#include <sbst/random/rng.hpp>
#include <sbst/test/change.hpp>
#include <sbst/test/test_case.hpp>
#include <sbst/variation/call_index.hpp>
#include <sbst/variation/draft.hpp>
#include <sbst/variation/options.hpp>
#include <sbst/variation/value_operators.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sbst
{

/// The cut of single-point relative crossover: the number of calls in the head, 1 to length -
/// 1. Precondition: length > 1, share in [0, 1).
[[nodiscard]] std::size_t relative_cut(std::size_t length, double share);

/// Makes and varies well-formed tests of one catalogue.
///
/// Every operator takes well-formed tests (see find_defect) and leaves well-formed ones of
/// `min_length` to `max_length` calls; an operation that is impossible leaves the test
/// unchanged and returns an empty Change. An opening call stays the first and only one. Object
/// arguments are references to results or, where allowed, null; other arguments are literals and,
/// rarely, references to an earlier result or argument of the same type.
///
/// Keeps references to universe, catalogue and pool, which must outlive it and may grow. Reuses
/// buffers: one object per thread. Source: EvoSuite's test factory (Fraser and Arcuri), as restated
/// by AGSolT, section 4.2; unlike there, literals are inline, so a test's length counts calls.
class SequenceOperators
{
public:
    /// @throws ConfigError as validate(OperatorOptions).
    SequenceOperators(const TypeUniverse& types, const Catalogue& catalogue,
        const ConstantPool& pool, const OperatorOptions& options = {});

    /// A random test of U{1..max_length-1} calls, at least `min_length` if the catalogue
    /// allows; it may be longer, because a call brings the calls that make its objects.
    [[nodiscard]] TestCase random_test(Rng& rng);

    /// A test of a random opening alone; an empty one, which is not well formed, if the catalogue
    /// has none.
    [[nodiscard]] TestCase opened_test(Rng& rng);

    /// Deletes, changes and inserts calls, each with its probability. A test that stayed the
    /// same is tried once more, then a change is forced if one is possible (and a probability is
    /// positive). Pure producers whose results are no longer used are dropped. The Change is exact:
    /// it is empty if and only if the test is unchanged, and its first call is the first that
    /// differs.
    Change mutate(TestCase& test, Rng& rng);

    /// Single-point relative crossover: cuts both tests at the same share of their lengths and
    /// exchanges the tails; see splice(). A child longer than `max_length` is given up for its
    /// parent. Changes are exact, as in mutate().
    ChangePair crossover(TestCase& a, TestCase& b, Rng& rng);

    // The building blocks of mutate(); also for seeding and local search.

    /// Inserts a call at `position` with all calls that its arguments need, or nothing when that is
    /// impossible. Precondition: position <= length; past the opening if there is one; no opening
    /// callable.
    Change insert_call(TestCase& test, CallableId callable, std::size_t position, Rng& rng);

    /// The same with some arguments given; only the others are made.
    /// Precondition: each parameter is given once at most, a literal of its type or a reference to
    /// what stands before `position` and fits.
    Change insert_call(TestCase& test, CallableId callable, std::size_t position,
        std::span<const GivenArgument> given, Rng& rng);

    /// Appends the calls that make an object of the type, that of the object last; false when that
    /// is impossible. Constructors and functions come before methods: what an object returns is
    /// often null as long as nothing filled it. Precondition: the type is an object type.
    bool append_object(TestCase& test, TypeId type, Rng& rng);

    /// The first callable whose only parameter takes `part`, and whose result is of exactly that
    /// type: it puts a number into a box. Nothing if no callable does. Precondition: an object
    /// type.
    [[nodiscard]] std::optional<CallableId> converter(
        const TestCase& test, const Argument& part, TypeId type);

    /// Tells whether an argument, which stands in the test, can be one of that type.
    [[nodiscard]] bool fits(const TestCase& test, const Argument& argument, TypeId type) const;

    /// Copies calls of a test, which may be the same one, to `position`. References between the
    /// copies stay; references to other calls are satisfied anew by what stands before the copy, or
    /// by new calls. Openings are not copied, nor calls for which an object cannot be had.
    /// Precondition: position as for insert_call.
    /// @return nothing when the test would become longer than `max_length`: it is as before then.
    std::optional<Change> splice(
        TestCase& test, std::size_t position, const CallRange& calls, Rng& rng);

    /// Inserts a call on the object that a call made, somewhere between it and its last use.
    /// Precondition: the call's result is an object.
    Change insert_call_on(TestCase& test, std::size_t call, Rng& rng);

    /// Inserts a random call: one of the unit under test at the end, or one on an object. In a
    /// test without objects, the second kind is a call at a random place (ours: some languages have
    /// no objects).
    Change insert_random_call(TestCase& test, Rng& rng);

    /// Deletes a call. Uses of its result are redirected to another earlier result; without
    /// one, a value is replaced by a literal, and a call that used an object is deleted too.
    /// References to its arguments are replaced by those arguments.
    Change erase(TestCase& test, std::size_t call, Rng& rng);

    /// Changes a call: another callable with `change_call_prob`, else each argument with
    /// probability 1/arguments and at least one. Ours: in EvoSuite a literal is a call of its
    /// own; here it is part of the call, so a change affects the call's arguments.
    Change change_call(TestCase& test, std::size_t call, Rng& rng);

    /// Changes one argument. New objects may be made before the call, which then moves.
    Change change_argument(TestCase& test, std::size_t call, std::size_t argument, Rng& rng);

    /// Replaces the callable by another whose result fits all uses; arguments of equal type are
    /// kept.
    Change replace_call(TestCase& test, std::size_t call, Rng& rng);

    /// Drops pure producers whose results nothing uses, down to `min_length`.
    Change drop_unused(TestCase& test, Rng& rng);

    [[nodiscard]] const TypeUniverse& types() const { return *m_types; }
    [[nodiscard]] const Catalogue& catalogue() const { return *m_catalogue; }
    [[nodiscard]] const OperatorOptions& options() const { return m_options; }
    [[nodiscard]] const ValueOperators& values() const { return m_values; }

private:
    enum class Found
    {
        results,
        results_and_arguments
    };

    [[nodiscard]] TypeId result_type(const Call& call) const;
    [[nodiscard]] bool is_object(TypeId type) const;
    [[nodiscard]] bool is_rare(CallableId callable) const
    {
        return (*m_catalogue)[callable].is_rare;
    }
    [[nodiscard]] std::size_t first_movable() const;

    // Making calls (operators_insert.cpp).
    void start_draft(const TestCase& test, std::size_t position);
    bool draft_call(CallableId callable, std::size_t depth, Rng& rng,
        std::span<const GivenArgument> given = {});
    std::optional<Argument> satisfy(
        CallableId callable, std::size_t parameter, std::size_t depth, Rng& rng);
    std::optional<Argument> satisfy_object(
        TypeId type, bool takes_null, std::size_t depth, Rng& rng);
    std::optional<Argument> make_object(TypeId type, std::size_t depth, Rng& rng);
    [[nodiscard]] std::optional<CallableId> draw_maker(TypeId type, Rng& rng) const;
    [[nodiscard]] Value random_literal(const Parameter& parameter, Rng& rng) const;
    void find_places(TypeId type, Found found);
    std::optional<Argument> random_place(TypeId type, Found found, Rng& rng);
    Change put_in(TestCase& test);

    // Deletion (operators_erase.cpp).
    void mark_dependents(const TestCase& test, std::size_t first);
    void rewire_around_dead(TestCase& test, std::size_t first, Rng& rng);
    void compact(TestCase& test, std::size_t first);
    Change erase_dead(TestCase& test, std::size_t first, Rng& rng);

    // Change (operators_change.cpp).
    Change change_object(TestCase& test, std::size_t call, std::size_t argument, Rng& rng);
    Change change_value(TestCase& test, std::size_t call, std::size_t argument, Rng& rng);
    Change change_reference(TestCase& test, std::size_t call, std::size_t argument, Rng& rng);
    [[nodiscard]] std::span<const CallableId> replacements(
        const TestCase& test, std::size_t call) const;
    bool replace_by(TestCase& test, std::size_t call, CallableId callable, Rng& rng);
    std::optional<Argument> kept_argument(
        const Call& old, CallableId callable, std::size_t parameter);

    // Mutation and crossover (operators.cpp, operators_crossover.cpp).

    /// The exact Change from `before` to `after`: the counts of the operators, with the first
    /// call that really differs.
    static Change settled(Change counted, const TestCase& before, const TestCase& after);
    Change mutate_once(TestCase& test, Rng& rng);
    Change mutate_for_certain(TestCase& test, Rng& rng);
    Change erase_some(TestCase& test, Rng& rng);
    Change change_some(TestCase& test, Rng& rng);
    Change insert_some(TestCase& test, Rng& rng);
    Change tidy_up(TestCase& test, Rng& rng);
    Change cross_into(
        TestCase& child, const TestCase& parent, const TestCase& donor, double share, Rng& rng);

    // Splicing (operators_splice.cpp).

    /// A call that is being copied.
    struct Original
    {
        const TestCase& donor;
        std::size_t call = 0;
        /// Calls that stood before the copy when it was begun.
        std::size_t visible = 0;
    };
    bool draft_copy(const TestCase& donor, std::size_t call, Rng& rng);
    std::optional<Argument> transplanted(const Original& original, std::size_t argument, Rng& rng);

    const TypeUniverse* m_types;
    const Catalogue* m_catalogue;
    OperatorOptions m_options;
    ValueOperators m_values;
    CallIndex m_index;

    // Buffers, without meaning between calls.
    Draft m_draft;
    std::vector<CallableId> m_making;
    std::vector<Place> m_places;
    std::vector<char> m_is_dead;
    std::vector<std::uint32_t> m_moved_to;
    std::vector<std::uint32_t> m_copied_to;
    TestCase m_before;
    TestCase m_first_parent;
    TestCase m_second_parent;
};

}  // namespace sbst
