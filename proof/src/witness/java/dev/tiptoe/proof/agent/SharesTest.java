// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.AgentSettings;
import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.Recording;
import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.nativesymbols.NativeSymbols;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileViews;
import dev.tiptoe.profile.RecordedProfile;
import dev.tiptoe.resolver.feed.AddressSample.Clock;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.trace.EngineState;
import dev.tiptoe.trace.RecordedSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Profiles of a program that measures itself how much time each of its twenty methods takes, on two
 * busy threads beside eight idle ones.
 */
@Tag("quarter-1")
class SharesTest {

  private static final String SECONDS = "8";
  private static final int METHODS = 20;
  private static final int WINDOWS = 16;

  @TempDir private Path folder = Path.of("");

  /** The samples of one method. */
  private static final class Sampled {
    private long count;
    private long nanos;

    /** Of these, those in which a method without calls and loops that it calls was executing. */
    private long inStraightCode;
  }

  /**
   * A run of the program, and the profile of it.
   *
   * @param windows what was sampled in parts of the run
   */
  private record Shares(
      Map<String, Long> truth,
      Map<String, Sampled> sampled,
      List<Map<String, Sampled>> windows,
      Profile profile) {

    /**
     * Checks that the sampled share of each method is that of the time that it took: 18 of 20
     * within three standard errors, and none beyond six.
     *
     * <p>The standard error is that of as many independent samples, or what the shares in parts of
     * the run differ by if that is more: where threads wait long for a processor, samples that
     * follow each other are of one call.
     */
    void check() {
      double time = truth.values().stream().mapToLong(each -> each).sum();
      double nanos = sampled.values().stream().mapToLong(each -> each.nanos).sum();
      double count = sampled.values().stream().mapToLong(each -> each.count).sum();
      assertTrue(count > 300, () -> count + " samples");
      StringBuilder report = new StringBuilder();
      int beyond = 0;
      double worst = 0;
      for (var method : truth.entrySet()) {
        double share = method.getValue() / time;
        double ours = sampled.getOrDefault(method.getKey(), new Sampled()).nanos / nanos;
        double chance = Math.sqrt(share * (1 - share) / count);
        double errors = (ours - share) / Math.max(chance, spread(method.getKey(), ours));
        report.append(
            String.format("%n%s %.4f sampled %.4f, %.2f", method.getKey(), share, ours, errors));
        beyond += Math.abs(errors) > 3 ? 1 : 0;
        worst = Math.max(worst, Math.abs(errors));
      }
      assertTrue(beyond <= 2 && worst < 6, () -> count + " samples:" + report);
    }

    /** The standard error of a share, from those in the windows: that of a ratio of sums. */
    private double spread(String method, double share) {
      double all = 0;
      double squares = 0;
      for (Map<String, Sampled> window : windows) {
        double nanos = window.values().stream().mapToLong(each -> each.nanos).sum();
        double ours = window.getOrDefault(method, new Sampled()).nanos;
        squares += Math.pow(ours - share * nanos, 2);
        all += nanos;
      }
      return Math.sqrt(squares * WINDOWS / (WINDOWS - 1)) / all;
    }

    /** The share of the samples of straight code in those of its caller, which only calls it. */
    double straight() {
      Sampled caller = sampled.getOrDefault("Calls20", new Sampled());
      return (double) caller.inStraightCode / caller.count;
    }
  }

  @Test
  void perfEvents_haveTheSharesOfProcessorTime() throws Exception {
    Path trace = folder.resolve("perf");
    Map<String, String> environment = agent(trace, SamplingEngine.PERF, Duration.ofMillis(1));
    Shares shares = run(environment, trace, Clock.PROCESSOR);
    RecordedSession recorded = recorded(trace);
    EngineState perf = recorded.statistics().engines().get(0);
    if (perf.condition() == EngineState.Condition.REFUSED) {
      assertTrue(!perf.reason().isEmpty(), perf::toString);
      return;
    }
    shares.check();
    assertTrue(shares.straight() > 0.9, () -> "straight code: " + shares.straight());
    // The period is the weight of a sample; what was lost is missing.
    long lost = perf.lost() * perf.period();
    double busy = shares.truth.values().stream().mapToLong(each -> each).sum();
    double sampled = shares.sampled.values().stream().mapToLong(each -> each.nanos).sum();
    assertEquals(1, (sampled + lost) / busy, 0.2);
  }

  @Test
  void suspending_hasTheSharesOfWallClockTime_ofIdleThreadsToo() throws Exception {
    Path trace = folder.resolve("suspend");
    Map<String, String> environment = agent(trace, SamplingEngine.SUSPEND, Duration.ofMillis(5));
    Shares shares = run(environment, trace, Clock.WALL);
    shares.check();
    // Eight threads wait for as long as two are busy, and longer.
    double idle = 0;
    Profile profile = shares.profile;
    for (int row = 0; row < profile.rows(); row++) {
      if (profile.framesOf(row).stream().anyMatch(frame -> frame.method().contains("Idle::Wait"))) {
        idle += profile.nanos(row);
      }
    }
    assertTrue(idle / 8e9 > Integer.parseInt(SECONDS) * 0.9, idle + " ns");
  }

  /** The runtime's own sampler sees threads only where the runtime can stop them. */
  @Test
  void eventPipe_seesNoStraightCode() throws Exception {
    Path trace = folder.resolve("eventpipe.nettrace");
    Map<String, String> environment =
        Map.of(
            "DOTNET_EnableEventPipe",
            "1",
            "DOTNET_EventPipeOutputPath",
            trace.toString(),
            "DOTNET_EventPipeCircularMB",
            "256",
            "DOTNET_EventPipeConfig",
            "Microsoft-DotNETCore-SampleProfiler:0:5,Microsoft-Windows-DotNETRuntime:0x4c14fccbd:5");
    Shares shares = run(environment, trace, Clock.WALL);
    assertTrue(shares.sampled.size() == METHODS, () -> shares.sampled.keySet().toString());
    assertTrue(shares.straight() < 0.5, () -> "straight code: " + shares.straight());
  }

  private static Map<String, String> agent(Path trace, SamplingEngine engine, Duration every) {
    AgentSettings settings =
        AgentSettings.tracing(trace.toString()).sampleEvery(every).duty(1_000_000).engine(engine);
    return Recording.environment(Installation.current().agent(), settings);
  }

  private static RecordedSession recorded(Path trace) throws IOException {
    return RecordedSession.readForStacks(trace, Symbols.none(), (bytes, total) -> {});
  }

  private Shares run(Map<String, String> environment, Path trace, Clock clock) throws Exception {
    DotnetRuntime runtime = DotnetRuntime.requireFetched(Installation.current());
    ProcessBuilder builder =
        new ProcessBuilder(runtime.command(TestAssembly.SHARES.path(), List.of(SECONDS)));
    builder.environment().putAll(environment);
    builder.environment().put("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1");
    Path output = folder.resolve("output");
    Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    try {
      assertTrue(process.waitFor(2, TimeUnit.MINUTES));
    } finally {
      process.destroyForcibly();
    }
    assertEquals(0, process.exitValue(), () -> "see " + output);
    Map<String, Long> truth = new LinkedHashMap<>();
    for (String line : Files.readAllLines(output)) {
      String[] parts = line.split(" ", -1);
      truth.put(parts[0], Long.parseLong(parts[clock == Clock.PROCESSOR ? 1 : 2]));
    }
    assertEquals(METHODS, truth.size());
    Profile profile =
        RecordedProfile.read(
            recorded(trace), clock, Set.of(), NativeSymbols.usual(), (bytes, total) -> {});
    List<Map<String, Sampled>> windows = new ArrayList<>();
    long length = (profile.to() - profile.from()) / WINDOWS + 1;
    for (long from = profile.from(); from <= profile.to(); from += length) {
      Profile window = ProfileViews.between(profile, from, from + length);
      windows.add(sampled(window, truth.keySet()));
    }
    return new Shares(truth, sampled(profile, truth.keySet()), windows, profile);
  }

  private static Map<String, Sampled> sampled(Profile profile, Set<String> methods) {
    Map<String, Sampled> sampled = new LinkedHashMap<>();
    for (int row = 0; row < profile.rows(); row++) {
      List<Frame> frames = profile.framesOf(row);
      for (Frame frame : frames) {
        String method = frame.method().replaceAll("^Program::|\\(.*", "");
        if (methods.contains(method)) {
          Sampled of = sampled.computeIfAbsent(method, any -> new Sampled());
          of.count += profile.count(row);
          of.nanos += profile.nanos(row);
          boolean straight = frames.get(frames.size() - 1).method().contains("Straight20");
          of.inStraightCode += straight ? profile.count(row) : 0;
        }
      }
    }
    return sampled;
  }
}
