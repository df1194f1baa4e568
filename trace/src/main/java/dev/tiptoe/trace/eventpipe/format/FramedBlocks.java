// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import dev.tiptoe.trace.eventpipe.format.EventPipeBlock.Kind;
import java.io.EOFException;
import java.io.IOException;
import java.util.Optional;

/**
 * The blocks of version 6, one after the other.
 *
 * <pre>
 *   "Nettrace", i32 0, i32 6, i32 minor version
 *   blocks, each: i32 (size in the low 24 bits, kind in the high 8), content
 *     the first is the Trace block; kind 0 is the end
 * </pre>
 *
 * <p>Blocks are not aligned and at most 16 MiB long. Mutable, not thread-safe.
 */
final class FramedBlocks implements BlockStream {

  /** The only major version of this framing. */
  static final int VERSION = 6;

  private static final int SIZE_BITS = 24;
  private static final int END = 0;
  private static final int TRACE = 1;

  private final BlockInput input;
  private final EventPipeHeader header;
  private long tail;
  private boolean ended;
  private boolean complete;

  /** Reads on behind the 0 that marks this framing. */
  FramedBlocks(BlockInput input) throws IOException {
    this.input = input;
    int version = input.take(Integer.BYTES).i32();
    if (version != VERSION) {
      throw input.damaged(
          "version " + Integer.toUnsignedString(version) + " of the format is not read");
    }
    input.take(Integer.BYTES); // Minor versions only add what can be skipped.
    int head = input.take(Integer.BYTES).i32();
    if (head >>> SIZE_BITS != TRACE) {
      throw input.damaged("a block of kind " + (head >>> SIZE_BITS) + " where the Trace should be");
    }
    header = EventPipeHeader.readKeyed(VERSION, input.take(size(head)));
  }

  @Override
  public EventPipeHeader header() {
    return header;
  }

  @Override
  public boolean isComplete() {
    return complete;
  }

  @Override
  public long tailBytes() {
    return tail;
  }

  @Override
  public Optional<EventPipeBlock> next() throws IOException {
    long whole = input.position();
    try {
      if (!ended) {
        int head = input.take(Integer.BYTES).i32();
        EventBytes content = input.take(size(head));
        complete = head >>> SIZE_BITS == END;
        if (!complete) {
          return Optional.of(new EventPipeBlock(kind(head >>> SIZE_BITS), content));
        }
      }
    } catch (EOFException e) {
      tail = input.position() - whole;
    }
    ended = true;
    return Optional.empty();
  }

  private static int size(int head) {
    return head & (1 << SIZE_BITS) - 1;
  }

  private static Kind kind(int number) {
    return switch (number) {
      case 2 -> Kind.EVENTS;
      case 3 -> Kind.METADATA;
      case 4 -> Kind.SEQUENCE_POINT;
      case 5 -> Kind.STACKS;
      case 6 -> Kind.THREADS;
      case 7 -> Kind.REMOVED_THREADS;
      case 8 -> Kind.LABELS;
      default -> Kind.UNKNOWN;
    };
  }
}
