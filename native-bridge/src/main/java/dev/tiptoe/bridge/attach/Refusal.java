// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import dev.tiptoe.bridge.com.Hresult;
import java.util.OptionalInt;

/**
 * The refusal of an attach, with its reason. Immutable.
 *
 * @param reason why the attach was refused
 * @param detail the observation, as text; empty where the reason is enough
 * @param hresult the code of the runtime or the system, where one of them failed
 */
public record Refusal(RefusalReason reason, String detail, OptionalInt hresult) {

  /** Returns a refusal without a code. */
  public static Refusal of(RefusalReason reason, String detail) {
    return new Refusal(reason, detail, OptionalInt.empty());
  }

  /** Returns the refusal for a failure of a runtime, or of the agent in it. */
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

  /** Returns the text for an errno of Linux that is likely for the agent's socket. */
  private static String ofSocket(int errno) {
    return switch (errno) {
      case 1 -> "its folder is not private to the process's user";
      case 11 -> "the system has no thread left";
      case 36 -> "its path has more than 107 bytes";
      case 98 -> "its path exists already";
      default -> ofFile(errno);
    };
  }

  /** The same for a file. */
  private static String ofFile(int errno) {
    return switch (errno) {
      case 1 -> "that is not permitted";
      case 2 -> "the process sees no such folder";
      case 13 -> "the process's user may not write there";
      case 17 -> "it exists already";
      case 23, 24 -> "too many files are open";
      case 28 -> "the disk is full";
      case 30 -> "the file system is read-only";
      case 36 -> "its name is too long";
      case 122 -> "the user's quota is used up";
      default -> "errno " + errno;
    };
  }

  /** Returns one line of text that assumes that the process is known. */
  public String inWords() {
    return detail.isEmpty() ? reason.toString() : reason + ": " + detail;
  }

  @Override
  public String toString() {
    return inWords();
  }
}
