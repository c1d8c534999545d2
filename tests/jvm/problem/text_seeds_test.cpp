// SPDX-License-Identifier: Apache-2.0
// Which texts and lengths the search begins with, by what the code reads.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <sbst/random/rng.hpp>
#include <sbst/seeding/text_forms.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <problem/text_seeds.hpp>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

using Forms = std::vector<TextForm>;
using Lengths = std::vector<std::size_t>;

constexpr int most_draws = 400;

ConstantPool seeds_of(const std::string& class_name)
{
    const ClassPath path({SBST_CLASSES});
    const ClassGoals goals = find_class_goals(path, class_name);
    ConstantPool pool;
    jvm::detail::add_text_seeds(path, goals, pool);
    return pool;
}

/// The forms of which the pool has each text; it has none of the others.
Forms forms_in(const ConstantPool& pool)
{
    Forms forms;
    for (const TextForm form : {TextForm::number, TextForm::date, TextForm::json, TextForm::xml,
             TextForm::address, TextForm::path, TextForm::properties, TextForm::currency,
             TextForm::language, TextForm::time_zone, TextForm::encoding, TextForm::unique_id})
    {
        const auto texts = sample_texts(form);
        const auto known = std::count_if(texts.begin(), texts.end(),
            [&pool](std::string_view text) { return pool.count(Value(std::string(text))) != 0; });
        CHECK((known == 0 || known == static_cast<std::ptrdiff_t>(texts.size())));
        if (known != 0)
        {
            forms.push_back(form);
        }
    }
    return forms;
}

/// All texts of the pool, as far as draws show them.
std::set<std::string> texts_in(const ConstantPool& pool)
{
    TypeUniverse types;
    const TypeId text = types.add(string_type());
    std::set<std::string> texts;
    Rng rng(1);
    for (int i = 0; i < most_draws; ++i)
    {
        if (const auto drawn = pool.draw(text, types, rng))
        {
            texts.insert(drawn->text());
        }
    }
    return texts;
}

Lengths lengths_in(const ConstantPool& pool)
{
    constexpr std::size_t most = 2000;
    Lengths lengths;
    Rng rng(1);
    for (std::size_t length = 0; length <= most; ++length)
    {
        if (pool.draw_length(length, length, rng))
        {
            lengths.push_back(length);
        }
    }
    return lengths;
}

}  // namespace

TEST_CASE("code that reads texts of a form is given some, and no others", "[jvm][text_seeds]")
{
    const auto [name, forms] = GENERATE(table<std::string, Forms>({
        {"Forms", {}},
        {"Numbers", {TextForm::number}},
        {"Decimals", {TextForm::number}},
        {"Days", {TextForm::date}},
        {"Moments", {TextForm::date}},
        {"Signs", {TextForm::json}},
        {"FewSigns", {}},
        {"Tags", {TextForm::xml}},
        {"Markup", {TextForm::xml}},
        {"Addresses", {TextForm::address}},
        {"Names", {TextForm::path}},
        {"Settings", {TextForm::properties}},
        {"Coins", {TextForm::currency}},
        {"Tongues", {TextForm::language}},
        {"Zones", {TextForm::time_zone}},
        {"Encodings", {TextForm::encoding}},
        {"Ids", {TextForm::unique_id}},
    }));
    INFO(name);
    const ConstantPool pool = seeds_of("text/" + name);
    CHECK((forms_in(pool) == forms));
    CHECK((pool.static_size() == 0) == forms.empty());
}

TEST_CASE("names of constants and classes, and dates of the code's patterns", "[jvm][text_seeds]")
{
    using Names = std::set<std::string>;
    CHECK(texts_in(seeds_of("text/Levels")) == Names{"LOW", "HIGH"});
    // An enum of the JDK, which a problem can read.
    CHECK(texts_in(JavaProblem(options_of("text.States")).constants()).contains("TIMED_WAITING"));
    CHECK(texts_in(seeds_of("text/Loader")) == Names{"java.lang.String", "java.lang.Runnable"});
    CHECK(texts_in(seeds_of("text/Diary")).contains("29/02/2020"));
}

TEST_CASE("code that splits texts and reads the parts is given such", "[jvm][text_seeds]")
{
    const std::set<std::string> texts = texts_in(seeds_of("text/Price"));
    for (const char* text : {"42 EUR", "EUR 42", "42", "EUR"})
    {
        INFO(text);
        CHECK(texts.contains(text));
    }
    CHECK(texts_in(seeds_of("text/Row")).contains("29.02.2020|42|42"));
}

TEST_CASE("regular expressions of the code give texts that match them", "[jvm][text_seeds]")
{
    const auto [name, expression] = GENERATE(table<std::string, std::string>({
        {"Expressions", "[a-c]{3}-[0-9]{2}"},
        {"Split", "x+y"},
        {"Matching", "p[0-9]q|w[xyz]+"},
        {"MatchingText", "p[0-9]q|w[xyz]+"},
        {"ParserOfDays", "day[0-9]{2}"},
    }));
    INFO(name);
    const std::set<std::string> texts = texts_in(seeds_of("text/" + name));
    CHECK(texts.size() > 1);
    for (const std::string& text : texts)
    {
        INFO(text);
        CHECK(std::regex_match(text, std::regex(expression)));
    }
}

TEST_CASE("texts that are no expressions give none", "[jvm][text_seeds]")
{
    CHECK(texts_in(seeds_of("text/NoExpressions")).empty());
    CHECK(texts_in(seeds_of("text/Plain")).empty());
    CHECK(texts_in(seeds_of("text/Joining")).empty());
}

TEST_CASE("lengths that the code compares come with their neighbours", "[jvm][text_seeds]")
{
    // Longer ones than 1,024 are left out, and so is what is no length.
    CHECK(lengths_in(seeds_of("text/Lengths")) ==
          Lengths{0, 1, 16, 17, 18, 39, 40, 41, 59, 60, 61, 999, 1000, 1001});
}

TEST_CASE("keys that the code asks a bundle for come with values", "[jvm][text_seeds]")
{
    const ConstantPool pool = seeds_of("text/Entries");
    CHECK(forms_in(pool) == Forms{TextForm::properties});
    const auto has_text = [&pool](const char* text) { return pool.count(Value(text)) != 0; };
    CHECK(has_text("title=1"));
    CHECK(has_text("sub.title=1"));
    CHECK(has_text("host=1\nlocalhost=1\nmany=1\nsub.title=1\ntitle=1\n"));
    CHECK_FALSE(has_text("no key=1"));
}

TEST_CASE("what callees read counts up to two calls away", "[jvm][text_seeds]")
{
    const ConstantPool pool = seeds_of("text/Outer");
    // Numbers one call away, dates and a length two; file names, an expression and another length
    // are three calls away. A method of the same class that nothing calls does not count.
    CHECK((forms_in(pool) == Forms{TextForm::number, TextForm::date}));
    CHECK(lengths_in(pool) == Lengths{16, 17, 18});
    const std::set<std::string> texts = texts_in(pool);
    CHECK(std::none_of(texts.begin(), texts.end(),
        [](const std::string& text) { return std::regex_match(text, std::regex("x+y")); }));
    // The next class sees one call further.
    const ConstantPool nearer = seeds_of("text/Near");
    CHECK((forms_in(nearer) ==
           Forms{TextForm::number, TextForm::date, TextForm::address, TextForm::path}));
    CHECK(lengths_in(nearer) == Lengths{16, 17, 18, 39, 40, 41});
}

TEST_CASE("control characters, foreign letters and pairs of surrogates are tried",
    "[jvm][text_seeds][jdk]")
{
    for (const std::uint64_t seed : {1U, 2U, 3U})
    {
        INFO(seed);
        JavaProblem problem(options_of("text.Unusual"));
        RunSpec spec;
        spec.seed = seed;
        spec.budget = {.max_executions = 5'000};
        RunResult result = search_suite(problem, spec);
        CHECK(std::none_of(result.answers.begin(), result.answers.end(),
            [](const GoalAnswer& answer) { return answer.status == GoalStatus::open; }));
        const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
        INFO(proven.main.source.text);
        check_all_passed(proven.referee);
        CHECK(proven.dropped.empty());
    }
}

TEST_CASE("halves of pairs are tried alone where the code looks at them", "[jvm][text_seeds][jdk]")
{
    const ConstantPool pool = seeds_of("text/Halves");
    for (const char* text : {"\xF0\x9F\x98\x80", "\xED\xA0\xBD", "\xED\xB8\x80"})
    {
        CHECK(pool.count(Value(text)) != 0);
    }
    JavaProblem problem(options_of("text.Halves"));
    RunSpec spec;
    spec.seed = 1;
    spec.budget = {.max_executions = 5'000};
    RunResult result = search_suite(problem, spec);
    CHECK(std::none_of(result.answers.begin(), result.answers.end(),
        [](const GoalAnswer& answer) { return answer.status == GoalStatus::open; }));
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    INFO(proven.main.source.text);
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
    CHECK(has(proven.main.source.text, "\\ud83d\""));
}
