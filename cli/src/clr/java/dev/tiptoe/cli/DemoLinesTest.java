// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Where in their methods the threads of the demo program stood, beside its sources. */
class DemoLinesTest {

  private static final Pattern FRAME =
      Pattern.compile("(?<name>.+?)( \\[(?<where>[^\\[\\]]+)])?", Pattern.DOTALL);

  private static final Pattern LINE = Pattern.compile("/Demo/(\\w+\\.cs):([0-9]+)");

  /** Methods that are not inlined, and what the statements that call them look like. */
  private static final Map<String, String> CALLS =
      Map.of(
          "Tiptoe.Demo.CustomsHouse::Write", "Write(",
          "Tiptoe.Demo.CustomsHouse+Tariff::DutyOn", "DutyOn(",
          "Tiptoe.Demo.FogOffice+Station::Haze", "Haze(",
          "Tiptoe.Demo.Money::WriteTo", "WriteTo(");

  private final Map<String, List<String>> sources = new HashMap<>();

  private static List<List<String>> frames(String... options) {
    List<String> arguments = new ArrayList<>(List.of("stacks", DemoTrace.file(), "--tsv"));
    arguments.addAll(List.of(options));
    Outcome outcome = TiptoeRun.tiptoe(arguments.toArray(String[]::new)).expect(0).expectSilence();
    return outcome.rows().stream().map(row -> List.of(row.get(2).split(";", -1))).toList();
  }

  private static String part(String frame, String group) {
    Matcher matcher = FRAME.matcher(frame);
    assertTrue(matcher.matches(), frame);
    String part = matcher.group(group);
    return part == null ? "" : part;
  }

  /** The text of a line that stands in a frame; empty when none does. */
  private String source(String frame) throws IOException {
    Matcher line = LINE.matcher(part(frame, "where"));
    if (!line.find()) {
      return "";
    }
    String file = line.group(1);
    if (!sources.containsKey(file)) {
      Path path = TestAssembly.DEMO.path().resolveSibling(file);
      sources.put(file, Files.readAllLines(path));
    }
    return sources.getOrDefault(file, List.of()).get(Integer.parseInt(line.group(2)) - 1);
  }

  @Test
  void lines_ofCallers_areThoseThatCall() throws IOException {
    int checked = 0;
    for (List<String> stack : frames("--lines")) {
      for (int i = 1; i < stack.size(); i++) {
        String callee = part(stack.get(i), "name");
        for (var call : CALLS.entrySet()) {
          String line = source(stack.get(i - 1));
          if (callee.startsWith(call.getKey() + "(") && !line.isEmpty()) {
            assertTrue(line.contains(call.getValue()), stack.get(i - 1) + " is " + line);
            checked++;
          }
        }
      }
    }
    assertTrue(checked > 2, checked + " calls");
  }

  /** The JIT compiler leaves some code without IL: what looks up generic arguments, for one. */
  @Test
  void lines_ofTheProgramsFrames_areMostlyKnown() throws IOException {
    int known = 0;
    int all = 0;
    for (List<String> stack : frames("--lines")) {
      for (String frame : stack) {
        if (part(frame, "name").startsWith("Tiptoe.Demo.")) {
          known += source(frame).isEmpty() ? 0 : 1;
          all++;
        }
      }
    }
    assertTrue(known > all * 0.7, known + " of " + all);
  }

  @Test
  void offsets_areReportedOfFrameworkMethodsToo() {
    int offsets = 0;
    int all = 0;
    for (List<String> stack : frames("--il")) {
      for (String frame : stack) {
        String where = part(frame, "where");
        boolean known = where.matches("IL_[0-9a-f]{4,8}|prolog|epilog");
        assertTrue(known || where.isEmpty(), frame);
        if (part(frame, "name").startsWith("System.")) {
          offsets += known ? 1 : 0;
          all++;
        }
      }
    }
    assertTrue(offsets > all * 0.7, offsets + " of " + all);
  }

  /** 0 also stands for code without IL. */
  @Test
  void line_ofOffset0_isThatOrALaterOne() {
    int later = 0;
    for (List<String> stack : frames("--il", "--lines")) {
      for (String frame : stack) {
        String where = part(frame, "where");
        boolean isFirst = where.startsWith("IL_0000 ");
        assertEquals(isFirst, where.endsWith(" or later"), frame);
        later += isFirst ? 1 : 0;
      }
    }
    assertTrue(later > 0);
  }

  @Test
  void details_changeNoStackButWhatStandsBehindTheNames() {
    Map<List<String>, Integer> plain = new HashMap<>();
    for (List<String> stack : frames()) {
      plain.merge(stack, 0, Integer::sum);
    }
    for (List<String> stack : frames("--il", "--lines")) {
      List<String> names = stack.stream().map(frame -> part(frame, "name")).toList();
      assertTrue(plain.containsKey(names), names::toString);
      plain.merge(names, 1, Integer::sum);
    }
    assertTrue(plain.values().stream().allMatch(times -> times > 0));
  }

  @Test
  void lines_whereNoPdbIsAtHand_areMissedOnStandardError() {
    String golden =
        Path.of(System.getProperty("tiptoe.home"))
            .resolve("trace/src/test/resources/golden.tiptoe")
            .toString();
    Outcome without =
        TiptoeRun.tiptoe("stacks", golden, "--wall", "--tsv").expect(0).expectSilence();
    Outcome with = TiptoeRun.tiptoe("stacks", golden, "--wall", "--tsv", "--lines").expect(0);
    assertEquals(without.out(), with.out());
    assertEquals(
        "tiptoe: no source lines: no portable PDB or index was found for any module on these"
            + " stacks\n",
        with.err());
  }
}
