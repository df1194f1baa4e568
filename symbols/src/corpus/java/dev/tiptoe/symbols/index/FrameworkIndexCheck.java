// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.testdata.Corpus;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** Compares the index of each module with the module. */
public final class FrameworkIndexCheck implements Corpus.Check<Image> {

  private final Map<Section.Id, Long> sizes = new EnumMap<>(Section.Id.class);
  private long methods;
  private long codes;

  @Override
  public void visit(Image image) {
    PortablePdb pdb = PortablePdb.of(image);
    byte[] content = new IndexBuilder(image, pdb).build(image.mvid().orElseThrow(), 0);
    SymbolIndex index = SymbolIndex.of(Path.of(image.file()).getFileName().toString(), content);
    index
        .header()
        .sections()
        .forEach((id, section) -> sizes.merge(id, (long) section.length(), Long::sum));
    Equality compared = new Equality(image, pdb, index).all();
    methods += compared.methods;
    codes += compared.codes;
  }

  @Override
  public void end(boolean all) {
    String figures = methods + " methods, " + codes + " places in code, " + sizes;
    if (all) {
      assertTrue(methods == 285_325 && codes > 2_000_000, figures);
      long sum = sizes.values().stream().mapToLong(Long::longValue).sum();
      assertTrue(sum < 15_000_000, figures);
    } else {
      assertTrue(methods > 1_000 && codes > 5_000, figures);
    }
  }
}
