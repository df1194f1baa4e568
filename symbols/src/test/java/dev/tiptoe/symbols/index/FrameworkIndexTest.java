// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The index of each module of a real runtime, against the module. */
@Tag("clr")
class FrameworkIndexTest {

  @Test
  void index_ofEveryModule_answersAsTheModule() throws IOException {
    Map<Section.Id, Long> sizes = new EnumMap<>(Section.Id.class);
    long methods = 0;
    long codes = 0;
    long all = 0;
    for (Path file : TestRuntime.managedDlls()) {
      Image image = Image.open(file);
      PortablePdb pdb = PortablePdb.of(image);
      byte[] content = new IndexBuilder(image, pdb).build(image.mvid().orElseThrow(), 0);
      SymbolIndex index = SymbolIndex.of(file.getFileName().toString(), content);
      index
          .header()
          .sections()
          .forEach((id, section) -> sizes.merge(id, (long) section.length(), Long::sum));
      all += content.length;
      Equality compared = new Equality(image, pdb, index).all();
      methods += compared.methods;
      codes += compared.codes;
    }
    String figures = methods + " methods, " + codes + " places in code, " + all + " " + sizes;
    assertTrue(methods == 285_325 && codes > 2_000_000, figures);
    assertTrue(all < 15_000_000, figures);
  }
}
