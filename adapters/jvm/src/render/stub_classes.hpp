// SPDX-License-Identifier: Apache-2.0
// Stand-ins of interfaces with very many methods: a class of the tests does nothing in all of them,
// and each test overrides what it needs.
#pragma once

#include "code.hpp"
#include "mocks.hpp"
#include "type_namer.hpp"

#include <sbst/jvm/render/java_suite.hpp>

#include <string>
#include <vector>

namespace sbst::jvm::detail
{

/// ` throws IOException` where a method of a stand-in throws it or runs code that may; else empty.
[[nodiscard]] std::string throws_clause(TypeNamer& types, const Stub& stub);

/// Tells whether a stand-in is written with such a class.
[[nodiscard]] bool has_stub_class(const JavaCallable& callable);
/// `java/sql/ResultSet` to `ResultSetStub`.
[[nodiscard]] std::string stub_class_name(const JavaCallable& callable);

/// The stand-ins of the suite that need one, each interface once, in the order of the tests.
[[nodiscard]] std::vector<const JavaCallable*> stub_classes_of(const JavaSuite& suite);
/// Writes the class as a member of that of the tests.
void write_stub_class(LineWriter& lines, TypeNamer& types, const JavaCallable& callable);

}  // namespace sbst::jvm::detail
