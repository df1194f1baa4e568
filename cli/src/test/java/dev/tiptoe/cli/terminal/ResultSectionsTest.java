// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ResultSections.Task;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.testdata.command.UntrustedText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whatever the threads do, what is printed is in order. */
class ResultSectionsTest {

  /** More than may wait for its turn. */
  private static final int MUCH = 20 << 20;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Terminal terminal = new Terminal("tiptoe", InputStream.nullInputStream(), out, err);

  private String printed(ResultSections.Work... works) throws IOException {
    List<Task> tasks = new ArrayList<>();
    for (ResultSections.Work work : works) {
      tasks.add(new Task(0, work));
    }
    ResultSections.print(terminal, "working", tasks);
    terminal.finish(0);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void sections_ofManyTasks_areInTheirOrder() throws IOException {
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      int number = i;
      tasks.add(
          new Task(
              (long) (i % 7) << 26,
              section -> {
                for (int line = 0; line < number % 100; line++) {
                  section.line(number + " " + line);
                }
                section.then(() -> terminal.note(String.valueOf(number)));
                section.row(number, "end");
              }));
    }
    ResultSections.print(terminal, "working", tasks);
    terminal.finish(0);
    String expected =
        IntStream.range(0, 1_000)
            .mapToObj(
                i ->
                    IntStream.range(0, i % 100)
                            .mapToObj(line -> i + " " + line + "\n")
                            .collect(Collectors.joining())
                        + i
                        + "\tend\n")
            .collect(Collectors.joining());
    assertEquals(expected, out.toString(StandardCharsets.UTF_8));
    assertEquals(
        IntStream.range(0, 1_000)
            .mapToObj(i -> "tiptoe: " + i + "\n")
            .collect(Collectors.joining()),
        err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void tasks_withoutAny_printNothing() throws IOException {
    assertEquals("", printed());
  }

  /** With one processor the second begins after the first, which must not wait for it then. */
  @Test
  void section_thatIsDoneFirst_waitsForTheOneBefore() throws IOException {
    CountDownLatch second = new CountDownLatch(1);
    boolean parallel = Runtime.getRuntime().availableProcessors() > 1;
    assertEquals(
        "first\nsecond\n",
        printed(
            section -> {
              if (parallel) {
                await(second);
              }
              section.line("first");
            },
            section -> {
              section.line("second");
              second.countDown();
            }));
  }

  @Test
  void section_ofMoreThanMayWait_isWhole() throws IOException {
    String line = "x".repeat(1_000);
    ResultSections.Work much =
        section -> {
          for (int i = 0; i < MUCH / line.length(); i++) {
            section.line(line);
          }
        };
    String printed = printed(much, section -> section.line("between"), much);
    assertEquals(2 * (MUCH / line.length()) + 1, printed.lines().count());
    assertEquals("between", printed.lines().skip(MUCH / line.length()).findFirst().orElseThrow());
  }

  @Test
  void exception_ofATask_isThrownInItsPlace() {
    IllegalStateException problem = new IllegalStateException("odd");
    AtomicInteger begun = new AtomicInteger();
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      int number = i;
      tasks.add(
          new Task(
              0,
              section -> {
                begun.incrementAndGet();
                section.line(String.valueOf(number));
                if (number >= 5) {
                  throw number == 5 ? problem : new IllegalStateException("a later one");
                }
              }));
    }
    assertSame(
        problem,
        assertThrows(
            IllegalStateException.class, () -> ResultSections.print(terminal, "working", tasks)));
    terminal.finish(0);
    assertEquals("0\n1\n2\n3\n4\n5\n", out.toString(StandardCharsets.UTF_8));
    assertTrue(begun.get() < tasks.size(), "the rest was done all the same");
  }

  @Test
  void ioException_ofATask_isThrown() {
    IOException problem = new IOException("gone");
    assertSame(
        problem,
        assertThrows(
            IOException.class,
            () ->
                printed(
                    section -> {
                      throw problem;
                    })));
  }

  @Test
  void output_thatIsLost_endsAllTasks() {
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int octet) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    Terminal lost = new Terminal("tiptoe", InputStream.nullInputStream(), closed, err);
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      tasks.add(
          new Task(
              0,
              section -> {
                // It ends because nobody reads.
                while (true) {
                  section.line("x".repeat(1_000));
                }
              }));
    }
    assertThrows(Terminal.OutputLost.class, () -> ResultSections.print(lost, "working", tasks));
    assertEquals(ExitCode.OK, lost.finish(ExitCode.NO));
    assertEquals("", err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void problems_ofSections_areCountedAloneAndPrintedInOrder() throws IOException {
    Problems problems = new Problems(terminal);
    List<Long> met = new ArrayList<>();
    ResultSections.Work work =
        section -> {
          Problems ofFile = problems.in(section);
          ofFile.badInput(new Token(0x06000001), "f: gone");
          ofFile.badInput(new Token(0x06000002), "f: gone");
          ofFile.badInput("again");
          section.then(() -> met.add(ofFile.met()));
        };
    printed(work, work);
    assertEquals(
        "tiptoe: 0x06000001 in f: gone\ntiptoe: again\n", err.toString(StandardCharsets.UTF_8));
    assertEquals(List.of(3L, 3L), met);
    assertEquals(ExitCode.BAD_INPUT, problems.exitCode());
  }

  @Test
  void no_ofASection_isTheExitCodeOfAll() throws IOException {
    Problems problems = new Problems(terminal);
    printed(section -> problems.in(section).no());
    assertEquals(ExitCode.NO, problems.exitCode());
  }

  @Test
  void text_ofAnyCharacters_isEscapedAsByTheTerminal() throws IOException {
    String text = "C:\\a " + UntrustedText.IN_UTF_16;
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    String readable = new String(utf8, StandardCharsets.UTF_8);
    String printed =
        printed(
            section -> {
              section.field(utf8, utf8.length).end();
              section.part(utf8, utf8.length).end();
              section.add(new Token(0x0600abcd)).add("ü").end();
            });
    assertEquals(Tsv.field(readable) + "\n" + Printable.of(readable) + "\n0x0600abcdü\n", printed);
    assertFalse(printed.contains("\t"));
  }

  @Test
  void field_ofEachByteAtEachPlace_isEscapedAsByTheTerminal() throws IOException {
    for (int length = 0; length < 20; length++) {
      for (int place = 0; place < length; place++) {
        for (int octet = 0; octet < 0x80; octet++) {
          byte[] text = "a".repeat(length).getBytes(StandardCharsets.US_ASCII);
          text[place] = (byte) octet;
          String string = new String(text, StandardCharsets.US_ASCII);
          assertEquals(Tsv.field(string).equals(string), Printable.isPlain(text, length), string);
        }
      }
    }
  }
}
