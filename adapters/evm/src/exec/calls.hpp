// SPDX-License-Identifier: Apache-2.0
// Entering and leaving frames: calls, creations and the transaction itself. Next: dispatch.hpp.
#pragma once

#include "machine.hpp"

namespace sbst::evm
{

/// A request to call or to create an account.
struct CallRequest
{
    AccountId self{};  ///< the account whose storage and balance are used
    AccountId code{};  ///< the account called for its code; unused for creations
    AccountId runs{};  ///< the owner of the code: `code` itself, or its delegate (EIP-7702)
    U256 self_word;
    U256 code_word;  ///< address of the code, for precompiles
    U256 caller;
    U256 value;        ///< the result of CALLVALUE
    bool transfers{};  ///< the value moves from `payer` to `self`
    AccountId payer{};
    bool is_static{};
    BytesView input;
    std::int64_t gas{};
    std::size_t return_offset{};
    std::size_t return_size{};
};

/// The outcome of a request that needed no frame.
struct CallOutcome
{
    bool entered{};  ///< a frame was pushed; the other members are not set
    Status status{Status::success};
    std::int64_t gas_left{};
    Tag tag{};  ///< tag of the word with its success
};

/// Begins a call at `depth` of the new frame. A precompile or an account without code is done at
/// once, with its output in `return_data`.
[[nodiscard]] CallOutcome begin_call(Machine& m, const CallRequest& request, std::size_t depth);

/// Begins a creation; `input` is the creation code, `self` the new account.
[[nodiscard]] CallOutcome begin_creation(Machine& m, const CallRequest& request, std::size_t depth);

/// Ends the running frame: undoes its changes if it failed, stores the code of a new contract.
void settle_frame(Machine& m);

/// Pops the running frame and gives its outcome to the frame below.
void return_to_parent(Machine& m);

}  // namespace sbst::evm
