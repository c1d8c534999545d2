// SPDX-License-Identifier: Apache-2.0
#include "support/growing_problem.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/criteria/exception.hpp>

#include <algorithm>
#include <atomic>
#include <functional>
#include <thread>
#include <utility>

namespace sbst::test_support
{

namespace
{

constexpr std::int64_t key_count = 32;

/// The key of a door, 0 or 1.
std::int64_t key_of(std::size_t room, std::size_t door)
{
    return static_cast<std::int64_t>((11 * room + 17 * door + 5) % key_count);
}

PredicateId predicate_of(std::size_t room, std::size_t door)
{
    return PredicateId(2 * room + door);
}

std::size_t behind(std::size_t room, std::size_t door)
{
    return 2 * room + 1 + door;
}

}  // namespace

/// Runs tests as a process of its own would: it knows the callables that it was told of.
class GrowingProblem::Worker
{
public:
    using Object = std::shared_ptr<Room>;

    void learn(std::span<const RoomCall> calls) { m_calls.assign(calls.begin(), calls.end()); }

    /// @param met takes the rooms behind doors that the test opened.
    void run(const Request<TestCase>& request, const Catalogue& catalogue, Trace& trace,
        std::vector<std::size_t>& met)
    {
        m_met = &met;
        m_recorder.start(trace, request.record);
        m_interpreter.run(*request.test, catalogue, *this, trace);
        m_recorder.stop();
        m_interpreter.clear();
        trace.was_run = true;
    }

    // What the interpreter asks for.
    void begin_call(std::size_t call) { m_recorder.begin_call(call); }
    CallResult<Object> call(CallableId callable, const Arguments<Object>& arguments)
    {
        if (callable.index() >= m_calls.size())
        {
            CallResult<Object> unknown;
            unknown.kind = OutcomeKind::unsupported;
            return unknown;
        }
        const RoomCall known = m_calls[callable.index()];
        if (known.action == RoomAction::make)
        {
            return CallResult(std::make_shared<Room>(Room{known.room, arguments.integer(0)}));
        }
        Room& self = *arguments.object(0);
        switch (known.action)
        {
            case RoomAction::make:
                break;
            case RoomAction::put:
                self.things += arguments.integer(1);
                break;
            case RoomAction::take:
                if (self.things <= 0)
                {
                    return CallResult<Object>::threw(ExceptionId(self.number));
                }
                return CallResult<Object>(Value(self.things--));
            case RoomAction::merge:
                self.things += arguments.object(1)->things;
                break;
            case RoomAction::open:
                open(self, arguments.integer(1));
                break;
        }
        return {};
    }

private:
    void open(const Room& room, std::int64_t key)
    {
        for (const std::size_t door : {std::size_t{0}, std::size_t{1}})
        {
            if (m_recorder.compare(
                    predicate_of(room.number, door), key, Relation::eq, key_of(room.number, door)))
            {
                m_met->push_back(behind(room.number, door));
            }
        }
    }

    std::vector<RoomCall> m_calls;
    TraceRecorder m_recorder;
    Interpreter<Object> m_interpreter;
    std::vector<std::size_t>* m_met = nullptr;
};

GrowingProblem::GrowingProblem(std::size_t workers, std::size_t rooms)
  : m_room_count(rooms),
    m_operators(m_types, m_catalogue, m_pool),
    m_nothing(m_types.add(Type{})),
    m_number(m_types.add(integer_type(16, true, "number")))
{
    for (std::size_t i = 0; i < workers; ++i)
    {
        m_workers.push_back(std::make_unique<Worker>());
    }
    Type key = integer_type(16, true, "key");
    key.minimum = U256{0};
    key.maximum = U256{key_count - 1};
    m_key = m_types.add(key);
    meet(0);
}

GrowingProblem::~GrowingProblem() = default;

void GrowingProblem::meet(std::size_t room)
{
    if (room >= m_room_count || std::find(m_known.begin(), m_known.end(), room) != m_known.end())
    {
        return;
    }
    m_known.push_back(room);
    const std::string name = "Room" + std::to_string(room);
    Type type = object_type(name);
    type.nullable = false;
    const TypeId object = m_types.add(type);
    const Parameter self{"room", object};
    const auto add = [&](RoomAction action, Callable callable) {
        m_catalogue.add(std::move(callable), m_types);
        m_calls.push_back({room, action});
    };
    add(RoomAction::make, {CallableKind::constructor, name, {{"things", m_number}}, object});
    add(RoomAction::put, {CallableKind::method, "put", {self, {"n", m_number}}, m_nothing});
    add(RoomAction::take, {CallableKind::method, "take", {self}, m_number});
    add(RoomAction::merge, {CallableKind::method, "merge", {self, {"other", object}}, m_nothing});
    add(RoomAction::open, {CallableKind::method, "open", {self, {"key", m_key}}, m_nothing});
    for (const std::size_t door : {std::size_t{0}, std::size_t{1}})
    {
        for (const bool outcome : {false, true})
        {
            const GoalId goal = m_goals.add(branch_goal(predicate_of(room, door), outcome,
                name + " door " + std::to_string(door) + (outcome ? " opens" : " stays shut")));
            m_room_of_goal.push_back(room);
            if (room > 0)
            {
                // The way to a room leads through its door.
                m_goals.add_dependency(
                    *find_branch(m_goals, predicate_of((room - 1) / 2, (room - 1) % 2), true),
                    goal);
            }
        }
    }
    m_goals.add(exception_goal(ExceptionId(room), name + " is empty"));
    m_room_of_goal.push_back(room);
}

bool GrowingProblem::may_decide(CallableId callable, GoalId goal) const
{
    return m_calls.at(callable.index()).room == m_room_of_goal.at(goal.index());
}

void GrowingProblem::execute(
    std::span<const Request<TestCase>> requests, std::span<Trace> traces, const StopToken& stop)
{
    std::vector<std::vector<std::size_t>> met(requests.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&](Worker& worker) {
        worker.learn(m_calls);
        for (std::size_t i = next++; i < requests.size(); i = next++)
        {
            traces[i].clear();
            if (!stop.stop_requested())
            {
                worker.run(requests[i], m_catalogue, traces[i], met[i]);
            }
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 1; i < m_workers.size(); ++i)
        {
            threads.emplace_back(work, std::ref(*m_workers[i]));
        }
        work(*m_workers.front());
    }
    // In the order of the requests, whichever worker ran them.
    for (const std::vector<std::size_t>& rooms : met)
    {
        std::for_each(rooms.begin(), rooms.end(), [this](std::size_t room) { meet(room); });
    }
}

}  // namespace sbst::test_support
