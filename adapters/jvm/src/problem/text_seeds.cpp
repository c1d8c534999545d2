// SPDX-License-Identifier: Apache-2.0
#include "text_seeds.hpp"

#include "read_forms.hpp"

#include <sbst/jvm/analysis/class_facts.hpp>
#include <sbst/jvm/analysis/compared_lengths.hpp>
#include <sbst/jvm/language/java_text.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/seeding/regular_expression.hpp>
#include <sbst/seeding/text_forms.hpp>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace sbst::jvm::detail
{

namespace
{

/// Methods that are read: those under test, then the callees, breadth first.
constexpr std::size_t most_methods = 600;
constexpr std::size_t most_callee_depth = 2;
constexpr std::size_t most_expression_depth = 4;
constexpr std::size_t most_length = 1024;
constexpr std::size_t texts_of_expression = 4;
constexpr std::size_t most_expressions = 32;
constexpr std::size_t most_superclasses = 16;
constexpr std::size_t most_keys = 16;
constexpr std::size_t most_names = 16;
constexpr std::size_t most_separators = 4;
constexpr std::size_t longest_separator = 3;
/// Texts of several parts: how many parts, and how many texts of each number.
constexpr std::size_t most_parts = 6;
constexpr std::size_t most_compounds = 16;
constexpr std::size_t most_key_length = 40;

/// Tells whether a text may be the key of an entry, without escapes.
bool is_key(std::string_view text)
{
    return !text.empty() && text.size() <= most_key_length &&
           std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                      c == '.' || c == '_' || c == '-';
           });
}

bool is_surrogate(std::int64_t constant)
{
    return constant >= 0xD800 && constant <= 0xDFFF;
}

/// A text at which an expression, or a text without signs of expressions, divides others.
std::string separator_of(const std::string& text)
{
    if (text.find_first_of("[\\*+?|(.$^{") == std::string::npos || text.size() == 1)
    {
        return text;
    }
    // A space stands for all white space.
    std::string expression = text;
    for (std::size_t at = expression.find("\\s"); at != std::string::npos;
         at = expression.find("\\s", at + 1))
    {
        expression.replace(at, 2, " ");
    }
    Rng rng(1);
    const std::vector<std::string> matches = matching_texts(expression, texts_of_expression, rng);
    const auto shortest = std::min_element(
        matches.begin(), matches.end(), [](const std::string& a, const std::string& b) {
            return std::pair(a.empty(), a.size()) < std::pair(b.empty(), b.size());
        });
    return shortest == matches.end() ? "" : *shortest;
}

/// Looks for what a text reader says about its texts.
class TextReader
{
public:
    TextReader(const ClassPath& path, ConstantPool& pool) : m_path(&path), m_pool(&pool)
    {
        m_text = m_types.add(string_type());
    }

    void read(const ClassGoals& goals)
    {
        std::set<const ClassFile*> seen;
        for (const GoalMethod& method : goals.methods)
        {
            if (seen.insert(method.owner).second)
            {
                for (std::size_t i = 0; i < method.owner->methods.size(); ++i)
                {
                    want(*method.owner, i, 0);
                }
            }
        }
        for (std::size_t done = 0; !m_waiting.empty() && done < most_methods; ++done)
        {
            const Waiting next = m_waiting.front();
            m_waiting.pop_front();
            read_method(next);
        }
        add_forms();
    }

private:
    struct Waiting
    {
        const ClassFile* owner = nullptr;
        std::size_t method = 0;
        std::size_t depth = 0;
        /// Its texts are expressions: what reads them matches with them.
        bool has_expressions = false;
    };

    void want(
        const ClassFile& owner, std::size_t method, std::size_t depth, bool has_expressions = false)
    {
        if (m_wanted.insert({owner.name, method, has_expressions}).second)
        {
            m_waiting.push_back({&owner, method, depth, has_expressions});
        }
    }

    const ClassFacts& facts_of(const ClassFile& file)
    {
        const auto known = m_facts.find(&file);
        return known != m_facts.end() ?
                   known->second :
                   m_facts.emplace(&file, find_class_facts(file)).first->second;
    }

    void read_method(const Waiting& one)
    {
        const Method& method = one.owner->methods[one.method];
        if (!method.code)
        {
            return;
        }
        const MethodFacts& facts = facts_of(*one.owner).methods[one.method];
        for (const std::size_t length : compared_lengths(*one.owner, *method.code, most_length))
        {
            m_pool->add_length(length > 0 ? length - 1 : 0);
            m_pool->add_length(length);
            m_pool->add_length(length + 1);
            if (length > 1 && length <= most_parts)
            {
                m_parts.insert(length);
            }
        }
        bool has_expression = one.has_expressions;
        bool hands_expression = false;
        bool has_key = false;
        bool has_separator = false;
        bool has_pattern = false;
        for (const MemberKey& called : facts.calls)
        {
            has_key = has_key || takes_key(called);
            has_separator = has_separator || splits(called);
            has_pattern = has_pattern || takes_date_pattern(called);
            m_has_class_names = m_has_class_names || takes_class_name(called);
            if (takes_constant_name(called))
            {
                add_constant_names(called.owner);
            }
            m_has_surrogates = m_has_surrogates || looks_at_surrogates(called);
            if (const auto form = form_of(called))
            {
                m_forms.insert(*form);
            }
            has_expression = has_expression || takes_expression(called);
            hands_expression =
                hands_expression || leads_to_expression(called, most_expression_depth);
            if (one.depth < most_callee_depth)
            {
                want_callee(called, one.depth + 1);
            }
        }
        for (const MemberKey& read : facts.field_reads)
        {
            want_initialiser(read, has_expression);
        }
        for (const ConstantCount& found : facts.constants)
        {
            const Constant& constant = found.constant;
            if (constant.kind == Constant::Kind::integer && constant.integer > ' ' &&
                constant.integer < 128)
            {
                m_signs.insert(static_cast<char>(constant.integer));
            }
            m_has_surrogates = m_has_surrogates || (constant.kind == Constant::Kind::integer &&
                                                       is_surrogate(constant.integer));
            if (constant.kind == Constant::Kind::string && has_expression)
            {
                add_expression(constant.text);
            }
            else if (constant.kind == Constant::Kind::string && hands_expression &&
                     m_handed.size() < most_expressions)
            {
                m_handed.push_back(constant.text);
            }
            if (constant.kind == Constant::Kind::string)
            {
                read_text(constant.text, has_key, has_separator, has_pattern);
            }
        }
    }

    /// What a text may be to those that the method calls.
    void read_text(const std::string& text, bool has_key, bool has_separator, bool has_pattern)
    {
        if (has_key && is_key(text) && m_keys.size() < most_keys)
        {
            m_keys.insert(text);
        }
        if (has_separator && m_separators.size() < most_separators)
        {
            const std::string separator = separator_of(text);
            if (!separator.empty() && separator.size() <= longest_separator)
            {
                m_separators.insert(separator);
            }
        }
        if (const auto date = has_pattern ? date_of_pattern(text) : std::nullopt)
        {
            m_dates.insert(*date);
        }
    }

    /// The names of an enum's first constants, of the path or the JDK.
    void add_constant_names(const std::string& owner)
    {
        const ClassFile* file = m_path->find(owner);
        if (file == nullptr || file->superclass != "java/lang/Enum")
        {
            return;
        }
        std::size_t names = 0;
        for (const Field& field : file->fields)
        {
            if (field.access.is_enum() && names++ < most_names)
            {
                add(field.name);
            }
        }
    }

    /// The class of the path that has the method, the owner or one above it, and its place there.
    [[nodiscard]] std::pair<const ClassFile*, std::size_t> find(const MemberKey& called) const
    {
        const ClassFile* owner =
            m_path->is_on_path(called.owner) ? m_path->find(called.owner) : nullptr;
        for (std::size_t i = 0; i < most_superclasses && owner != nullptr; ++i)
        {
            if (const Method* method = owner->find_method(called.name, called.descriptor))
            {
                return {owner, static_cast<std::size_t>(method - owner->methods.data())};
            }
            owner =
                m_path->is_on_path(owner->superclass) ? m_path->find(owner->superclass) : nullptr;
        }
        return {nullptr, 0};
    }

    void want_callee(const MemberKey& called, std::size_t depth)
    {
        const auto [owner, method] = find(called);
        if (owner != nullptr)
        {
            want(*owner, method, depth);
        }
    }

    /// Tells whether a method of the path takes a text and it, or such a method that it calls, uses
    /// expressions: a constructor that hands one to the class above.
    bool leads_to_expression(const MemberKey& called, std::size_t depth)
    {
        const bool takes_text =
            called.descriptor.find("Ljava/lang/String;") < called.descriptor.find(')');
        if (!takes_text || depth == 0)
        {
            return false;
        }
        const auto [known, is_new] = m_leads.try_emplace({called, depth}, false);
        if (!is_new)
        {
            return known->second;
        }
        const auto [owner, method] = find(called);
        const std::vector<MemberKey> calls =
            owner == nullptr ? std::vector<MemberKey>{} : facts_of(*owner).methods[method].calls;
        const bool leads = std::any_of(calls.begin(), calls.end(), [&](const MemberKey& next) {
            return next.owner == "java/util/regex/Pattern" || leads_to_expression(next, depth - 1);
        });
        m_leads[{called, depth}] = leads;
        return leads;
    }

    /// What sets a static field that holds an expression, or a text in code that matches with
    /// expressions.
    void want_initialiser(const MemberKey& read, bool has_expression)
    {
        const bool is_text = read.descriptor == "Ljava/lang/String;" && has_expression;
        if (read.descriptor != "Ljava/util/regex/Pattern;" && !is_text)
        {
            return;
        }
        std::string name = read.owner;
        for (std::size_t i = 0; i < most_superclasses && m_path->is_on_path(name); ++i)
        {
            const ClassFile* owner = m_path->find(name);
            if (owner == nullptr)
            {
                return;
            }
            const Method* initialiser = owner->find_method("<clinit>", "()V");
            const bool is_here = std::any_of(owner->fields.begin(), owner->fields.end(),
                [&read](const Field& field) { return field.name == read.name; });
            if (is_here && initialiser != nullptr)
            {
                want(*owner, static_cast<std::size_t>(initialiser - owner->methods.data()),
                    most_callee_depth, is_text);
                return;
            }
            name = owner->superclass;
        }
    }

    void add_expression(const std::string& text)
    {
        if (text.find_first_of("[\\*+?|(") == std::string::npos ||
            m_expressions.size() >= most_expressions || !m_expressions.insert(text).second)
        {
            return;
        }
        // A fixed stream: the seed of the run decides which of the texts are used.
        Rng rng(m_expressions.size());
        for (const std::string& match : matching_texts(text, texts_of_expression, rng))
        {
            add(match);
        }
    }

    void add_forms()
    {
        for (const std::string& text : m_handed)
        {
            add_expression(text);
        }
        const auto knows = [this](std::string_view signs) {
            return std::all_of(
                signs.begin(), signs.end(), [this](char sign) { return m_signs.count(sign) != 0; });
        };
        if (knows("{}[]\":"))
        {
            m_forms.insert(TextForm::json);
        }
        if (knows("<>&"))
        {
            m_forms.insert(TextForm::xml);
        }
        for (const TextForm form : m_forms)
        {
            for (const std::string_view text : sample_texts(form))
            {
                add(std::string(text));
            }
        }
        if (m_has_surrogates)
        {
            // A pair, and each half of it alone.
            for (const char16_t* text : {u"\U0001F600", u"\xD83D", u"\xDE00"})
            {
                add(to_value_text(text));
            }
        }
        if (m_forms.count(TextForm::properties) != 0)
        {
            add_entries();
        }
        for (const std::string& date : m_dates)
        {
            add(date);
        }
        for (const char* name : {"java.lang.String", "java.lang.Runnable"})
        {
            if (m_has_class_names)
            {
                add(name);
            }
        }
        add_compounds();
    }

    /// Texts of two parts and more, for code that splits them and reads the parts.
    void add_compounds()
    {
        // The dates that the code's own patterns write come first.
        std::vector<std::string> parts(m_dates.begin(), m_dates.end());
        for (const TextForm form : m_forms)
        {
            if (form != TextForm::date || m_dates.empty())
            {
                parts.emplace_back(usual_text(form));
            }
        }
        m_parts.insert(2);
        for (const std::string& separator : m_separators)
        {
            for (const std::size_t count : m_parts)
            {
                for (std::string& text : compound_texts(parts, separator, count, most_compounds))
                {
                    add(std::move(text));
                }
            }
        }
    }

    /// Files with entries of the keys that the code asks for.
    void add_entries()
    {
        std::string all;
        for (const std::string& key : m_keys)
        {
            add(key + "=1");
            all += key + "=1\n";
        }
        if (m_keys.size() > 1)
        {
            add(all);
        }
    }

    void add(std::string text) { m_pool->add(Value(std::move(text)), m_text, m_types); }

    const ClassPath* m_path;
    ConstantPool* m_pool;
    TypeUniverse m_types;
    TypeId m_text;
    std::deque<Waiting> m_waiting;
    std::set<std::tuple<std::string, std::size_t, bool>> m_wanted;
    std::map<const ClassFile*, ClassFacts> m_facts;
    /// Methods that were asked whether they lead to expressions, and how far, with the answer.
    std::map<std::pair<MemberKey, std::size_t>, bool> m_leads;
    /// Texts of methods that call such: they may be expressions.
    std::vector<std::string> m_handed;
    bool m_has_surrogates = false;
    std::set<TextForm> m_forms;
    std::set<std::string> m_expressions;
    /// The keys of entries of properties and resource bundles.
    std::set<std::string> m_keys;
    /// What may stand between the parts of texts, and numbers of parts.
    std::set<std::string> m_separators;
    std::set<std::size_t> m_parts;
    /// A date as each pattern of the code writes it.
    std::set<std::string> m_dates;
    bool m_has_class_names = false;
    /// Characters of ASCII that the code names as numbers.
    std::set<char> m_signs;
};

}  // namespace

void add_text_seeds(const ClassPath& path, const ClassGoals& goals, ConstantPool& pool)
{
    TextReader(path, pool).read(goals);
}

}  // namespace sbst::jvm::detail
