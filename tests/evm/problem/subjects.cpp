// SPDX-License-Identifier: Apache-2.0
#include "subjects.hpp"

#include <array>
#include <stdexcept>

namespace sbst::evm
{

std::unique_ptr<ContractProblem> example(const std::string& name, ProblemOptions options)
{
    return std::make_unique<ContractProblem>(
        load_artifact(std::string(SBST_EXAMPLES) + "/" + name + ".json"), std::move(options));
}

CallableId callable(const ContractProblem& problem, const std::string& name)
{
    for (std::size_t i = 0; i < problem.catalogue().size(); ++i)
    {
        if (problem.catalogue()[CallableId(i)].name == name)
        {
            return CallableId(i);
        }
    }
    throw std::logic_error("no callable " + name);
}

Call call(const ContractProblem& problem, const std::string& name, std::vector<Value> arguments)
{
    Call made{.callable = callable(problem, name), .arguments = {}};
    const auto& parameters = problem.catalogue()[made.callable].parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i)
    {
        made.arguments.emplace_back(i < arguments.size() ?
                                        arguments[i] :
                                        neutral_value(parameters[i].type, problem.types()));
    }
    return made;
}

void set(const ContractProblem& problem, Call& call, const std::string& role, U256 word)
{
    const auto& parameters = problem.catalogue()[call.callable].parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i)
    {
        if (parameters[i].role == role)
        {
            call.arguments[i] = Value(word);
            return;
        }
    }
    throw std::logic_error("no parameter with role " + role);
}

Trace run(ContractProblem& problem, const TestCase& test, Record record)
{
    const std::array<Request<TestCase>, 1> requests{{{.test = &test, .record = record}}};
    std::array<Trace, 1> traces;
    problem.execute(requests, traces, StopToken{});
    return traces[0];
}

U256 actor(const ContractProblem& problem, const std::string& name)
{
    for (std::size_t i = 0; i < problem.actors().size(); ++i)
    {
        if (problem.actors()[i].name == name)
        {
            return U256(i);
        }
    }
    throw std::logic_error("no actor " + name);
}

}  // namespace sbst::evm
