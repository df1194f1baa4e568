// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import dev.tiptoe.bridge.com.Hresult;
import java.util.OptionalInt;

/**
 * The refusal of an attach, with its reason. Immutable.
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
    String errno =
        switch (reason) {
          case NO_TRACE -> ofFile(hresult & 0xffff) + ": ";
          case NO_CONTROL -> ofSocket(hresult & 0xffff) + ": ";
          default -> "";
        };
    return new Refusal(reason, errno + Hresult.describe(hresult), OptionalInt.of(hresult));
  }

  /** The errno of Linux in words, where it is one that the agent's socket may well meet. */
  private static String ofSocket(int errno) {
    return switch (errno) {
      case 1 -> "its folder is not the process's user's alone";
      case 11 -> "there is no thread to listen";
      case 36 -> "its path has more than 107 bytes";
      case 98 -> "its place is taken";
      default -> ofFile(errno);
    };
  }

  /** The same, of a file. */
  private static String ofFile(int errno) {
    return switch (errno) {
      case 1 -> "that is not permitted";
      case 2 -> "the process sees no such folder";
      case 13 -> "the process's user may not write there";
      case 17 -> "something is there already";
      case 23, 24 -> "too many files are open";
      case 28 -> "the disk is full";
      case 30 -> "the file system is read-only";
      case 36 -> "its name is too long";
      case 122 -> "the user's quota is used up";
      default -> "errno " + errno;
    };
  }

  /** One line for a reader who knows which process it is about. */
  public String inWords() {
    return detail.isEmpty() ? reason.toString() : reason + ": " + detail;
  }

  @Override
  public String toString() {
    return inWords();
  }
}
