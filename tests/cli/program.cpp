// SPDX-License-Identifier: Apache-2.0
#include "program.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace
{

constexpr const char* out_file = ".stdout";
constexpr const char* err_file = ".stderr";
constexpr const char* silent_file = ".silent";

std::string read_all(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void redirect(int descriptor, const char* file)
{
    const int target = ::open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (target < 0 || ::dup2(target, descriptor) < 0)
    {
        ::_exit(127);
    }
}

/// A process that opens a pipe for both is also its writer, so it does not end.
void redirect_from_silence()
{
    const int source = ::open(silent_file, O_RDWR);
    if (source < 0 || ::dup2(source, STDIN_FILENO) < 0)
    {
        ::_exit(127);
    }
    ::close(source);
}

void redirect_to_closed_pipe(int descriptor)
{
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0 || ::dup2(ends[1], descriptor) < 0)
    {
        ::_exit(127);
    }
    ::close(ends[0]);
    ::close(ends[1]);
}

std::vector<char*> pointers(std::vector<std::string>& words)
{
    std::vector<char*> list;
    list.reserve(words.size() + 1);
    for (std::string& word : words)
    {
        list.push_back(word.data());
    }
    list.push_back(nullptr);
    return list;
}

}  // namespace

Program::Program()
{
    std::string name = (std::filesystem::temp_directory_path() / "sbst-cli-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
    {
        throw std::runtime_error("no scratch directory");
    }
    m_directory = name;
    const char* path = std::getenv("PATH");
    m_environment.push_back(std::string("PATH=") + (path == nullptr ? "" : path));
}

Program::~Program()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_directory, ignored);
}

pid_t Program::start(const std::vector<std::string>& words, Piped piped) const
{
    std::vector<std::string> all{SBST_PROGRAM};
    all.insert(all.end(), words.begin(), words.end());
    std::vector<std::string> environment = m_environment;
    const std::vector<char*> arguments = pointers(all);
    const std::vector<char*> variables = pointers(environment);
    // Until the program is there, signals wait: the test runner's handlers are not part of its
    // business.
    sigset_t every_signal;
    sigset_t before;
    ::sigfillset(&every_signal);
    ::pthread_sigmask(SIG_SETMASK, &every_signal, &before);
    const pid_t process = ::fork();
    if (process == 0)
    {
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
        {
            static_cast<void>(std::signal(signal, SIG_DFL));
        }
        ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
        // A group of its own, as a shell gives it.
        ::setpgid(0, 0);
        if (::chdir(m_directory.c_str()) != 0)
        {
            ::_exit(127);
        }
        if (m_has_silent_input)
        {
            redirect_from_silence();
        }
        redirect(STDOUT_FILENO, out_file);
        redirect(STDERR_FILENO, err_file);
        if (piped != Piped::nothing)
        {
            redirect_to_closed_pipe(piped == Piped::output ? STDOUT_FILENO : STDERR_FILENO);
        }
        ::execve(SBST_PROGRAM, arguments.data(), variables.data());
        ::_exit(127);
    }
    // Here as well, so that the group is there when we return.
    ::setpgid(process, process);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return process;
}

void Program::set_silent_input()
{
    if (::mkfifo((m_directory / silent_file).c_str(), 0600) != 0)
    {
        throw std::runtime_error("no pipe");
    }
    m_has_silent_input = true;
}

Outcome Program::finish(pid_t process) const
{
    int status = 0;
    if (::waitpid(process, &status, 0) != process)
    {
        throw std::runtime_error("the program was lost");
    }
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return {code, read(out_file), read(err_file)};
}

int Program::run_piped(const std::vector<std::string>& words, Piped piped) const
{
    return finish(start(words, piped)).code;
}

Outcome Program::run(const std::vector<std::string>& words) const
{
    return finish(start(words));
}

void Program::write(const std::string& name, const std::string& text) const
{
    std::ofstream(m_directory / name, std::ios::binary) << text;
}

std::string Program::read(const std::string& name) const
{
    return read_all(m_directory / name);
}

bool Program::has(const std::string& name) const
{
    return std::filesystem::exists(m_directory / name);
}

std::vector<std::string> Program::files(const std::string& directory) const
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(m_directory / directory))
    {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string example(const std::string& name)
{
    return std::string(SBST_EXAMPLES) + "/" + name + ".json";
}
