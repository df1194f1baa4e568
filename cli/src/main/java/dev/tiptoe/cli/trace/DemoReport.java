// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileViews;
import dev.tiptoe.profile.RecordedProfile;
import dev.tiptoe.profile.view.NarrowStacks;
import dev.tiptoe.resolver.Moment;
import dev.tiptoe.resolver.answer.Hop;
import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.answer.TypeResolution.Resolved;
import dev.tiptoe.resolver.feed.AddressSample.Clock;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.stores.Store;
import dev.tiptoe.trace.EngineState;
import dev.tiptoe.trace.SamplerState;
import dev.tiptoe.trace.SamplerTotals;
import dev.tiptoe.trace.TraceStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The demo's report about the harbour program that it recorded. */
final class DemoReport {

  private static final double COLDEST = 1.5;

  /** Types of the program, each an example of something. */
  private static final List<String> TYPES =
      List.of(
          "Tiptoe.Demo.Harbour",
          "Tiptoe.Demo.Crane",
          "Tiptoe.Demo.Crane+Winch",
          "Tiptoe.Demo.IGoods",
          "Tiptoe.Demo.Crate`1",
          "Tiptoe.Demo.Hold`1",
          "Tiptoe.Demo.Coffee",
          "Tiptoe.Demo.Ship",
          "Tiptoe.Demo.Position",
          "Tiptoe.Demo.Angle",
          "Tiptoe.Demo.Mooring",
          "Tiptoe.Demo.SeaSerpent",
          "Tiptoe.Demo.Treasure`1");

  private final Terminal terminal;
  private final Trace trace;
  private final Moment end;

  DemoReport(Terminal terminal, Trace trace) {
    this.terminal = terminal;
    this.trace = trace;
    this.end = trace.end();
  }

  void print() throws IOException {
    ModuleID demo = end.ids().modulesNamed("Demo").findFirst().map(ModuleFact::id).orElseThrow();
    Image image = image(demo);
    Profile profile = profile();
    stacks(profile);
    lookups(demo, image);
    reference(demo, image);
    statistics();
    terminal.line("");
    terminal.line(
        "The trace is in "
            + trace.file()
            + ". Now try: ./tiptoe ids "
            + trace.file()
            + " --module Demo");
    page(profile);
  }

  /** Writes the page, which any browser opens, and names it in the last line. */
  private void page(Profile profile) throws IOException {
    HtmlPage page = HtmlPage.about(trace.file(), terminal);
    page.write(profile, LoadedEntities.of(trace), "", NarrowStacks.JOINED);
    terminal.line(
        "Flame graph, timeline, methods and types are in "
            + page.path()
            + ", which any browser opens.");
  }

  private Image image(ModuleID id) {
    return end.modules().stream()
        .filter(module -> module.id().equals(id))
        .map(LoadedImage::image)
        .findFirst()
        .orElseThrow();
  }

  private void stacks(Profile recorded) {
    Profile runs = ProfileViews.nativeRuns(recorded);
    StackProfile profile = new StackProfile(runs, Frame::shown);
    String of = profile.clock().map(clock -> " of " + clock.inWords()).orElse("");
    heading("Stacks: where the threads were, in " + profile.stacks() + " samples" + of);
    trace.statistics().engines().forEach(this::refusal);
    CallTreePrinter printer = new CallTreePrinter(terminal, profile.stacks(), COLDEST);
    profile.threads().forEach(printer::print);
  }

  /** Reads the profile with written methods, which need the source. */
  private Profile profile() throws IOException {
    Clock clock = RecordedProfile.clock(trace.recorded(), Optional.empty());
    return StackProfile.read(trace, clock, Set.of(FrameDetail.SOURCE), Store.of(), terminal);
  }

  /** Says why the program was suspended, if it was. */
  private void refusal(EngineState engine) {
    if (engine.condition() == EngineState.Condition.REFUSED) {
      terminal.line(
          "The program was suspended for these, for at most its share of the time: "
              + engine.reason()
              + ".");
    }
  }

  private void lookups(ModuleID demo, Image image) {
    heading("Reverse lookups: from TypeDef tokens of Demo.dll to ClassIDs");
    for (TypeDef type : image.typeDefs()) {
      String name = end.nameOf(demo, type.token());
      if (TYPES.contains(name)) {
        lookup(type.token(), name, end.classIDs(demo, type.token()));
      }
    }
  }

  private void lookup(Token token, String name, LookupAnswer<ClassID> answer) {
    terminal.line(token + "  " + name + ": " + answer.inWords());
    for (ClassID id : answer.ids()) {
      terminal.line("    → " + id + "  " + end.nameOf(id));
    }
    if (answer.isLoaded() && answer.ids().isEmpty()) {
      terminal.line("    → loaded, but no ID of its own was recorded");
    }
  }

  private void reference(ModuleID demo, Image image) {
    heading("A TypeRef: from the program to the type that it means");
    TypeRef object =
        image.typeRefs().stream()
            .filter(reference -> end.nameOf(demo, reference.token()).equals("System.Object"))
            .findFirst()
            .orElseThrow();
    TypeResolution answer = end.typeDef(demo, object.token());
    if (answer.resolved().isPresent()) {
      Resolved resolved = answer.resolved().get();
      for (Hop hop : resolved.trail()) {
        String how = hop.via().table() == TypeRef.TABLE ? "refers to" : "forwards to";
        terminal.line(
            fileName(hop.from().image())
                + " "
                + hop.via()
                + " System.Object  "
                + how
                + "  "
                + hop.to()
                    .image()
                    .assembly()
                    .map(Object::toString)
                    .orElseGet(() -> fileName(hop.to().image()))
                + "  (fit: "
                + hop.tier()
                + ")");
      }
      TypeDef type = resolved.type();
      terminal.line(fileName(type.image()) + " " + type.token() + " System.Object  is the TypeDef");
    } else {
      terminal.line(answer.why());
    }
  }

  private static String fileName(Image image) {
    return String.valueOf(Path.of(image.file()).getFileName());
  }

  private void statistics() {
    heading("Statistics");
    TraceStatistics statistics = trace.statistics();
    var counts = trace.map().history();
    count("modules", counts.modules().count());
    count("classes", counts.classes().count());
    count("functions", counts.functions().count());
    count("samples", statistics.stacks());
    count("µs stopped", statistics.samplerState().map(SamplerState::pausedNanos).orElse(0L) / 1000);
    count("events", statistics.totalRecords());
    count("bytes", statistics.bytes());
    long dropped =
        statistics.sampler().map(SamplerTotals::droppedSamples).orElse(0L)
            + statistics.engines().stream().mapToLong(its -> its.lost() + its.dropped()).sum();
    count("events lost", statistics.identityLost() + statistics.samplesLost() + dropped);
  }

  private void count(String what, long figure) {
    terminal.line(String.format(Locale.ROOT, "%-12s %,12d", what, figure));
  }

  private void heading(String text) {
    terminal.line("");
    terminal.line("── " + text + " " + "─".repeat(Math.max(3, 96 - text.length())));
  }
}
