// SPDX-License-Identifier: Apache-2.0
// Purity: finds methods that change nothing, which assertions may call (inspectors). Next:
// class_facts.hpp for the reads and writes of a method.
#pragma once

#include <sbst/jvm/classfile/class_path.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace sbst::jvm
{

/// When what is judged is called: a wrong answer costs more where the test goes on.
enum class PurityUse
{
    after_test,
    /// Within a test. A method of the path's interfaces that a lambda may implement is unknown, and
    /// a call of an iterator counts with the iterators of the path.
    within_test
};

/// A method as a call names it, by internal name of the class and descriptor.
struct CalledMethod
{
    std::string owner;
    std::string name;
    std::string descriptor;
    /// The object's own class decides which method runs.
    bool is_virtual = true;
};

/// Tells whether methods of a class path are pure; keeps its results. The path must outlive it.
///
/// A method is pure when it writes no static field, and fields and elements only of objects and
/// arrays that it made itself, and the same holds for all its callees. A call of a method of the
/// path counts with all overriding methods of the path, a call of the JDK by a table (strings,
/// numbers, sizes and elements of collections, making exceptions, ...). Unknown code is not pure:
/// other methods of the JDK, native code, call sites other than of lambdas and of concatenations of
/// strings and numbers. Initialisation of classes, exceptions and endless loops are ignored.
///
/// Methods may have any number of parameters. A constructor is pure when it writes only to the new
/// object.
class Purity
{
public:
    explicit Purity(const ClassPath& path, PurityUse use = PurityUse::after_test);
    ~Purity();
    Purity(Purity&&) noexcept;
    Purity& operator=(Purity&&) noexcept;
    Purity(const Purity&) = delete;
    Purity& operator=(const Purity&) = delete;

    /// Tells it for the method that `owner` declares; false when the path has no such method with
    /// code. The first call reads all classes of the path. Classes that cannot be read have no
    /// methods.
    [[nodiscard]] bool is_pure(
        const std::string& owner, const std::string& name, const std::string& descriptor);
    /// Tells it for a call of an instance method that the class on the path declares or inherits:
    /// for all methods that the call may run on an object of the class, or of one below it on the
    /// path. False when the path has none with code.
    [[nodiscard]] bool is_call_pure(
        const std::string& owner, const std::string& name, const std::string& descriptor);

    /// Tells whether a call may write to the object that it gets in a parameter. Parameter 0 is the
    /// receiver, or the new object of a constructor, for what has one. True for what is unknown:
    /// see above, and a method that writes to anything else but its parameters, such as a static
    /// field, or to more of them than can be followed.
    [[nodiscard]] bool may_write(const CalledMethod& called, std::size_t parameter);

    /// A method that leads to more methods than this counts as not pure.
    static constexpr std::size_t max_methods = 5000;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace sbst::jvm
