// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameModule;

/**
 * The properties that all frames of a method share.
 *
 * @param name the name for people
 * @param method the name that the runtime has
 * @param module the module
 * @param file the source file; empty when it is not known
 * @param firstLine the first line; 0 when it is not known
 */
record Function(String name, String method, FrameModule module, String file, int firstLine) {

  static Function of(Frame frame, Texts texts) {
    return new Function(
        texts.name(frame),
        texts.method(frame),
        frame.module(),
        texts.source(frame),
        frame.source().firstLine());
  }

  /**
   * Returns the address by which profilers that resolve nothing name a method and a position in it:
   * the row of the MethodDef, and the IL offset. 0 when the method is not known.
   */
  static long address(Frame frame) {
    return frame.methodDef() == 0
        ? 0
        : 0xFL << 60
            | (frame.methodDef() & 0xFF_FFFFL) << Integer.SIZE
            | Math.max(0, frame.ilOffset());
  }
}
