// SPDX-License-Identifier: Apache-2.0
// How each method of the classes under test can be entered: from anywhere, or only from known code.
// Next: entry_conditions.hpp.
#pragma once

#include <sbst/fitness/control_dependence.hpp>
#include <sbst/jvm/analysis/method_flow.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sbst::jvm
{

/// One method with code of the classes under test, and the results for it.
struct NestMethod
{
    const ClassFile* owner = nullptr;
    const Method* method = nullptr;
    std::vector<BranchPlan> branches;
    MethodFlow flow;
    ControlDependence dependence;
};

enum class EntryKind
{
    /// Any code may call it.
    open,
    /// Only code of these classes can name it.
    by_sites,
    /// Code with an object of its class may call it; only these classes can make one.
    by_instances
};

/// An instruction that calls a method, or captures it (a lambda, a method reference).
struct CallSite
{
    std::size_t caller = 0;
    std::uint32_t instruction = 0;
    bool is_capture = false;
};

struct MethodEntry
{
    EntryKind kind = EntryKind::open;
    /// The call sites in these classes; for an inherited method, those that name the declaring
    /// class.
    std::vector<CallSite> sites;
    /// A member of a private, local or anonymous class that makes objects.
    bool makes_closed_instance = false;
    /// Runs only during the initialisation of a class, before the first test: `<clinit>` and
    /// methods that only it calls.
    bool is_initialisation = false;
};

/// The entry of each method, in order.
[[nodiscard]] std::vector<MethodEntry> find_method_entries(std::span<const NestMethod> methods);

}  // namespace sbst::jvm
