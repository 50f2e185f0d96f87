// drfs data get, as a user runs it, against servers of this machine that end by themselves.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cstdio>
#include <thread>

#include "cli/program.hpp"

namespace drfs {
namespace {

using namespace std::chrono_literals;

/// The servers are of this machine, whatever proxy it uses for others.
class DataCommand : public testing::Test {
 protected:
  void SetUp() override { ::setenv("no_proxy", "127.0.0.1", 1); }
};

/// A Python program that prints its port and serves; ended with the test, after 60 s at the latest.
class Server {
 public:
  explicit Server(const std::string& python)
      : pipe_(popen(("echo $$; exec timeout 60 python3 -u " + python + " 2>&1").c_str(), "r")) {
    char line[256] = "";
    if (fgets(line, sizeof line, pipe_) != nullptr) pid_ = std::atoi(line);
    if (fgets(line, sizeof line, pipe_) == nullptr) return;
    const std::string text = line;
    port_ = std::atoi(text.substr(text.find("port ") + 5).c_str());
  }
  ~Server() {
    if (pid_ > 0) ::kill(pid_, SIGTERM);
    pclose(pipe_);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::string address() const { return "http://127.0.0.1:" + std::to_string(port_); }
  bool ready() const { return port_ > 0; }

 private:
  std::FILE* pipe_;
  int pid_ = 0;
  int port_ = 0;
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A folder with the archive of one state.
bool make_provider(const TemporaryFolder& folder) {
  folder.write("psam_p06.csv", "ST,AGEP,PINCP\n6,30,100\n6,40,200\n");
  const std::string command =
      "cd " + (folder / "").string() + " && python3 -m zipfile -c csv_pca.zip psam_p06.csv";
  return std::system(command.c_str()) == 0;
}

TEST_F(DataCommand, FetchesOverHttpAndThenFindsTheFileThere) {
  const TemporaryFolder provider, data;
  ASSERT_TRUE(make_provider(provider));
  const Server server("-m http.server 0 --bind 127.0.0.1 --directory " + (provider / "").string());
  ASSERT_TRUE(server.ready());
  const std::string arguments =
      "data get acs --states CA --data " + (data / "new").string() + " --from " + server.address();
  const auto first = run_program(arguments);
  EXPECT_EQ(first.exit_code, 0) << first.error;
  EXPECT_TRUE(contains(first.output, "acs2018/psam_p06.csv  fetched")) << first.output;
  EXPECT_TRUE(contains(first.output, "SHA-256 ")) << first.output;
  EXPECT_EQ(read_text(data / "new/acs2018/psam_p06.csv"), read_text(provider / "psam_p06.csv"));
  const auto second = run_program(arguments);
  EXPECT_EQ(second.exit_code, 0) << second.error;
  EXPECT_TRUE(contains(second.output, "already there")) << second.output;
}

TEST_F(DataCommand, SaysWhatTheServerRefuses) {
  const TemporaryFolder provider, data;
  const Server server("-m http.server 0 --bind 127.0.0.1 --directory " + (provider / "").string());
  ASSERT_TRUE(server.ready());
  const auto result = run_program("data get acs --year 2020 --data " + (data / "").string() +
                                  " --from " + server.address());
  EXPECT_EQ(result.exit_code, 5) << result.error;
  EXPECT_TRUE(contains(result.error, "404")) << result.error;
  EXPECT_TRUE(contains(result.error, "csv_pca.zip")) << result.error;
}

TEST_F(DataCommand, CtrlCEndsAStandingTransferAndLeavesNoHalfFile) {
  const TemporaryFolder data;
  const std::string script =
      data.write("stall.py",
                 "import socket, time\n"
                 "s = socket.create_server(('127.0.0.1', 0))\n"
                 "print('port', s.getsockname()[1])\n"
                 "c, _ = s.accept()\n"
                 "c.recv(1000)\n"
                 "c.sendall(b'HTTP/1.1 200 OK\\r\\nContent-Length: 1000000\\r\\n\\r\\nbeginning')\n"
                 "time.sleep(60)\n");
  const Server server(script);
  ASSERT_TRUE(server.ready());
  const auto part = data / "d/adult/adult.data.part";
  std::thread interrupter([&] {
    for (int i = 0; i < 500 && !std::filesystem::exists(part); ++i)
      std::this_thread::sleep_for(20ms);
    const std::string pid = read_text(data / "pid");
    if (!pid.empty()) ::kill(std::stoi(pid), SIGINT);
  });
  const auto start = std::chrono::steady_clock::now();
  const std::string command = "sh -c 'echo $$ >" + (data / "pid").string() + "; exec " +
                              DRFS_BINARY + " data get adult --data " + (data / "d").string() +
                              " --from " + server.address() + "' 2>/dev/null";
  const int status = std::system(command.c_str());
  interrupter.join();
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 15s);
  EXPECT_FALSE(std::filesystem::exists(part));
  EXPECT_FALSE(std::filesystem::exists(data / "d/adult/adult.data"));
}

TEST_F(DataCommand, WithoutANetworkSaysSoAndWhereTheFileBelongs) {
  const TemporaryFolder data;
  const auto result =
      run_program("data get adult --data " + (data / "d").string() + " --from http://127.0.0.1:9");
  EXPECT_EQ(result.exit_code, 5);
  EXPECT_TRUE(result.output.empty());
  for (const auto& part : {std::string("no network"), std::string("http://127.0.0.1:9/adult.data"),
                           (data / "d/adult/adult.data").string()})
    EXPECT_TRUE(contains(result.error, part)) << part << " is not in: " << result.error;
}

TEST_F(DataCommand, UnknownNamesListTheKnownOnes) {
  const auto set = run_program("data get adlut --data /tmp");
  EXPECT_EQ(set.exit_code, 2);
  EXPECT_TRUE(contains(set.error, "'adlut'") && contains(set.error, "adult, acs")) << set.error;
  const auto what = run_program("data fetch adult");
  EXPECT_EQ(what.exit_code, 2);
  EXPECT_TRUE(contains(what.error, "'fetch'") && contains(what.error, "get")) << what.error;
  EXPECT_EQ(run_program("data get adult").exit_code, 2);
  EXPECT_EQ(run_program("data").exit_code, 2);
  EXPECT_EQ(run_program("data --help").exit_code, 0);
}

}  // namespace
}  // namespace drfs
