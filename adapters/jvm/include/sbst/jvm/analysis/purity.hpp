// SPDX-License-Identifier: Apache-2.0
// Which methods leave everything as it was: assertions may call these (inspectors). Next:
// class_facts.hpp for what a method reads and writes.
#pragma once

#include <sbst/jvm/classfile/class_path.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace sbst::jvm
{

/// Answers whether methods of a class path are pure; keeps what it has found. The path outlives it.
///
/// Pure means: it writes no static field, and fields and elements only of objects and arrays that
/// it made itself, and the same holds for all that it calls. Calls of methods of the path count
/// with all methods of the path that override them; of the JDK with what a table says (strings,
/// numbers, sizes and elements of collections, making exceptions, ...). Whatever is unknown is not
/// pure: other methods of the JDK, native code, call sites other than of lambdas and of
/// concatenations of strings and numbers. Initialisation of classes, exceptions and endless loops
/// do not count.
///
/// Methods of any number of parameters may be asked for. A constructor is pure when it writes to
/// the new object only.
class Purity
{
public:
    explicit Purity(const ClassPath& path);
    ~Purity();
    Purity(Purity&&) noexcept;
    Purity& operator=(Purity&&) noexcept;
    Purity(const Purity&) = delete;
    Purity& operator=(const Purity&) = delete;

    /// Of the method that `owner` declares; false when the path has none with code. The first call
    /// reads all classes of the path. Classes that cannot be read have no methods.
    [[nodiscard]] bool is_pure(
        const std::string& owner, const std::string& name, const std::string& descriptor);

    /// A question that leads to more methods than that is answered with no.
    static constexpr std::size_t max_methods = 5000;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace sbst::jvm
