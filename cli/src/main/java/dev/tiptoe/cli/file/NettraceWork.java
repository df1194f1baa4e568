// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.ReportedName;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.trace.eventpipe.EventPipeFormatException;
import dev.tiptoe.trace.eventpipe.EventPipeFrame;
import dev.tiptoe.trace.eventpipe.EventPipeRecording;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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

  private static final byte[] MAGIC = "Nettrace".getBytes(StandardCharsets.US_ASCII);

  private static final long MOST_COPIED = 8L << 30;

  private static final List<String> COLUMNS =
      List.of("count", "module", "token", "il_offset", "reported_name");

  /** The symbols of a module, and the reason where there are none. */
  private record Candidates(List<ModuleSymbols> symbols, String reason) {}

  private final InputFormat.Context context;
  private final Map<LoadedModule, Candidates> modules = new HashMap<>();

  private NettraceWork(InputFormat.Context context) {
    this.context = context;
  }

  static boolean isIn(InputHead head) {
    byte[] bytes = head.bytes();
    return bytes.length >= MAGIC.length
        && Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  static void symbolize(InputStream in, InputFormat.Context context) throws IOException {
    // The list of methods is at the end of the file, so it is read twice.
    Path copy = Files.createTempFile("tiptoe-", ".nettrace");
    try {
      copy(in, copy, context.input(), most(Files.getFileStore(copy).getUsableSpace()));
      EventPipeRecording recording = EventPipeRecording.read(copy, new Session());
      recording
          .remarks()
          .forEach(remark -> context.terminal().note(context.input() + ": " + remark));
      List<Object> header = new ArrayList<>(COLUMNS);
      header.addAll(ResolvedRow.COLUMNS);
      context.terminal().row(header.toArray());
      recording.frames().stream()
          .sorted(Comparator.comparingLong(EventPipeFrame::count).reversed())
          .forEach(new NettraceWork(context)::print);
    } catch (EventPipeFormatException e) {
      throw new EventPipeFormatException(context.input(), e.offset(), e.reason());
    } finally {
      Files.deleteIfExists(copy);
    }
  }

  /** Returns how many bytes may be copied; half of what is free is for others. */
  static long most(long free) {
    return Math.min(MOST_COPIED, free / 2);
  }

  /** Copies an input, which may have no end, up to a limit. */
  static void copy(InputStream in, Path to, String input, long most) throws IOException {
    byte[] some = new byte[1 << 16];
    long size = 0;
    try (OutputStream out = Files.newOutputStream(to)) {
      for (int read = in.read(some); read >= 0; read = in.read(some)) {
        size += read;
        if (size > most) {
          throw new EventPipeFormatException(
              input,
              most,
              "more than "
                  + (most >> 20)
                  + " MiB, the most that is kept in a temporary file (at most 8 GiB, and half of"
                  + " what is free in "
                  + to.getParent()
                  + ")");
        }
        out.write(some, 0, read);
      }
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
