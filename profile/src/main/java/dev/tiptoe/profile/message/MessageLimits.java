// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.message;

import dev.tiptoe.profile.wire.ProfileBytes;

/**
 * How many entries the tables of a profile may have, in either format. A table may be larger than
 * what fits into memory: {@link KeptBytes} bounds what is kept of it.
 */
public final class MessageLimits {

  /** The most mappings. */
  public static final int MAPPINGS = 1 << 22;

  /** The most locations; of one that is only symbolized, some bits and its frame are kept. */
  public static final int LOCATIONS = 1 << 27;

  /** The most functions. */
  public static final int FUNCTIONS = 1 << 27;

  /** The most texts. */
  public static final int TEXTS = 1 << 27;

  /** The most attributes. */
  public static final int ATTRIBUTES = 1 << 24;

  /** The most attributes of which something is kept: those with build IDs or names of threads. */
  static final int KEPT_ATTRIBUTES = 1 << 18;

  /** The most bytes of the name of a file where only that is of use, and of a build ID. */
  public static final int SHORT_TEXT = 1 << 7;

  private MessageLimits() {}

  /** Refuses the entry of a table that has more than a limit. */
  static void require(int count, int most, String what, ProfileBytes bytes, long offset) {
    if (count > most) {
      throw bytes.bad(offset, "there are more than " + most + " " + what);
    }
  }

  /** Refuses what is too long for a message. */
  public static void requireMessage(ProfileBytes bytes, long start, long end) {
    if (end - start > Integer.MAX_VALUE) {
      throw bytes.bad(start, "more than 2 GiB, which no message can have");
    }
  }
}
