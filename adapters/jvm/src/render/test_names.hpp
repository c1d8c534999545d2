// SPDX-License-Identifier: Apache-2.0
// What names of methods and variables are made of: facts for sbst/output/test_name.hpp.
#pragma once

#include "type_namer.hpp"

#include <sbst/jvm/render/java_suite.hpp>
#include <sbst/output/executed_suite.hpp>
#include <sbst/test/catalogue.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace sbst::jvm::detail
{

/// How a kind of callable is called in the core.
[[nodiscard]] CallableKind core_kind(JavaCallableKind kind);

/// The calls of a test with what is asserted of them. The rest of an executed test is empty.
[[nodiscard]] ExecutedTest for_naming(
    const JavaTest& test, const JavaSuite& suite, const TypeNamer& types);

/// The call that names the test: the last of what is under test, or the last at all.
[[nodiscard]] std::optional<std::size_t> main_step(const JavaTest& test, const JavaSuite& suite);

/// Precondition: a literal float or double.
[[nodiscard]] double real_of(const JavaValue& value);

/// `int`, `fraction`, `maps`.
[[nodiscard]] std::string type_word(const std::string& type, const TypeNamer& types);

/// A wish for the variable of a call's result of that type.
[[nodiscard]] std::string variable_wish(
    const JavaCall& call, const std::string& type, const TypeNamer& types);

}  // namespace sbst::jvm::detail
