// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.testdata.Recordings;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.trace.RecordedSession;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.Occasion;
import dev.tiptoe.trace.eventpipe.format.EventPipeReader;
import dev.tiptoe.trace.eventpipe.recording.EventPipeFrame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A {@code .nettrace} file of the real runtime, for the commands that read traces. */
class NettraceTest {

  @TempDir private Path folder = Path.of("");

  /** Runs the demo program for a second, as it lies in a folder that is its own. */
  private static Path record(Path program, Path file) throws IOException {
    Files.copy(TestAssembly.DEMO.path(), program);
    Files.copy(pdb(TestAssembly.DEMO.path()), pdb(program));
    DotnetRuntime runtime = DotnetRuntime.fetched(Installation.current()).orElseThrow();
    Child.of(runtime.command(program, List.of("1")).toArray(String[]::new))
        .with(DemoTrace.events(file))
        .outcome()
        .expect(0);
    return file;
  }

  /** A recording of a program whose files are gone. */
  private static Path recordedElsewhere() {
    return Recordings.once(
        "elsewhere.nettrace",
        file -> {
          Path program = file.resolveSibling("Demo.dll");
          record(program, file);
          Files.delete(program);
          Files.delete(pdb(program));
        });
  }

  /** A recording of the program as it lies in the checkout. */
  private static Path recordedHere() {
    return DemoTrace.withEvents().resolve(DemoTrace.EVENT_PIPE);
  }

  private static Path copy(Path place) throws IOException {
    Files.createDirectories(place);
    Path program = Files.copy(TestAssembly.DEMO.path(), place.resolve("Demo.dll"));
    Files.copy(pdb(TestAssembly.DEMO.path()), pdb(program));
    return place;
  }

  private static Path pdb(Path module) {
    return module.resolveSibling("Demo.pdb");
  }

  @Test
  void functionsAndTypes_ofOneRun_areThoseThatTheAgentRecords() throws IOException {
    RecordedSession agent = RecordedSession.read(DemoTrace.withEvents().resolve(DemoTrace.AGENT));
    RecordedSession events = RecordedSession.read(recordedHere());
    IdView agentEnd = agent.session().now().ids();
    IdView eventsEnd = events.session().now().ids();
    List<String> wrong = new ArrayList<>();
    int methods = 0;
    int generic = 0;
    for (FunctionFact ours : eventsEnd.functions().toList()) {
      Optional<FunctionFact> theirs = agentEnd.meaningOf(ours.id()).valid();
      // The file does not describe the runtime's own stubs, and others that were there before.
      if (theirs.isPresent() && !ours.shape().declaringClass().isNone()) {
        FunctionShape known = theirs.get().shape();
        String name = agent.session().nameOf(theirs.get());
        if (!known.equals(ours.shape()) || !name.equals(events.session().nameOf(ours))) {
          wrong.add(name + ": " + known + " is not " + ours.shape());
        }
        methods++;
        generic += known.typeArguments().isEmpty() ? 0 : 1;
      }
    }
    int types = 0;
    for (ClassFact ours : eventsEnd.classes().toList()) {
      Optional<ClassFact> theirs = agentEnd.meaningOf(ours.id()).valid();
      if (theirs.isPresent()) {
        String name = agent.session().nameOf(theirs.get());
        if (!name.equals(events.session().nameOf(ours))) {
          wrong.add(name + " is not " + events.session().nameOf(ours));
        }
        types++;
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(
        methods > 100 && generic > 5 && types > 30,
        methods + " methods, " + generic + " with type arguments, " + types + " types");
  }

  @Test
  void names_whereTheProgramsFilesAreGone_areThoseOfTheRuntimesOwnList() throws IOException {
    RecordedSession recorded = RecordedSession.read(recordedElsewhere());
    IdView end = recorded.session().now().ids();
    int compared = 0;
    List<String> wrong = new ArrayList<>();
    try (EventPipeReader reader = EventPipeReader.open(recordedElsewhere())) {
      for (var event = reader.next(); event.isPresent(); event = reader.next()) {
        RuntimeEvent says = RuntimeEvent.of(event.get()).orElse(null);
        if (says instanceof MethodCode code
            && code.occasion() == Occasion.END_OF_RECORDING
            && code.names().namespace().startsWith("Tiptoe.Demo.")) {
          FunctionFact method = end.meaningOf(code.method()).valid().orElseThrow();
          String name = recorded.session().nameOf(method);
          String type = code.names().namespace().replaceFirst("\\[.*", "");
          boolean same =
              name.startsWith(type)
                  && name.contains("::" + code.names().name())
                  && name.endsWith(code.names().signature().replaceFirst("^[^(]*", ""));
          compared++;
          if (!same) {
            wrong.add(name + " is not " + code.names());
          }
        }
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(compared > 50, compared + " methods");
  }

  @Test
  void stacks_ofAnotherMachinesFile_haveNamesAndWithItsModulesLines() throws IOException {
    Path modules = copy(folder.resolve("modules"));
    String file = recordedElsewhere().toString();
    Outcome alone = TiptoeRun.tiptoe("stacks", "--tsv", file).expect(0);
    assertTrue(
        alone.out().contains("Tiptoe.Demo.Program::Main(class System.String[]);"), alone.out());
    Outcome lines =
        TiptoeRun.tiptoe("stacks", "--tsv", "--lines", "--modules", modules.toString(), file);
    // Which methods and stubs are met is a matter of chance, but not that the main thread waits.
    String main = "Tiptoe.Demo.Program::Main(System.String[]):System.Int32 [";
    assertTrue(lines.expect(0).out().contains(main), lines.out());
    assertTrue(lines.out().contains("Program.cs:"), lines.out());
    // The sampler's clock is not the program's: all samples are of its threads.
    assertTrue(lines.rows().stream().allMatch(row -> row.get(0).startsWith("thread ")));
  }

  /** Another build of the name is in an earlier place, and at the recorded path. */
  /** This runtime marks nearly all samples as those of native code, whatever ran. */
  @Test
  void stacks_ofARuntimeThatMarksSamplesWrongly_doNotEndInNativeCode() throws IOException {
    Outcome stacks = TiptoeRun.tiptoe("stacks", "--tsv", recordedHere().toString()).expect(0);
    assertTrue(stacks.err().contains(".NET 9.0.1 marks samples of managed code"), stacks::err);
    assertTrue(stacks.rows().size() > 10, stacks::out);
    assertEquals(
        List.of(),
        stacks.rows().stream().filter(row -> row.toString().contains("<native>")).toList());
  }

  @Test
  void modules_ofTheRecordedBuild_winOverOthersOfTheirName() throws IOException {
    Path program = folder.resolve("Demo.dll");
    String file = record(program, folder.resolve("demo.nettrace")).toString();
    Path wrong = Files.createDirectory(folder.resolve("a"));
    Path right = Files.createDirectory(folder.resolve("b"));
    Files.move(program, right.resolve("Demo.dll"));
    Files.move(pdb(program), right.resolve("Demo.pdb"));
    Files.copy(TestAssembly.TRACES.path(), wrong.resolve("Demo.dll"));
    Files.copy(TestAssembly.TRACES.path(), program);
    Outcome both =
        TiptoeRun.tiptoe(
                "symbolize", "--symbols", wrong.toString(), "--symbols", right.toString(), file)
            .expect(0);
    List<List<String>> ours = rowsOfTheDemo(both);
    assertTrue(ours.stream().anyMatch(row -> row.get(8).equals("/Demo/Program.cs")), both::out);
    assertTrue(
        ours.stream().allMatch(row -> row.get(14).equals(right.resolve("Demo.dll").toString())),
        both::out);
    assertFalse(both.err().contains("another build"), both::err);
    Outcome alone = TiptoeRun.tiptoe("symbolize", "--symbols", wrong.toString(), file).expect(0);
    String reason = "Demo.dll at hand is another build";
    assertTrue(
        rowsOfTheDemo(alone).stream()
            .allMatch(row -> row.get(5).isEmpty() && row.get(15).equals(reason)),
        alone::out);
    assertEquals(1, alone.err().lines().filter(line -> line.endsWith(reason)).count());

    String[] stacks = {"stacks", "--tsv", "--lines", "--modules", wrong.toString(), file};
    Outcome none = TiptoeRun.tiptoe(stacks).expect(0);
    assertEquals(1, none.err().lines().filter(line -> line.endsWith(reason)).count(), none::err);
    assertTrue(none.out().contains("Tiptoe.Demo.Program::Main(class System.String[]);"));
    stacks[4] = right.toString();
    Outcome found = TiptoeRun.tiptoe(stacks).expect(0);
    assertFalse(found.err().contains("another build"), found::err);
    assertTrue(found.out().contains("Tiptoe.Demo.Program::Main(System.String[]):"), found::out);
  }

  /** In the folder of indexes, another build has the same file name. */
  @Test
  void indexes_ofTheRecordedBuild_areFoundByThePdb() throws IOException {
    Path right = copy(folder.resolve("right"));
    Path wrong = Files.createDirectory(folder.resolve("wrong"));
    Files.copy(TestAssembly.TRACES.path(), wrong.resolve("Demo.dll"));
    String indexes = folder.resolve("indexes").toString();
    TiptoeRun.tiptoe("index", wrong.toString(), "--out", indexes).expect(0);
    String[] symbolize = {"symbolize", "--symbols", indexes, recordedElsewhere().toString()};
    Outcome refused = TiptoeRun.tiptoe(symbolize).expect(0);
    assertTrue(rowsOfTheDemo(refused).stream().allMatch(row -> row.get(5).isEmpty()));
    assertTrue(refused.err().contains("Demo.dll at hand is another build"), refused::err);

    TiptoeRun.tiptoe("index", right.toString(), "--out", indexes).expect(0);
    String index =
        Path.of(indexes)
            .resolve(Image.open(right.resolve("Demo.dll")).mvid().orElseThrow() + ".tsym")
            .toString();
    symbolized(symbolize, index);
    symbolize[2] = index;
    symbolized(symbolize, index);
  }

  private static void symbolized(String[] command, String origin) {
    Outcome found = TiptoeRun.tiptoe(command).expect(0);
    List<List<String>> ours = rowsOfTheDemo(found);
    assertTrue(ours.stream().allMatch(row -> row.get(14).equals(origin)), found::out);
    assertTrue(ours.stream().anyMatch(row -> row.get(8).equals("/Demo/Program.cs")), found::out);
    assertFalse(found.err().contains("another build"), found::err);
  }

  private static List<List<String>> rowsOfTheDemo(Outcome outcome) {
    List<List<String>> rows =
        outcome.rows().stream()
            .filter(row -> row.get(1).endsWith("Demo.dll") && !row.get(2).isEmpty())
            .toList();
    assertFalse(rows.isEmpty(), outcome::out);
    return rows;
  }

  @Test
  void idsAndLookup_ofAFile_knowTypesAndMethods() throws IOException {
    String file = recordedHere().toString();
    Outcome ids = TiptoeRun.tiptoe("ids", "--module", "Demo", "--tsv", file).expect(0);
    List<List<String>> crates =
        ids.rows().stream()
            .filter(row -> row.get(6).equals("Tiptoe.Demo.Crate`1<Tiptoe.Demo.Coffee>"))
            .toList();
    assertEquals(1, crates.size(), ids::out);
    Outcome found =
        TiptoeRun.tiptoe("lookup", file, "--module", "Demo", "--token", crates.get(0).get(4));
    assertTrue(found.expect(0).out().contains(crates.get(0).get(1)), found.out());
  }

  @Test
  void file_cutOff_isReadUpToThereAndSaysSo() throws IOException {
    byte[] whole = Files.readAllBytes(recordedHere());
    Path cut = Files.write(folder.resolve("cut.nettrace"), Arrays.copyOf(whole, whole.length / 3));
    Outcome outcome = TiptoeRun.tiptoe("stacks", cut.toString()).expect(0);
    assertTrue(outcome.err().contains("was cut off"), outcome.err());
    assertTrue(outcome.err().contains("it has no list of methods at its end"), outcome.err());
    assertTrue(outcome.out().contains("<unknown code>"), outcome.out());
  }

  @Test
  void frames_ofAFile_areThoseOfItsSamples() throws IOException {
    RecordedSession recorded = RecordedSession.read(recordedHere());
    List<EventPipeFrame> frames = recorded.eventPipe().orElseThrow().frames();
    List<EventPipeFrame> ofTheDemo =
        frames.stream()
            .filter(frame -> frame.module().filter(module -> module.isNamed("Demo")).isPresent())
            .toList();
    assertTrue(ofTheDemo.size() > 20, ofTheDemo::toString);
    for (EventPipeFrame frame : ofTheDemo) {
      assertTrue(frame.count() > 0 && frame.pdb().isPresent(), frame::toString);
      assertTrue(!frame.methodDef().isNil() && frame.name().isPresent(), frame::toString);
    }
    assertTrue(ofTheDemo.stream().anyMatch(frame -> frame.ilOffset().isPresent()));
    assertEquals(frames.size(), frames.stream().distinct().count());
    assertTrue(Objects.requireNonNull(recorded.file().getFileName()).toString().endsWith("trace"));
  }
}
