// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.map.EvidenceKind;

/**
 * Properties that only some rows have, as a list for each row: later evidence, its end, older rows
 * of the same ID or token, type arguments, a name. A list has at most one note of each kind.
 *
 * <pre>
 *   value 64 | kind 32, older note 32
 * </pre>
 *
 * <p>A note whose kind is the number of an {@link EvidenceKind} holds the time of that evidence.
 * One writer; lists grow at their head, which the owner of the row publishes.
 */
final class NoteLists {

  /** The time at which the row's meaning ended. */
  static final int END = 0x100;

  /** The row of the same ID that ended before this one began. */
  static final int PREVIOUS = 0x101;

  /** Where in {@link IdLists} the type arguments are. */
  static final int ARGUMENTS = 0x102;

  /** Where among the names the name of a dynamic method is. */
  static final int NAME = 0x103;

  /** The row ended because it is not known whether it still holds. */
  static final int DOUBT = 0x10f;

  /** The newest piece of native code in {@link NativeCodeTable}. */
  static final int CODE = 0x104;

  /** How many meanings the ID had before 32, the row of one of them 32: a way to skip many. */
  static final int SKIP = 0x105;

  /** The row that was the newest with the same token. */
  static final int OLDER = 0x106;

  /** When the row began, where that is long after the others of its page. */
  static final int FROM = 0x107;

  /** When the ID itself was unloaded, where that ended the row. */
  static final int UNLOADED = 0x108;

  /** When a fact first described the ID, where the row begins with an observation. */
  static final int DESCRIBED = 0x109;

  private static final int VALUE = 0;
  private static final int LINK = 1;

  private final Pages pages = new Pages(2);

  /** A new list: the note, followed by the older ones. */
  int push(int kind, long value, int older) {
    int note = pages.append();
    pages.set(note, VALUE, value);
    pages.set(note, LINK, (long) kind << 32 | older);
    return note;
  }

  /** The newest note of a kind in a list, or {@link Pages#NONE}. */
  int find(int newest, int kind) {
    int note = newest;
    while (note != Pages.NONE && kind(note) != kind) {
      note = older(note);
    }
    return note;
  }

  long value(int note) {
    return pages.getAcquire(note, VALUE);
  }

  void setValue(int note, long value) {
    pages.setRelease(note, VALUE, value);
  }

  int kind(int note) {
    return (int) (pages.get(note, LINK) >>> 32);
  }

  int older(int note) {
    return (int) pages.get(note, LINK);
  }
}
