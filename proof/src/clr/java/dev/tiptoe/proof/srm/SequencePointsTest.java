// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.srm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.body.Body;
import dev.tiptoe.metadata.image.CustomDebugInformation;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.ImageSymbols;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The source of every sequence point as {@link ImageSymbols} answers it, and of the offset behind
 * it, against the points that System.Reflection.Metadata reads.
 */
class SequencePointsTest {

  private static final String DOCUMENT = "0x30";
  private static final String METHOD = "0x31";
  private static final String CUSTOM = "0x37";
  private static final String SOURCE_LINK = "cc110556-a091-4d38-9fec-25ab9a351a6a";
  private static final String EMBEDDED_SOURCE = "0e8a571b-6926-466e-b4ad-8ab04611f5fe";

  /** More differences are not collected. */
  private static final int MOST = 20;

  /** What was compared. */
  record Counts(
      int pdbs, int documents, int methods, int points, int hidden, int links, int sources) {}

  /** A point as the witness prints it; no line if it is hidden. */
  private record Point(int offset, String document, String lines) {

    static Point parse(String text) {
      int at = text.indexOf('@');
      int blank = text.indexOf(' ');
      return new Point(
          Integer.parseInt(text.substring(0, at)),
          text.substring(at + 1, blank),
          text.substring(blank + 1));
    }

    boolean isHidden() {
      return lines.equals("hidden");
    }
  }

  @Test
  void points_ofTheTestAssemblies_areTheSame() throws Exception {
    Path assemblies = TestAssembly.CONSTRUCTS.path().resolve("../..").normalize();
    Counts counts = compare(assemblies);
    assertTrue(counts.pdbs() >= 8 && counts.points() >= 3_132, counts::toString);
    assertTrue(counts.sources() >= 10, counts::toString);
  }

  @Test
  void points_ofTheRuntime_areTheSame() throws Exception {
    assertEquals(new Counts(1, 127, 708, 3_272, 896, 1, 3), compare(TestRuntime.directory()));
  }

  static Counts compare(Path folder) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Installation.current().host().toString(),
                TestRuntime.directory().toString(),
                TestAssembly.METADATA_DUMP.path().toString(),
                "symbols",
                folder.toString(),
                TestRuntime.directory().toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    Comparison comparison = new Comparison(folder);
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        comparison.take(line.split("\t", -1));
      }
    }
    assertEquals(0, process.waitFor());
    assertEquals(List.of(), comparison.differences);
    return comparison.counts();
  }

  /** Compares line by line. */
  private static final class Comparison {

    private final Path folder;
    private final List<String> differences = new ArrayList<>();
    private final Map<String, String> documents = new HashMap<>();
    private Optional<ImageSymbols> symbols = Optional.empty();
    private Optional<Image> module = Optional.empty();
    private Optional<Image> pdb = Optional.empty();
    private String file = "";
    private int pdbs;
    private int allDocuments;
    private int methods;
    private int points;
    private int hidden;
    private int links;
    private int sources;

    Comparison(Path folder) {
      this.folder = folder;
    }

    Counts counts() {
      return new Counts(pdbs, allDocuments, methods, points, hidden, links, sources);
    }

    void take(String[] line) throws IOException {
      String row = line[0];
      if (row.equals("module")) {
        file = line[1];
        symbols = Optional.empty();
        documents.clear();
      } else if (row.startsWith(DOCUMENT)) {
        open();
        documents.put(row, line[2].replace("\\\\", "\\"));
        allDocuments++;
      } else if (row.startsWith(METHOD) && !line[4].isEmpty()) {
        method(Token.parse(row).orElseThrow().rid(), line[4]);
      } else if (row.startsWith(CUSTOM)) {
        custom(Token.parse(row).orElseThrow().rid(), line[2]);
      }
    }

    private void open() throws IOException {
      if (symbols.isEmpty()) {
        Image image = Image.open(folder.resolve(file));
        PortablePdb found = PortablePdb.of(image);
        module = Optional.of(image);
        pdb = found.found();
        symbols = Optional.of(ImageSymbols.of(image, found));
        pdbs++;
      }
    }

    /**
     * Consecutive points: each has the offsets up to the next, or to the end of the code. Offset 0
     * has the first source of the method where its own IL has none.
     */
    private void method(int rid, String text) {
      methods++;
      Token token = Token.parse(String.format("0x06%06x", rid)).orElseThrow();
      int size = Body.codeSize(new MethodDef(module.orElseThrow(), rid));
      String visible = "none";
      Point[] all = points(text);
      for (int i = 0; i < all.length; i++) {
        points++;
        hidden += all[i].isHidden() ? 1 : 0;
        visible =
            all[i].isHidden() ? visible : documents.get(all[i].document()) + " " + all[i].lines();
        compare(token, all[i].offset(), all[i].offset() == 0 ? first(all) : visible);
        if (i + 1 == all.length || all[i + 1].offset() > all[i].offset() + 1) {
          boolean isBehind = size > 0 && all[i].offset() + 1 >= size;
          compare(token, all[i].offset() + 1, isBehind ? "none" : visible);
        }
      }
    }

    private String first(Point[] all) {
      for (Point point : all) {
        if (!point.isHidden()) {
          return documents.get(point.document()) + " " + point.lines();
        }
      }
      return "none";
    }

    /** Points are separated by blanks, and have one inside. */
    private static Point[] points(String text) {
      String[] words = text.split(" ", -1);
      Point[] all = new Point[words.length / 2];
      for (int i = 0; i < all.length; i++) {
        all[i] = Point.parse(words[2 * i] + " " + words[2 * i + 1]);
      }
      return all;
    }

    private void compare(Token method, int offset, String expected) {
      String actual =
          symbols.orElseThrow().source(method, offset) instanceof SourcePlace.Known known
              ? known.document().path()
                  + " "
                  + known.startLine()
                  + ":"
                  + known.startColumn()
                  + "-"
                  + known.endLine()
                  + ":"
                  + known.endColumn()
              : "none";
      if (!actual.equals(expected) && differences.size() < MOST) {
        differences.add(file + " " + method + "+" + offset + ": " + expected + " but " + actual);
      }
    }

    private void custom(int rid, String kind) {
      String own =
          new CustomDebugInformation(pdb.orElseThrow(), rid)
              .kind()
              .map(Object::toString)
              .orElse("none");
      if (!own.equals(kind) && differences.size() < MOST) {
        differences.add(file + " has information " + rid + " of kind " + kind + " but " + own);
      }
      links += kind.equals(SOURCE_LINK) ? 1 : 0;
      sources += kind.equals(EMBEDDED_SOURCE) ? 1 : 0;
    }
  }
}
