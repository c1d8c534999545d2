// SPDX-License-Identifier: Apache-2.0
// What a subject cannot reach, seen from Java; each denial is also seen to be ours: without
// isolation the same call succeeds.
#include "fixture.hpp"
#include "support/catch.hpp"

#include <arpa/inet.h>
#include <filesystem>
#include <fstream>
#include <netinet/in.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

/// A socket of this process that listens on a free port of the machine itself.
class Listener
{
public:
    Listener() : m_socket(socket(AF_INET, SOCK_STREAM, 0))
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof(address);
        REQUIRE(bind(m_socket, reinterpret_cast<sockaddr*>(&address), size) == 0);
        REQUIRE(listen(m_socket, 8) == 0);
        REQUIRE(getsockname(m_socket, reinterpret_cast<sockaddr*>(&address), &size) == 0);
        m_port = ntohs(address.sin_port);
    }
    ~Listener() { close(m_socket); }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;
    [[nodiscard]] int port() const { return m_port; }

private:
    int m_socket;
    int m_port = 0;
};

struct Attempts
{
    bool has_written = false;
    bool has_deleted = false;
    bool has_written_scratch = false;
    bool has_connected = false;
    bool has_executed = false;
    std::string warning;
};

Attempts attempt(bool is_isolated)
{
    WorkerSettings settings = fixture_settings();
    settings.is_isolated = is_isolated;
    settings.test_limit = std::chrono::milliseconds{2000};
    Fixture fixture(settings);
    const std::filesystem::path place =
        std::filesystem::temp_directory_path() / ("sbst-isolation-" + std::to_string(getpid()));
    const std::string written = place.string() + ".new";
    const std::string deleted = place.string() + ".old";
    std::ofstream(deleted) << "x";
    const Listener listener;
    const auto has_returned = [&](const char* name, const char* descriptor,
                                  const std::function<void(TestWriter&)>& arguments = {}) {
        const Ran ran = fixture.call(name, descriptor, arguments);
        CHECK(ran.detail.stop == StopCause::none);
        return ran.last().kind == OutcomeKind::returned;
    };
    Attempts result;
    result.has_written = has_returned("p/Hostile.writeFile", "(Ljava/lang/String;)Z",
        [&](TestWriter& writer) { writer.add_string(std::string_view(written)); });
    CHECK(result.has_written == std::filesystem::exists(written));
    result.has_deleted = has_returned("p/Hostile.deleteFile", "(Ljava/lang/String;)Z",
        [&](TestWriter& writer) { writer.add_string(std::string_view(deleted)); });
    CHECK(result.has_deleted == !std::filesystem::exists(deleted));
    result.has_written_scratch = has_returned("p/Hostile.writeScratch", "()Z");
    result.has_connected = has_returned("p/Hostile.connect", "(I)Z",
        [&](TestWriter& writer) { writer.add_integer(listener.port()); });
    result.has_executed = has_returned("p/Hostile.execute", "()I");
    result.warning = fixture.pool.isolation_warning();
    std::filesystem::remove(written);
    std::filesystem::remove(deleted);
    return result;
}

}  // namespace

TEST_CASE("isolation: a subject reaches its scratch folder only", "[jvm][exec][isolation]")
{
    const Attempts isolated = attempt(true);
    if (!isolated.warning.empty())
    {
        WARN(isolated.warning);
        return;
    }
    CHECK_FALSE(isolated.has_written);
    CHECK_FALSE(isolated.has_deleted);
    CHECK(isolated.has_written_scratch);
    CHECK_FALSE(isolated.has_connected);
    CHECK_FALSE(isolated.has_executed);
}

TEST_CASE("isolation: can be switched off", "[jvm][exec][isolation]")
{
    const Attempts open = attempt(false);
    CHECK(open.has_written);
    CHECK(open.has_deleted);
    CHECK(open.has_written_scratch);
    CHECK(open.has_connected);
    CHECK(open.has_executed);
    CHECK(open.warning.empty());
}

TEST_CASE("isolation: a subject cannot signal its parent", "[jvm][exec][isolation]")
{
    Fixture fixture;
    if (!fixture.pool.isolation_warning().empty())
    {
        WARN(fixture.pool.isolation_warning());
        return;
    }
    // Were it not so, this process would be gone now.
    const Ran ran = fixture.call("p/Hostile.destroyParent", "()Z");
    REQUIRE(ran.detail.results.size() == 1);
    CHECK(ran.detail.results[0].bits == 0);
    CHECK(fixture.call("p/Hostile.killParent", "()V").last().kind == OutcomeKind::threw);
}

TEST_CASE("isolation: files of a test are its own", "[jvm][exec][isolation]")
{
    const bool is_isolated = GENERATE(true, false);
    WorkerSettings settings = fixture_settings();
    settings.is_isolated = is_isolated;
    settings.jobs = 2;
    settings.scratch /= "files-" + std::to_string(getpid());
    const auto is_left_here = [] { return std::filesystem::exists("relative.txt"); };
    {
        Fixture fixture(settings);
        const std::size_t leave = fixture.method("p/Leaking.leaveFiles", "()I");
        const std::size_t count = fixture.method("p/Leaking.countFiles", "()I");
        const std::size_t place = fixture.method("p/Leaking.place", "()Ljava/lang/String;");
        std::vector<std::vector<std::byte>> tests;
        for (int i = 0; i < 60; ++i)
        {
            tests.push_back(fixture.test([&](TestWriter& writer) {
                writer.begin_call(count);
                writer.begin_call(leave);
                writer.begin_call(place);
            }));
        }
        std::vector<TestRun> requests;
        for (const std::vector<std::byte>& test : tests)
        {
            requests.push_back({test, Record::outputs});
        }
        std::vector<Trace> traces(requests.size());
        std::vector<RunDetail> details(requests.size());
        fixture.pool.run(requests, traces, details, StopToken{});
        for (const RunDetail& detail : details)
        {
            REQUIRE(detail.results.size() == 3);
            CHECK(detail.results[0].bits == 0);
            CHECK(detail.results[1].bits == 4);
            CHECK(detail.results[2].text ==
                  u"/proc/self/cwd/x /proc/self/cwd/x /proc/self/cwd /proc/self/cwd");
        }
        CHECK_FALSE(std::filesystem::is_empty(settings.scratch));
        CHECK_FALSE(is_left_here());
    }
    CHECK(std::filesystem::is_empty(settings.scratch));
    std::filesystem::remove(settings.scratch);
}
