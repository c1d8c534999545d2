// SPDX-License-Identifier: Apache-2.0
// Types of the JDK in tests: the concrete classes for abstract types, and the methods that change
// objects. Next: surface_builder.hpp.
#pragma once

#include <span>
#include <string_view>

namespace sbst::jvm::detail
{

/// Concrete classes of the JDK that tests use for an abstract one, simplest first; the type
/// arguments of generic ones are the same, or those of their supertype.
[[nodiscard]] std::span<const std::string_view> known_implementations(std::string_view name);

/// A type of the JDK that is obtained from an object of another class: an iterator from a list.
struct KnownView
{
    std::string_view wanted;
    std::string_view owner;
    std::string_view method;
    std::string_view descriptor;
};
[[nodiscard]] std::span<const KnownView> known_views();

/// Public classes of the JDK that have annotations at run time.
[[nodiscard]] std::span<const std::string_view> known_annotated();

/// Tells whether later JDKs than that of Java 17 lack a class of the JDK (java.lang.Compiler since
/// 21, m-lets since 23, applets by JEP 504): a test must not take it for a type above it.
[[nodiscard]] bool is_removed_later(std::string_view name);

/// Tells whether integers in the constructors of a class of the JDK are sizes: memory, not meaning.
[[nodiscard]] bool takes_sizes(std::string_view name);

/// Tells whether a factory of the JDK makes an object that forgets what it is told
/// (`Writer.nullWriter()`): nothing could be asserted of it, and its class has others.
[[nodiscard]] bool makes_nothing_to_ask(std::string_view owner, std::string_view factory);

/// Tells whether a factory of the JDK asks the system for the time, or makes a clock that does
/// (`Clock.systemUTC()`, `LocalDate.now()`): others come first, because what a test does then is
/// the same each time.
[[nodiscard]] bool asks_for_the_time(std::string_view owner, std::string_view factory);

/// Tells whether tests call a method of a class of the JDK to change its objects.
[[nodiscard]] bool is_known_mutator(std::string_view owner, std::string_view method);

/// A class of the JDK whose objects are boxed primitives; the primitive's descriptor, or nothing.
[[nodiscard]] std::string_view boxed_primitive(std::string_view name);

}  // namespace sbst::jvm::detail
