// SPDX-License-Identifier: Apache-2.0
// A subject that grows: a house whose rooms are met one after the other. Who opens a door meets the
// class behind it, with its type, its callables and its goals. Workers run the tests, in threads of
// their own, and are told of new callables before each batch. Next: growing_problem.cpp.
#pragma once

#include <sbst/in_process/interpreter.hpp>
#include <sbst/in_process/trace_recorder.hpp>
#include <sbst/problem/problem.hpp>
#include <sbst/run/facts.hpp>
#include <sbst/seeding/constant_pool.hpp>
#include <sbst/variation/operators.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sbst::test_support
{

struct Room
{
    std::size_t number = 0;
    std::int64_t things = 0;
};

enum class RoomAction
{
    make,
    put,
    take,
    merge,
    open
};

/// What a callable is: an action of a room.
struct RoomCall
{
    std::size_t room = 0;
    RoomAction action = RoomAction::make;
};

/// Each room has two doors; behind those of room n are the rooms 2n + 1 and 2n + 2.
class GrowingProblem
{
public:
    using Test = TestCase;
    static constexpr std::size_t calls_of_a_room = 5;

    /// @param rooms how many there are in all; the first is known from the start.
    explicit GrowingProblem(std::size_t workers = 1, std::size_t rooms = 21);
    ~GrowingProblem();
    GrowingProblem(const GrowingProblem&) = delete;
    GrowingProblem& operator=(const GrowingProblem&) = delete;

    // What SequenceProblem asks for.
    [[nodiscard]] const GoalGraph& goals() const { return m_goals; }
    [[nodiscard]] const TypeUniverse& types() const { return m_types; }
    [[nodiscard]] const Catalogue& catalogue() const { return m_catalogue; }
    TestCase generate(Rng& rng) { return m_operators.random_test(rng); }
    Change mutate(TestCase& test, Rng& rng) { return m_operators.mutate(test, rng); }
    ChangePair crossover(TestCase& a, TestCase& b, Rng& rng)
    {
        return m_operators.crossover(a, b, rng);
    }
    [[nodiscard]] static std::size_t length(const TestCase& test) { return test.length(); }
    [[nodiscard]] std::string render(const TestCase& test) const
    {
        return to_text(test, m_catalogue, m_types);
    }
    void execute(std::span<const Request<TestCase>> requests, std::span<Trace> traces,
        const StopToken& stop);

    // Facts.
    [[nodiscard]] ConstantPool& constants() { return m_pool; }
    [[nodiscard]] SequenceOperators& operators() { return m_operators; }
    [[nodiscard]] bool may_decide(CallableId callable, GoalId goal) const;

    /// Adds the class of a room, once.
    void meet(std::size_t room);
    /// Rooms that are known, in the order in which they were met.
    [[nodiscard]] std::size_t known_rooms() const { return m_known.size(); }

private:
    class Worker;

    std::size_t m_room_count;
    TypeUniverse m_types;
    Catalogue m_catalogue;
    GoalGraph m_goals;
    ConstantPool m_pool;
    SequenceOperators m_operators;
    TypeId m_nothing, m_number, m_key;
    std::vector<std::size_t> m_known;
    /// By CallableId, and the room of each goal.
    std::vector<RoomCall> m_calls;
    std::vector<std::size_t> m_room_of_goal;
    std::vector<std::unique_ptr<Worker>> m_workers;
};

static_assert(SequenceProblem<GrowingProblem> && facts_are_sound<GrowingProblem>);

}  // namespace sbst::test_support
