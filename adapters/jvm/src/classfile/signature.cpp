// SPDX-License-Identifier: Apache-2.0
#include <sbst/jvm/classfile/signature.hpp>

#include <algorithm>
#include <utility>

namespace sbst::jvm
{

namespace
{

using Kind = TypeSignature::Kind;

TypeSignature signature_of(Kind kind, std::string name = {})
{
    TypeSignature type;
    type.kind = kind;
    type.name = std::move(name);
    return type;
}

/// Recursive descent over the grammar; each function reads one rule and returns false, or nothing,
/// when the text does not match.
class SignatureReader
{
public:
    explicit SignatureReader(std::string_view text) : m_rest(text) {}

    [[nodiscard]] bool is_empty() const { return m_rest.empty(); }
    [[nodiscard]] bool is_at(char c) const { return m_rest.starts_with(c); }

    bool skip(char c)
    {
        if (!is_at(c))
        {
            return false;
        }
        m_rest.remove_prefix(1);
        return true;
    }

    bool read_type_parameters(std::vector<TypeParameter>& parameters)
    {
        if (!skip('<'))
        {
            return true;
        }
        do
        {
            TypeParameter parameter;
            if (!read_identifier(parameter.name) || !read_bounds(parameter.bounds))
            {
                return false;
            }
            parameters.push_back(std::move(parameter));
        } while (!skip('>'));
        return true;
    }

    std::optional<TypeSignature> read_type()
    {
        for (const char primitive : std::string_view{"BCDFIJSZ"})
        {
            if (skip(primitive))
            {
                return signature_of(Kind::primitive, std::string(1, primitive));
            }
        }
        return read_reference();
    }

    std::optional<TypeSignature> read_result()
    {
        return skip('V') ? signature_of(Kind::primitive, "V") : read_type();
    }

    std::optional<TypeSignature> read_reference()
    {
        if (m_depth == max_signature_depth)
        {
            return std::nullopt;
        }
        ++m_depth;
        std::optional<TypeSignature> type;
        if (skip('T'))
        {
            type = read_variable();
        }
        else if (skip('['))
        {
            type = wrapped(Kind::array, read_type());
        }
        else
        {
            type = read_class_type();
        }
        --m_depth;
        return type;
    }

    /// Counts nesting like any other class: the same reader is used at every place.
    std::optional<TypeSignature> read_class()
    {
        std::optional<TypeSignature> type = read_reference();
        return type && type->kind == Kind::class_type ? type : std::nullopt;
    }

private:
    std::optional<TypeSignature> read_class_type()
    {
        TypeSignature type = signature_of(Kind::class_type);
        if (!skip('L') || !read_identifier(type.name))
        {
            return std::nullopt;
        }
        std::string part;
        while (skip('/'))
        {
            if (!read_identifier(part))
            {
                return std::nullopt;
            }
            type.name += '/' + part;
        }
        if (!read_arguments(type.arguments))
        {
            return std::nullopt;
        }
        while (skip('.'))
        {
            if (!read_identifier(part) || !read_arguments(type.arguments))
            {
                return std::nullopt;
            }
            type.name += '$' + part;
        }
        return skip(';') ? std::optional{std::move(type)} : std::nullopt;
    }

    bool read_identifier(std::string& name)
    {
        const std::size_t size = std::min(m_rest.find_first_of(".;[/<>:"), m_rest.size());
        name = m_rest.substr(0, size);
        m_rest.remove_prefix(size);
        return size != 0;
    }

    bool read_bounds(std::vector<TypeSignature>& bounds)
    {
        if (!skip(':'))
        {
            return false;
        }
        // The class bound may be omitted before interface bounds.
        bool has_bound = !is_at(':') && (is_at('L') || is_at('T') || is_at('['));
        while (has_bound || skip(':'))
        {
            has_bound = false;
            std::optional<TypeSignature> bound = read_reference();
            if (!bound)
            {
                return false;
            }
            bounds.push_back(std::move(*bound));
        }
        return true;
    }

    std::optional<TypeSignature> read_variable()
    {
        TypeSignature type = signature_of(Kind::variable);
        return read_identifier(type.name) && skip(';') ? std::optional{std::move(type)} :
                                                         std::nullopt;
    }

    bool read_arguments(std::vector<TypeSignature>& arguments)
    {
        if (!skip('<'))
        {
            return true;
        }
        do
        {
            std::optional<TypeSignature> argument = read_argument();
            if (!argument)
            {
                return false;
            }
            arguments.push_back(std::move(*argument));
        } while (!skip('>'));
        return true;
    }

    std::optional<TypeSignature> read_argument()
    {
        if (skip('*'))
        {
            return signature_of(Kind::any);
        }
        if (skip('+'))
        {
            return wrapped(Kind::extends, read_reference());
        }
        if (skip('-'))
        {
            return wrapped(Kind::super, read_reference());
        }
        return read_reference();
    }

    static std::optional<TypeSignature> wrapped(Kind kind, std::optional<TypeSignature> inner)
    {
        if (!inner)
        {
            return std::nullopt;
        }
        TypeSignature type = signature_of(kind);
        type.arguments.push_back(std::move(*inner));
        return type;
    }

    std::string_view m_rest;
    std::size_t m_depth = 0;
};

}  // namespace

std::optional<ClassSignature> parse_class_signature(std::string_view text)
{
    SignatureReader reader{text};
    ClassSignature signature;
    if (!reader.read_type_parameters(signature.type_parameters))
    {
        return std::nullopt;
    }
    std::optional<TypeSignature> superclass = reader.read_class();
    if (!superclass)
    {
        return std::nullopt;
    }
    signature.superclass = std::move(*superclass);
    while (!reader.is_empty())
    {
        std::optional<TypeSignature> one = reader.read_class();
        if (!one)
        {
            return std::nullopt;
        }
        signature.interfaces.push_back(std::move(*one));
    }
    return signature;
}

std::optional<MethodSignature> parse_method_signature(std::string_view text)
{
    SignatureReader reader{text};
    MethodSignature signature;
    if (!reader.read_type_parameters(signature.type_parameters) || !reader.skip('('))
    {
        return std::nullopt;
    }
    while (!reader.skip(')'))
    {
        std::optional<TypeSignature> parameter = reader.read_type();
        if (!parameter)
        {
            return std::nullopt;
        }
        signature.parameters.push_back(std::move(*parameter));
    }
    std::optional<TypeSignature> result = reader.read_result();
    if (!result)
    {
        return std::nullopt;
    }
    signature.result = std::move(*result);
    while (reader.skip('^'))
    {
        std::optional<TypeSignature> exception = reader.read_reference();
        if (!exception || exception->kind == Kind::array)
        {
            return std::nullopt;
        }
        signature.exceptions.push_back(std::move(*exception));
    }
    return reader.is_empty() ? std::optional{std::move(signature)} : std::nullopt;
}

std::optional<TypeSignature> parse_field_signature(std::string_view text)
{
    SignatureReader reader{text};
    std::optional<TypeSignature> type = reader.read_type();
    return reader.is_empty() ? type : std::nullopt;
}

}  // namespace sbst::jvm
