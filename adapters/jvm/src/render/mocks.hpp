// SPDX-License-Identifier: Apache-2.0
// Stand-ins as mocks of Mockito: `T t = mock(T.class); when(t.m(any())).thenReturn(v);`.
#pragma once

#include <sbst/jvm/render/java_suite.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm::detail
{

/// A method of a mock that must be told what to return.
struct Stub
{
    const StandInMethod* method = nullptr;
    /// Null: the neutral value.
    const JavaValue* answer = nullptr;
    /// What the first calls return instead, and their number.
    const JavaValue* first = nullptr;
    std::size_t turns = 0;
    /// What it throws instead of `first`, or each time if there are no turns; null: nothing.
    const MadeException* failure = nullptr;
};

/// Tells whether a stand-in is written as a mock: a class runs its constructor and its own methods,
/// which a mock does not, nor does it run what it is given, and here it throws nothing; nor does a
/// matcher of Mockito stand for any number of arguments.
[[nodiscard]] bool is_mock(const JavaSuite& suite, const JavaCall& call);

/// The arguments for a method of a stand-in, the first of them at `next`, which moves behind them.
[[nodiscard]] Stub take_answers(
    const StandInMethod& method, const JavaCall& call, std::size_t& next);

/// The methods for which Mockito itself would return something else than the stand-in. They refer
/// to the call.
[[nodiscard]] std::vector<Stub> stubs_of(const JavaCall& call);

/// The method of a stand-in, or of a lambda, that throws; null if none does, or several.
[[nodiscard]] const StandInMethod* failing_method(const JavaCall& call);

/// Tells whether the tests import a method of Mockito by that name.
[[nodiscard]] bool is_mockito_name(std::string_view name);

}  // namespace sbst::jvm::detail
