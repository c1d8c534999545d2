// SPDX-License-Identifier: Apache-2.0
// Words for values in names of tests. Next: test_differences.hpp.
#pragma once

#include "type_namer.hpp"

#include <sbst/jvm/render/java_suite.hpp>

#include <cstddef>
#include <string>

namespace sbst::jvm::detail
{

class ValueWords
{
public:
    /// Both outlive this.
    ValueWords(const JavaTest& test, const TypeNamer& types) : m_test(&test), m_types(&types) {}

    /// `int array`, `string`.
    [[nodiscard]] std::string noun(const std::string& type) const;
    /// `null string`, `empty list`, `negative`; empty for what is nothing special.
    [[nodiscard]] std::string sort(const JavaValue& value, const std::string& type) const;
    /// `minus 5`, `3 elements`, `quote` for a text with one; empty for what is too long for a name.
    [[nodiscard]] std::string exactly(const JavaValue& value) const;

private:
    [[nodiscard]] const JavaCall& call_at(std::size_t step) const;
    /// Tells whether another call could put something into it.
    [[nodiscard]] bool is_filled(std::size_t made) const;
    [[nodiscard]] std::string sort_of_step(std::size_t step, const std::string& type) const;

    const JavaTest* m_test;
    const TypeNamer* m_types;
};

}  // namespace sbst::jvm::detail
