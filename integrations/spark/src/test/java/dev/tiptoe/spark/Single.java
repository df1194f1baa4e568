// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.RecordedProfile;
import dev.tiptoe.profile.Timeline;
import dev.tiptoe.profile.format.ProfileReader;
import dev.tiptoe.symbols.FrameAnswer;
import dev.tiptoe.symbols.MethodSymbol;
import dev.tiptoe.symbols.NativePlace;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.symbols.index.IndexFolder;
import dev.tiptoe.symbols.index.SymbolIndex;
import dev.tiptoe.trace.RecordedSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** What one process without Spark makes of profiles: a line for each frame of each sample. */
final class Single {

  private static final Set<FrameDetail> DETAILS =
      EnumSet.of(
          FrameDetail.SOURCE, FrameDetail.IL_OFFSET, FrameDetail.SOURCE_LINE, FrameDetail.RVA);

  /** The same of the tables of a run. */
  static final String JOINED =
      """
      SELECT regexp_extract(path, '[^/]*$', 0), elapsed, thread, weight, nanos, depth, method, mvid,
             token, il, rva, frames.written, frames.name, frames.file, frames.line, frames.outcome
      FROM (SELECT source, elapsed, thread, weight, nanos, stack FROM samples)
      JOIN (SELECT source, path FROM sources) USING (source)
      JOIN (SELECT source, stack, posexplode(locations) AS (depth, location) FROM stacks)
        USING (source, stack)
      JOIN (SELECT source, location, frame, method FROM locations) USING (source, location)
      LEFT JOIN frames USING (frame)
      """;

  private Single() {}

  /** Returns the lines of all files of a folder, sorted. */
  static List<String> lines(Path profiles, Path indexes) throws IOException {
    IndexFolder folder = IndexFolder.open(indexes, problem -> {});
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(profiles)) {
      for (Path file : files.toList()) {
        add(file, read(file), folder, lines);
      }
    }
    Collections.sort(lines);
    return lines;
  }

  static Profile read(Path file) throws IOException {
    if (ProfileReader.reads(file)) {
      return ProfileReader.read(file, DETAILS).profile();
    }
    RecordedSession recorded =
        RecordedSession.readForStacks(file, Symbols.none(), (bytes, total) -> {});
    return RecordedProfile.read(recorded, DETAILS, (bytes, total) -> {});
  }

  private static void add(Path file, Profile profile, IndexFolder folder, List<String> lines) {
    Timeline timeline = profile.timeline();
    List<String> threads = profile.threadNames();
    for (int cell = 0; cell < timeline.size(); cell++) {
      int row = timeline.row(cell);
      List<Frame> frames = profile.framesOf(row);
      for (int depth = 0; depth < frames.size(); depth++) {
        lines.add(
            String.join(
                "|",
                String.valueOf(file.getFileName()),
                "" + timeline.time(cell),
                threads.get(profile.thread(row)),
                "" + timeline.count(cell),
                "" + timeline.nanos(cell),
                "" + depth,
                frames.get(depth).shown(),
                answer(frames.get(depth), folder)));
      }
    }
  }

  private static String answer(Frame frame, IndexFolder folder) {
    Optional<UUID> mvid = frame.module().mvid();
    boolean isKnown = mvid.isPresent() && (frame.methodDef() != 0 || frame.rva() != 0);
    if (!isKnown) {
      return "null|null|null|null|null|null|null|null|null";
    }
    int il = Math.max(0, frame.ilOffset());
    String key =
        frame.methodDef() != 0
            ? frame.methodDef() + "|" + il + "|null"
            : "null|null|" + Integer.toUnsignedLong(frame.rva());
    return mvid.get() + "|" + key + "|" + names(frame, mvid.get(), il, folder);
  }

  private static String names(Frame frame, UUID mvid, int il, IndexFolder folder) {
    int module = folder.module(mvid.getMostSignificantBits(), mvid.getLeastSignificantBits());
    if (module == IndexFolder.NONE) {
      return "null|null|null|null|no_index";
    }
    SymbolIndex index = folder.symbols(module);
    Token token = new Token(frame.methodDef());
    int offset = il;
    if (frame.methodDef() == 0) {
      if (!(index.nativeCode(frame.rva()) instanceof NativePlace.Known code)) {
        return "null|null|null|null|no_method";
      }
      token = code.methodDef();
      offset = code.ilOffset().orElse(0);
    }
    if (token.table() != MethodDef.TABLE
        || !(Symbols.frame(index, token, offset) instanceof FrameAnswer.Known known)) {
      return "null|null|null|null|no_method";
    }
    MethodSymbol method = known.method();
    String names = method.written().text() + "|" + method.shown() + "|";
    return known
        .source()
        .known()
        .map(
            at ->
                names
                    + at.document().path()
                    + "|"
                    + at.startLine()
                    + "|"
                    + (at.precision() == SourcePlace.Precision.EXACT ? "line" : "line_or_after"))
        .orElse(names + "null|null|name");
  }
}
