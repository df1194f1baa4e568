// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.problem;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.body.Body;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;

/** The size of a method's IL, of modules that may be damaged or have none. Stateless. */
public final class CodeSize {

  private CodeSize() {}

  /** Returns the bytes of a method's IL; 0 where that is not known, as of IL that was stripped. */
  public static int of(Image image, Token methodDef) {
    try {
      return Body.codeSize(new MethodDef(image, methodDef.rid()));
    } catch (MetadataFormatException e) {
      return 0;
    }
  }
}
