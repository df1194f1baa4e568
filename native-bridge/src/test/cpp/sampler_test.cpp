// SPDX-License-Identifier: Apache-2.0
//
// The sampler inside a fake CLR that notices what a real one might not survive: IDs used after their end, walks
// without suspension, suspension by two.

#include "check.h"
#include "observed.h"
#include "sampled.h"

using namespace check;
using namespace std::chrono_literals;
namespace layout = tiptoe::layout;

namespace {

constexpr const char* kOften = "200000";  // ns
constexpr uint64_t kModule = 0x1000;
constexpr uint64_t kClass = 0x2000;
constexpr uint64_t kMain = 0x3000;
constexpr uint64_t kWork = 0x3008;
constexpr uint64_t kThread = 0x5000;

void addProgram(Observed& observed) {
  observed.clr.modules[kModule] = {kSomeFile, 0, 1, true};
  observed.clr.classes[kClass] = {kModule, 0x02000002, 0, {}, cor::kOk};
  observed.clr.functions[kMain] = {kClass, kModule, 0x06000001, {}, u""};
  observed.clr.functions[kWork] = {kClass, kModule, 0x06000002, {}, u""};
}

void addThread(Observed& observed, uint64_t thread, const std::vector<uint64_t>& stack) {
  {
    std::lock_guard<std::mutex> locked(observed.clr.lock);
    observed.clr.stacks[thread] = stack;
  }
  observed.call(kThreadCreated, thread);
}

void removeThread(Observed& observed, uint64_t thread) {
  observed.call(kThreadDestroyed, thread);
  std::lock_guard<std::mutex> locked(observed.clr.lock);
  observed.clr.stacks.erase(thread);
}

// Waits until so many suspensions more have come.
void awaitRounds(Observed& observed, int rounds) {
  const int until = observed.clr.suspensions + rounds;
  while (observed.clr.suspensions < until) {
    std::this_thread::sleep_for(100us);
  }
}

std::string unexplained(const ParsedTrace& trace) {
  std::set<uint64_t> functions{0};
  uint64_t explainedAt = 0;
  for (const Record& record : trace.records) {
    if (record.header.type == layout::FunctionSeen::kType) {
      functions.insert(record.as<layout::FunctionSeen>().functionId);
      explainedAt = record.header.time;
    }
    if (record.header.type == layout::StackDefined::kType) {
      for (const uint64_t frame : record.list<layout::StackDefined>()) {
        if (functions.count(frame) == 0) {
          return "frame " + std::to_string(frame) + " has no FunctionSeen before it";
        }
      }
    }
  }
  return explainedAt != 0 ? "" : "no function was recorded";
}

}  // namespace

TEST(sample_ofAThread_standsBehindWhatExplainsIt) {
  Observed observed(kOften);
  addProgram(observed);
  observed.initialize();
  addThread(observed, kThread, {kWork, kMain});
  awaitRounds(observed, 3);
  observed.shutdown();

  const ParsedTrace trace = observed.trace();
  CHECK_EQUAL(std::string(), unexplained(trace));
  const auto samples = Samples(trace).all;
  CHECK(!samples.empty());
  CHECK_EQUAL(kThread, samples[0].thread);
  CHECK(samples[0].frames == (std::vector<uint64_t>{kWork, kMain}));
  for (const Record& function : trace.ofType(layout::FunctionSeen::kType)) {
    CHECK_EQUAL(+layout::kOnStack, +function.as<layout::FunctionSeen>().source);
    CHECK(function.header.time < samples[0].time);
  }
  CHECK_EQUAL(2u, trace.ofType(layout::FunctionSeen::kType).size());
  CHECK_EQUAL(+layout::kFunctionOwner,
              +trace.ofType(layout::ClassSeen::kType)[0].as<layout::ClassSeen>().source);
  CHECK_EQUAL(0, observed.clr.violations.load());
}

TEST(sample_withRunsOfUnmanagedFrames_hasOneZeroForEach) {
  Observed observed(kOften);
  addProgram(observed);
  observed.initialize();
  addThread(observed, kThread, {0, 0, kWork, 0, 0, 0, kMain, 0});
  awaitRounds(observed, 3);
  observed.shutdown();
  const auto samples = Samples(observed.trace()).all;
  CHECK(samples.at(0).frames == (std::vector<uint64_t>{0, kWork, 0, kMain, 0}));
}

TEST(sample_deeperThanRecorded_keepsTheLeafAndSaysSo) {
  Observed observed(kOften);
  addProgram(observed);
  observed.initialize();
  std::vector<uint64_t> deep(100000, kMain);
  deep[0] = kWork;
  addThread(observed, kThread, deep);
  awaitRounds(observed, 3);
  observed.shutdown();
  const Sample sample = Samples(observed.trace()).all.at(0);
  CHECK_EQUAL(+layout::kTruncated, sample.flags);
  CHECK_EQUAL(0x80131361u, sample.result);
  CHECK_EQUAL(2048u, sample.frames.size());
  CHECK_EQUAL(kWork, sample.frames[0]);
}

// More frames than the first room holds: the room grows between rounds, and then all threads are in one.
TEST(round_thatOverflows_hasRoomLater) {
  Observed observed("0");
  addProgram(observed);
  observed.initialize();
  constexpr uint64_t kThreads = 20;
  for (uint64_t i = 0; i < kThreads; i++) {
    addThread(observed, kThread + 8 * i, std::vector<uint64_t>(2000, kMain));
  }
  observed.agent()->sampler().configure(100'000'000, 1'000'000);  // a round has time for all
  awaitRounds(observed, 8);
  observed.shutdown();
  std::map<uint64_t, size_t> whole;  // by time, that of the round
  for (const Sample& sample : Samples(observed.trace()).all) {
    whole[sample.time] += sample.frames.size() == 2000;
  }
  size_t most = 0;
  for (const auto& [time, threads] : whole) {
    most = std::max(most, threads);
  }
  CHECK_EQUAL(kThreads, most);
}

TEST(totals_atTheEnd_balance) {
  Observed observed(kOften);
  addProgram(observed);
  observed.initialize();
  addThread(observed, kThread, {kMain});
  addThread(observed, kThread + 8, {});  // never any managed frame
  awaitRounds(observed, 5);
  observed.shutdown();
  const ParsedTrace trace = observed.trace();
  const auto totals = trace.ofType(layout::SamplerTotals::kType).back().as<layout::SamplerTotals>();
  CHECK_EQUAL(static_cast<uint64_t>(observed.clr.suspensions), +totals.rounds);
  CHECK_EQUAL(Samples(trace).all.size(), +totals.stacks);
  CHECK(totals.failedWalks >= 4);
  CHECK_EQUAL(0u, +totals.droppedSamples);
  CHECK(totals.stoppedTotal >= totals.stoppedLongest && totals.stoppedLongest > 0);
  CHECK(totals.suspendingTotal >= totals.suspendingLongest);
}

TEST(suspension_refused_leavesTheRoundOutAndIsCounted) {
  Observed observed(kOften);
  addProgram(observed);
  std::atomic<int> asked{0};
  observed.clr.whileSuspending = [&] { asked++; };
  observed.clr.suspendResult = cor::code(0x80131388);
  observed.initialize();
  addThread(observed, kThread, {kMain});
  while (asked < 4) {
    std::this_thread::sleep_for(100us);
  }
  observed.shutdown();
  const ParsedTrace trace = observed.trace();
  CHECK(Samples(trace).all.empty());
  const auto totals = trace.ofType(layout::SamplerTotals::kType).back().as<layout::SamplerTotals>();
  const Record state = trace.ofType(layout::SamplerState::kType).back();
  CHECK((state.list<layout::SamplerState>() == std::vector<uint64_t>{0x180131388, static_cast<uint64_t>(asked)}));
  CHECK(totals.refusedSuspensions <= static_cast<uint64_t>(asked));
  CHECK_EQUAL(0u, +totals.rounds);
  CHECK_EQUAL(0u, +trace.records.back().as<layout::TraceEnded>().agentErrors);
}

// The walk of a thread holds its ThreadDestroyed up: afterwards the ID may be anything.
// And a ThreadID that is given to another thread at once has no sample of its former owner.
TEST(threads_dyingWhileWalked_areNeverWalkedDead) {
  Observed observed(kOften);
  addProgram(observed);
  observed.clr.whileWalking = [] { std::this_thread::sleep_for(50us); };
  observed.initialize();
  std::vector<std::thread> program;
  for (uint64_t t = 0; t < 4; t++) {
    program.emplace_back([&observed, t] {
      for (int i = 0; i < 300; i++) {
        addThread(observed, kThread + 8 * t, {kMain});
        std::this_thread::sleep_for(20us);
        removeThread(observed, kThread + 8 * t);
      }
    });
  }
  for (std::thread& thread : program) {
    thread.join();
  }
  observed.shutdown();
  CHECK_EQUAL(0, observed.clr.violations.load());

  const ParsedTrace trace = observed.trace();
  std::map<uint64_t, std::map<uint64_t, bool>> lives;  // by ThreadID: from a time on, whether it lives
  for (const Record& record : trace.records) {
    if (record.header.type == layout::ThreadCreated::kType || record.header.type == layout::ThreadDestroyed::kType) {
      const uint64_t thread = record.as<layout::ThreadDestroyed>().threadId;
      lives[thread][record.header.time] = record.header.type == layout::ThreadCreated::kType;
    }
  }
  const auto samples = Samples(trace).all;
  CHECK(samples.size() > 3);
  for (const Sample& sample : samples) {
    const auto& life = lives[sample.thread];
    const auto next = life.lower_bound(sample.time);
    CHECK(next != life.begin() && std::prev(next)->second);
  }
}

// Every function lives between its unloads; the gate keeps the sampler from asking about a dead one.
TEST(functions_unloadedWhileSampled_areNeverAskedForDead) {
  Observed observed(kOften);
  addProgram(observed);
  observed.clr.whileDescribing = [] { std::this_thread::sleep_for(100us); };
  observed.initialize();
  addThread(observed, kThread, {kMain});
  for (int i = 0; i < 200; i++) {
    const uint64_t function = 0x10000 + 8 * static_cast<uint64_t>(i % 3);
    {
      std::lock_guard<std::mutex> locked(observed.clr.lock);
      observed.clr.functions[function] = {kClass, kModule, 0x06000003, {}, u""};
      observed.clr.stacks[kThread] = {function, kMain};
    }
    std::this_thread::sleep_for(300us);
    {
      std::lock_guard<std::mutex> locked(observed.clr.lock);
      observed.clr.stacks[kThread] = {kMain};
    }
    observed.call(kModuleUnloadStarted, kModule);
    std::lock_guard<std::mutex> locked(observed.clr.lock);
    observed.clr.functions.erase(function);
  }
  observed.shutdown();
  const ParsedTrace trace = observed.trace();
  CHECK_EQUAL(0, observed.clr.violations.load());
  CHECK_EQUAL(200u, trace.ofType(layout::UnloadStarted::kType).size());

  // A sample may be written after the unload of an ID it names; by its time it is before it.
  std::map<uint64_t, std::vector<uint64_t>> recorded;
  std::vector<uint64_t> unloads;
  for (const Record& record : trace.records) {
    if (record.header.type == layout::FunctionSeen::kType) {
      recorded[record.as<layout::FunctionSeen>().functionId].push_back(record.header.time);
    } else if (record.header.type == layout::UnloadStarted::kType) {
      unloads.push_back(record.header.time);
    }
  }
  CHECK_EQUAL(0u, Samples(trace).undecodable);
  for (const Sample& sample : Samples(trace).all) {
    const uint64_t time = sample.time;
    uint64_t lastUnload = 0;
    for (const uint64_t unload : unloads) {
      lastUnload = unload < time ? unload : lastUnload;
    }
    for (const uint64_t frame : sample.frames) {
      bool since = false;
      for (const uint64_t at : recorded[frame]) {
        since = since || (lastUnload < at && at < time);
      }
      CHECK(since);
    }
  }
}

TEST(identityRecords_fromManyThreadsAndTheSampler_haveNoHoles) {
  Observed observed(kOften);
  addProgram(observed);
  observed.initialize();
  addThread(observed, kThread, {kWork, kMain});
  std::vector<std::thread> program;
  for (uint64_t t = 0; t < 4; t++) {
    program.emplace_back([&observed, t] {
      for (uint64_t i = 0; i < 300; i++) {
        const uint64_t id = 0x100000 * (t + 1) + 8 * i;
        {
          std::lock_guard<std::mutex> locked(observed.clr.lock);
          observed.clr.classes[id] = {kModule, 0x02000003, kClass, {kClass}, cor::kOk};
        }
        observed.loaded(kClassLoadFinished, id);
        if (i % 50 == 0) {
          observed.call(kClassUnloadStarted, id);
        }
      }
    });
  }
  for (std::thread& thread : program) {
    thread.join();
  }
  observed.shutdown();
  const ParsedTrace trace = observed.trace();
  uint64_t sequence[2] = {};
  uint64_t time = 0;
  for (const Record& record : trace.records) {
    CHECK_EQUAL(sequence[record.header.lane] + 1, +record.header.sequence);
    sequence[record.header.lane]++;
    if (record.header.lane == layout::kIdentity) {
      CHECK(record.header.time > time);
      time = record.header.time;
    }
  }
  CHECK_EQUAL(0u, trace.damaged);
  CHECK_EQUAL(0u, +trace.records.back().as<layout::TraceEnded>().identityLost);
  CHECK_EQUAL(0, observed.clr.violations.load());
}

// Each round has time for one thread only, or two.
TEST(rounds_withMoreThreadsThanTime_giveEachItsTurn) {
  Observed observed("0");
  addProgram(observed);
  observed.clr.whileWalking = [] { std::this_thread::sleep_for(300us); };
  observed.initialize();
  constexpr uint64_t kThreads = 12;
  for (uint64_t i = 0; i < kThreads; i++) {
    addThread(observed, kThread + 8 * i, {kMain});
  }
  observed.agent()->sampler().configure(200'000, 1'000'000);
  awaitRounds(observed, 60);
  observed.shutdown();
  std::map<uint64_t, int> looks;
  const ParsedTrace trace = observed.trace();
  for (const Sample& sample : Samples(trace).all) {
    looks[sample.thread]++;
  }
  CHECK_EQUAL(kThreads, looks.size());
  int least = looks.begin()->second;
  int most = least;
  for (const auto& [thread, count] : looks) {
    least = std::min(least, count);
    most = std::max(most, count);
  }
  CHECK(most - least <= 1);
  const auto state = trace.ofType(layout::SamplerState::kType).back().as<layout::SamplerState>();
  CHECK(state.walked < state.due);
}

// Whatever threads the rounds reach, the samples of a thread represent about the time that it existed.
TEST(samples_ofRoundsThatReachFew_standForAllTheTime) {
  Observed observed("0");
  addProgram(observed);
  observed.clr.whileWalking = [] { std::this_thread::sleep_for(200us); };
  observed.initialize();
  for (uint64_t i = 0; i < 6; i++) {
    addThread(observed, kThread + 8 * i, {kMain});
  }
  observed.agent()->sampler().configure(200'000, 1'000'000);
  awaitRounds(observed, 80);
  observed.shutdown();
  const ParsedTrace trace = observed.trace();
  std::map<uint64_t, uint64_t> nanos;
  for (const Sample& sample : Samples(trace).all) {
    nanos[sample.thread] += sample.nanos;
  }
  uint64_t sampling = 0;  // up to the last round
  for (const Record& round : trace.ofType(layout::RoundSampled::kType)) {
    sampling += uint64_t{1000} * round.as<layout::RoundSampled>().interval;
  }
  uint64_t all = 0;  // but for what is less than a microsecond in each round
  for (const auto& [thread, recorded] : nanos) {
    all += recorded;
  }
  CHECK(all <= 6 * sampling && all + 600'000 >= 6 * sampling);
}

// The runtime waits for a debugger, say, before it suspends. Were that a pause, the next round would be 100 s away.
TEST(rounds_afterASuspensionThatWaitedForAnother_goOn) {
  Observed observed("0");
  addProgram(observed);
  std::atomic<bool> held{true};
  observed.clr.whileSuspending = [&] {
    if (held.exchange(false)) {
      std::this_thread::sleep_for(1s);
    }
  };
  observed.initialize();
  addThread(observed, kThread, {kMain});
  observed.agent()->sampler().configure(1'000'000, 10'000);
  awaitRounds(observed, 2);
  const auto status = observed.agent()->sampler().status();
  CHECK(status.state.pausedLongest < 900'000'000);
  CHECK(status.totals.suspendingLongest >= 1'000'000'000);
  CHECK(status.totals.longestPause >= status.totals.suspendingLongest);
}

// One long pause uses up the program's share of pauses for so long that there is no other round.
TEST(samplingTime_afterALongPause_goesOnWithoutARound) {
  Observed observed("0");
  addProgram(observed);
  observed.clr.whileWalking = [] { std::this_thread::sleep_for(5ms); };
  observed.initialize();
  addThread(observed, kThread, {kMain});
  observed.agent()->sampler().configure(1'000'000, 1'000);
  awaitRounds(observed, 1);
  std::this_thread::sleep_for(300ms);
  const auto status = observed.agent()->sampler().status();
  CHECK_EQUAL(1u, status.totals.rounds);
  CHECK(status.state.sampling >= 300'000'000);
  observed.agent()->sampler().configure(0, 1'000);
  observed.shutdown();
  const ParsedTrace trace = observed.trace();
  const auto recorded = trace.ofType(layout::SamplerState::kType).back().as<layout::SamplerState>();
  CHECK(recorded.sampling >= status.state.sampling);
}

TEST(stack_metAgain_costsNoMoreThan64Bytes) {
  Observed observed(kOften);
  addProgram(observed);
  observed.initialize();
  addThread(observed, kThread, {kWork, kMain});
  awaitRounds(observed, 10);
  observed.shutdown();
  const ParsedTrace trace = observed.trace();
  CHECK_EQUAL(1u, trace.ofType(layout::StackDefined::kType).size());
  const auto rounds = trace.ofType(layout::RoundSampled::kType);
  CHECK(rounds.size() >= 9);
  for (const Record& round : rounds) {
    CHECK_EQUAL(64u, +round.header.length);
  }
}

TEST(stacks_afterAnUnload_areDefinedAnew) {
  Observed observed(kOften);
  addProgram(observed);
  observed.initialize();
  addThread(observed, kThread, {kWork, kMain});
  awaitRounds(observed, 3);
  observed.call(kModuleUnloadStarted, uint64_t{0x9000});
  awaitRounds(observed, 3);
  observed.shutdown();
  const auto definitions = observed.trace().ofType(layout::StackDefined::kType);
  CHECK_EQUAL(2u, definitions.size());
  const auto second = definitions[1].as<layout::StackDefined>();
  CHECK_EQUAL(2u, +second.stack);
  CHECK_EQUAL(2u, +second.oldest);
}

TEST(sampler_configuredAtRunTime_restsAndGoesOn) {
  Observed observed("0");
  addProgram(observed);
  observed.initialize();
  addThread(observed, kThread, {kMain});
  tiptoe::Sampler& sampler = observed.agent()->sampler();
  CHECK(!sampler.status().running);
  CHECK(sampler.configure(200'000, 1'000'000));
  awaitRounds(observed, 3);
  CHECK(sampler.status().running);
  CHECK(sampler.configure(0, 1'000'000));
  while (sampler.status().running) {
    std::this_thread::sleep_for(100us);
  }
  const int rested = observed.clr.suspensions;
  CHECK_EQUAL(static_cast<uint64_t>(rested), +sampler.status().totals.rounds);
  CHECK(sampler.stop());
  CHECK_EQUAL(rested, observed.clr.suspensions.load());
  CHECK(!sampler.configure(200'000, 1'000'000));
  sampler.resume();  // after a detach that was refused
  CHECK(sampler.configure(200'000, 1'000'000));
  awaitRounds(observed, 3);
  observed.shutdown();
}

TEST(sampling_turnedOff_isReportedAtOnce) {
  Observed observed(kOften);
  addProgram(observed);
  observed.initialize();
  addThread(observed, kThread, {kMain});
  awaitRounds(observed, 3);
  observed.agent()->sampler().configure(0, 1'000'000);
  const auto period = [&] {
    const auto states = observed.trace().ofType(layout::SamplerState::kType);
    return states.empty() ? 1 : +states.back().as<layout::SamplerState>().period;
  };
  for (int i = 0; i < 20'000 && period() != 0; i++) {
    std::this_thread::sleep_for(1ms);
  }
  CHECK_EQUAL(0u, period());
}

TEST(code_ofAFunctionOnAStack_isReportedWithAllItsPiecesAndTiers) {
  Observed observed(kOften);
  addProgram(observed);
  observed.clr.code[0x70000] = {kWork, 0, {{0x70000, 0x40}, {0x71000, 0x10}}, {{0, 0, 0x50}}};
  observed.clr.code[0x72000] = {kWork, 0, {{0x72000, 0x20}}, {}};
  observed.clr.code[0x73000] = {kWork, 7, {{0x73000, 0x20}}, {}};
  observed.initialize();
  addThread(observed, kThread, {kWork, kMain});
  awaitRounds(observed, 10);
  observed.shutdown();
  const auto code = observed.trace().ofType(layout::CodeSeen::kType);
  CHECK_EQUAL(3u, code.size());
  CHECK_EQUAL(0, observed.clr.violations.load());
  for (const Record& record : code) {
    const auto seen = record.as<layout::CodeSeen>();
    CHECK_EQUAL(kWork, +seen.functionId);
    uint64_t start;
    memcpy(&start, record.bytes.data() + sizeof seen + 4, sizeof start);
    CHECK_EQUAL(start == 0x73000 ? 7u : 0u, +seen.rejit);
    CHECK_EQUAL(start == 0x70000 ? 2u : 1u, record.count(sizeof seen));
  }
}

TEST(load_onTheSamplersThread_isCountedAgainstIt) {
  Observed observed(kOften);
  addProgram(observed);
  std::atomic<bool> once{true};
  observed.clr.whileWalking = [&] {
    if (once.exchange(false)) {
      observed.loaded(kClassLoadFinished, kClass);
    }
  };
  observed.initialize();
  addThread(observed, kThread, {kMain});
  awaitRounds(observed, 3);
  observed.shutdown();
  CHECK_EQUAL(1u, +observed.trace().records.back().as<layout::TraceEnded>().loadsOnOurThreads);
}

TEST(shutdown_duringALongPeriod_doesNotWaitForItsEnd) {
  Observed observed("3600000000000");
  observed.initialize();
  const auto before = std::chrono::steady_clock::now();
  observed.shutdown();
  CHECK(std::chrono::steady_clock::now() - before < 1s);
  CHECK_EQUAL(1u, observed.trace().ofType(layout::SamplerTotals::kType).size());
}

// The runtime ends while it suspends, and never lets the sampler go: the program must end all the same.
TEST(shutdown_whileASuspensionNeverReturns_givesUpAndEndsTheTrace) {
  static Observed observed(kOften);  // its sampler never ends, so it does not either
  static std::atomic<bool> stuck{false};
  addProgram(observed);
  observed.clr.whileSuspending = [] {
    stuck = true;
    while (stuck) {
      std::this_thread::sleep_for(1ms);
    }
  };
  observed.initialize();
  while (!stuck) {
    std::this_thread::sleep_for(100us);
  }
  observed.shutdown();
  const ParsedTrace trace = observed.trace();
  CHECK_EQUAL(+layout::TraceEnded::kType, +trace.records.back().header.type);
  CHECK_EQUAL(1u, +trace.records.back().as<layout::TraceEnded>().agentErrors);
  observed.agent()->AddRef();
  stuck = false;
}

CHECK_MAIN
