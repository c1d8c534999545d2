// SPDX-License-Identifier: Apache-2.0
#include <sbst/test/fingerprint.hpp>

#include <bit>
#include <string>
#include <variant>

namespace sbst
{

namespace
{

/// Multiplies and rotates by whole numbers, with a last mix: enough to tell tests apart.
class Hash
{
public:
    void add(std::uint64_t number) { m_state = std::rotl((m_state ^ number) * prime, 29); }
    void add(const std::string& text)
    {
        add(text.size());
        for (const char unit : text)
        {
            add(static_cast<std::uint64_t>(static_cast<unsigned char>(unit)));
        }
    }
    [[nodiscard]] std::uint64_t value() const
    {
        std::uint64_t mixed = m_state ^ (m_state >> 32U);
        mixed *= prime;
        return mixed ^ (mixed >> 29U);
    }

private:
    static constexpr std::uint64_t prime = 0x9E3779B97F4A7C15U;
    std::uint64_t m_state = 0xCBF29CE484222325U;
};

void add_value(Hash& hash, const Value& value)
{
    if (value.is_word())
    {
        hash.add(1);
        for (const std::uint64_t limb : value.word().limbs)
        {
            hash.add(limb);
        }
    }
    else if (value.is_number())
    {
        hash.add(2);
        hash.add(std::bit_cast<std::uint64_t>(value.number()));
    }
    else if (value.is_text())
    {
        hash.add(3);
        hash.add(value.text());
    }
    else if (value.is_list())
    {
        hash.add(4);
        hash.add(value.list().size());
        for (const Value& item : value.list())
        {
            add_value(hash, item);
        }
    }
    else
    {
        hash.add(std::uint64_t{5});
    }
}

void add_call(Hash& hash, const Call& call)
{
    hash.add(call.callable.index());
    for (const Argument& argument : call.arguments)
    {
        if (const auto* const result = std::get_if<ResultRef>(&argument))
        {
            hash.add(6);
            hash.add(result->call);
        }
        else if (const auto* const reference = std::get_if<ArgumentRef>(&argument))
        {
            hash.add(7);
            hash.add(reference->call);
            hash.add(reference->argument);
        }
        else
        {
            add_value(hash, std::get<Value>(argument));
        }
    }
}

}  // namespace

std::uint64_t fingerprint(const TestCase& test)
{
    Hash hash;
    for (const Call& call : test.calls)
    {
        add_call(hash, call);
    }
    return hash.value();
}

std::vector<std::uint64_t> prefix_fingerprints(const TestCase& test)
{
    std::vector<std::uint64_t> fingerprints;
    fingerprints.reserve(test.length());
    Hash hash;
    for (const Call& call : test.calls)
    {
        add_call(hash, call);
        fingerprints.push_back(hash.value());
    }
    return fingerprints;
}

}  // namespace sbst
