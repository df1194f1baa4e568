// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A LabelList block as it is in the file, with the beginning of each of its lists. Immutable.
 *
 * <pre>
 *   i32 first id, i32 count, lists of labels
 *   label: u8 kind (the high bit: the last of its list), then
 *     1, 2: activity and related activity, GUIDs   3: 16 bytes of trace ID   4: u64 span ID
 *     5: text key, text value   6: text key, signed varint value
 *     7: u8 opcode   8: u64 keywords   9: u8 level   10: u8 version
 * </pre>
 */
final class LabelBlock implements NumberedBlock {

  /** The limits of one list: writers use a few labels of some bytes. */
  private static final int MOST_LABELS = 256;

  private static final int LONGEST_LIST = 1 << 16;

  private static final int LAST = 0x80;
  private static final int TRACE_ID_LENGTH = 16;

  private final EventBytes block;
  private final int firstId;
  private final int[] begins;

  LabelBlock(EventBytes block) {
    this.block = block;
    this.firstId = block.i32();
    begins = new int[block.count(2)];
    for (int i = 0; i < begins.length; i++) {
      begins[i] = block.position();
      new Labels().read(block);
      if (block.position() - begins[i] > LONGEST_LIST) {
        throw block.damaged("a list of labels of more than " + LONGEST_LIST + " bytes");
      }
    }
  }

  @Override
  public int firstId() {
    return firstId;
  }

  @Override
  public int length() {
    return block.length();
  }

  /** Returns the labels of that number; none when they are not in this block. */
  EventLabels get(int id) {
    long index = (long) id - firstId;
    return index < 0 || index >= begins.length
        ? EventLabels.NONE
        : new Labels().read(block.from(begins[(int) index]));
  }

  /** The labels of one list, as they are read. */
  private static final class Labels {
    private UUID activity = EventLabels.NO_ACTIVITY;
    private UUID related = EventLabels.NO_ACTIVITY;
    private String trace = "";
    private String span = "";
    private final Map<String, String> values = new HashMap<>();
    private Optional<Integer> opcode = Optional.empty();
    private Optional<Long> keywords = Optional.empty();
    private Optional<Integer> level = Optional.empty();
    private Optional<Integer> version = Optional.empty();

    EventLabels read(EventBytes from) {
      int kind;
      int count = 0;
      do {
        kind = from.u8();
        label(kind & ~LAST, from);
        if (++count > MOST_LABELS) {
          throw from.damaged("a list of more than " + MOST_LABELS + " labels");
        }
      } while ((kind & LAST) == 0);
      var replacement = new EventLabels.Replacement(opcode, keywords, level, version);
      return new EventLabels(activity, related, trace, span, values, replacement);
    }

    private void label(int kind, EventBytes from) {
      switch (kind) {
        case 1 -> activity = from.guid();
        case 2 -> related = from.guid();
        case 3 -> trace = HexFormat.of().formatHex(from.raw(TRACE_ID_LENGTH));
        case 4 -> span = String.format(Locale.ROOT, "%016x", from.i64());
        case 5 -> values.put(from.text(), from.text());
        case 6 -> values.put(from.text(), Long.toString(from.signedVarint64()));
        case 7 -> opcode = Optional.of(from.u8());
        case 8 -> keywords = Optional.of(from.i64());
        case 9 -> level = Optional.of(from.u8());
        case 10 -> version = Optional.of(from.u8());
        default -> throw from.damaged("a label of the unknown kind " + kind);
      }
    }
  }
}
