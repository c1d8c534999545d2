// SPDX-License-Identifier: Apache-2.0
// Entering and leaving frames: the calls, the creations and the transaction itself. Read next:
// dispatch.hpp.
#pragma once

#include "machine.hpp"

namespace sbst::evm
{

/// What is to be called or created.
struct CallRequest
{
    AccountId self{};  ///< whose storage and balance it works on
    AccountId code{};  ///< who is called for its code; not used by creations
    AccountId runs{};  ///< whose code that is: `code`'s own, or its delegate's (EIP-7702)
    U256 self_word;
    U256 code_word;  ///< address of the code, for precompiles
    U256 caller;
    U256 value;        ///< what CALLVALUE answers
    bool transfers{};  ///< the value moves from `payer` to `self`
    AccountId payer{};
    bool is_static{};
    BytesView input;
    std::int64_t gas{};
    std::size_t return_offset{};
    std::size_t return_size{};
};

/// What became of a request that needed no frame.
struct CallOutcome
{
    bool entered{};  ///< a frame was pushed and everything else here is not set
    Status status{Status::success};
    std::int64_t gas_left{};
    Tag tag{};  ///< of the word that says whether it succeeded
};

/// Begins a call at `depth` of the new frame. A precompile or an account without code is done at
/// once, with its output in `return_data`.
[[nodiscard]] CallOutcome begin_call(Machine& m, const CallRequest& request, std::size_t depth);

/// Begins a creation; `input` is the creation code, `self` the new account.
[[nodiscard]] CallOutcome begin_creation(Machine& m, const CallRequest& request, std::size_t depth);

/// Ends the running frame: undoes its changes if it failed, stores the code of a new contract.
void settle_frame(Machine& m);

/// Pops the running frame and hands its outcome to the frame below.
void return_to_parent(Machine& m);

}  // namespace sbst::evm
