// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.body;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.MethodDef;

/** The body of a method, or the reason why there is none in IL. */
public sealed interface Body permits MethodBody, NoBody {

  /**
   * Reads the body of {@code method}.
   *
   * @throws MetadataFormatException when it is damaged; its reason names the method's row
   */
  static Body of(MethodDef method) {
    try {
      int rva = method.rva();
      boolean notIl = NoBody.isNotIl(method.implFlags());
      return rva == 0 || notIl
          ? NoBody.of(method)
          : MethodBody.read(method.image().container().fromRva(rva));
    } catch (MetadataFormatException e) {
      throw e.about(method.token());
    }
  }
}
