// SPDX-License-Identifier: Apache-2.0
#include "annotation_reader.hpp"
#include "code_reader.hpp"
#include "pool_reader.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/classfile/class_file.hpp>
#include <sbst/jvm/language/type_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace sbst::jvm
{

namespace
{

constexpr std::uint32_t magic = 0xcafebabe;
constexpr std::uint16_t oldest_version = 45;

/// Reads one class file from the front to the end.
class ClassReader
{
public:
    ClassReader(std::span<const std::byte> bytes, const std::string& file)
      : m_reading{file}, m_reader(bytes, m_reading)
    {}

    ClassFile read()
    {
        read_head();
        read_types();
        read_members([this] { read_field(); });
        read_members([this] { read_method(); });
        read_class_attributes();
        m_reader.expect_end("the class");
        return std::move(m_class);
    }

private:
    using Contents = std::function<void(ByteReader&)>;

    void read_head()
    {
        if (const std::uint32_t found = m_reader.u4(); found != magic)
        {
            throw ParseError(m_reader.file(), "byte 0",
                fmt::format("this is not a class file: it begins with {:08x}", found));
        }
        m_class.minor_version = m_reader.u2();
        m_class.major_version = m_reader.u2();
        if (m_class.major_version < oldest_version)
        {
            m_reader.fail(fmt::format("{} is not a version of class files, expected {} or more",
                m_class.major_version, oldest_version));
        }
        m_class.pool = PoolReader::read(m_reader);
    }

    void read_types()
    {
        m_class.access.bits = m_reader.u2();
        m_class.name = read_class_name("the class itself");
        m_class.superclass = read_optional_class(m_reader, m_class.pool, "the superclass");
        const std::uint16_t count = m_reader.u2();
        for (std::uint16_t i = 0; i < count; ++i)
        {
            m_class.interfaces.push_back(read_class_name("an interface"));
        }
    }

    std::string read_class_name(std::string_view what)
    {
        const std::string& name = read_class(m_reader, m_class.pool, what);
        if (name.front() == '[')
        {
            m_reader.fail(fmt::format("{} is an array: {}", what, name));
        }
        return name;
    }

    template <class ReadOne>
    void read_members(ReadOne read_one)
    {
        const std::uint16_t count = m_reader.u2();
        for (std::uint16_t i = 0; i < count; ++i)
        {
            read_one();
        }
    }

    /// Reads the attributes at the reader's position: those in the table, each at most once.
    void read_attributes(
        ByteReader& reader, const std::map<std::string_view, Contents>& known) const
    {
        std::set<std::string_view> seen;
        const std::uint16_t count = reader.u2();
        for (std::uint16_t i = 0; i < count; ++i)
        {
            const std::string& name = read_utf8(reader, m_class.pool, "the name of an attribute");
            const std::uint32_t length = reader.u4();
            ByteReader contents = reader.part(length);
            const auto found = known.find(name);
            if (found == known.end())
            {
                continue;
            }
            // What says no more than its name may be repeated.
            if (!seen.insert(found->first).second && length > 0)
            {
                contents.fail(fmt::format("the attribute {} is here twice", name));
            }
            found->second(contents);
            contents.expect_end(fmt::format("the attribute {}", name));
        }
    }

    std::string read_text(ByteReader& reader, std::string_view what) const
    {
        return read_utf8(reader, m_class.pool, what);
    }
    Contents text_into(std::string& text, std::string_view what)
    {
        return [this, &text, what](ByteReader& reader) { text = read_text(reader, what); };
    }
    Contents classes_into(std::vector<std::string>& names, std::string_view what)
    {
        return [this, &names, what](ByteReader& reader) {
            const std::uint16_t count = reader.u2();
            for (std::uint16_t i = 0; i < count; ++i)
            {
                names.push_back(read_class(reader, m_class.pool, what));
            }
        };
    }

    /// Compilers before Java 5 marked what they made by an attribute.
    static Contents synthetic_into(AccessFlags& access)
    {
        return [&access](ByteReader&) { access.bits |= AccessFlags::synthetic_bit; };
    }

    void read_field()
    {
        Field field;
        field.access.bits = m_reader.u2();
        field.name = read_text(m_reader, "the name of a field");
        field.descriptor = read_text(m_reader, "the type of a field");
        if (field.name.empty() || !is_field_descriptor(field.descriptor))
        {
            m_reader.fail(
                fmt::format("'{}' of type '{}' is not a field", field.name, field.descriptor));
        }
        read_attributes(m_reader,
            {{"ConstantValue",
                 [&](ByteReader& reader) { field.constant_value = read_constant_value(reader); }},
                {"Signature", text_into(field.signature, "a generic type")},
                {"Synthetic", synthetic_into(field.access)}});
        m_class.fields.push_back(std::move(field));
    }

    [[nodiscard]] Constant read_constant_value(ByteReader& reader) const
    {
        Instruction load;
        load.opcode = Opcode::ldc;
        load.operand = read_pool_index(reader, m_class.pool,
            {PoolTag::integer, PoolTag::single_float, PoolTag::long_integer, PoolTag::double_float,
                PoolTag::string},
            "the value of a field");
        return pushed_constant(m_class.pool, load).value();
    }

    void read_method()
    {
        Method method;
        method.access.bits = m_reader.u2();
        method.name = read_text(m_reader, "the name of a method");
        method.descriptor = read_text(m_reader, "the type of a method");
        if (method.name.empty() || !parse_method_descriptor(method.descriptor))
        {
            m_reader.fail(
                fmt::format("'{}' of type '{}' is not a method", method.name, method.descriptor));
        }
        read_attributes(m_reader,
            {{"Code",
                 [&](ByteReader& reader) {
                     method.code = CodeReader{reader, m_class.pool}.read();
                 }},
                {"AnnotationDefault",
                    [&](ByteReader& reader) {
                        method.has_default = true;
                        static_cast<void>(reader.part(static_cast<std::uint32_t>(reader.left())));
                    }},
                {"Exceptions", classes_into(method.exceptions, "a declared exception")},
                {"MethodParameters",
                    [&](ByteReader& reader) { read_parameters(reader, method.parameters); }},
                {"Signature", text_into(method.signature, "a generic type")},
                {"Synthetic", synthetic_into(method.access)}});
        m_class.methods.push_back(std::move(method));
    }

    void read_parameters(ByteReader& reader, std::vector<MethodParameter>& parameters) const
    {
        const std::uint8_t count = reader.u1();
        for (std::uint8_t i = 0; i < count; ++i)
        {
            MethodParameter parameter;
            parameter.name = read_optional_utf8(reader, m_class.pool, "the name of a parameter");
            parameter.access.bits = reader.u2();
            parameters.push_back(std::move(parameter));
        }
    }

    void read_class_attributes()
    {
        const std::string_view host = "the host of a nest";
        read_attributes(m_reader,
            {{"Signature", text_into(m_class.signature, "a generic type")},
                {"SourceFile", text_into(m_class.source_file, "the name of the source file")},
                {"InnerClasses", [this](ByteReader& reader) { read_inner_classes(reader); }},
                {"EnclosingMethod", [this](ByteReader& reader) { read_enclosing_method(reader); }},
                {"NestHost",
                    [this, host](ByteReader& reader) {
                        m_class.nest_host = read_class(reader, m_class.pool, host);
                    }},
                {"NestMembers", classes_into(m_class.nest_members, "a member of a nest")},
                {"PermittedSubclasses",
                    classes_into(m_class.permitted_subclasses, "a permitted subclass")},
                {"Record", [this](ByteReader& reader) { read_record(reader); }},
                {"RuntimeVisibleAnnotations",
                    [this](ByteReader& reader) {
                        m_class.annotations = read_annotations(reader, m_class.pool);
                    }},
                {"Synthetic", synthetic_into(m_class.access)},
                {"BootstrapMethods", [this](ByteReader& reader) { read_bootstraps(reader); }}});
        check_bootstraps();
    }

    void read_inner_classes(ByteReader& reader)
    {
        const std::uint16_t count = reader.u2();
        for (std::uint16_t i = 0; i < count; ++i)
        {
            InnerClass inner;
            inner.name = read_class(reader, m_class.pool, "a nested class");
            inner.outer = read_optional_class(reader, m_class.pool, "an enclosing class");
            inner.simple_name = read_optional_utf8(reader, m_class.pool, "a simple name");
            inner.access.bits = reader.u2();
            m_class.inner_classes.push_back(std::move(inner));
        }
    }

    void read_enclosing_method(ByteReader& reader)
    {
        EnclosingMethod enclosing;
        enclosing.owner = read_class(reader, m_class.pool, "an enclosing class");
        ByteReader ahead = reader;
        if (ahead.u2() == 0)
        {
            reader = ahead;
        }
        else
        {
            const MemberRef& method = m_class.pool.member(read_pool_index(
                reader, m_class.pool, {PoolTag::name_and_type}, "an enclosing method"));
            enclosing.name = method.name;
            enclosing.descriptor = method.descriptor;
        }
        m_class.enclosing_method = std::move(enclosing);
    }

    void read_record(ByteReader& reader)
    {
        m_class.record.emplace();
        const std::uint16_t count = reader.u2();
        for (std::uint16_t i = 0; i < count; ++i)
        {
            RecordComponent component;
            component.name = read_text(reader, "the name of a component");
            component.descriptor = read_text(reader, "the type of a component");
            if (!is_field_descriptor(component.descriptor))
            {
                reader.fail(
                    fmt::format("'{}' is not the type of a component", component.descriptor));
            }
            read_attributes(
                reader, {{"Signature", text_into(component.signature, "a generic type")}});
            m_class.record->push_back(std::move(component));
        }
    }

    void read_bootstraps(ByteReader& reader)
    {
        const std::uint16_t count = reader.u2();
        for (std::uint16_t i = 0; i < count; ++i)
        {
            BootstrapMethod bootstrap;
            const std::uint16_t handle = read_pool_index(
                reader, m_class.pool, {PoolTag::method_handle}, "a bootstrap method");
            bootstrap.kind = m_class.pool.handle_kind(handle);
            bootstrap.target = m_class.pool.member(handle);
            reader.count_text(bootstrap.target.owner.size() + bootstrap.target.name.size() +
                              bootstrap.target.descriptor.size());
            const std::uint16_t arguments = reader.u2();
            for (std::uint16_t j = 0; j < arguments; ++j)
            {
                bootstrap.arguments.push_back(read_pool_index(reader, m_class.pool,
                    {PoolTag::integer, PoolTag::single_float, PoolTag::long_integer,
                        PoolTag::double_float, PoolTag::class_ref, PoolTag::string,
                        PoolTag::method_type, PoolTag::method_handle, PoolTag::dynamic},
                    "an argument of a bootstrap method"));
            }
            m_class.bootstrap_methods.push_back(std::move(bootstrap));
        }
    }

    /// Dynamic constants and call sites refer to bootstrap methods, which are read much later.
    void check_bootstraps() const
    {
        for (std::size_t i = 0; i < m_class.pool.size(); ++i)
        {
            const PoolTag tag = m_class.pool.tag(i);
            if ((tag == PoolTag::dynamic || tag == PoolTag::invoke_dynamic) &&
                m_class.pool.member(i).bootstrap_method >= m_class.bootstrap_methods.size())
            {
                throw ParseError(m_reading.file, fmt::format("constant {}", i),
                    fmt::format("it names bootstrap method {} of {}",
                        m_class.pool.member(i).bootstrap_method, m_class.bootstrap_methods.size()));
            }
        }
    }

    FileReading m_reading;
    ByteReader m_reader;
    ClassFile m_class;
};

Constant constant_of(Constant::Kind kind)
{
    Constant constant;
    constant.kind = kind;
    return constant;
}

Constant integer_constant(Constant::Kind kind, std::int64_t value)
{
    Constant constant = constant_of(kind);
    constant.integer = value;
    return constant;
}

Constant number_constant(Constant::Kind kind, double value)
{
    Constant constant = constant_of(kind);
    constant.number = value;
    return constant;
}

Constant text_constant(Constant::Kind kind, const std::string& text)
{
    Constant constant = constant_of(kind);
    constant.text = text;
    return constant;
}

std::optional<Constant> pool_constant(const ClassConstants& pool, std::size_t index)
{
    switch (pool.tag(index))
    {
        case PoolTag::integer:
            return integer_constant(Constant::Kind::integer, pool.integer(index));
        case PoolTag::long_integer:
            return integer_constant(Constant::Kind::long_integer, pool.long_integer(index));
        case PoolTag::single_float:
            return number_constant(
                Constant::Kind::single_float, static_cast<double>(pool.single_float(index)));
        case PoolTag::double_float:
            return number_constant(Constant::Kind::double_float, pool.double_float(index));
        case PoolTag::string:
            return text_constant(Constant::Kind::string, pool.text(index));
        case PoolTag::class_ref:
            return text_constant(Constant::Kind::class_ref, pool.text(index));
        default:
            return std::nullopt;
    }
}

}  // namespace

ClassFile parse_class(std::span<const std::byte> bytes, const std::string& file_name)
{
    return ClassReader{bytes, file_name}.read();
}

std::optional<Constant> pushed_constant(const ClassConstants& pool, const Instruction& instruction)
{
    const Opcode opcode = instruction.opcode;
    if (operand_kind(opcode) == OperandKind::constant)
    {
        return pool_constant(pool, static_cast<std::size_t>(instruction.operand));
    }
    if (operand_kind(opcode) != OperandKind::immediate)
    {
        return std::nullopt;
    }
    if (opcode >= Opcode::dconst_0 && opcode <= Opcode::dconst_1)
    {
        return number_constant(Constant::Kind::double_float, instruction.operand);
    }
    if (opcode >= Opcode::fconst_0 && opcode <= Opcode::fconst_2)
    {
        return number_constant(Constant::Kind::single_float, instruction.operand);
    }
    const bool is_long = opcode == Opcode::lconst_0 || opcode == Opcode::lconst_1;
    return integer_constant(
        is_long ? Constant::Kind::long_integer : Constant::Kind::integer, instruction.operand);
}

const Method* ClassFile::find_method(
    std::string_view method_name, std::string_view method_descriptor) const
{
    const auto found = std::find_if(methods.begin(), methods.end(), [&](const Method& method) {
        return method.name == method_name && method.descriptor == method_descriptor;
    });
    return found == methods.end() ? nullptr : &*found;
}

const Field* ClassFile::find_field(std::string_view field_name) const
{
    const auto found = std::find_if(
        fields.begin(), fields.end(), [&](const Field& field) { return field.name == field_name; });
    return found == fields.end() ? nullptr : &*found;
}

const InnerClass* ClassFile::inner_class() const
{
    const auto found = std::find_if(inner_classes.begin(), inner_classes.end(),
        [&](const InnerClass& inner) { return inner.name == name; });
    return found == inner_classes.end() ? nullptr : &*found;
}

AccessFlags ClassFile::source_access() const
{
    const InnerClass* row = inner_class();
    return row == nullptr ? access : row->access;
}

}  // namespace sbst::jvm
