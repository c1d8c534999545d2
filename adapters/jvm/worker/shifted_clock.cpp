// SPDX-License-Identifier: Apache-2.0
// The time of day, shifted by the seconds in the variable SBST_CLOCK_SHIFT: the launcher's exported
// functions take precedence over those of the C library, so the JVM that it loads sees that time.
// This reveals tests that only pass today.
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <sys/time.h>

namespace
{

using ClockFunction = int (*)(clockid_t, timespec*);

ClockFunction real_clock()
{
    static const auto found = reinterpret_cast<ClockFunction>(dlsym(RTLD_NEXT, "clock_gettime"));
    return found;
}

std::time_t shift_in_seconds()
{
    static const std::time_t shift = [] {
        const char* text = std::getenv("SBST_CLOCK_SHIFT");
        return text == nullptr ? std::time_t{0} : std::time_t{std::strtol(text, nullptr, 10)};
    }();
    return shift;
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming,readability-inconsistent-declaration-parameter-name)
extern "C" int clock_gettime(clockid_t clock, timespec* result) noexcept
{
    const int status = real_clock()(clock, result);
    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
    {
        result->tv_sec += shift_in_seconds();
    }
    return status;
}

extern "C" int gettimeofday(timeval* result, void*) noexcept
{
    timespec now{};
    const int status = clock_gettime(CLOCK_REALTIME, &now);
    constexpr long nanoseconds_in_microsecond = 1000;
    result->tv_sec = now.tv_sec;
    result->tv_usec = now.tv_nsec / nanoseconds_in_microsecond;
    return status;
}

extern "C" std::time_t time(std::time_t* result) noexcept
{
    timespec now{};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    if (result != nullptr)
    {
        *result = now.tv_sec;
    }
    return now.tv_sec;
}
// NOLINTEND(readability-identifier-naming,readability-inconsistent-declaration-parameter-name)
