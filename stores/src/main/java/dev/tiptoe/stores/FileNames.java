// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** File names from outside: in modules, traces and requests. Stateless. */
final class FileNames {

  /** The limit of common file systems, in bytes. */
  private static final int LONGEST = 255;

  /** Characters that a file name cannot have on some system, and the separators of all. */
  private static final String INVALID = "\"<>|:*?/\\";

  /** Names that lead to devices on Windows. */
  private static final Pattern DEVICE =
      Pattern.compile("(?i)(con|prn|aux|nul|conin\\$|conout\\$|com.|lpt.)(\\..*)?");

  private FileNames() {}

  /** Returns what is behind the last separator, of Windows or of others. */
  static String base(String path) {
    return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  }

  /**
   * Returns whether a text is the name of a file on every system: not empty, without separators,
   * control characters and characters that are special on Windows, and not {@code .} or {@code ..}.
   */
  static boolean isSafe(String name) {
    return !name.isEmpty()
        && !name.endsWith(".")
        && !name.endsWith(" ")
        && name.codePoints().allMatch(FileNames::isValid)
        && name.getBytes(StandardCharsets.UTF_8).length <= LONGEST
        && !DEVICE.matcher(name).matches();
  }

  private static boolean isValid(int c) {
    return !Character.isISOControl(c)
        && !(c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
        && INVALID.indexOf(c) < 0;
  }
}
