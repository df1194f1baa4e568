// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.Arrangement.Verdict;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.resolver.Moment;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AssemblyID;
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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares where the references between load contexts lead with what the runtime itself says, in
 * one process that has every {@link Arrangement}.
 */
class LoadContextsClrTest {

  /** The keywords Loader and AssemblyLoader. */
  private static final String LOADER_AND_SEARCHES = "Microsoft-Windows-DotNETRuntime:0xC:5";

  @TempDir private static Path folder = Path.of("");

  private static final List<Arrangement> ALL = Arrangement.all();

  /** What the runtime says of a TypeRef: a type, or the name of an exception. */
  private record Printed(TypeKey from, String module, String token) {
    boolean isThrown() {
      return !module.startsWith("0x");
    }

    TypeKey target() {
      return key(module, token);
    }
  }

  private static List<Printed> printed = List.of();
  private static Path trace = Path.of("");
  private static Path events = Path.of("");

  private static TypeKey key(String module, String token) {
    return new TypeKey(
        new ModuleID(Long.parseUnsignedLong(module.substring(2), 16)),
        new Token(Integer.parseUnsignedInt(token.substring(2), 16)));
  }

  @BeforeAll
  static void record() throws IOException {
    List<String> steps = new ArrayList<>();
    for (int i = 0; i < ALL.size(); i++) {
      steps.addAll(ALL.get(i).write(folder.resolve(Integer.toString(i)), i));
    }
    Path plan = Files.write(folder.resolve("plan.txt"), steps);
    trace = folder.resolve("contexts.tiptoe");
    events = folder.resolve("contexts.nettrace");
    String program = TestAssembly.BINDINGS.path().toString();
    Outcome outcome =
        Child.tiptoe("record", "--out", trace.toString(), "--", program, plan.toString())
            .with(
                Map.of(
                    "DOTNET_EnableEventPipe",
                    "1",
                    "DOTNET_EventPipeOutputPath",
                    events.toString(),
                    "DOTNET_EventPipeConfig",
                    LOADER_AND_SEARCHES))
            .outcome()
            .expect(0);
    printed =
        outcome.rows().stream()
            .map(row -> new Printed(key(row.get(0), row.get(1)), row.get(2), row.get(3)))
            .filter(row -> row.from().typeDef().table() == TypeRef.TABLE)
            .toList();
  }

  /** All facts of the agent. */
  private static Session recorded() throws IOException {
    Session session = new Session();
    try (TraceReader reader = TraceReader.open(trace)) {
      var ignored = reader.poll(session.feed());
    }
    return session;
  }

  private static EventPipeFacts reported() throws IOException {
    try (EventPipeReader reader = EventPipeReader.open(events)) {
      return EventPipeFacts.read(reader);
    }
  }

  private static Verdict verdict(Printed printed, TypeResolution ours) {
    boolean isCandidate =
        !printed.isThrown()
            && ours.candidates().stream().anyMatch(each -> each.key().equals(printed.target()));
    return switch (ours.kind()) {
      case RESOLVED -> isCandidate ? Verdict.SAME : Verdict.WRONG;
      case AMBIGUOUS -> isCandidate ? Verdict.AMBIGUOUS : Verdict.WRONG;
      case UNRESOLVED ->
          printed.isThrown() ? Verdict.NOWHERE : isCandidate ? Verdict.CANDIDATE : Verdict.WRONG;
    };
  }

  /** The arrangement whose App a module is; empty for all other modules. */
  private static Optional<Arrangement> arrangement(LoadedImage module) {
    String name = module.name();
    return name.startsWith("App")
        ? Optional.of(ALL.get(Integer.parseInt(name.substring(3, 5))))
        : Optional.empty();
  }

  /** The verdicts about the references of each App, and those about all other references. */
  private static Map<String, Set<Verdict>> verdicts(Moment moment) {
    Map<ModuleID, String> titles = new HashMap<>();
    for (LoadedImage module : moment.modules()) {
      arrangement(module).ifPresent(each -> titles.put(module.id(), each.title()));
    }
    Map<String, Set<Verdict>> verdicts = new HashMap<>();
    for (Printed each : printed) {
      ModuleID from = each.from().module();
      TypeResolution ours = moment.typeDef(from, each.from().typeDef());
      String title = titles.getOrDefault(from, "others");
      verdicts.computeIfAbsent(title, none -> new TreeSet<>()).add(verdict(each, ours));
    }
    return verdicts;
  }

  private static void assertVerdicts(Function<Arrangement, Verdict> expected, Session session) {
    Map<String, Object> all = new LinkedHashMap<>();
    ALL.forEach(each -> all.put(each.title(), Set.of(expected.apply(each))));
    all.put("others", Set.of(Verdict.SAME));
    assertSame(all, verdicts(session.now()));
  }

  /** Where the runtime finds Lib, for each App. */
  @Test
  void runtime_inEachArrangement_bindsAsItSays() throws IOException {
    Map<ModuleID, LoadedImage> modules = new HashMap<>();
    recorded().now().modules().forEach(module -> modules.put(module.id(), module));
    Map<String, Object> expected = new LinkedHashMap<>();
    ALL.forEach(each -> expected.put(each.title(), Set.of(each.bound())));
    Map<String, Set<String>> bound = new HashMap<>();
    for (Printed each : printed) {
      LoadedImage from = requireNonNull(modules.get(each.from().module()));
      arrangement(from)
          .ifPresent(
              of ->
                  bound
                      .computeIfAbsent(of.title(), none -> new TreeSet<>())
                      .add(each.isThrown() ? thrown(each) : folder(modules, each.target())));
    }
    assertSame(expected, bound);
  }

  private static String thrown(Printed row) {
    return row.module().matches("File(NotFound|Load)Exception") ? "nothing" : row.module();
  }

  private static String folder(Map<ModuleID, LoadedImage> modules, TypeKey type) {
    Path file = Path.of(requireNonNull(modules.get(type.module())).image().file());
    return file.getName(file.getNameCount() - 2).toString();
  }

  private static void assertSame(Map<String, ?> expected, Map<String, ?> found) {
    List<String> wrong = new ArrayList<>();
    expected.forEach(
        (title, wanted) -> {
          if (!wanted.equals(found.get(title))) {
            wrong.add(title + ": " + found.get(title) + ", not " + wanted);
          }
        });
    assertEquals(List.of(), wrong, () -> String.join("\n", wrong));
  }

  @Test
  void references_whenTheLoadContextsAreReported_leadWhereTheRuntimeBindsThem() throws IOException {
    Session session = new Session();
    reported().passTo(session.feed());
    assertVerdicts(Arrangement::reported, session);
  }

  @Test
  void references_whenBaseTypesAreObservedToo_leadWhereTheRuntimeBindsThem() throws IOException {
    Session session = recorded();
    long end = session.now().time();
    reported()
        .passTo(
            new RuntimeFeed() {
              @Override
              public void loadContextReported(long at, AssemblyID assembly, String context) {
                session.feed().loadContextReported(end, assembly, context);
              }
            });
    assertVerdicts(Arrangement::observed, session);
  }

  /** The agent has no load contexts. Where the runtime throws, it cannot know. */
  @Test
  void references_whenBaseTypesAreObservedOnly_leadNowhereElse() throws IOException {
    Map<String, Set<Verdict>> found = verdicts(recorded().now());
    for (Arrangement each : ALL) {
      Set<Verdict> verdicts = found.getOrDefault(each.title(), Set.of(Verdict.WRONG));
      assertTrue(
          each.bound().equals("nothing") || !verdicts.contains(Verdict.WRONG),
          () -> each.title() + ": " + verdicts);
    }
    assertEquals(Set.of(Verdict.SAME), found.get("others"));
  }
}
