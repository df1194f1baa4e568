// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.ReportedName;
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
import java.util.List;

/**
 * Lists the distinct frames of a {@code .nettrace} file, the most frequent first, as rows like
 * those of a list. Stateless.
 */
final class NettraceWork {

  private static final byte[] MAGIC = "Nettrace".getBytes(StandardCharsets.US_ASCII);

  private static final long MOST_COPIED = 8L << 30;

  private static final List<String> COLUMNS =
      List.of("count", "module", "token", "il_offset", "reported_name");

  private NettraceWork() {}

  static boolean isIn(byte[] head) {
    return head.length >= MAGIC.length
        && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
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
          .forEach(frame -> context.terminal().row(row(frame, context)));
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

  private static Object[] row(EventPipeFrame frame, InputFormat.Context context) {
    String module = frame.module().map(LoadedModule::path).orElse("");
    String token = frame.methodDef().isNil() ? "" : frame.methodDef().toString();
    List<Object> cells = new ArrayList<>();
    cells.add(frame.count());
    cells.add(module);
    cells.add(token);
    cells.add(frame.ilOffset().isPresent() ? frame.ilOffset().getAsInt() : "");
    cells.add(frame.name().map(NettraceWork::text).orElse(""));
    cells.addAll(
        token.isEmpty() || module.isEmpty()
            ? ResolvedRow.unknown("the file does not say which method it is")
            : ResolvedRow.of(
                    context.symbols(),
                    new ResolvedRow.Cells(module, token, String.valueOf(cells.get(3)), ""))
                .values());
    return cells.toArray();
  }
}
