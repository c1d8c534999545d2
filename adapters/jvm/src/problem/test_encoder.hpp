// SPDX-License-Identifier: Apache-2.0
// Turns the core's tests into those that workers read. Next:
// ../../include/sbst/jvm/exec/test_writer.hpp.
#pragma once

#include <sbst/chromosome/test_case.hpp>
#include <sbst/jvm/exec/test_writer.hpp>
#include <sbst/jvm/surface/java_surface.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace sbst::jvm::detail
{

class TestEncoder
{
public:
    /// Keeps the surface, which outlives it.
    explicit TestEncoder(const JavaSurface& surface) : m_surface(&surface) {}

    /// The bytes of a well-formed test; valid until the next call.
    [[nodiscard]] std::span<const std::byte> encode(const TestCase& test);

private:
    void add_argument(const TestCase& test, const Argument& argument, TypeId type);
    void add_value(const Value& value, TypeId type);

    const JavaSurface* m_surface;
    TestWriter m_writer;
};

}  // namespace sbst::jvm::detail
