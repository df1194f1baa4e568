// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Removes the folders of paths from texts, and with them the names of users. In doubt, a text that
 * looks like a path counts as one. Takes time proportional to the text.
 *
 * <p>A path begins at a separator that is not behind a name, at a drive, or at {@code ~}; so the
 * separator of {@code Outer/Inner} begins none. A relative path is known by the name of a file at
 * its end, or of a folder that roots have. It ends with what no path has, and may have spaces; all
 * up to its last separator is removed, and what follows the folder of all users.
 */
final class Folders {

  private static final Pattern ENCODED_SLASH = Pattern.compile("(?i)%2f");
  private static final Pattern ENCODED_BACKSLASH = Pattern.compile("(?i)%5c");

  /** The folders of users. */
  private static final Set<String> HOMES =
      Set.of("home", "homes", "users", "user", "u", "profiles", "documents and settings");

  /** Folders in the roots of file systems, for paths behind something else. */
  private static final Set<String> ROOTS =
      Set.of(
          "home",
          "homes",
          "users",
          "documents and settings",
          "usr",
          "srv",
          "opt",
          "var",
          "mnt",
          "tmp",
          "root",
          "export",
          "media",
          "volumes",
          "private",
          "proc");

  private static final Set<String> FILES =
      Set.of(
          "cs",
          "fs",
          "vb",
          "cshtml",
          "razor",
          "dll",
          "exe",
          "so",
          "pdb",
          "json",
          "tiptoe",
          "nettrace",
          "txt",
          "cpp");

  private static final int LONGEST_ENDING = 10;
  private static final int LONGEST_FOLDER = 32;

  private final String text;
  private final StringBuilder out;

  private Folders(String text) {
    this.text = text;
    this.out = new StringBuilder(text.length());
  }

  static String removed(String text) {
    String plain = text;
    if (plain.indexOf('%') >= 0) {
      plain = ENCODED_SLASH.matcher(plain).replaceAll("/");
      plain = ENCODED_BACKSLASH.matcher(plain).replaceAll("\\\\");
    }
    return plain.indexOf('/') < 0 && plain.indexOf('\\') < 0 ? plain : new Folders(plain).removed();
  }

  private String removed() {
    int start = 0;
    while (start < text.length()) {
      int end = start;
      while (end < text.length() && !endsPaths(end)) {
        end++;
      }
      stretch(start, end);
      if (end < text.length()) {
        out.append(text.charAt(end));
      }
      start = end + 1;
    }
    return out.toString();
  }

  private boolean endsPaths(int at) {
    char next = text.charAt(at);
    if (next == '\'') {
      // As in O'Brien.
      return !(at > 0
          && at + 1 < text.length()
          && Character.isLetter(text.charAt(at - 1))
          && Character.isLetter(text.charAt(at + 1)));
    }
    return "\n\r:;\"<>|".indexOf(next) >= 0;
  }

  private static boolean isSeparator(char next) {
    return next == '/' || next == '\\';
  }

  /** Writes what no character divides that ends paths. */
  private void stretch(int start, int end) {
    int last = end - 1;
    while (last >= start && !isSeparator(text.charAt(last))) {
      last--;
    }
    int path = last < start ? end : pathIn(start, last, end);
    if (path >= end) {
      out.append(text, start, end);
      return;
    }
    out.append(text, start, path);
    if (path == start) {
      withoutDrive();
    }
    boolean isUser = HOMES.contains(folderBefore(path, last));
    out.append(text, isUser ? afterUser(last + 1, end) : last + 1, end);
  }

  /** Returns where the path of a stretch begins; its end when it has none. */
  private int pathIn(int start, int last, int end) {
    int first = start;
    while (!isSeparator(text.charAt(first))) {
      first++;
    }
    boolean isRelative = isFile(first + 1, end);
    if (isDivision(start, last, end)) {
      return end;
    }
    int word = start;
    for (int at = start; at <= last; at++) {
      char next = text.charAt(at);
      if (isSeparator(next)) {
        char before = at == 0 ? ' ' : text.charAt(at - 1);
        boolean isBehindName = Character.isLetterOrDigit(before) || "_>]".indexOf(before) >= 0;
        if ("~.".indexOf(text.charAt(word)) >= 0 || isRelative) {
          return word;
        }
        if (!isBehindName || isRoot(at + 1, end)) {
          return at;
        }
      } else if (!Character.isLetterOrDigit(next) && "_.~-@".indexOf(next) < 0) {
        word = at + 1;
      }
    }
    return end;
  }

  /** Returns whether the only separator is an operator, as in {@code operator /(int, int)}. */
  private boolean isDivision(int start, int last, int end) {
    boolean isFollowed = last + 1 < end && " (".indexOf(text.charAt(last + 1)) < 0;
    boolean isOnly = true;
    for (int at = start; at < last; at++) {
      isOnly &= !isSeparator(text.charAt(at));
    }
    return isOnly && !isFollowed && last > start && text.charAt(last - 1) == ' ';
  }

  private boolean isRoot(int from, int end) {
    int to = from;
    while (to < end && !isSeparator(text.charAt(to))) {
      to++;
    }
    return to < end && to - from <= LONGEST_FOLDER && ROOTS.contains(lowered(from, to));
  }

  /** Returns whether a part of a text has the name of a file with a known ending. */
  private boolean isFile(int from, int end) {
    for (int dot = from; dot < end; dot++) {
      if (text.charAt(dot) == '.') {
        int to = dot + 1;
        while (to < end && Character.isLetterOrDigit(text.charAt(to))) {
          to++;
        }
        if (to - dot <= LONGEST_ENDING && FILES.contains(lowered(dot + 1, to))) {
          return true;
        }
      }
    }
    return false;
  }

  private String lowered(int from, int to) {
    return text.substring(from, to).toLowerCase(Locale.ROOT);
  }

  /** Returns the name of the folder whose separator is the last of a path. */
  private String folderBefore(int path, int last) {
    int to = last;
    while (to > path && isSeparator(text.charAt(to - 1))) {
      to--;
    }
    int from = to;
    while (from > path && !isSeparator(text.charAt(from - 1))) {
      from--;
    }
    return to - from <= LONGEST_FOLDER ? lowered(from, to) : "";
  }

  /** Returns the end of a user's name: brackets that it does not open are behind it. */
  private int afterUser(int from, int end) {
    int depth = 0;
    for (int at = from; at < end; at++) {
      depth += text.charAt(at) == '(' ? 1 : text.charAt(at) == ')' ? -1 : 0;
      if (depth < 0) {
        return at;
      }
    }
    return end;
  }

  /** Takes the letter of a drive and its colon back out of what is written. */
  private void withoutDrive() {
    int size = out.length();
    if (size >= 2
        && out.charAt(size - 1) == ':'
        && Character.isLetter(out.charAt(size - 2))
        && (size == 2 || !Character.isLetterOrDigit(out.charAt(size - 3)))) {
      out.setLength(size - 2);
    }
  }
}
