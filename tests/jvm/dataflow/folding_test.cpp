// SPDX-License-Identifier: Apache-2.0
// What the adapter computes of constants is what the JVM computes.
#include "support/catch.hpp"

#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/dataflow/folding.hpp>
#include <sbst/jvm/exec/temporary_folder.hpp>

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace sbst::jvm;

namespace
{

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// A class with a method for each operator and its edge values, and a program that prints what each
/// returns, as bits.
class Source
{
public:
    Source()
    {
        add_whole("int", {"Integer.MAX_VALUE", "Integer.MIN_VALUE", "-7", "3", "0", "-1", "40"});
        add_whole("long", {"Long.MAX_VALUE", "Long.MIN_VALUE", "-7L", "3L", "0L", "4294967298L"});
        add_real("float", {"Float.MAX_VALUE", "Float.NaN", "0.5f", "-3.25f", "-0.0f", "1e10f",
                              "Float.POSITIVE_INFINITY", "Float.MIN_VALUE"});
        add_real("double", {"Double.MAX_VALUE", "Double.NaN", "0.5", "-3.25", "-0.0", "1e10",
                               "Double.NEGATIVE_INFINITY", "1e300"});
    }

    [[nodiscard]] std::size_t count() const { return m_methods.size(); }

    [[nodiscard]] std::string text() const
    {
        std::string text =
            "public class Folds {\n"
            "    static void show(String name, long bits) {\n"
            "        System.out.println(name + ' ' + bits);\n    }\n"
            "    static void show(String name, int value) { show(name, (long) value); }\n"
            "    static void show(String name, double value) {\n"
            "        show(name, Double.doubleToRawLongBits(value));\n    }\n";
        std::string calls;
        constexpr std::size_t methods_of_group = 100;
        for (std::size_t i = 0; i < m_methods.size(); ++i)
        {
            text += fmt::format(
                "    static {0} f{1}() {{ {2} }}\n", m_methods[i].type, i, m_methods[i].body);
            text += fmt::format("    static void show{0}() {{ show(\"f{0}\", f{0}()); }}\n", i);
            calls += i % methods_of_group == 0 ?
                         fmt::format("{}    static void group{}() {{\n", i == 0 ? "" : "    }\n",
                             i / methods_of_group) :
                         "";
            calls += fmt::format("        show{}();\n", i);
        }
        text += calls + "    }\n    public static void main(String[] none) {\n";
        for (std::size_t i = 0; i * methods_of_group < m_methods.size(); ++i)
        {
            text += fmt::format("        group{}();\n", i);
        }
        return text + "    }\n}\n";
    }

private:
    struct Written
    {
        std::string type;
        std::string body;
    };

    void add_pairs(const std::string& type, const Words& values, const Words& operators)
    {
        for (const std::string& sign : operators)
        {
            for (const std::string& left : values)
            {
                for (const std::string& right : values)
                {
                    const bool throws =
                        (right == "0" || right == "0L") && (sign == "/" || sign == "%");
                    if (!throws)
                    {
                        m_methods.push_back({type, fmt::format("{0} a = {1}; {0} b = {2}; "
                                                               "return ({0}) (a {3} b);",
                                                       type, left, right, sign)});
                    }
                }
            }
        }
    }

    void add_singles(const std::string& type, const Words& values, const Words& others)
    {
        for (const std::string& value : values)
        {
            m_methods.push_back({type, fmt::format("{} a = {}; return -a;", type, value)});
            for (const std::string& other : others)
            {
                m_methods.push_back(
                    {other, fmt::format("{} a = {}; return ({}) a;", type, value, other)});
            }
        }
    }

    void add_whole(const std::string& type, const Words& values)
    {
        add_pairs(type, values, {"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>"});
        add_singles(type, values, {"byte", "char", "short", "int", "long", "float", "double"});
        for (const std::string& value : values)
        {
            m_methods.push_back({type, fmt::format("{} a = {}; a++; return a;", type, value)});
        }
    }

    void add_real(const std::string& type, const Words& values)
    {
        add_pairs(type, values, {"+", "-", "*", "/", "%"});
        add_singles(type, values, {"int", "long", "float", "double"});
    }

    std::vector<Written> m_methods;
};

void run(const std::string& command)
{
    REQUIRE(std::system(command.c_str()) == 0);  // NOLINT(cert-env33-c): a path of ours
}

/// The bits that the program printed, as it prints them.
std::int64_t bits_of(const Constant& constant)
{
    const bool is_real = constant.kind == Constant::Kind::single_float ||
                         constant.kind == Constant::Kind::double_float;
    return is_real ? std::bit_cast<std::int64_t>(constant.number) : constant.integer;
}

bool is_nan(std::int64_t bits)
{
    const auto number = std::bit_cast<double>(bits);
    return number != number;
}

}  // namespace

TEST_CASE("folding: constants are what the JVM computes", "[jvm][dataflow]")
{
    const Source source;
    const TemporaryFolder folder({}, "sbst-folding");
    const fs::path file = folder.path() / "Folds.java";
    std::ofstream(file) << source.text();
    const fs::path bin = fs::canonical(SBST_JAVAC).parent_path();
    const fs::path printed = folder.path() / "printed";
    run(fmt::format(
        "'{}' -d '{}' '{}'", (bin / "javac").string(), folder.path().string(), file.string()));
    run(fmt::format("'{}' -cp '{}' Folds > '{}'", (bin / "java").string(), folder.path().string(),
        printed.string()));

    std::map<std::string, std::int64_t> expected;
    std::ifstream lines(printed);
    std::string name;
    for (std::int64_t bits = 0; lines >> name >> bits;)
    {
        expected[name] = bits;
    }
    CHECK(expected.size() == source.count());
    CHECK(expected.size() > 1000);

    const ClassPath path{{folder.path()}};
    const ClassFile& folds = path.at("Folds");
    std::size_t folded_methods = 0;
    for (const Method& method : folds.methods)
    {
        if (expected.count(method.name) == 0)
        {
            continue;
        }
        const std::optional<ValueGraph> graph = ValueGraph::of(folds, method);
        REQUIRE(graph);
        const auto last = static_cast<std::uint32_t>(method.code->instructions.size() - 1);
        const std::optional<Constant> constant = folded(*graph, graph->operands_of(last).front());
        INFO(method.name);
        REQUIRE(constant);
        ++folded_methods;
        const std::int64_t bits = expected.at(method.name);
        const bool is_real = constant->kind == Constant::Kind::single_float ||
                             constant->kind == Constant::Kind::double_float;
        const bool are_same =
            bits_of(*constant) == bits || (is_real && is_nan(bits) && is_nan(bits_of(*constant)));
        if (!are_same)
        {
            FAIL_CHECK("folded " << bits_of(*constant) << ", the JVM says " << bits);
        }
    }
    CHECK(folded_methods == expected.size());
}
