// SPDX-License-Identifier: Apache-2.0
#include "ast_reader.hpp"

#include <sbst/evm/base/bytes.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace sbst::evm::detail
{

namespace
{

const SortedJson* member(const SortedJson& object, const char* key)
{
    if (!object.is_object())
    {
        return nullptr;
    }
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

/// The member as text; empty when it is not a text.
std::string_view text_of(const SortedJson& object, const char* key)
{
    const SortedJson* const value = member(object, key);
    if (value == nullptr || !value->is_string())
    {
        return {};
    }
    return value->get_ref<const std::string&>();
}

bool is_true(const SortedJson& object, const char* key)
{
    const SortedJson* const value = member(object, key);
    return value != nullptr && value->is_boolean() && value->get<bool>();
}

std::optional<std::int64_t> number_of(const SortedJson& value)
{
    if (!value.is_number_integer())
    {
        return std::nullopt;
    }
    return value.get<std::int64_t>();
}

std::optional<std::int64_t> id_of(const SortedJson& node)
{
    const SortedJson* const id = member(node, "id");
    return id == nullptr ? std::nullopt : number_of(*id);
}

/// The elements of an array member.
const SortedJson& items_of(const SortedJson& object, const char* key)
{
    static const SortedJson none = SortedJson::array();
    const SortedJson* const value = member(object, key);
    return value != nullptr && value->is_array() ? *value : none;
}

bool is_contract(const SortedJson& node)
{
    return text_of(node, "nodeType") == "ContractDefinition";
}

/// Functions of the language whose calls decide something.
bool is_failing_name(std::string_view name)
{
    return name == "require" || name == "assert" || name == "revert";
}

/// Declarations of the author with the name of such a function. The number in a call distinguishes
/// them: recent compilers give functions of the language negative numbers, old ones use numbers
/// that no declaration in the trees has.
using OwnFunctions = std::set<std::int64_t>;

/// Tells whether a function of the language with one of these names is called.
bool is_called(
    const SortedJson& call, std::initializer_list<std::string_view> names, const OwnFunctions& own)
{
    const SortedJson* const callee = member(call, "expression");
    if (callee == nullptr ||
        std::find(names.begin(), names.end(), text_of(*callee, "name")) == names.end())
    {
        return false;
    }
    const SortedJson* const declaration = member(*callee, "referencedDeclaration");
    const std::optional<std::int64_t> id =
        declaration == nullptr ? std::nullopt : number_of(*declaration);
    return !id || !own.contains(*id);
}

/// `&&`, `||`, or a comparison of words by the machine: not of booleans, whose own negations cannot
/// be distinguished from those of the comparison, and not an operator defined by the author.
bool compares_words(const SortedJson& node)
{
    const std::string_view operation = text_of(node, "operator");
    if (operation == "&&" || operation == "||")
    {
        return true;
    }
    constexpr std::array<std::string_view, 6> comparisons{"==", "!=", "<", "<=", ">", ">="};
    const SortedJson* const type = member(node, "commonType");
    return std::find(comparisons.begin(), comparisons.end(), operation) != comparisons.end() &&
           type != nullptr && !text_of(*type, "typeString").empty() &&
           text_of(*type, "typeString") != "bool" && member(node, "function") == nullptr;
}

/// Encoded without a loop, so that a failure with it has no branches.
bool is_simple_argument(const SortedJson& argument)
{
    if (text_of(argument, "nodeType") == "Literal")
    {
        return true;
    }
    const SortedJson* const types = member(argument, "typeDescriptions");
    const std::string_view type =
        types == nullptr ? std::string_view() : text_of(*types, "typeString");
    constexpr std::array<std::string_view, 5> simple{"uint", "int", "address", "bool", "enum "};
    return type.find('[') == std::string_view::npos &&
           std::any_of(simple.begin(), simple.end(),
               [&](std::string_view name) { return type.starts_with(name); });
}

/// `throw`, `revert(..)` or `revert Error(..)`, alone or in braces.
bool does_nothing_but_fail(const SortedJson* statement, const OwnFunctions& own)
{
    if (statement == nullptr)
    {
        return false;
    }
    if (text_of(*statement, "nodeType") == "Block")
    {
        const SortedJson& statements = items_of(*statement, "statements");
        if (statements.size() != 1)
        {
            return false;
        }
        statement = &statements[0];
    }
    const std::string_view type = text_of(*statement, "nodeType");
    if (type == "Throw")
    {
        return true;
    }
    const bool is_statement = type == "RevertStatement";
    const SortedJson* const call = is_statement ? member(*statement, "errorCall") :
                                   type == "ExpressionStatement" ?
                                                  member(*statement, "expression") :
                                                  nullptr;
    if (call == nullptr || (!is_statement && !is_called(*call, {"revert"}, own)))
    {
        return false;
    }
    const SortedJson& arguments = items_of(*call, "arguments");
    return std::all_of(arguments.begin(), arguments.end(), is_simple_argument);
}

/// The deciding part, then the decided parts; see SourceNode::parts.
std::vector<SourceSpan> parts_of(
    const SortedJson& node, std::string_view type, const OwnFunctions& own)
{
    std::vector<const char*> names;
    if (type == "IfStatement")
    {
        names = {"condition", "trueBody", "falseBody"};
    }
    else if (type == "Conditional")
    {
        names = {"condition", "trueExpression", "falseExpression"};
    }
    else if (type == "WhileStatement" || type == "DoWhileStatement" || type == "ForStatement")
    {
        names = {"condition", "body"};
    }
    else if (type == "UnaryOperation" && text_of(node, "operator") == "!")
    {
        names = {"subExpression"};
    }
    else if (type == "BinaryOperation" && compares_words(node))
    {
        names = {"leftExpression", "rightExpression"};
    }
    std::vector<SourceSpan> parts;
    const auto add = [&parts](const SortedJson& part) {
        parts.push_back(parse_span(text_of(part, "src")));
    };
    for (const char* const name : names)
    {
        const SortedJson* const part = member(node, name);
        if (part == nullptr || !part->is_object())
        {
            break;
        }
        add(*part);
    }
    const bool is_requirement =
        type == "FunctionCall" && is_called(node, {"require", "assert"}, own);
    const SortedJson& items =
        items_of(node, type == "TupleExpression" ? "components" : "arguments");
    if (is_requirement && !items.empty())
    {
        add(items[0]);
    }
    if (type == "TupleExpression" && items.size() == 1 && !is_true(node, "isInlineArray"))
    {
        add(items[0]);
    }
    return parts;
}

/// Walks the trees without recursion: the input chooses their depth.
class AstWalker
{
public:
    AstWalker(std::span<const SortedJson* const> units, const AstSubject& subject)
      : m_units(units), m_subject(subject)
    {}

    /// Finds the contract and its bases; false when it is not there.
    bool find_subject()
    {
        const SortedJson* best = nullptr;
        for (const SortedJson* unit : m_units)
        {
            for (const SortedJson& node : items_of(*unit, "nodes"))
            {
                if (is_contract(node) && text_of(node, "name") == m_subject.contract &&
                    (best == nullptr || text_of(*unit, "absolutePath") == m_subject.source))
                {
                    best = &node;
                }
            }
        }
        if (best == nullptr)
        {
            return false;
        }
        for (const SortedJson& base : items_of(*best, "linearizedBaseContracts"))
        {
            if (const std::optional<std::int64_t> id = number_of(base))
            {
                m_bases.insert(*id);
            }
        }
        if (const std::optional<std::int64_t> id = id_of(*best))
        {
            m_bases.insert(*id);
        }
        return true;
    }

    AstFacts run(const ContractAbi& abi)
    {
        for (const SortedJson* unit : m_units)
        {
            find_own(*unit);
        }
        for (const SortedJson* unit : m_units)
        {
            for (const SortedJson& node : items_of(*unit, "nodes"))
            {
                visit_top_level(node);
            }
        }
        finish(abi);
        return std::move(m_facts);
    }

private:
    void visit_top_level(const SortedJson& node)
    {
        m_contract.clear();
        m_is_base = false;
        if (is_contract(node))
        {
            const std::optional<std::int64_t> id = id_of(node);
            m_is_base = id && m_bases.contains(*id);
            if (!m_is_base && text_of(node, "contractKind") != "library")
            {
                return;
            }
            m_contract = text_of(node, "name");
        }
        walk(node);
    }

    /// A declaration has a name, but does not use one.
    void find_own(const SortedJson& unit)
    {
        for_each_node(unit, [&](const SortedJson& node) {
            const std::optional<std::int64_t> id = id_of(node);
            if (id && is_failing_name(text_of(node, "name")) &&
                text_of(node, "nodeType") != "Identifier")
            {
                m_own.insert(*id);
            }
        });
    }

    void walk(const SortedJson& root)
    {
        for_each_node(root, [&](const SortedJson& node) { visit(node); });
    }

    template <class Action>
    static void for_each_node(const SortedJson& root, const Action& action)
    {
        std::vector<const SortedJson*> open{&root};
        while (!open.empty())
        {
            const SortedJson& value = *open.back();
            open.pop_back();
            if (value.is_object() && value.contains("nodeType"))
            {
                action(value);
            }
            if (value.is_structured())
            {
                for (const SortedJson& child : value)
                {
                    if (child.is_structured())
                    {
                        open.push_back(&child);
                    }
                }
            }
        }
    }

    void visit(const SortedJson& node)
    {
        const std::string_view type = text_of(node, "nodeType");
        const SourceSpan span = parse_span(text_of(node, "src"));
        m_facts.nodes.push_back({span, std::string(type), std::string(detail_of(node, type)),
            parts_of(node, type, m_own), std::string(operand_type_of(node, type))});
        if (type == "Literal" || type == "YulLiteral")
        {
            add_literal(node, span);
        }
        else if (type == "BinaryOperation" || type == "UnaryOperation")
        {
            add_constant(node, span);
        }
        else if (type == "FunctionDefinition" || type == "ModifierDefinition")
        {
            add_function(node, type, span);
        }
        else if (type == "EnumDefinition")
        {
            add_enum(node);
        }
        else if (type == "VariableDeclaration" && m_is_base && is_true(node, "stateVariable") &&
                 text_of(node, "visibility") == "public")
        {
            m_public_variables.emplace(text_of(node, "name"));
        }
    }

    [[nodiscard]] static std::string_view operand_type_of(
        const SortedJson& node, std::string_view type)
    {
        const SortedJson* const operand = type == "BinaryOperation" ?
                                              member(node, "leftExpression") :
                                          type == "Assignment"     ? member(node, "leftHandSide") :
                                          type == "UnaryOperation" ? member(node, "subExpression") :
                                          type == "Literal"        ? &node :
                                                                     nullptr;
        if (const SortedJson* const common = member(node, "commonType"))
        {
            return text_of(*common, "typeString");
        }
        const SortedJson* const described =
            operand == nullptr ? nullptr : member(*operand, "typeDescriptions");
        return described == nullptr ? std::string_view() : text_of(*described, "typeString");
    }

    [[nodiscard]] std::string_view detail_of(const SortedJson& node, std::string_view type) const
    {
        if (type == "BinaryOperation" || type == "UnaryOperation" || type == "Assignment")
        {
            return text_of(node, "operator");
        }
        if (type == "Literal" && text_of(node, "kind") == "number")
        {
            return text_of(node, "value").size() == 1 ? text_of(node, "value") : "";
        }
        if (type == "IfStatement")
        {
            return does_nothing_but_fail(member(node, "trueBody"), m_own) ? "fails" : "";
        }
        if (type != "FunctionCall" && type != "YulFunctionCall")
        {
            return {};
        }
        const SortedJson* callee =
            member(node, type == "FunctionCall" ? "expression" : "functionName");
        if (callee != nullptr && text_of(*callee, "nodeType") == "FunctionCallOptions")
        {
            callee = member(*callee, "expression");
        }
        if (callee == nullptr)
        {
            return {};
        }
        const std::string_view own_name = text_of(*callee, "name");
        const std::string_view name = own_name.empty() ? text_of(*callee, "memberName") : own_name;
        // Not the language's `require`: a member, or a function of the author.
        if (type == "FunctionCall" && is_failing_name(name) &&
            !is_called(node, {"require", "assert", "revert"}, m_own))
        {
            return {};
        }
        return name;
    }

    void add(LiteralKind kind, const U256& word, std::string text, const SourceSpan& span)
    {
        m_facts.literals.push_back({kind, word, std::move(text), span, m_contract});
    }

    void add_literal(const SortedJson& node, const SourceSpan& span)
    {
        const std::string_view kind = text_of(node, "kind");
        const std::string_view value = text_of(node, "value");
        if (kind == "number")
        {
            constexpr std::size_t address_digits = 42;
            const SortedJson* const types = member(node, "typeDescriptions");
            const bool is_address =
                (value.size() == address_digits && value.starts_with("0x")) ||
                (types != nullptr && text_of(*types, "typeString").starts_with("address"));
            if (const auto word = evaluate_number(value, text_of(node, "subdenomination")))
            {
                add(is_address ? LiteralKind::address : LiteralKind::number, *word, {}, span);
            }
        }
        else if (kind == "string" || kind == "hexString" || kind == "unicodeString")
        {
            // `value` is absent for a text that is not UTF-8.
            if (const std::optional<Bytes> bytes = parse_hex(text_of(node, "hexValue")))
            {
                add(LiteralKind::string, {}, std::string(bytes->begin(), bytes->end()), span);
            }
        }
    }

    /// The compiler has folded constant expressions: their type is their value.
    void add_constant(const SortedJson& node, const SourceSpan& span)
    {
        const SortedJson* const types = member(node, "typeDescriptions");
        if (types == nullptr)
        {
            return;
        }
        constexpr std::string_view prefix = "int_const ";
        std::string_view text = text_of(*types, "typeString");
        if (!text.starts_with(prefix))
        {
            return;
        }
        text = text.substr(prefix.size());
        const bool is_minus = text.starts_with('-');
        if (const auto word = U256::parse(is_minus ? text.substr(1) : text))
        {
            add(LiteralKind::number, is_minus ? -*word : *word, {}, span);
        }
    }

    void add_function(const SortedJson& node, std::string_view type, const SourceSpan& span)
    {
        FunctionRange function{std::string(text_of(node, "name")),
            std::string(text_of(node, "kind")), m_contract, span};
        if (type == "ModifierDefinition")
        {
            function.kind = "modifier";
        }
        else if (is_true(node, "isConstructor"))  // before solc 0.5 there is no `kind`
        {
            function.kind = "constructor";
        }
        else if (function.kind.empty() && function.name.empty())
        {
            function.kind = "fallback";
        }
        else if (function.kind.empty() || function.kind == "freeFunction")
        {
            function.kind = "function";
        }
        if (function.kind == "constructor")
        {
            function.name.clear();
        }
        m_facts.functions.push_back(std::move(function));
    }

    void add_enum(const SortedJson& node)
    {
        EnumFacts facts{std::string(text_of(node, "canonicalName")), {}};
        for (const SortedJson& entry : items_of(node, "members"))
        {
            facts.members.emplace_back(text_of(entry, "name"));
        }
        m_facts.enums.push_back(std::move(facts));
    }

    /// Sorts everything by place in the source: trees list their children alphabetically.
    void finish(const ContractAbi& abi)
    {
        for (const AbiFunction& function : abi.functions)
        {
            if (m_public_variables.contains(function.name))
            {
                m_facts.getters.push_back(function.selector);
            }
        }
        std::sort(m_facts.getters.begin(), m_facts.getters.end());
        const auto by_place = [](const auto& a, const auto& b) {
            const auto key = [](const SourceSpan& span) {
                return std::tuple(span.file, span.start, -std::int64_t{span.length});
            };
            return key(a.span) < key(b.span);
        };
        std::stable_sort(m_facts.nodes.begin(), m_facts.nodes.end(), by_place);
        std::stable_sort(m_facts.literals.begin(), m_facts.literals.end(), by_place);
        std::stable_sort(m_facts.functions.begin(), m_facts.functions.end(), by_place);
    }

    std::span<const SortedJson* const> m_units;
    const AstSubject& m_subject;
    std::set<std::int64_t> m_bases;
    OwnFunctions m_own;
    std::set<std::string, std::less<>> m_public_variables;
    /// The contract being walked.
    std::string m_contract;
    bool m_is_base = false;
    AstFacts m_facts;
};

}  // namespace

SourceSpan parse_span(std::string_view text)
{
    SourceSpan span;
    for (std::int32_t* part : {&span.start, &span.length, &span.file})
    {
        const std::size_t end = std::min(text.find(':'), text.size());
        const auto [stop, error] = std::from_chars(text.data(), text.data() + end, *part);
        if (error != std::errc{} || stop != text.data() + end)
        {
            *part = -1;
        }
        text = text.substr(std::min(end + 1, text.size()));
    }
    return span;
}

std::optional<AstFacts> read_ast(
    std::span<const SortedJson* const> units, const AstSubject& subject, const ContractAbi& abi)
{
    AstWalker walker(units, subject);
    if (!walker.find_subject())
    {
        return std::nullopt;
    }
    return walker.run(abi);
}

}  // namespace sbst::evm::detail
