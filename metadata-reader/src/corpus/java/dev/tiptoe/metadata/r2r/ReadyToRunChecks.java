// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.container.PeFile;
import dev.tiptoe.metadata.container.SectionType;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.Corpus;
import java.util.List;
import java.util.function.ToIntBiFunction;

/** Checks of ReadyToRun images, each against itself. */
public final class ReadyToRunChecks {

  private ReadyToRunChecks() {}

  /** Looks at the images that have code, and counts what there was to look at. */
  private static final class Counted implements Corpus.Check<Image> {

    private final int least;
    private final String what;
    private final ToIntBiFunction<Image, ReadyToRun> check;
    private int seen;

    Counted(int least, String what, ToIntBiFunction<Image, ReadyToRun> check) {
      this.least = least;
      this.what = what;
      this.check = check;
    }

    @Override
    public void visit(Image image) {
      seen += ReadyToRun.of(image).map(code -> check.applyAsInt(image, code)).orElse(0);
    }

    /** A part of the files may have few, but a hundredth of all at least. */
    @Override
    public void end(boolean all) {
      assertTrue(seen > (all ? least : least / 100), seen + " " + what);
    }
  }

  /** Reads an image without damage. */
  public static Corpus.Check<Image> damage() {
    return new Counted(
        250,
        "images",
        (image, code) -> {
          assertEquals(List.of(), code.damage());
          assertTrue(code.isKnownVersion());
          return 1;
        });
  }

  /** All code is some method's, and no code is two methods'. */
  public static Corpus.Check<Image> functions() {
    return new Counted(250_000, "functions", ReadyToRunChecks::functions);
  }

  private static int functions(Image image, ReadyToRun code) {
    int seen = 0;
    int end = 0;
    for (EntryPoint method : code.methods()) {
      for (CodeRange range : code.code(method)) {
        assertTrue(range.begin() >= end && range.size() > 0, image + ": " + range);
        end = range.end();
        assertAt(code, method, range, range.begin());
        assertAt(code, method, range, range.end() - 1);
        seen++;
      }
    }
    assertEquals(section(image, code, SectionType.RUNTIME_FUNCTIONS).length() / 12, seen);
    return seen;
  }

  private static void assertAt(ReadyToRun code, EntryPoint method, CodeRange range, int rva) {
    CodeAt.Method found = assertInstanceOf(CodeAt.Method.class, code.methodAt(rva));
    assertEquals(method, found.method());
    assertEquals(range, found.part());
    assertEquals(rva - code.code(method).get(0).begin(), found.offset());
  }

  private static Bytes section(Image image, ReadyToRun code, SectionType section) {
    return new Parts((PeFile) image.metadata().container(), code.header()).get(section);
  }

  /** A method's token leads back to its code. */
  public static Corpus.Check<Image> tokens() {
    return new Counted(200_000, "methods", ReadyToRunChecks::tokens);
  }

  private static int tokens(Image image, ReadyToRun code) {
    int seen = 0;
    for (EntryPoint method : code.methods()) {
      if (method instanceof EntryPoint.OfMethodDef) {
        assertEquals(method, code.find(0, method.method()).orElseThrow());
        assertTrue(image.contains(method.method()), image + ": " + method);
        seen++;
      }
    }
    return seen;
  }

  /** The compiler's hash of each signature's names is the hash of the names we read. */
  public static Corpus.Check<Image> hashes(Corpus<Image> corpus) {
    return new Counted(60_000, "instances", (image, code) -> hashes(corpus, image, code));
  }

  private static int hashes(Corpus<Image> corpus, Image image, ReadyToRun code) {
    VersionResilientHash hashes = new VersionResilientHash(index -> module(corpus, code, index));
    Bytes section = section(image, code, SectionType.INSTANCE_METHOD_ENTRY_POINTS);
    NativeHashtable table = new NativeHashtable(section);
    int[] seen = {0};
    table.forEach(
        (at, hash) -> {
          Cursor cursor = new Cursor(section);
          cursor.moveTo(at);
          InstanceSignature signature = new ZapSigParser(cursor).method();
          int mask = (1 << table.hashBits()) - 1;
          assertEquals(hash, hashes.method(signature) & mask, () -> image + ": " + signature);
          seen[0]++;
          return true;
        });
    return seen[0];
  }

  private static Image module(Corpus<Image> corpus, ReadyToRun code, int index) {
    ModuleOverride module = code.module(index);
    if (module instanceof ModuleOverride.Assembly assembly) {
      Image image = corpus.named(assembly.reference().name() + ".dll").orElseThrow();
      assembly.mvid().ifPresent(mvid -> assertEquals(mvid, image.mvid().orElseThrow()));
      return image;
    }
    return assertInstanceOf(ModuleOverride.Own.class, module).image();
  }
}
