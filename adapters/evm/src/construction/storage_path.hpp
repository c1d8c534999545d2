// SPDX-License-Identifier: Apache-2.0
// Where a key of storage leads: the slot that the source declares, and the steps from there as
// Solidity lays storage out. Next: storage_finder.hpp.
#pragma once

#include "../analysis/expression.hpp"

#include <sbst/evm/construction/storage_facts.hpp>

#include <optional>
#include <vector>

namespace sbst::evm::construction
{

/// A location with the words that its keys are.
struct StoragePath
{
    StorageLocation location;
    std::vector<analysis::ExprId> keys{};
};

/// Reads keys; may add constants to the table.
class PathReader
{
public:
    explicit PathReader(analysis::ExpressionTable& table) : m_table(&table) {}

    /// Nothing where the key has another form.
    /// Source: Solidity documentation, "Layout of State Variables in Storage and Transient
    /// Storage".
    [[nodiscard]] std::optional<StoragePath> read(analysis::ExprId key) { return read(key, 0); }

private:
    [[nodiscard]] std::optional<StoragePath> read(analysis::ExprId key, unsigned depth);
    [[nodiscard]] std::optional<StoragePath> read_sum(
        analysis::ExprId a, analysis::ExprId b, unsigned depth);
    [[nodiscard]] std::optional<StoragePath> element(StoragePath path, analysis::ExprId index);

    analysis::ExpressionTable* m_table;
};

}  // namespace sbst::evm::construction
