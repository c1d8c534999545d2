// SPDX-License-Identifier: Apache-2.0
// What a test's run says beside its trace: why it was stopped, and with Record::outputs the exact
// results that assertions are made of. Next: worker_pool.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sbst::jvm
{

/// Why a test did not run to its end. Its trace is dropped, but for which call it was in.
enum class StopCause : std::uint8_t
{
    none = 0,
    /// It used up the probe budget.
    budget = 1,
    /// It took too long, in a run alone as well.
    watchdog = 2,
    stack_overflow = 3,
    out_of_memory = 4,
    /// It asked the JVM to exit.
    exit = 5,
    /// A callable does not exist or may not be used as the table says.
    not_linked = 6,
    /// Its request or its result is beyond what the shared memory holds.
    too_large = 7,
    /// Its worker died, in a run alone as well.
    death = 8
};
inline constexpr std::size_t stop_cause_count = 9;

enum class JavaResultKind : std::uint8_t
{
    nothing,
    null,
    boolean,
    byte,
    short_integer,
    character,
    integer,
    long_integer,
    single_float,
    double_float,
    string,
    enumeration,
    array,
    object
};

/// A result, exact where it is a value: NaN with its bits, infinities, unpaired surrogates.
struct JavaResult
{
    JavaResultKind kind = JavaResultKind::nothing;
    /// The result is an object of the class for this kind (java.lang.Integer, ...).
    bool is_boxed = false;
    /// Text or elements are longer than what is here.
    bool is_truncated = false;
    /// Integers, characters and booleans extended to 64 bits; floats and doubles as their bits.
    std::int64_t bits = 0;
    /// Of a string.
    std::u16string text{};
    /// Binary name of the run-time class: enumerations, arrays (`[I`), objects.
    std::string class_name{};
    /// Of an enumeration.
    std::string constant{};
    /// Of an array.
    std::vector<JavaResult> elements{};

    friend bool operator==(const JavaResult&, const JavaResult&) = default;
};

/// Precondition: the value is of that kind.
[[nodiscard]] float to_float(const JavaResult& value);
[[nodiscard]] double to_double(const JavaResult& value);

/// An exception that ended a test.
struct ThrownDetail
{
    /// Binary name.
    std::string class_name;
    std::optional<std::u16string> message;
    /// The frame that threw is a class under test's.
    bool is_from_class_under_test = false;
    /// The subject threw it by a `throw` call; otherwise an instruction or the JDK did.
    bool is_explicit = false;
    /// The uppermost frame that is of the class path; empty and -1 where there is none.
    std::string frame_class{};
    std::string frame_method{};
    std::int32_t frame_line = -1;
};

/// What an observer returned for the object that a call made.
struct ObserverDetail
{
    std::uint32_t call = 0;
    /// Index of the callable.
    std::uint32_t callable = 0;
    JavaResult value{};
    /// Not empty: it threw an exception of this class in place of returning.
    std::string thrown_class{};
};

struct RunDetail
{
    StopCause stop = StopCause::none;
    /// Another thread ran during the test; what it did is in no trace.
    bool had_threads = false;
    /// The system refused it something (a file, a socket, a process, the limits of the sandbox), or
    /// a network was missing: where tests are not isolated it may do something else.
    bool was_refused = false;
    /// With Record::outputs, of each call that returned.
    std::vector<JavaResult> results{};
    /// By result: the first call that returned the same object; itself for what is no object.
    std::vector<std::size_t> first_with{};
    /// With Record::outputs.
    std::optional<ThrownDetail> thrown{};
    std::vector<ObserverDetail> observations{};

    /// Back to what a default-constructed one is.
    void clear();
};

}  // namespace sbst::jvm
