// SPDX-License-Identifier: Apache-2.0
#include "peer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace sbst::evm::differential
{

namespace
{

using Json = nlohmann::json;

constexpr int patience = 120'000;  // milliseconds without a byte

std::array<int, 2> make_pipe()
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    {
        throw std::runtime_error{"no pipe to the peer"};
    }
    return ends;
}

U256 number(const Json& text)
{
    return U256::parse(text.get<std::string>()).value();
}

Bytes bytes(const Json& text)
{
    return parse_hex(text.get<std::string>()).value();
}

Ending read_ending(const std::string& name)
{
    for (const Ending ending : {Ending::success, Ending::failure, Ending::rejected})
    {
        if (name == to_string(ending))
        {
            return ending;
        }
    }
    return Ending::broken;
}

LogView read_log(const Json& log)
{
    LogView view{Address::parse(log.at("address").get<std::string>()).value(), {}, {}};
    for (const Json& topic : log.at("topics"))
    {
        view.topics.push_back(number(topic));
    }
    view.data = bytes(log.at("data"));
    return view;
}

Observation read_observation(const Json& answer)
{
    Observation seen;
    seen.ending = read_ending(answer.at("ending").get<std::string>());
    seen.kind = answer.at("kind").get<std::string>();
    const Bytes root = bytes(answer.at("root"));
    std::copy_n(root.begin(), std::min(root.size(), seen.root.size()), seen.root.begin());
    if (seen.ending == Ending::rejected || seen.ending == Ending::broken)
    {
        return seen;
    }
    seen.gas_used = answer.at("gas_used").get<std::uint64_t>();
    seen.created = Address::parse(answer.at("created").get<std::string>());
    seen.output = bytes(answer.at("output"));
    // A creation returns the new code, which the state has already.
    if (seen.created)
    {
        seen.output.clear();
    }
    for (const Json& log : answer.at("logs"))
    {
        seen.logs.push_back(read_log(log));
    }
    return seen;
}

AccountView read_account(const Json& account)
{
    AccountView view{number(account.at("balance")), low64(number(account.at("nonce"))),
        bytes(account.at("code")), {}};
    for (const auto& [slot, value] : account.at("storage").items())
    {
        view.storage[U256::parse(slot).value()] = number(value);
    }
    return view;
}

/// Asks for named accounts, each with its known slots.
Json questions(const Accounts& known)
{
    Json names = Json::object();
    for (const auto& [address, account] : known)
    {
        Json& slots = names[address.to_hex()] = Json::array();
        for (const auto& [slot, unused] : account.storage)
        {
            slots.push_back(to_hex(BytesView{slot.to_be_bytes()}));
        }
    }
    return names;
}

}  // namespace

Peer::Peer(const std::filesystem::path& node, const std::filesystem::path& script)
{
    // A peer that died must be an error here, not the end of this process.
    static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
    const auto to = make_pipe();
    const auto from = make_pipe();
    std::string program = node.string();
    std::string argument = script.string();
    const std::array<char*, 3> arguments{program.data(), argument.data(), nullptr};
    m_process = ::fork();
    if (m_process == 0)
    {
        ::dup2(to[0], STDIN_FILENO);
        ::dup2(from[1], STDOUT_FILENO);
        ::execv(program.c_str(), arguments.data());
        ::_exit(127);
    }
    ::close(to[0]);
    ::close(from[1]);
    m_to = to[1];
    m_from = from[0];
    if (m_process < 0)
    {
        throw std::runtime_error{"the peer could not be started"};
    }
}

Peer::~Peer()
{
    ::close(m_to);
    ::close(m_from);
    // It ends by itself when its input does; in the middle of a program it is not waited for.
    ::kill(m_process, SIGTERM);
    ::waitpid(m_process, nullptr, 0);
}

void Peer::write(std::string_view text)
{
    while (!text.empty())
    {
        const ssize_t written = ::write(m_to, text.data(), text.size());
        if (written < 0 && errno == EINTR)
        {
            continue;
        }
        if (written <= 0)
        {
            throw std::runtime_error{"the peer ended; its message is above, if it left one"};
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

void Peer::fill()
{
    pollfd ready{m_from, POLLIN, 0};
    const int answers = ::poll(&ready, 1, patience);
    if (answers < 0 && errno == EINTR)
    {
        return;
    }
    if (answers == 0)
    {
        throw std::runtime_error{"the peer does not answer"};
    }
    std::array<char, 1U << 16U> chunk{};
    const ssize_t got = ::read(m_from, chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR)
    {
        return;
    }
    if (got <= 0)
    {
        throw std::runtime_error{"the peer ended; its message is above, if it left one"};
    }
    m_buffer.append(chunk.data(), static_cast<std::size_t>(got));
}

std::string Peer::read_line()
{
    while (m_buffer.find('\n') == std::string::npos)
    {
        fill();
    }
    const std::size_t end = m_buffer.find('\n');
    std::string line = m_buffer.substr(0, end);
    m_buffer.erase(0, end + 1);
    return line;
}

std::string Peer::read_bytes(std::size_t count)
{
    while (m_buffer.size() < count)
    {
        fill();
    }
    std::string text = m_buffer.substr(0, count);
    m_buffer.erase(0, count);
    return text;
}

void Peer::send(const Program& program)
{
    const nlohmann::ordered_json request{{"test", to_json(program)}};
    write(request.dump() + '\n');
}

Observation Peer::receive()
{
    const Json answer = Json::parse(read_line());
    Observation seen = read_observation(answer);
    seen.trace = read_bytes(answer.at("trace_bytes").get<std::size_t>());
    return seen;
}

Accounts Peer::inspect(const Program& program, const Accounts& known)
{
    const nlohmann::ordered_json request{{"test", to_json(program)}, {"inspect", questions(known)}};
    write(request.dump() + '\n');
    const Json answer = Json::parse(read_line());
    static_cast<void>(read_bytes(answer.at("trace_bytes").get<std::size_t>()));
    Accounts accounts;
    for (const auto& [name, account] : answer.at("accounts").items())
    {
        accounts[Address::parse(name).value()] = read_account(account);
    }
    return accounts;
}

}  // namespace sbst::evm::differential
