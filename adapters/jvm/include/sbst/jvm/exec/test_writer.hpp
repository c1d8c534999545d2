// SPDX-License-Identifier: Apache-2.0
// Writes tests in the workers' format. Next: worker_pool.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm
{

/// Writes one test at a time; its memory is reused.
///
/// Order of calls: `begin_test`, then for each call `begin_call` and one call per
/// argument, then `end_test`. Elements of an array follow it like arguments. Semantics: calls
/// run in order until one throws; every test starts from the subject's initial static state.
class TestWriter
{
public:
    void begin_test();
    /// @throws std::length_error beyond 65,535 calls.
    void begin_call(std::size_t callable);

    void add_null();
    /// boolean, byte, short, char, int and long, extended; also as an element.
    void add_integer(std::int64_t value);
    void add_float(float value);
    void add_double(double value);
    /// Text in the form described in java_callable.hpp.
    void add_string(std::string_view text);
    void add_string(std::u16string_view text);
    /// A constant of an enumeration: the descriptor of its class, its name.
    void add_enum(std::string_view descriptor, std::string_view constant);
    /// An array by its descriptor (`[I`, `[[Ljava/lang/String;`); `length` arguments follow, which
    /// are its elements.
    void begin_array(std::string_view descriptor, std::size_t length);
    /// The result of an earlier call.
    void add_result(std::size_t call);

    /// Ends the test; valid until the next `begin_test`.
    [[nodiscard]] std::span<const std::byte> end_test();

private:
    /// Counts an argument of the call unless it is an element.
    void begin_argument(std::uint8_t tag);

    std::vector<std::byte> m_bytes;
    std::size_t m_calls = 0;
    std::size_t m_arguments = 0;
    std::size_t m_argument_count_at = 0;
    /// Number of missing elements of open arrays.
    std::size_t m_open_elements = 0;
};

}  // namespace sbst::jvm
