// SPDX-License-Identifier: Apache-2.0
#include "fixture.hpp"

#include "../java_home.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace sbst::jvm
{

namespace
{

constexpr Record everything =
    Record::coverage | Record::distances | Record::values | Record::outputs;

class PlanReader
{
public:
    SubjectPlan read(std::istream& file)
    {
        for (std::string line; std::getline(file, line);)
        {
            std::istringstream words(line);
            char kind = 0;
            words >> kind;
            read_line(kind, words);
        }
        return std::move(m_plan);
    }

private:
    void read_line(char kind, std::istringstream& words)
    {
        switch (kind)
        {
            case 'C':
                words >> m_plan.classes.emplace_back().name;
                m_plan.preload.push_back(m_plan.classes.back().name);
                break;
            case 'M':
                m_method = &m_plan.classes.back().methods.emplace_back();
                words >> m_method->name >> m_method->descriptor;
                m_method->method = MethodId{m_plan.method_count++};
                break;
            case 'B':
                words >> m_method->branches.emplace_back().instruction;
                m_method->branches.back().predicate = PredicateId{m_plan.predicate_count++};
                break;
            case 'S':
                read_switch(words, m_method->branches.emplace_back());
                break;
            case 'L':
                words >> m_method->lines.emplace_back().instruction;
                m_method->lines.back().line = LineId{m_plan.line_count++};
                break;
            case 'F':
            {
                StaticFieldPlan& field = m_plan.static_fields.emplace_back();
                words >> field.owner >> field.name >> field.descriptor >> field.is_final;
                break;
            }
            case 'K':
                // For those who choose methods themselves.
                break;
            default:
                throw std::runtime_error("not a line of a plan");
        }
    }

    void read_switch(std::istringstream& words, BranchPlan& branch)
    {
        std::size_t way = 0;
        std::size_t most = 0;
        words >> branch.instruction >> way;
        branch.default_predicate = PredicateId{m_plan.predicate_count + way};
        while (words >> way)
        {
            branch.key_predicates.emplace_back(m_plan.predicate_count + way);
            most = std::max(most, way);
        }
        m_plan.predicate_count += most + 1;
    }

    SubjectPlan m_plan;
    MethodPlan* m_method = nullptr;
};

std::vector<std::filesystem::path> split(std::string_view list)
{
    std::vector<std::filesystem::path> paths;
    std::istringstream words{std::string(list)};
    for (std::string path; std::getline(words, path, ':');)
    {
        paths.emplace_back(path);
    }
    return paths;
}

}  // namespace

SubjectPlan read_plan(const std::filesystem::path& file, const std::filesystem::path& classes)
{
    std::ifstream stream(file);
    if (!stream)
    {
        throw std::runtime_error("no plan " + file.string());
    }
    SubjectPlan plan = PlanReader().read(stream);
    plan.class_path = {classes};
    return plan;
}

SubjectPlan fixture_plan()
{
    SubjectPlan plan = read_plan(SBST_JVM_FIXTURE_PLAN, SBST_JVM_FIXTURE);
    plan.package = "p";
    return plan;
}

WorkerSettings fixture_settings()
{
    WorkerSettings settings;
    settings.java_home =
        test_java_home(std::filesystem::canonical(SBST_JAVAC).parent_path().parent_path());
    settings.worker_executable = SBST_JVM_WORKER;
    settings.runtime_jar = SBST_JVM_RUNTIME;
    settings.asm_jars = split(SBST_ASM_PATH);
    settings.scratch = SBST_JVM_SCRATCH;
    return settings;
}

Fixture::Fixture(const WorkerSettings& settings, const SubjectPlan& plan) : pool(settings, plan) {}

std::size_t Fixture::add(const JavaCallable& callable)
{
    pool.add_callables({&callable, 1});
    return m_count++;
}

std::size_t Fixture::method(std::string_view name, std::string_view descriptor)
{
    const std::string key = std::string(name) + std::string(descriptor);
    const auto known = m_methods.find(key);
    if (known != m_methods.end())
    {
        return known->second;
    }
    const std::size_t dot = name.find('.');
    JavaCallable callable;
    callable.owner = dot == std::string_view::npos ? "p/Branches" : name.substr(0, dot);
    callable.name = dot == std::string_view::npos ? name : name.substr(dot + 1);
    callable.descriptor = descriptor;
    return m_methods[key] = add(callable);
}

std::vector<std::byte> Fixture::test(const std::function<void(TestWriter&)>& write)
{
    TestWriter writer;
    writer.begin_test();
    write(writer);
    const auto bytes = writer.end_test();
    return {bytes.begin(), bytes.end()};
}

Ran Fixture::run(const std::function<void(TestWriter&)>& write)
{
    const std::vector<std::byte> bytes = test(write);
    const TestRun request{.test = bytes, .record = everything, .circumstances = circumstances};
    Ran ran;
    pool.run({&request, 1}, {&ran.trace, 1}, {&ran.detail, 1}, StopToken{});
    return ran;
}

Ran Fixture::call(std::string_view name, std::string_view descriptor,
    const std::function<void(TestWriter&)>& arguments)
{
    const std::size_t callable = method(name, descriptor);
    return run([&](TestWriter& writer) {
        writer.begin_call(callable);
        if (arguments)
        {
            arguments(writer);
        }
    });
}

}  // namespace sbst::jvm
