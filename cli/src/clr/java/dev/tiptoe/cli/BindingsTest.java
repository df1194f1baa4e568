// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.Moment;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.answer.MemberResolution;
import dev.tiptoe.resolver.answer.MemberResolution.ArrayMethod;
import dev.tiptoe.resolver.answer.MemberResolution.FieldOf;
import dev.tiptoe.resolver.answer.MemberResolution.Member;
import dev.tiptoe.resolver.answer.MemberResolution.Method;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.trace.TraceReader;
import dev.tiptoe.trace.eventpipe.format.EventPipeReader;
import dev.tiptoe.trace.eventpipe.recording.EventPipeFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the targets of references with the process's own reflection, over load contexts with
 * several versions of one assembly.
 */
class BindingsTest {

  private static final int TYPE_REF = 0x01;

  /** The keywords Loader and AssemblyLoader. */
  private static final String LOADER_AND_SEARCHES = "Microsoft-Windows-DotNETRuntime:0xC:5";

  @TempDir private Path folder = Path.of("");

  /** A row of a module, as the process names it. */
  private record Place(ModuleID module, Token token) {
    static Place of(String module, String token) {
      return new Place(
          new ModuleID(Long.parseUnsignedLong(module.substring(2), 16)),
          new Token(Integer.parseUnsignedInt(token.substring(2), 16)));
    }

    @Override
    public String toString() {
      return token + " of " + module;
    }
  }

  /** The verdicts about one run. */
  private static final class Count {
    int equal;
    int several;
    final List<String> wrong = new ArrayList<>();

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT, "%d equal, %d among several, wrong: %s", equal, several, wrong);
    }
  }

  @Test
  void references_ofAllModules_leadWhereTheProcessSaysTheyDo() throws IOException {
    Path parts = Files.createDirectory(folder.resolve("parts"));
    Path trace = folder.resolve("bindings.tiptoe");
    String program = TestAssembly.BINDINGS.path().toString();
    Outcome printed =
        Child.tiptoe("record", "--out", trace.toString(), "--", program, parts.toString())
            .outcome()
            .expect(0);
    Session session = new Session();
    try (TraceReader reader = TraceReader.open(trace)) {
      var ignored = reader.poll(session.feed());
    }
    Count types = new Count();
    Count members = new Count();
    compare(printed, session.now(), types, members);
    // These answers use only the map's facts: the agent has no load contexts.
    assertTrue(types.several <= 16 && members.several <= 8, () -> types + "; " + members);
  }

  /** The runtime's own events have the contexts, so ambiguous references become resolved. */
  @Test
  void references_whereTheLoadContextsAreKnown_leadToOneTarget() throws IOException {
    Path parts = Files.createDirectory(folder.resolve("parts"));
    Path record = folder.resolve("bindings.nettrace");
    DotnetRuntime runtime = DotnetRuntime.fetched(Installation.current()).orElseThrow();
    List<String> command = runtime.command(TestAssembly.BINDINGS.path(), List.of(parts.toString()));
    Outcome printed =
        Child.of(command.toArray(String[]::new))
            .with(
                Map.of(
                    "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT",
                    "1",
                    "DOTNET_EnableEventPipe",
                    "1",
                    "DOTNET_EventPipeOutputPath",
                    record.toString(),
                    "DOTNET_EventPipeConfig",
                    LOADER_AND_SEARCHES))
            .outcome()
            .expect(0);
    Session session = new Session();
    try (EventPipeReader reader = EventPipeReader.open(record)) {
      EventPipeFacts.read(reader).passTo(session.feed());
    }
    Count types = new Count();
    Count members = new Count();
    compare(printed, session.now(), types, members);
    assertEquals(0, types.several + members.several, () -> types + "; " + members);
  }

  private static void compare(Outcome printed, Moment end, Count types, Count members) {
    for (List<String> row : printed.rows()) {
      if (row.get(2).startsWith("0x")) {
        Place from = Place.of(row.get(0), row.get(1));
        Place to = Place.of(row.get(2), row.get(3));
        boolean isType = from.token().table() == TYPE_REF;
        List<Place> ours = isType ? types(end, from) : members(end, from, to);
        compare(from, to, ours, isType ? types : members);
      }
    }
    assertEquals(List.of(), types.wrong, types::toString);
    assertEquals(List.of(), members.wrong, members::toString);
    assertTrue(types.equal > 1_500, types::toString);
    assertTrue(members.equal > 5_000, members::toString);
  }

  private static void compare(Place from, Place to, List<Place> ours, Count count) {
    if (ours.equals(List.of(to))) {
      count.equal++;
    } else if (ours.size() > 1 && ours.contains(to)) {
      count.several++;
    } else {
      count.wrong.add(from + " is " + to + ", not " + ours);
    }
  }

  private static List<Place> types(Moment end, Place from) {
    TypeResolution found = end.typeDef(from.module(), from.token());
    Stream<TypeResolution.Resolved> candidates =
        found instanceof TypeResolution.Ambiguous ambiguous
            ? ambiguous.candidates().stream()
            : Stream.of(found)
                .filter(TypeResolution.Resolved.class::isInstance)
                .map(TypeResolution.Resolved.class::cast);
    return candidates.map(type -> new Place(type.module().id(), type.type().token())).toList();
  }

  private static List<Place> members(Moment end, Place from, Place to) {
    MemberResolution found = end.member(from.module(), from.token());
    Stream<MemberResolution.Resolved> candidates =
        found instanceof MemberResolution.Ambiguous ambiguous
            ? ambiguous.candidates().stream()
            : Stream.of(found)
                .filter(MemberResolution.Resolved.class::isInstance)
                .map(MemberResolution.Resolved.class::cast);
    return candidates.map(resolved -> place(resolved.member(), to)).toList();
  }

  /** A method of arrays has no row: the process prints a line without a token for it. */
  private static Place place(Member member, Place to) {
    if (member instanceof Method method) {
      return new Place(method.module().id(), method.token());
    }
    if (member instanceof FieldOf field) {
      return new Place(field.module().id(), field.token());
    }
    assertTrue(member instanceof ArrayMethod, member::toString);
    assertTrue(to.token().isNil(), to::toString);
    return to;
  }
}
