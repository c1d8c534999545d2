// SPDX-License-Identifier: Apache-2.0
// Turns the core's tests into the workers' format. Next:
// ../../include/sbst/jvm/exec/test_writer.hpp.
#pragma once

#include <sbst/jvm/exec/test_writer.hpp>
#include <sbst/jvm/exec/worker_pool.hpp>
#include <sbst/jvm/surface/java_surface.hpp>
#include <sbst/problem/problem.hpp>
#include <sbst/test/test_case.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace sbst::jvm::detail
{

/// A call after a test's own: on the result of a call, with the result of another, null, or no
/// argument.
struct ObjectCall
{
    /// Place in the workers' table of callables.
    std::size_t callable = 0;
    std::size_t object = 0;
    bool has_argument = false;
    /// A call; nothing = null.
    std::optional<std::size_t> argument{};
};

class TestEncoder
{
public:
    /// Keeps a reference to the surface, which must outlive it.
    explicit TestEncoder(const JavaSurface& surface) : m_surface(&surface) {}

    /// The bytes of a well-formed test; valid until the next call.
    [[nodiscard]] std::span<const std::byte> encode(
        const TestCase& test, std::span<const ObjectCall> calls = {});

private:
    void add_argument(const TestCase& test, const Argument& argument, TypeId type);
    void add_value(const Value& value, TypeId type);

    const JavaSurface* m_surface;
    TestWriter m_writer;
};

/// Requests in the workers' format, made when they are sent; keeps its memory between calls.
class EncodedTests
{
public:
    /// Keeps references to both, which must outlive the encoding; nothing is encoded yet.
    void begin(const JavaSurface& surface, std::span<const Request<TestCase>> requests,
        const Circumstances& circumstances = {});
    /// Encodes `[first, last)`; several threads may encode different ranges at once.
    void encode(std::size_t first, std::size_t last);
    [[nodiscard]] std::span<const TestRun> runs() const { return m_runs; }

private:
    const JavaSurface* m_surface = nullptr;
    std::span<const Request<TestCase>> m_requests;
    Circumstances m_circumstances;
    std::vector<std::vector<std::byte>> m_bytes;
    std::vector<TestRun> m_runs;
};

}  // namespace sbst::jvm::detail
