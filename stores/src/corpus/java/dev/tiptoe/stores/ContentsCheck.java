// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.image.Image;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Compares the identity that a store reads of a file with its whole metadata. Stateless. */
public final class ContentsCheck {

  private ContentsCheck() {}

  /** The identity of a file is that of its metadata. */
  public static void identity(Image image) throws IOException {
    List<Content> contents = Contents.of(Path.of(image.file()), (name, problem) -> {});
    Content content = contents.get(0);
    assertEquals(1, contents.size());
    assertEquals(Content.Kind.MODULE, content.kind());
    assertEquals(image.moduleName(), content.moduleName());
    assertTrue(content.has(new Identity.Mvid(image.mvid().orElseThrow())));
    image
        .debugDirectory()
        .portablePdb()
        .ifPresent(pdb -> assertTrue(content.has(new Identity.ModuleOf(pdb.id()))));
    assertTrue(content.identities().stream().anyMatch(one -> one instanceof Identity.Pe));
  }
}
