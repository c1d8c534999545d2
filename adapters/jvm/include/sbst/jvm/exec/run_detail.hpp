// SPDX-License-Identifier: Apache-2.0
// The details of a test's run beside its trace: the reason of a stop, and with Record::outputs the
// exact results for assertions. Next: worker_pool.hpp.
#pragma once

#include <sbst/jvm/language/static_content.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm
{

/// Why a test did not run to its end. Only the running call is kept of its trace.
enum class StopCause : std::uint8_t
{
    none = 0,
    /// The test used up the probe budget.
    budget = 1,
    /// The test took too long, also when it was run alone.
    watchdog = 2,
    stack_overflow = 3,
    out_of_memory = 4,
    /// The test asked the JVM to exit.
    exit = 5,
    /// A callable does not exist or cannot be used as the table describes.
    not_linked = 6,
    /// Its request or its result does not fit into the shared memory.
    too_large = 7,
    /// Its worker died, also when the test was run alone.
    death = 8,
    /// It was refused something, or changes files: see RunDetail::was_refused_here. Only the search
    /// stops such a test.
    refused = 9
};
inline constexpr std::size_t stop_cause_count = 10;

/// A collection or an Optional of the JDK whose elements are known.
enum class JavaContentKind : std::uint8_t
{
    none,
    list,
    set,
    /// Its elements are keys and values in turn.
    map,
    /// A queue, for example: two of them with the same elements need not be equal.
    other,
    /// Optional, OptionalInt, OptionalLong or OptionalDouble with its value, if any.
    optional
};

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

/// A result; values are exact: NaN with its bits, infinities, unpaired surrogates.
struct JavaResult
{
    JavaResultKind kind = JavaResultKind::nothing;
    /// The result is an object of the class for this kind (java.lang.Integer, ...).
    bool is_boxed = false;
    /// The text or the elements were cut.
    bool is_truncated = false;
    /// Integers, characters and booleans extended to 64 bits; floats and doubles as their bits.
    std::int64_t bits = 0;
    /// For a string.
    std::u16string text{};
    /// Binary name of the run-time class: enumerations, arrays (`[I`), objects.
    std::string class_name{};
    /// For an enumeration.
    std::string constant{};
    /// For an object.
    JavaContentKind content = JavaContentKind::none;
    /// For an array or a collection.
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
    /// The frame that threw belongs to a class under test.
    bool is_from_class_under_test = false;
    /// The subject threw it by a `throw` call; otherwise an instruction or the JDK did.
    bool is_explicit = false;
    /// The uppermost frame of the class path; empty and -1 when there is none.
    std::string frame_class{};
    std::string frame_method{};
    std::int32_t frame_line = -1;
    /// What that frame had called, outside of the class path; empty when it threw itself.
    std::string called_class{};
    std::string called_method{};
};

/// The binary name of the class that an error of linking says was not found; empty when the error
/// is another.
[[nodiscard]] std::string missing_class(std::string_view link_error);

/// The result of an observer for the object that a call made.
struct ObserverDetail
{
    std::uint32_t call = 0;
    /// Index of the callable.
    std::uint32_t callable = 0;
    JavaResult value{};
    /// Not empty: it threw an exception of this class instead of returning.
    std::string thrown_class{};
};

/// What an array, a text, a stream or a collection of the JDK holds at the end of a test.
struct ContentDetail
{
    /// The first call that returned the object.
    std::uint32_t call = 0;
    /// The object is a literal, this argument of the call; empty = the call's result.
    std::optional<std::size_t> argument{};
    /// Calls that changed the content, ascending.
    std::vector<std::uint32_t> changed_by{};
    /// A string for a text, an array of bytes for a stream.
    JavaResult value{};
};

/// An object that a call returned.
struct ProducedDetail
{
    std::uint32_t call = 0;
    /// Binary name of its run-time class; empty if no code can name it.
    std::string class_name{};
    /// As ProducedObject::state.
    std::uint64_t state = 0;
};

/// What is known about the class of a returned value.
enum class ReturnedKind : std::uint8_t
{
    /// The call returns no value.
    nothing = 0,
    /// A boolean, character or integer.
    whole = 1,
    /// A float or double, as a double.
    real = 2,
    null = 3,
    /// The length of a text or array, the size of a collection or map of java.util.
    size = 4,
    /// Any other object.
    object = 5
};

struct ReturnedValue
{
    ReturnedKind kind = ReturnedKind::nothing;
    std::uint64_t bits = 0;

    /// Precondition: the kind is real.
    [[nodiscard]] double real() const { return std::bit_cast<double>(bits); }
};

/// What an observer told of the object that a call returned.
struct ObservedResult
{
    std::uint32_t call = 0;
    /// Its place in ObservedMethodPlan::observers.
    std::size_t observer = 0;
    /// `nothing` where it did not return.
    ReturnedValue value{};
};

struct FilledStatic
{
    /// Index in the plan.
    std::uint32_t field = 0;
    StaticContent content = StaticContent::itself;
    /// The number that it held after initialisation: boolean 0 or 1, character, integer, bits of a
    /// float or a double; 0 where it held nothing.
    std::int64_t first = 0;

    bool operator==(const FilledStatic&) const = default;
};

struct RunDetail
{
    StopCause stop = StopCause::none;
    /// Another thread ran during the test; its actions are not in the trace.
    bool had_threads = false;
    /// The system refused an action (a file, a socket, a process, a limit of the sandbox), or there
    /// was no network: without isolation the test may behave differently. Also: the test changes
    /// files or what the JDK keeps, or waits less than half a second for threads of its own.
    bool was_refused = false;
    /// The thread that ran the test met that, so that every run of the test meets it.
    bool was_refused_here = false;
    /// The test used a generator of numbers, which may have had no seed.
    bool has_drawn = false;
    /// The exception that ended the test was thrown by a statement of the class path's code.
    bool was_thrown_explicitly = false;
    /// The error of linking that ended the test, as Java writes it: what the class path lacks, or
    /// has in another version. Empty for other ends.
    std::string link_error{};
    /// With WorkerSettings::record_outputs, one per call that returned.
    std::vector<ReturnedValue> returned{};
    /// With WorkerSettings::record_outputs: the answers of the observers in the plan, by call.
    std::vector<ObservedResult> observed{};
    /// With Record::outputs, one per call that returned.
    std::vector<JavaResult> results{};
    /// Indexed by result: the first call that returned the same object; itself for results
    /// that are not objects.
    std::vector<std::size_t> first_with{};
    /// With Record::outputs.
    std::optional<ThrownDetail> thrown{};
    std::vector<ObserverDetail> observations{};
    std::vector<ContentDetail> contents{};
    /// With Record::produced, in the order of calls.
    std::vector<ProducedDetail> produced{};
    /// With Record::outputs: static fields that held a number or nothing after initialisation, and
    /// hold something else at the end of the test. The next test of a worker does not see it; one
    /// of JUnit does.
    std::vector<FilledStatic> filled_statics{};
    /// With Record::outputs: what was printed to System.out and System.err; empty when it is too
    /// long to be given whole.
    std::u16string printed{};

    /// Resets to the default-constructed state.
    void clear();
};

}  // namespace sbst::jvm
