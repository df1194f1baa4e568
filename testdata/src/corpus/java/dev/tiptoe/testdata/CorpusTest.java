// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Visits of the corpus that take the names of the files for their contents. */
class CorpusTest {

  private static final String PART = "corpus.part";

  private final String part = System.getProperty(PART, "0");
  private final List<String> opened = new ArrayList<>();
  private final Corpus<String> corpus = Corpus.of(this::open);

  @AfterEach
  void restorePart() {
    System.setProperty(PART, part);
  }

  private String open(Path file) throws IOException {
    String name = file.getFileName().toString();
    opened.add(name);
    if (name.equals("System.Linq.dll")) {
      throw new IOException("cannot be opened");
    }
    return name;
  }

  /** Remembers what it has seen, and fails for one file. */
  private static final class Seeing implements Corpus.Check<String> {

    private final List<String> seen = new ArrayList<>();
    private final String bad;
    private Optional<Boolean> all = Optional.empty();

    Seeing(String bad) {
      this.bad = bad;
    }

    @Override
    public void visit(String name) {
      seen.add(name);
      assertFalse(name.startsWith(bad), "bad");
    }

    @Override
    public void end(boolean isAll) {
      all = Optional.of(isAll);
    }
  }

  private static List<String> names(List<Path> files) {
    return files.stream().map(file -> file.getFileName().toString()).toList();
  }

  @Test
  void parts_together_areAllFiles() {
    List<String> seen = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      System.setProperty(PART, Integer.toString(i));
      Seeing check = new Seeing("none");
      List<Corpus.Result> results = Corpus.of(Path::toString).check("names", check).visit();
      results.forEach(Corpus.Result::assertPassed);
      assertEquals(
          List.of("file_ofTheRuntime_isOpened", "names"),
          results.stream().map(Corpus.Result::name).toList());
      assertEquals(Optional.of(false), check.all);
      seen.addAll(check.seen);
    }
    assertEquals(
        corpus.files().stream().map(Path::toString).toList(), seen.stream().sorted().toList());
  }

  @Test
  void file_thatFails_hidesNoOther() {
    System.setProperty(PART, "all");
    Seeing sound = new Seeing("none");
    Seeing failing = new Seeing("System.T");
    List<Corpus.Result> results = corpus.check("sound", sound).check("failing", failing).visit();
    assertEquals(names(corpus.files()), opened);
    assertEquals(sound.seen, failing.seen);
    assertEquals(corpus.files().size() - 1, sound.seen.size());
    assertEquals(Optional.of(false), sound.all);
    results.get(1).assertPassed();
    AssertionError opening = assertThrows(AssertionError.class, results.get(0)::assertPassed);
    assertTrue(
        String.valueOf(opening.getMessage())
            .contains("System.Linq.dll: java.io.UncheckedIOException"));
    AssertionError error = assertThrows(AssertionError.class, results.get(2)::assertPassed);
    assertTrue(String.valueOf(error.getMessage()).startsWith("failing: "), error::getMessage);
    assertTrue(String.valueOf(error.getMessage()).contains("\n  System.Threading.dll: "));
    assertTrue(error.getSuppressed().length > 10);
  }

  @Test
  void end_afterAllFiles_isReported() {
    System.setProperty(PART, "all");
    Seeing sound = new Seeing("none");
    Seeing failing = new Seeing("System.T");
    Corpus.of(file -> file.getFileName().toString())
        .check("sound", sound)
        .check("failing", failing)
        .visit();
    assertEquals(Optional.of(true), sound.all);
    assertEquals(Optional.of(false), failing.all);
  }

  @Test
  void file_thatIsAskedFor_isOpenedOnce() {
    assertEquals(Optional.of("System.Text.Json.dll"), corpus.named("System.Text.Json.dll"));
    assertEquals(Optional.of("System.Text.Json.dll"), corpus.named("System.Text.Json.dll"));
    assertEquals(Optional.empty(), corpus.named("None.dll"));
    assertEquals(List.of("System.Text.Json.dll"), opened);
  }

  @Test
  void part_thatIsNone_isRefused() {
    for (String none : List.of("8", "-1", "some")) {
      System.setProperty(PART, none);
      assertThrows(IllegalArgumentException.class, corpus::visit);
    }
  }
}
