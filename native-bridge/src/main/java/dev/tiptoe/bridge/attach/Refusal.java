// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import dev.tiptoe.bridge.com.Hresult;
import java.util.OptionalInt;

/**
 * That no profiler was attached, and why. Immutable.
 *
 * @param reason why not
 * @param detail what that was seen by, in words; empty where the reason says all
 * @param hresult what the runtime or the system said, where that was a failure
 */
public record Refusal(RefusalReason reason, String detail, OptionalInt hresult) {

  /** One that nobody gave a code for. */
  public static Refusal of(RefusalReason reason, String detail) {
    return new Refusal(reason, detail, OptionalInt.empty());
  }

  /** What a runtime, or the agent in it, refused with. */
  public static Refusal of(int hresult) {
    RefusalReason reason = RefusalReason.of(hresult);
    boolean isErrno = reason == RefusalReason.NO_TRACE || reason == RefusalReason.NO_CONTROL;
    String errno = isErrno ? errnoInWords(hresult & 0xffff) + ": " : "";
    return new Refusal(reason, errno + Hresult.describe(hresult), OptionalInt.of(hresult));
  }

  /** The errno of Linux in words, where it is one that a file may well meet. */
  private static String errnoInWords(int errno) {
    return switch (errno) {
      case 2 -> "the process sees no such folder";
      case 13 -> "the process's user may not write there";
      case 17 -> "something is there already";
      case 23, 24 -> "too many files are open";
      case 28 -> "the disk is full";
      case 30 -> "the file system is read-only";
      case 122 -> "the user's quota is used up";
      default -> "errno " + errno;
    };
  }

  /** One line for a reader who knows which process it is about. */
  public String words() {
    return detail.isEmpty() ? reason.toString() : reason + ": " + detail;
  }

  @Override
  public String toString() {
    return words();
  }
}
