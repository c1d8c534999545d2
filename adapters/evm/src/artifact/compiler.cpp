// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/artifact/compiler.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace sbst::evm
{

namespace
{

struct DefaultVersion
{
    std::array<unsigned, 3> first_solc;
    std::string_view evm_version;
};

/// The first release of solc with each default, newest first.
constexpr std::array<DefaultVersion, 10> default_versions{{{{0, 8, 31}, "osaka"},
    {{0, 8, 30}, "prague"}, {{0, 8, 25}, "cancun"}, {{0, 8, 20}, "shanghai"}, {{0, 8, 18}, "paris"},
    {{0, 8, 7}, "london"}, {{0, 8, 5}, "berlin"}, {{0, 5, 14}, "istanbul"},
    {{0, 5, 5}, "petersburg"}, {{0, 0, 0}, "byzantium"}}};

/// Reads the part of CBOR that solc writes: one map of texts to byte strings, texts or booleans.
class CborReader
{
public:
    explicit CborReader(BytesView bytes) : m_bytes(bytes) {}

    /// Reads a map that fills the bytes and has one of solc's keys; returns its compiler version if
    /// any.
    std::optional<std::string> read_map()
    {
        const std::optional<std::size_t> count = read_head(major_map);
        if (!count)
        {
            return std::nullopt;
        }
        std::string version;
        bool has_known_key = false;
        for (std::size_t i = 0; i < *count; ++i)
        {
            const std::optional<BytesView> key_bytes = read_string(major_text);
            if (!key_bytes)
            {
                return std::nullopt;
            }
            const std::string key(key_bytes->begin(), key_bytes->end());
            has_known_key = has_known_key || key == "bzzr0" || key == "bzzr1" || key == "ipfs" ||
                            key == "solc" || key == "experimental";
            if (!read_value(key == "solc" ? &version : nullptr))
            {
                return std::nullopt;
            }
        }
        if (!has_known_key || m_at != m_bytes.size())
        {
            return std::nullopt;
        }
        return version;
    }

private:
    static constexpr unsigned major_bytes = 2;
    static constexpr unsigned major_text = 3;
    static constexpr unsigned major_map = 5;

    /// The argument of a head of that major type; lengths above 65,535 do not occur.
    std::optional<std::size_t> read_head(unsigned major)
    {
        if (m_at >= m_bytes.size() || unsigned{m_bytes[m_at]} >> 5U != major)
        {
            return std::nullopt;
        }
        const std::size_t argument = m_bytes[m_at++] & 0x1fU;
        if (argument < 24)
        {
            return argument;
        }
        const std::size_t length = argument == 24 ? 1 : 2;
        if (argument > 25 || length > m_bytes.size() - m_at)
        {
            return std::nullopt;
        }
        std::size_t value = 0;
        for (std::size_t i = 0; i < length; ++i)
        {
            value = (value << 8U) | m_bytes[m_at++];
        }
        return value;
    }

    std::optional<BytesView> read_string(unsigned major)
    {
        const std::optional<std::size_t> size = read_head(major);
        if (!size || *size > m_bytes.size() - m_at)
        {
            return std::nullopt;
        }
        const BytesView content = m_bytes.subspan(m_at, *size);
        m_at += *size;
        return content;
    }

    /// Reads a value; `version` receives it, as three bytes (releases) or text (others).
    bool read_value(std::string* version)
    {
        constexpr std::uint8_t cbor_false = 0xf4;
        constexpr std::uint8_t cbor_true = 0xf5;
        if (m_at < m_bytes.size() && (m_bytes[m_at] == cbor_false || m_bytes[m_at] == cbor_true))
        {
            ++m_at;
            return true;
        }
        if (const std::optional<BytesView> bytes = read_string(major_bytes))
        {
            if (version != nullptr && bytes->size() == 3)
            {
                *version = fmt::format("{}.{}.{}", (*bytes)[0], (*bytes)[1], (*bytes)[2]);
            }
            return true;
        }
        const std::optional<BytesView> text = read_string(major_text);
        if (text && version != nullptr)
        {
            version->assign(text->begin(), text->end());
        }
        return text.has_value();
    }

    BytesView m_bytes;
    std::size_t m_at = 0;
};

}  // namespace

std::optional<std::array<unsigned, 3>> Compiler::numbers() const
{
    std::array<unsigned, 3> parts{};
    const char* at = version.data();
    const char* const end = version.data() + version.size();
    if (at != end && *at == 'v')
    {
        ++at;
    }
    for (std::size_t i = 0; i < parts.size(); ++i)
    {
        if (i > 0 && (at == end || *at++ != '.'))
        {
            return std::nullopt;
        }
        const auto [next, error] = std::from_chars(at, end, parts[i]);
        if (error != std::errc{})
        {
            return std::nullopt;
        }
        at = next;
    }
    return parts;
}

std::string Compiler::target_evm_version() const
{
    if (!evm_version.empty())
    {
        return evm_version;
    }
    const std::optional<std::array<unsigned, 3>> parts = numbers();
    return parts && name == "solc" ? std::string(default_evm_version(*parts)) : std::string();
}

std::string_view default_evm_version(const std::array<unsigned, 3>& solc)
{
    return std::find_if(default_versions.begin(), default_versions.end(),
        [&](const DefaultVersion& entry) { return entry.first_solc <= solc; })
        ->evm_version;
}

std::optional<MetadataTrailer> find_metadata(BytesView code)
{
    constexpr std::size_t length_bytes = 2;
    if (code.size() < length_bytes)
    {
        return std::nullopt;
    }
    const BytesView tail = code.last(length_bytes);
    const std::size_t size = (std::size_t{tail[0]} << 8U) | tail[1];
    if (size == 0 || size > code.size() - length_bytes)
    {
        return std::nullopt;
    }
    const BytesView map = code.subspan(code.size() - length_bytes - size, size);
    std::optional<std::string> version = CborReader(map).read_map();
    if (!version)
    {
        return std::nullopt;
    }
    return MetadataTrailer{size + length_bytes, *std::move(version)};
}

}  // namespace sbst::evm
