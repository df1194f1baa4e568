// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.trace.Trace;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.trace.SamplerTotals;
import dev.tiptoe.trace.TraceEnding;
import dev.tiptoe.trace.TraceStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The results of {@code record}, {@code ids} and {@code stacks} for the demo program. */
class DemoTraceTest {

  private static final Pattern TOKEN = Pattern.compile("0x0[26][0-9a-f]{6}");
  private static final Pattern ID = Pattern.compile("0x(0|[1-9a-f][0-9a-f]*)");

  @Test
  void recording_ofTheDemo_leavesItsOutputAlone() throws IOException {
    List<String> lines = DemoTrace.output();
    assertEquals(2, lines.size(), lines.toString());
    assertEquals("The harbour is open for 2 s.", lines.get(0));
    assertTrue(lines.get(1).endsWith(" fog reports."), lines.get(1));
  }

  @Test
  void statistics_ofTheDemo_balanceAndMissNothing() throws IOException {
    TraceStatistics statistics = DemoTrace.read().statistics();
    assertEquals(0, statistics.identityLost());
    assertEquals(0, statistics.samplesLost());
    assertEquals(0, statistics.damagedBytes());
    assertEquals(0, statistics.unknownRecords());
    assertEquals(0, statistics.tailBytes());
    TraceEnding ending = statistics.ending().orElseThrow();
    assertEquals(TraceEnding.Reason.RUNTIME_SHUT_DOWN, ending.reason());
    assertEquals(0, ending.agentErrors());
    assertEquals(0, ending.identityLost());
    assertEquals(0, ending.loadsOnOurThreads());
    SamplerTotals sampler = statistics.sampler().orElseThrow();
    assertEquals(0, sampler.droppedSamples());
    assertEquals(statistics.stacks(), sampler.stacks());
    assertTrue(sampler.stacks() > 0);
  }

  @Test
  void ids_everyToken_namesARowOfTheVeryModule() throws IOException {
    Map<UUID, Image> images = imagesByMvid();
    int checked = 0;
    for (List<String> row : ids()) {
      String token = row.get(4);
      if (!token.isEmpty()) {
        Image image = Objects.requireNonNull(images.get(UUID.fromString(row.get(3))));
        Token parsed = Token.parse(token).orElseThrow();
        assertTrue(image.contains(parsed), row::toString);
        if (row.get(0).equals("class")) {
          String name = new Names(image).of(parsed);
          assertEquals(name, row.get(6).substring(0, name.length()));
          assertEquals(row.get(5).isEmpty(), row.get(6).length() == name.length(), row::toString);
        }
        checked++;
      }
    }
    assertTrue(checked > 500, checked + " tokens");
  }

  @Test
  void ids_everyClassAndFunction_hasItsWholeName() throws IOException {
    for (List<String> row : ids()) {
      if (Set.of("class", "function", "module", "assembly", "appdomain").contains(row.get(0))) {
        assertFalse(row.get(6).isEmpty(), row::toString);
        assertFalse(row.get(6).contains("?"), row::toString);
      }
    }
  }

  @Test
  void ids_everyField_hasTheFormatOfTheContract() throws IOException {
    for (List<String> row : ids()) {
      String shown = row.toString();
      assertEquals(10, row.size(), shown);
      assertTrue(ID.matcher(row.get(1)).matches(), shown);
      assertTrue(row.get(4).isEmpty() || TOKEN.matcher(row.get(4)).matches(), shown);
      for (String argument : row.get(5).split(",", -1)) {
        assertTrue(argument.isEmpty() || ID.matcher(argument).matches(), shown);
      }
      assertFalse(row.get(7).isEmpty(), shown);
      long from = Long.parseLong(row.get(8));
      assertTrue(from > 0 && from < 60_000_000_000L, shown);
      assertTrue(row.get(9).isEmpty() || Long.parseLong(row.get(9)) > from, shown);
    }
  }

  @Test
  void ids_kinds_comeOneAfterAnotherEachInTheOrderOfTheirTimes() throws IOException {
    List<List<String>> rows = ids();
    assertEquals(
        List.of("appdomain", "assembly", "module", "class", "function", "thread"),
        rows.stream().map(row -> row.get(0)).distinct().toList());
    for (int i = 1; i < rows.size(); i++) {
      List<String> before = rows.get(i - 1);
      List<String> row = rows.get(i);
      boolean sameKind = before.get(0).equals(row.get(0));
      assertTrue(
          !sameKind || Long.parseLong(before.get(8)) <= Long.parseLong(row.get(8)), row::toString);
    }
  }

  @Test
  void ids_ofOneModule_areThatModulesAlone() {
    for (String name : List.of("Demo", "Demo.dll", "demo", "DEMO.DLL")) {
      List<List<String>> rows =
          TiptoeRun.tiptoe("ids", DemoTrace.file(), "--module", name, "--tsv").expect(0).rows();
      assertEquals(
          Set.of("Demo.dll"), rows.stream().map(row -> row.get(2)).collect(Collectors.toSet()));
      assertTrue(rows.stream().anyMatch(row -> row.get(6).equals("Tiptoe.Demo.Harbour")));
    }
    assertEquals("", TiptoeRun.tiptoe("ids", DemoTrace.file(), "--module", "Dem").expect(1).out());
  }

  @Test
  void ids_withoutTsv_tellTheSameForPeople() {
    String text = TiptoeRun.tiptoe("ids", DemoTrace.file(), "--module", "Demo").expect(0).out();
    assertTrue(
        Pattern.compile(
                "^class +0x[0-9a-f]+ +0x02[0-9a-f]{6} Demo\\.dll!Tiptoe\\.Demo\\.Harbour "
                    + " \\(announced\\)$",
                Pattern.MULTILINE)
            .matcher(text)
            .find(),
        text);
  }

  @Test
  void stacks_everyFrame_hasItsWholeName() {
    for (List<String> row : stacks()) {
      for (String frame : row.get(2).split(";", -1)) {
        boolean named = frame.equals("<native>") || frame.contains("::") || frame.contains("!");
        assertTrue(named && !frame.contains("?") && !TOKEN.matcher(frame).find(), frame);
      }
    }
  }

  @Test
  void stacks_everyFunctionIDOfTheTrace_resolves() throws IOException {
    Trace trace = DemoTrace.read();
    var frames =
        new RuntimeFeed() {
          private long resolved;

          @Override
          public void stackSampled(
              long at, ThreadID thread, List<FunctionID> stack, boolean truncated) {
            for (FunctionID frame : stack) {
              assertTrue(
                  frame.isNone() || trace.map().at(at).meaningOf(frame).valid().isPresent(),
                  () -> frame + " at " + at);
              resolved++;
            }
          }
        };
    trace.replay(frames);
    assertTrue(frames.resolved > 1_000, frames.resolved + " frames");
  }

  @Test
  void stacks_counts_addUpToTheSamplesOfTheTrace() throws IOException {
    long counted = stacks().stream().mapToLong(row -> Long.parseLong(row.get(1))).sum();
    assertEquals(DemoTrace.read().statistics().stacks(), counted);
  }

  @Test
  void stacks_threads_areThoseOfTheProgramWithWhatTheyDo() {
    // Threads of one name are distinguished by what follows it.
    Map<String, String> frames =
        stacks().stream()
            .collect(
                Collectors.toMap(
                    row -> row.get(0).replaceFirst(" \\(\\d+\\)$", ""),
                    row -> row.get(2),
                    (a, b) -> a + "\n" + b));
    Map.of(
            "crane", "Tiptoe.Demo.Crane+Winch::",
            "customs", "Tiptoe.Demo.CustomsHouse::",
            "pilot",
                "Tiptoe.Demo.Pilot::Survey(System.Int32,System.Int32,System.Int32):System.Double",
            "lighthouse", "Tiptoe.Demo.Lighthouse+Lamp::Burn():System.Void",
            "tally", "::Audit(System.Int32):System.Int32",
            ".NET TP Worker", "Tiptoe.Demo.FogOffice+<ObserveAsync>")
        .forEach(
            (thread, frame) ->
                assertTrue(
                    frames.getOrDefault(thread, "").contains(frame),
                    () -> thread + " never in " + frame + ": " + frames.get(thread)));
  }

  @Test
  void stacks_withoutTsv_areATreeForEachThreadThatLeavesOutTheCold() {
    String all = TiptoeRun.tiptoe("stacks", DemoTrace.file(), "--min", "0").expect(0).out();
    String warm = TiptoeRun.tiptoe("stacks", DemoTrace.file(), "--min", "5").expect(0).out();
    for (String thread : List.of("crane", "customs", "pilot", "lighthouse")) {
      assertTrue(all.contains("%  thread \"" + thread + "\"\n"), thread);
    }
    assertTrue(all.contains("<native>"));
    assertTrue(warm.length() < all.length());
    warm.lines()
        .filter(line -> !line.contains("thread \""))
        .forEach(line -> assertTrue(Double.parseDouble(line.substring(0, 5)) >= 5, line));
  }

  private static List<List<String>> ids() {
    return TiptoeRun.tiptoe("ids", DemoTrace.file(), "--tsv").expect(0).expectSilence().rows();
  }

  private static List<List<String>> stacks() {
    return TiptoeRun.tiptoe("stacks", DemoTrace.file(), "--tsv").expect(0).expectSilence().rows();
  }

  /** The modules of the trace, opened by their paths and checked by their MVIDs. */
  private static Map<UUID, Image> imagesByMvid() throws IOException {
    Map<UUID, Image> images = new HashMap<>();
    for (List<String> row : ids()) {
      if (row.get(0).equals("module")) {
        Image image = Image.open(Path.of(row.get(6)));
        images.put(image.mvid().orElseThrow(), image);
      }
    }
    return images;
  }
}
