// SPDX-License-Identifier: Apache-2.0
// A class file as a value: its members, its code as instructions, its attributes. Next:
// class_path.hpp (where classes come from), signature.hpp (generic types), then
// ../analysis/method_flow.hpp.
#pragma once

#include <sbst/jvm/classfile/class_constants.hpp>
#include <sbst/jvm/classfile/opcode.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm
{

/// Access and property flags of a class, a member or a parameter (JVMS 4.1, 4.5, 4.6, 4.7.6).
struct AccessFlags
{
    std::uint16_t bits = 0;

    static constexpr std::uint16_t synthetic_bit = 0x1000;

    [[nodiscard]] bool is_public() const { return has(0x0001); }
    [[nodiscard]] bool is_private() const { return has(0x0002); }
    [[nodiscard]] bool is_protected() const { return has(0x0004); }
    [[nodiscard]] bool is_static() const { return has(0x0008); }
    [[nodiscard]] bool is_final() const { return has(0x0010); }
    [[nodiscard]] bool is_interface() const { return has(0x0200); }
    [[nodiscard]] bool is_abstract() const { return has(0x0400); }
    /// By the flag or by the attribute Synthetic (JVMS 4.7.8).
    [[nodiscard]] bool is_synthetic() const { return has(synthetic_bit); }
    [[nodiscard]] bool is_annotation() const { return has(0x2000); }
    [[nodiscard]] bool is_enum() const { return has(0x4000); }
    /// Classes only: a descriptor of a module, not a class.
    [[nodiscard]] bool is_module() const { return has(0x8000); }
    /// Methods only.
    [[nodiscard]] bool is_bridge() const { return has(0x0040); }
    [[nodiscard]] bool is_varargs() const { return has(0x0080); }
    /// Fields only.
    [[nodiscard]] bool is_transient() const { return has(0x0080); }
    [[nodiscard]] bool is_native() const { return has(0x0100); }
    /// Neither public, protected nor private.
    [[nodiscard]] bool is_package_private() const { return (bits & 0x0007U) == 0; }

private:
    [[nodiscard]] bool has(unsigned flag) const { return (bits & flag) != 0; }
};

/// One instruction. Its ordinal is its place in Code::instructions.
struct Instruction
{
    /// In bytes from the start of the code.
    std::uint32_t offset = 0;
    /// For a wide instruction the widened one.
    Opcode opcode = Opcode::nop;
    /// Depends on `operand_kind`: the number, the slot, the index in the constant pool, the code of
    /// the array's element type; for a jump the ordinal of its target; for a switch the index in
    /// Code::switches.
    std::int32_t operand = 0;
    /// `iinc`: the added number; `multianewarray`: the number of dimensions.
    std::int32_t second = 0;
};

struct SwitchCase
{
    std::int32_t key = 0;
    /// Ordinal.
    std::uint32_t target = 0;
};

/// A switch's ways, by ascending key; a tableswitch has one for each key of its range.
struct SwitchTable
{
    std::vector<SwitchCase> cases;
    std::uint32_t default_target = 0;
};

/// The handler of exceptions in the instructions [start, end): ordinals.
struct ExceptionHandler
{
    std::uint32_t start = 0;
    std::uint32_t end = 0;
    std::uint32_t handler = 0;
    /// Internal name; empty = any.
    std::string catch_type;
};

/// A source line begins here; ascending by instruction.
struct LineStart
{
    std::uint32_t instruction = 0;
    std::uint32_t line = 0;
};

/// A named slot in the instructions [start, end): ordinals.
struct LocalVariable
{
    std::uint32_t start = 0;
    std::uint32_t end = 0;
    std::uint32_t slot = 0;
    std::string name;
    std::string descriptor;
};

struct Code
{
    std::uint32_t max_stack = 0;
    std::uint32_t max_locals = 0;
    /// At least one.
    std::vector<Instruction> instructions;
    std::vector<SwitchTable> switches;
    /// In the order in which they are tried.
    std::vector<ExceptionHandler> handlers;
    std::vector<LineStart> lines;
    /// Ascending by slot and start.
    std::vector<LocalVariable> variables;

    /// The source line of an instruction; 0 = unknown. O(log lines).
    [[nodiscard]] std::uint32_t line_of(std::uint32_t instruction) const;
};

/// A value that code pushes or that initialises a field.
struct Constant
{
    enum class Kind
    {
        integer,
        long_integer,
        single_float,
        double_float,
        /// UTF-8, see ClassConstants.
        string,
        /// A class object; `text` is an internal name or the descriptor of an array.
        class_ref
    };

    Kind kind = Kind::integer;
    std::int64_t integer = 0;
    double number = 0;
    std::string text{};

    friend bool operator==(const Constant&, const Constant&) = default;
};

struct Field
{
    AccessFlags access;
    std::string name;
    std::string descriptor;
    /// Generic type (parse_field_signature); empty = none.
    std::string signature;
    std::optional<Constant> constant_value;
};

struct MethodParameter
{
    /// Empty = none.
    std::string name;
    AccessFlags access;
};

struct Method
{
    AccessFlags access;
    std::string name;
    std::string descriptor;
    /// Generic type (parse_method_signature); empty = none.
    std::string signature;
    /// Declared exceptions, by internal name.
    std::vector<std::string> exceptions;
    /// From the attribute MethodParameters, which compilers seldom write.
    std::vector<MethodParameter> parameters;
    std::optional<Code> code;
    /// An element of an annotation that has a default.
    bool has_default = false;

    [[nodiscard]] bool is_constructor() const { return name == "<init>"; }
    [[nodiscard]] bool is_static_initialiser() const { return name == "<clinit>"; }
};

/// One row of the attribute InnerClasses: a nested class that the file names, itself included.
struct InnerClass
{
    std::string name;
    /// The class that declares it as a member; empty for local and anonymous classes.
    std::string outer;
    /// Empty for anonymous classes.
    std::string simple_name;
    AccessFlags access;
};

struct EnclosingMethod
{
    std::string owner;
    /// Empty when an initialiser, not a method, encloses it.
    std::string name;
    std::string descriptor;
};

struct RecordComponent
{
    std::string name;
    std::string descriptor;
    std::string signature;
};

struct BootstrapMethod
{
    HandleKind kind = HandleKind::invoke_static;
    MemberRef target;
    /// Entries of the constant pool that can be loaded.
    std::vector<std::uint16_t> arguments;
};

struct ClassFile
{
    /// 52 = Java 8, 61 = 17, 69 = 25.
    std::uint16_t major_version = 0;
    std::uint16_t minor_version = 0;
    ClassConstants pool;
    AccessFlags access;
    /// Internal name: `p/Outer$Inner`.
    std::string name;
    /// Empty for java/lang/Object only.
    std::string superclass;
    std::vector<std::string> interfaces;
    std::vector<Field> fields;
    std::vector<Method> methods;
    /// Generic type (parse_class_signature); empty = none.
    std::string signature;
    /// `Outer.java`; empty = unknown.
    std::string source_file;
    std::vector<InnerClass> inner_classes;
    /// Empty when the class is its own host.
    std::string nest_host;
    std::vector<std::string> nest_members;
    std::optional<EnclosingMethod> enclosing_method;
    /// Nothing when the class is not a record.
    std::optional<std::vector<RecordComponent>> record;
    std::vector<std::string> permitted_subclasses;
    std::vector<BootstrapMethod> bootstrap_methods;
    /// Types of the annotations that exist at run time, by internal name.
    std::vector<std::string> annotations;

    [[nodiscard]] const Method* find_method(
        std::string_view method_name, std::string_view method_descriptor) const;
    [[nodiscard]] const Field* find_field(std::string_view field_name) const;
    /// Its own row of InnerClasses; null for a top-level class.
    [[nodiscard]] const InnerClass* inner_class() const;
    /// Flags as in the source: for a nested class those of its row in InnerClasses.
    [[nodiscard]] AccessFlags source_access() const;
};

/// Reads a class file; `file_name` is for messages. It checks everything needed to follow the
/// file's references: lengths, the kinds of referenced constants, descriptors, jumps to whole
/// instructions. It does not check what only the JVM's verifier needs. Versions from 45 on are
/// read, unknown ones by the rules of the newest known version. O(size).
///
/// @throws ParseError with the file, the byte or the method and offset, and the problem.
/// Source: JVMS 4 (Java SE 25).
[[nodiscard]] ClassFile parse_class(std::span<const std::byte> bytes, const std::string& file_name);

/// The constant that an instruction pushes: for `iconst_..`, `bipush`, `ldc` and the like. Nothing
/// for `aconst_null`, method types, method handles and dynamic constants.
[[nodiscard]] std::optional<Constant> pushed_constant(
    const ClassConstants& pool, const Instruction& instruction);

}  // namespace sbst::jvm
