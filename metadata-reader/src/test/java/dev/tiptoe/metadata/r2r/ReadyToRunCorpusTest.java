// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.container.PeFile;
import dev.tiptoe.metadata.container.SectionType;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every ReadyToRun image of a real runtime, against itself. */
@Tag("clr")
class ReadyToRunCorpusTest {

  private static final Map<String, Image> IMAGES = new HashMap<>();

  private static Image image(String name) {
    return IMAGES.computeIfAbsent(name, ReadyToRunCorpusTest::open);
  }

  private static Image open(String name) {
    try {
      return Image.open(TestRuntime.directory().resolve(name + ".dll"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private interface Check {
    /** Looks at an image; returns how much there was to look at. */
    int of(Image image, ReadyToRun code);
  }

  private static int everywhere(Check check) {
    int total = 0;
    for (Path file : TestRuntime.managedDlls()) {
      Image image = image(file.getFileName().toString().replaceAll("\\.dll$", ""));
      total += ReadyToRun.of(image).map(code -> check.of(image, code)).orElse(0);
    }
    return total;
  }

  @Test
  void image_ofTheRuntime_isReadWithoutDamage() {
    int images =
        everywhere(
            (image, code) -> {
              assertEquals(List.of(), code.damage(), image.file());
              assertTrue(code.isKnownVersion(), image.file());
              return 1;
            });
    assertTrue(images > 250, images + " images");
  }

  /** All code is some method's, and no code is two methods'. */
  @Test
  void runtimeFunction_everyOne_belongsToTheMethodThatListsIt() {
    int functions =
        everywhere(
            (image, code) -> {
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
              assertEquals(functions(image), seen, image.file());
              return seen;
            });
    assertTrue(functions > 250_000, functions + " functions");
  }

  private static void assertAt(ReadyToRun code, EntryPoint method, CodeRange range, int rva) {
    CodeAt.Method found = assertInstanceOf(CodeAt.Method.class, code.methodAt(rva));
    assertEquals(method, found.method());
    assertEquals(range, found.part());
    assertEquals(rva - code.code(method).get(0).begin(), found.offset());
  }

  private static int functions(Image image) {
    PeFile file = (PeFile) image.metadata().container();
    return ReadyToRun.of(image)
        .map(code -> new Parts(file, code.header()).get(SectionType.RUNTIME_FUNCTIONS).length())
        .map(length -> length / 12)
        .orElse(0);
  }

  @Test
  void methodDef_everyOneWithCode_isFoundByItsToken() {
    int methods =
        everywhere(
            (image, code) -> {
              int seen = 0;
              for (EntryPoint method : code.methods()) {
                if (method instanceof EntryPoint.OfMethodDef) {
                  assertEquals(method, code.find(0, method.method()).orElseThrow());
                  assertTrue(image.contains(method.method()), image + ": " + method);
                  seen++;
                }
              }
              return seen;
            });
    assertTrue(methods > 200_000, methods + " methods");
  }

  /** The compiler's hash of each signature's names is the hash of the names we read. */
  @Test
  void instance_everyOne_hasTheHashThatTheCompilerWrote() {
    int instances =
        everywhere(
            (image, code) -> {
              VersionResilientHash hashes = new VersionResilientHash(index -> module(code, index));
              var section =
                  new Parts((PeFile) image.metadata().container(), code.header())
                      .get(SectionType.INSTANCE_METHOD_ENTRY_POINTS);
              NativeHashtable table = new NativeHashtable(section);
              int[] seen = {0};
              table.forEach(
                  (at, hash) -> {
                    Cursor cursor = new Cursor(section);
                    cursor.moveTo(at);
                    InstanceSignature signature = new ZapSigParser(cursor).method();
                    int mask = (1 << table.hashBits()) - 1;
                    assertEquals(
                        hash, hashes.method(signature) & mask, () -> image + ": " + signature);
                    seen[0]++;
                    return true;
                  });
              return seen[0];
            });
    assertTrue(instances > 60_000, instances + " instances");
  }

  private static Image module(ReadyToRun code, int index) {
    ModuleOverride module = code.module(index);
    if (module instanceof ModuleOverride.Assembly assembly) {
      Image image = image(assembly.reference().name());
      assembly.mvid().ifPresent(mvid -> assertEquals(mvid, image.mvid().orElseThrow()));
      return image;
    }
    return assertInstanceOf(ModuleOverride.Own.class, module).image();
  }
}
