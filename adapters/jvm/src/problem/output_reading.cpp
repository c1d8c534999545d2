// SPDX-License-Identifier: Apache-2.0
#include "output_reading.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace sbst::jvm::detail
{

namespace
{

std::string key_of(const std::string& owner, const std::string& name, const std::string& descriptor)
{
    return owner + '.' + name + descriptor;
}

/// Nothing where the result says nothing about a class.
std::optional<OutputValue> value_of(const ReturnedValue& returned)
{
    OutputValue value;
    switch (returned.kind)
    {
        case ReturnedKind::nothing:
            return std::nullopt;
        case ReturnedKind::whole:
        {
            const auto number = static_cast<std::int64_t>(returned.bits);
            value.is_negative = number < 0;
            value.magnitude =
                Distance(U256(number < 0 ? std::uint64_t{0} - returned.bits : returned.bits));
            return value;
        }
        case ReturnedKind::real:
        {
            const double number = returned.real();
            if (std::isnan(number))
            {
                return std::nullopt;
            }
            value.is_negative = number < 0;
            value.magnitude = Distance::from_double(std::fabs(number));
            return value;
        }
        case ReturnedKind::null:
            value.is_null = true;
            return value;
        case ReturnedKind::size:
            value.magnitude = Distance(U256(returned.bits));
            return value;
        case ReturnedKind::object:
            value.is_size_unknown = true;
            return value;
    }
    return std::nullopt;
}

}  // namespace

OutputReading::OutputReading(const ClassGoals& goals, bool has_distances)
  : m_has_distances(has_distances)
{
    if (goals.outputs.size() == 0)
    {
        return;
    }
    m_goals = &goals;
    for (std::size_t i = 0; i < goals.output_of_method.size(); ++i)
    {
        if (const std::optional<MethodOutput>& output = goals.output_of_method[i])
        {
            const GoalMethod& method = goals.methods[i];
            m_outputs.emplace(
                key_of(method.owner->name, method.method->name, method.method->descriptor),
                &*output);
        }
    }
}

const MethodOutput* OutputReading::output_of(const JavaSurface& surface, CallableId callable)
{
    while (m_of_callable.size() <= callable.index())
    {
        const JavaCallable& called = surface.callable(CallableId(m_of_callable.size()));
        const bool is_method = called.kind == JavaCallableKind::static_method ||
                               called.kind == JavaCallableKind::instance_method;
        const auto found =
            is_method ? m_outputs.find(key_of(called.owner, called.name, called.descriptor)) :
                        m_outputs.end();
        m_of_callable.push_back(found == m_outputs.end() ? nullptr : found->second);
    }
    return m_of_callable[callable.index()];
}

void OutputReading::note(std::size_t part, const ReturnedValue& value, Trace& trace) const
{
    if (const std::optional<OutputValue> known = value_of(value))
    {
        m_goals->outputs.note(part, *known, trace.outputs);
    }
}

void OutputReading::read(
    const JavaSurface& surface, const TestCase& test, const RunDetail& detail, Trace& trace)
{
    if (m_goals == nullptr)
    {
        return;
    }
    const std::size_t count = std::min(detail.returned.size(), trace.calls.size());
    const auto output_at = [&](std::size_t call) {
        return call < count && trace.calls[call].kind == OutcomeKind::returned ?
                   output_of(surface, test.calls[call].callable) :
                   nullptr;
    };
    for (std::size_t i = 0; i < count; ++i)
    {
        if (const MethodOutput* const output = output_at(i))
        {
            note(output->part, detail.returned[i], trace);
        }
    }
    for (const ObservedResult& observed : detail.observed)
    {
        const MethodOutput* const output = output_at(observed.call);
        if (output != nullptr && observed.observer < output->observers.size())
        {
            note(output->observers[observed.observer].part, observed.value, trace);
        }
    }
    merge_outputs(trace.outputs);
    if (!m_has_distances)
    {
        drop_output_distances(trace.outputs);
    }
}

}  // namespace sbst::jvm::detail
