// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The index of each module of a real runtime, against the module. */
@Tag("clr")
class FrameworkIndexTest {

  /** What is compared of each module; the longer test compares all of it. */
  private static final int SHARE = 24;

  @Test
  void index_ofOneModuleInMany_answersAsTheModule() throws IOException {
    List<Path> files = TestRuntime.managedDlls();
    long methods = 0;
    for (int i = 0; i < files.size(); i += SHARE) {
      methods += compared(files.get(i), new EnumMap<>(Section.Id.class)).methods;
    }
    assertTrue(methods > 285_325 / SHARE / 2, methods + " methods");
  }

  @Test
  @Tag("witness")
  void index_ofEveryModule_answersAsTheModule() throws IOException {
    Map<Section.Id, Long> sizes = new EnumMap<>(Section.Id.class);
    long methods = 0;
    long codes = 0;
    for (Path file : TestRuntime.managedDlls()) {
      Equality compared = compared(file, sizes);
      methods += compared.methods;
      codes += compared.codes;
    }
    String figures = methods + " methods, " + codes + " places in code, " + sizes;
    assertTrue(methods == 285_325 && codes > 2_000_000, figures);
    long all = sizes.values().stream().mapToLong(Long::longValue).sum();
    assertTrue(all < 15_000_000, figures);
  }

  private static Equality compared(Path file, Map<Section.Id, Long> sizes) throws IOException {
    Image image = Image.open(file);
    PortablePdb pdb = PortablePdb.of(image);
    byte[] content = new IndexBuilder(image, pdb).build(image.mvid().orElseThrow(), 0);
    SymbolIndex index = SymbolIndex.of(file.getFileName().toString(), content);
    index
        .header()
        .sections()
        .forEach((id, section) -> sizes.merge(id, (long) section.length(), Long::sum));
    return new Equality(image, pdb, index).all();
  }
}
