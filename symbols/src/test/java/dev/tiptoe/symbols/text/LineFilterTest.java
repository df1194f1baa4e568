// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LineFilterTest {

  private static final int MOST = 64;

  /** A stream that gives as many bytes at a time as it likes, and says that it has no more. */
  static InputStream arriving(byte[] bytes, long seed) {
    Random random = new Random(seed);
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] to, int from, int length) {
        return super.read(to, from, Math.min(length, 1 + random.nextInt(40)));
      }

      @Override
      public synchronized int available() {
        return random.nextBoolean() ? 0 : super.available();
      }
    };
  }

  static byte[] filtered(LineFilter filter, InputStream in) throws IOException {
    var out = new ByteArrayOutputStream();
    filter.copy(in, output(out));
    return out.toByteArray();
  }

  private static LineFilter.Output output(ByteArrayOutputStream out) {
    return new LineFilter.Output() {
      @Override
      public void write(byte[] bytes, int from, int length) {
        out.write(bytes, from, length);
      }

      @Override
      public void flush() {
        // It is in memory already.
      }
    };
  }

  /** Puts every line in brackets. */
  private static LineFilter.Piece bracketed(byte[] bytes, int context, int from, int to) {
    assertTrue(from - context <= LineFilter.CONTEXT && to - from <= MOST);
    StringBuilder out = new StringBuilder();
    String lines = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    for (String line : lines.split("(?<=\n)", -1)) {
      if (!line.isEmpty()) {
        out.append(line.endsWith("\n") ? "[" + line.strip() + "]\n" : "[" + line + "|");
      }
    }
    byte[] all = out.toString().getBytes(StandardCharsets.ISO_8859_1);
    return new LineFilter.Piece(all, 0, all.length);
  }

  /** What the filter must write, line by line. */
  private static String expected(String text) {
    StringBuilder out = new StringBuilder();
    for (String line : text.split("(?<=\n)", -1)) {
      if (line.length() > MOST) {
        out.append(line);
      } else if (!line.isEmpty()) {
        out.append(line.endsWith("\n") ? "[" + line.strip() + "]\n" : "[" + line + "|");
      }
    }
    return out.toString();
  }

  @Property(tries = 40)
  void copy_ofLinesOfAnyLength_givesEachWholeLine(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 4) int threads) throws IOException {
    linesOfAnyLength(seed, threads);
  }

  /** Copies lines, of which some are too long. */
  static void linesOfAnyLength(long seed, int threads) throws IOException {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(40); i > 0; i--) {
      int length = random.nextInt(8) == 0 ? MOST - 2 + random.nextInt(300) : random.nextInt(30);
      text.append("x".repeat(length)).append(i == 1 && random.nextBoolean() ? "" : "\n");
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
    LineFilter filter = new LineFilter(LineFilterTest::bracketed, threads, MOST);
    assertEquals(
        expected(text.toString()),
        new String(filtered(filter, arriving(bytes, seed)), StandardCharsets.US_ASCII));
  }

  /** The end of a line counts as one of its bytes. */
  @Test
  void line_ofExactlyTheLimit_isRewritten() throws IOException {
    for (int length = MOST - 2; length <= MOST + 2; length++) {
      String line = "x".repeat(length);
      for (String text :
          List.of(line, line + "\n", "short\n" + line, line + "\nshort\n", line + "\n" + line)) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        for (int seed = 0; seed < 20; seed++) {
          LineFilter filter = new LineFilter(LineFilterTest::bracketed, 1, MOST);
          assertEquals(
              expected(text),
              new String(filtered(filter, arriving(bytes, seed)), StandardCharsets.US_ASCII),
              "of " + length);
        }
      }
    }
  }

  @Test
  void lines_thatAreTooLong_areCounted() throws IOException {
    String text = "short\n" + "x".repeat(3 * MOST) + "\nshort\n" + "x".repeat(MOST + 1);
    LineFilter filter = new LineFilter(LineFilterTest::bracketed, 2, MOST);
    LineFilter.Output nowhere =
        new LineFilter.Output() {
          @Override
          public void write(byte[] bytes, int from, int length) {
            // Only the count is of interest.
          }

          @Override
          public void flush() {
            // Nothing is buffered.
          }
        };
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    assertEquals(2, filter.copy(new ByteArrayInputStream(bytes), nowhere));
    assertEquals(0, filter.copy(new ByteArrayInputStream(new byte[] {'\n'}), nowhere));
  }

  @Property(tries = 40)
  void copy_throughNothing_isTheInput(@ForAll byte[] bytes, @ForAll long seed) throws IOException {
    throughNothing(bytes, seed);
  }

  /** Copies bytes without changing them. */
  static void throughNothing(byte[] bytes, long seed) throws IOException {
    LineFilter filter =
        new LineFilter((all, context, from, to) -> new LineFilter.Piece(all, from, to), 2, 16);
    assertArrayEquals(bytes, filtered(filter, arriving(bytes, seed)));
  }

  @Property(tries = 10)
  void context_isWhatStandsBefore(@ForAll long seed) throws IOException {
    context(seed);
  }

  /** The bytes before the lines are those before them in the input. */
  static void context(long seed) throws IOException {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      text.append(i).append("y".repeat(random.nextInt(90))).append('\n');
    }
    String all = text.toString();
    LineFilter filter =
        new LineFilter(
            (bytes, context, from, to) -> {
              String before = new String(bytes, context, from - context, StandardCharsets.US_ASCII);
              String lines = new String(bytes, from, to - from, StandardCharsets.US_ASCII);
              int at = all.indexOf("\n" + lines) + 1;
              int kept = Math.min(LineFilter.CONTEXT, lines.startsWith("0y") ? 0 : at);
              assertEquals(all.substring(at - kept, at), before);
              return new LineFilter.Piece(bytes, from, to);
            },
            3,
            100);
    byte[] bytes = all.getBytes(StandardCharsets.US_ASCII);
    assertArrayEquals(bytes, filtered(filter, arriving(bytes, seed)));
  }

  @Test
  void problem_ofReadingOrWritingOrRewriting_isThrown() {
    LineFilter filter = new LineFilter(LineFilterTest::bracketed, 2, MOST);
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("broken");
          }

          @Override
          public int read(byte[] to, int from, int length) throws IOException {
            return read();
          }
        };
    IOException reading = assertThrows(IOException.class, () -> filtered(filter, broken));
    assertEquals("broken", reading.getMessage());
    LineFilter failing =
        new LineFilter(
            (bytes, context, from, to) -> {
              throw new IllegalArgumentException("bug");
            },
            2,
            MOST);
    assertThrows(
        IllegalArgumentException.class,
        () -> filtered(failing, new ByteArrayInputStream(new byte[] {'\n'})));
    LineFilter.Output lost =
        new LineFilter.Output() {
          @Override
          public void write(byte[] bytes, int from, int length) throws IOException {
            throw new IOException("lost");
          }

          @Override
          public void flush() {
            // Nothing is buffered.
          }
        };
    byte[] endless = "line\n".repeat(10_000).getBytes(StandardCharsets.US_ASCII);
    assertThrows(IOException.class, () -> filter.copy(new ByteArrayInputStream(endless), lost));
  }

  /** Somebody may wait at the other end while the input goes on. */
  @Test
  @Timeout(60)
  void line_thatHasArrived_isWrittenBeforeTheNext() throws Exception {
    BlockingQueue<String> written = new LinkedBlockingQueue<>();
    LineFilter filter = new LineFilter(LineFilterTest::bracketed, 2, MOST);
    LineFilter.Output output =
        new LineFilter.Output() {
          @Override
          public void write(byte[] bytes, int from, int length) {
            written.add(new String(bytes, from, length, StandardCharsets.US_ASCII));
          }

          @Override
          public void flush() {
            // It is written already.
          }
        };
    try (PipedOutputStream to = new PipedOutputStream()) {
      PipedInputStream in = new PipedInputStream(to);
      Thread copying =
          new Thread(
              () -> {
                try {
                  filter.copy(in, output);
                } catch (IOException e) {
                  written.add(e.toString());
                }
              });
      copying.setDaemon(true);
      copying.start();
      for (String line : new String[] {"one", "two"}) {
        to.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        to.flush();
        assertEquals("[" + line + "]\n", written.poll(50, TimeUnit.SECONDS));
      }
    }
  }
}
