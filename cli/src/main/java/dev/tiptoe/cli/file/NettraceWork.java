// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.terminal.TemporaryFile;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.ReportedName;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.trace.eventpipe.format.EventPipeFormatException;
import dev.tiptoe.trace.eventpipe.recording.EventPipeFrame;
import dev.tiptoe.trace.eventpipe.recording.EventPipeRecording;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lists the distinct frames of a {@code .nettrace} file, the most frequent first, as rows like
 * those of a list. For one file and one thread.
 *
 * <p>The symbols of a module are those of the build that names the PDB in the file; by its name
 * alone they are found where the file does not say which PDB that is, and in symbol indexes of
 * version 1.0, which do not say it either.
 */
final class NettraceWork {

  private static final List<String> COLUMNS =
      List.of("count", "module", "token", "il_offset", "reported_name");

  /** The symbols of a module, and the reason where there are none. */
  private record Candidates(List<ModuleSymbols> symbols, String reason) {}

  private final InputFormat.Context context;
  private final Map<LoadedModule, Candidates> modules = new HashMap<>();

  private NettraceWork(InputFormat.Context context) {
    this.context = context;
  }

  static void symbolize(InputStream in, InputFormat.Context context) throws IOException {
    // The list of methods is at the end of the file, so it is read twice.
    try (TemporaryFile copy = TemporaryFile.copyOf(in, "input.nettrace", context.input())) {
      EventPipeRecording recording = EventPipeRecording.read(copy.path(), new Session());
      List<EventPipeFrame> frames = recording.frames();
      recording
          .remarks()
          .forEach(remark -> context.terminal().note(context.input() + ": " + remark));
      List<Object> header = new ArrayList<>(COLUMNS);
      header.addAll(ResolvedRow.COLUMNS);
      context.terminal().row(header.toArray());
      frames.stream()
          .sorted(Comparator.comparingLong(EventPipeFrame::count).reversed())
          .forEach(new NettraceWork(context)::print);
    } catch (EventPipeFormatException e) {
      throw new EventPipeFormatException(context.input(), e.offset(), e.reason());
    }
  }

  private static String text(ReportedName name) {
    return (name.type().isEmpty() ? "" : name.type() + ".") + name.name() + name.parameters();
  }

  private void print(EventPipeFrame frame) {
    String module = frame.module().map(LoadedModule::path).orElse("");
    String token = frame.methodDef().isNil() ? "" : frame.methodDef().toString();
    String offset = frame.ilOffset().isPresent() ? String.valueOf(frame.ilOffset().getAsInt()) : "";
    List<Object> cells = new ArrayList<>();
    cells.add(frame.count());
    cells.add(module);
    cells.add(token);
    cells.add(offset);
    cells.add(frame.name().map(NettraceWork::text).orElse(""));
    cells.addAll(
        token.isEmpty() || module.isEmpty()
            ? ResolvedRow.unknown(
                "the file does not say which "
                    + (token.isEmpty() ? "method it is" : "module the method is of"))
            : resolved(
                frame.module().orElseThrow(), new ResolvedRow.Cells(module, token, offset, "")));
    context.terminal().row(cells.toArray());
  }

  private List<String> resolved(LoadedModule module, ResolvedRow.Cells cells) {
    Candidates found = modules.computeIfAbsent(module, this::candidates);
    return found.symbols().isEmpty()
        ? ResolvedRow.unknown(found.reason())
        : ResolvedRow.of(found.symbols(), cells).values();
  }

  private Candidates candidates(LoadedModule module) {
    Symbols symbols = context.symbols();
    String name = module.fileName();
    List<ModuleSymbols> found =
        module.pdb().map(pdb -> symbols.named(name, pdb)).orElseGet(() -> symbols.named(name));
    if (!found.isEmpty() || symbols.named(name).isEmpty()) {
      return new Candidates(found, "no symbols of " + module.path());
    }
    String reason = name + " at hand is another build";
    context.terminal().note(context.input() + ": " + reason);
    return new Candidates(found, reason);
  }
}
