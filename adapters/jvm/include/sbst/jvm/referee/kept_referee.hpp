// SPDX-License-Identifier: Apache-2.0
// The referee's program outlives a judgement: the compiler is warm from the second one on. Next:
// referee.hpp.
#pragma once

#include <sbst/jvm/referee/report.hpp>
#include <sbst/jvm/referee/tools.hpp>
#include <sbst/problem/stop_token.hpp>

#include <cstddef>
#include <functional>
#include <memory>

namespace sbst::jvm
{

struct RefereeRequest;
struct RefereeStep;

/// The program of the last judgement, if it gave an answer, for the next one with the same JDK and
/// the same jars. The tests run in JVMs of their own as ever, so a report cannot tell it from a new
/// one; but what tests leave running ends with it only, where no launcher ends it with the tests
/// (RefereeTools::launcher). Used by one thread at a time.
class KeptReferee
{
public:
    KeptReferee();
    ~KeptReferee();
    KeptReferee(const KeptReferee&) = delete;
    KeptReferee& operator=(const KeptReferee&) = delete;
    KeptReferee(KeptReferee&&) = delete;
    KeptReferee& operator=(KeptReferee&&) = delete;

    /// How many judgements the waiting program has made; 0 without such a program.
    [[nodiscard]] std::size_t judgements() const;

private:
    friend RefereeReport judge_suite(const RefereeRequest& request, const RefereeTools& tools,
        const StopToken& stop, const std::function<void(const RefereeStep&)>& on_progress);
    friend void warm_referee(const RefereeTools& tools);
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace sbst::jvm
