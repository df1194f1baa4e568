// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.body;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
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
      return hasIl(method) ? MethodBody.read(at(method)) : NoBody.of(method);
    } catch (MetadataFormatException e) {
      throw e.about(method.token());
    }
  }

  /**
   * Returns the number of bytes of {@code method}'s IL, from the header of its body alone; 0 when
   * it has none.
   *
   * @throws MetadataFormatException when the header is damaged; its reason names the method's row
   */
  static int codeSize(MethodDef method) {
    try {
      return hasIl(method) ? MethodBody.code(at(method)).length() : 0;
    } catch (MetadataFormatException e) {
      throw e.about(method.token());
    }
  }

  private static boolean hasIl(MethodDef method) {
    return method.rva() != 0 && !NoBody.isNotIl(method.implFlags());
  }

  private static Bytes at(MethodDef method) {
    return method.image().metadata().container().fromRva(method.rva());
  }
}
