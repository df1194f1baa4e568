// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

/** Names of methods that are shortened to the room that there is for them. */
public final class ShownName {

  private ShownName() {}

  /**
   * Returns a name without its parameters where there is no room for them, and without its
   * beginning where there is still not enough: the end is more specific.
   */
  public static String fitted(String name, int room) {
    String shown = withoutParameters(name, room);
    int length = shown.codePointCount(0, shown.length());
    return length <= room
        ? shown
        : "…" + shown.substring(shown.offsetByCodePoints(0, length - Math.max(0, room - 1)));
  }

  /** Returns a name without its parameters where there is no room for them. */
  public static String withoutParameters(String name, int room) {
    int parameters = name.lastIndexOf('(');
    return name.length() > room && parameters > 0 && !name.endsWith("()")
        ? name.substring(0, parameters) + "(…)"
        : name;
  }

  /** Returns a name without its end where there is no room for that. */
  public static String cut(String name, int room) {
    int length = name.codePointCount(0, name.length());
    return length <= room
        ? name
        : name.substring(0, name.offsetByCodePoints(0, Math.max(0, room - 1))) + "…";
  }
}
