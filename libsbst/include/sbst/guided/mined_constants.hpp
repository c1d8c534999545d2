// SPDX-License-Identifier: Apache-2.0
// Mined constants: those of the code around the subject, drawn by how telling they are. Next:
// sequence_sampler.hpp.
#pragma once

#include <sbst/random/rng.hpp>
#include <sbst/test/type.hpp>
#include <sbst/test/value.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sbst
{

/// `tf * ln((documents + 1) / (documents + 1 - df))`: large for a constant that is used often and
/// in many documents. Precondition: 1 <= df <= documents.
/// Source: GRT, ASE 2015, section III-A (a modified tf-idf); the ones are Randoop's: without them
/// the weight of a constant in each document is infinite.
[[nodiscard]] double constant_weight(std::uint64_t tf, std::size_t documents, std::size_t df);

/// Constants of documents: units of code such as classes or functions.
///
/// An adapter adds the constants of each document around its subject. A draw for a document takes
/// its own constants, weighted by their uses there; a draw for all takes any, weighted by all uses.
/// Constants are reused between types as in ConstantPool.
class MinedConstants
{
public:
    using Document = std::size_t;

    /// Adds a document and returns its number, from 0.
    Document add_document();
    /// Adds uses of a constant by a document. Arrays and tuples are dropped.
    /// Precondition: the document was added, the value is a well-formed literal of the type.
    void add(Document document, const Value& value, TypeId type, const TypeUniverse& types,
        std::uint64_t uses = 1);

    /// A constant of the document that is a literal of the type; nothing, and no draw, if none is.
    [[nodiscard]] std::optional<Value> draw(
        Document document, TypeId type, const TypeUniverse& types, Rng& rng);
    /// The same for the constants of all documents.
    [[nodiscard]] std::optional<Value> draw(TypeId type, const TypeUniverse& types, Rng& rng);

    [[nodiscard]] std::size_t documents() const { return m_documents.size(); }
    /// Distinct constants.
    [[nodiscard]] std::size_t size() const { return m_constants.size(); }
    /// The weight of a constant in a document, 0 if it has none of that value; for tests.
    [[nodiscard]] double weight(Document document, const Value& value) const;
    /// The same over all documents.
    [[nodiscard]] double weight(const Value& value) const;

private:
    struct Constant
    {
        /// A word, a number or a text; what it is as a literal depends on the type that wants it.
        Value value;
        /// One that takes the value, for reuse between types.
        Type type;
        std::uint64_t uses = 0;
        std::size_t documents = 0;
    };
    /// The constants that fit a type, as its literals, with their weights.
    struct Fitting
    {
        std::vector<Value> literals;
        std::vector<double> weights;
    };
    /// By constant.
    using Uses = std::map<std::size_t, std::uint64_t>;

    [[nodiscard]] std::optional<std::size_t> find(const Value& value) const;
    [[nodiscard]] const Fitting& fitting(
        const Uses& uses, std::size_t place, TypeId type, const TypeUniverse& types);
    [[nodiscard]] static std::optional<Value> drawn(const Fitting& fitting, Rng& rng);

    std::vector<Constant> m_constants;
    /// Places by value, written as text.
    std::map<std::string, std::size_t, std::less<>> m_places;
    std::vector<Uses> m_documents;
    Uses m_all;
    /// By document, or the number of documents for all, and type.
    std::map<std::pair<std::size_t, std::size_t>, Fitting> m_fitting;
};

}  // namespace sbst
