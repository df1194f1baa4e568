// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A module's file that is cut by another thread while its image is used. */
class CutMeanwhileTest {

  @TempDir private Path folder = Path.of("");

  /** Nothing but the format's exception leaves, and no wrong answer, whenever the file is cut. */
  @Test
  void bodies_ofAFileThatIsCutMeanwhile_areRightOrRefused() throws Exception {
    // One whose bodies are not all in what was read last.
    Path whole = TestRuntime.directory().resolve("System.Collections.dll");
    Path large = Files.copy(whole, folder.resolve("Large.dll"));
    List<MethodDef> methods = ChangedFileTest.methods(Image.open(whole)).subList(0, 500);
    List<Integer> expected = methods.stream().map(ChangedFileTest::code).toList();
    Image image = Image.open(large);
    AtomicInteger asked = new AtomicInteger();
    Thread cutter =
        new Thread(
            () -> {
              while (asked.get() < 100) {
                Thread.onSpinWait();
              }
              try {
                ChangedFileTest.cut(large, 512);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    cutter.start();
    int refused = 0;
    while (refused < methods.size()) {
      int i = asked.getAndIncrement() % methods.size();
      try {
        assertEquals(
            expected.get(i), ChangedFileTest.code(new MethodDef(image, methods.get(i).rid())));
      } catch (MetadataFormatException e) {
        refused++;
      }
    }
    cutter.join();
  }
}
