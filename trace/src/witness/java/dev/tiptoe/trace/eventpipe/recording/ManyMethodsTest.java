// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import static dev.tiptoe.trace.eventpipe.format.NettraceBytes.RUNDOWN;
import static dev.tiptoe.trace.eventpipe.format.NettraceBytes.RUNTIME;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.trace.RecordedSession;
import dev.tiptoe.trace.eventpipe.format.FieldWriter;
import dev.tiptoe.trace.eventpipe.format.NettraceBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files with more events about methods than a small heap can hold as they are. */
@Tag("quarter-1")
class ManyMethodsTest {

  private static final int METHODS = 60_000;

  @TempDir private Path folder = Path.of("");

  /** Prints how many methods are known, and what is said about the others. */
  static final class Main {

    private Main() {}

    public static void main(String[] args) throws IOException {
      RecordedSession recorded = RecordedSession.read(Path.of(args[0]));
      System.out.println(recorded.session().now().ids().functions().count());
      recorded
          .eventPipe()
          .orElseThrow()
          .remarks()
          .forEach(remark -> System.out.println(remark.replaceAll("\\d+ (facts|MiB)", "N $1")));
    }
  }

  /** A file that reports the methods, their code and its IL again and again. */
  private Path file(int methods, int times) throws IOException {
    NettraceBytes file =
        new NettraceBytes()
            .defines(143, RUNTIME, 143)
            .defines(190, RUNTIME, 190)
            .defines(244, RUNDOWN, 144);
    long ticks = 0;
    for (int i = 0; i < times * methods; i++) {
      long method = 1L + i % methods;
      long at = ticks += 30;
      int number = 3 * i;
      file.events(
          block -> {
            NettraceBytes.event(block, 143, number, at, code(method));
            NettraceBytes.event(block, 190, 0, 1, il(method));
            NettraceBytes.event(block, 244, 0, 1, code(method));
          });
    }
    return Files.write(folder.resolve("many.nettrace"), file.toArray());
  }

  private static byte[] code(long id) {
    return new FieldWriter()
        .i64(0x7f00_0000_0000L + 32 * id)
        .i64(0x300)
        .i64(0x7d00_0000_0000L + 256 * id)
        .i32(200)
        .i32(0x06000000 | (int) id)
        .i32(8)
        .utf16("Shop.Type" + id / 10)
        .utf16("Method" + id)
        .utf16("void ()")
        .u16(9)
        .i64(0)
        .toArray();
  }

  private static byte[] il(long id) {
    FieldWriter fields = new FieldWriter().i64(0x7f00_0000_0000L + 32 * id).i64(0).u8(0).u16(10);
    for (int i = 0; i < 10; i++) {
      fields.i32(5 * i);
    }
    for (int i = 0; i < 10; i++) {
      fields.i32(20 * i);
    }
    return fields.toArray();
  }

  private String read(String heap, Path file) throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    int status =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                heap,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start()
            .waitFor();
    assertEquals(0, status, Files.readString(out));
    return Files.readString(out);
  }

  @Test
  void methodsThatAreReportedAgainAndAgain_takeTheMemoryOfOneReport() throws Exception {
    Path file = file(2000, 60);
    assertEquals("2000\n", read("-Xmx24m", file));
  }

  @Test
  void methodsBeyondTheHeap_areLeftOutWithANote() throws Exception {
    Path file = file(METHODS, 1);
    assertEquals(METHODS + "\n", read("-Xmx96m", file));
    String note =
        "N facts were left out: the heap of N MiB has no room for them;"
            + " JAVA_TOOL_OPTIONS=-Xmx4g sets it to 4 GiB\n";
    String out = read("-Xmx48m", file);
    assertEquals(note, out.substring(out.indexOf('\n') + 1));
  }
}
