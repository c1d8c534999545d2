// SPDX-License-Identifier: Apache-2.0
// How a source file names types: simple names where they are unambiguous, and the imports for them.
#pragma once

#include <sbst/jvm/render/java_suite.hpp>
#include <sbst/output/identifiers.hpp>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm
{

struct TypeSignature;

}  // namespace sbst::jvm

namespace sbst::jvm::detail
{

/// Asked twice: first for all types that may be named, then, after settle(), for good.
class TypeNamer
{
public:
    /// The suite outlives this.
    explicit TypeNamer(const JavaSuite& suite);

    /// Internal name to the name in the source.
    [[nodiscard]] std::string of_class(const std::string& internal_name);
    /// A field descriptor: `[Lp/A$B;` to `A.B[]`.
    [[nodiscard]] std::string of_descriptor(const std::string& descriptor);
    /// A type with type arguments: `Ljava/util/List<Ljava/lang/String;>;` to `List<String>`.
    [[nodiscard]] std::string of_signature(const std::string& signature);

    /// Decides which types have simple names, from those asked for so far.
    void settle();

    /// Types to import, qualified and sorted, of those asked for since settle().
    [[nodiscard]] std::vector<std::string> imports() const;
    /// Names that no variable may have: types are found behind them.
    [[nodiscard]] const std::set<std::string>& obscurable() const { return m_obscurable; }

    /// `p/Outer$Inner` to `Inner`.
    [[nodiscard]] std::string last_name(const std::string& internal_name) const;

private:
    [[nodiscard]] std::string of_type(const TypeSignature& type);
    /// A type's package, and its name from the outermost class on.
    struct Parts
    {
        std::string package;
        std::string outermost;
        std::string name;
    };
    [[nodiscard]] Parts parts_of(const std::string& internal_name) const;
    [[nodiscard]] int rank(const std::string& package, const std::string& outermost) const;
    [[nodiscard]] bool needs_import(const std::string& package, const std::string& outermost) const;

    const JavaSuite& m_suite;
    bool m_is_settled = false;
    /// Packages by outermost simple name that asked for it.
    std::map<std::string, std::set<std::string>> m_wishes;
    /// The package that has the simple name.
    std::map<std::string, std::string> m_owners;
    std::set<std::string> m_imports;
    std::set<std::string> m_obscurable;
};

/// Names for members of the test class, which must not hide types either.
[[nodiscard]] NameTable names_for_members(const TypeNamer& types);

/// `p/Outer$Inner` as its class would be named were it not for `$` in names: `p.Outer.Inner`.
[[nodiscard]] std::string default_source_name(std::string_view internal_name);

}  // namespace sbst::jvm::detail
