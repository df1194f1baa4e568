// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.feed.NativeCode.IlMapping;

/** The IL position that a native instruction was compiled from. Immutable. */
public sealed interface IlPosition {

  /**
   * From this place.
   *
   * @param offset in the method's IL, in bytes; the first of the instructions that it may be
   */
  record At(int offset) implements IlPosition {}

  /** From no place in the IL, or from none that is known. */
  enum Nowhere implements IlPosition {
    /** It is run before the method's own instructions. */
    PROLOG,
    /** It leaves the method. */
    EPILOG,
    /** The compiler made it, from no IL. */
    NO_MAPPING,
    /** The feed did not report the method's IL map, or none that covers the place. */
    NOT_REPORTED
  }

  /** Converts an IL offset of the runtime. */
  static IlPosition of(int ilOffset) {
    return switch (ilOffset) {
      case IlMapping.PROLOG -> Nowhere.PROLOG;
      case IlMapping.EPILOG -> Nowhere.EPILOG;
      default -> ilOffset < 0 ? Nowhere.NO_MAPPING : new At(ilOffset);
    };
  }
}
