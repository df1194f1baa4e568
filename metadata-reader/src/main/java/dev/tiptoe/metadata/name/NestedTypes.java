// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.image.Image;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes types as in source languages: the arguments of a generic type follow the nested names that
 * they belong to, as in {@code Dictionary<int, string>.Enumerator}.
 *
 * <p>The metadata has all arguments at the end, and the number that belongs to a name behind that
 * name's {@code `}. Mutable, not thread-safe.
 */
abstract class NestedTypes extends TypeWriter {

  /** A type whose arguments or parameters are being written. */
  abstract static class Frame {

    /** The beginning of the type with the arguments. */
    final int begin;

    Frame(int begin) {
      this.begin = begin;
    }

    /** Called before the argument of that number. */
    abstract void argument(int index);

    /** Called after the last argument. */
    abstract void end();
  }

  /** The beginning of the type that was written last, as far as it is written. */
  int start;

  private final Deque<Frame> frames = new ArrayDeque<>();

  /** The type that was named last. */
  private int named;

  NestedTypes(Image image, NameText text) {
    super(image, text);
  }

  @Override
  final void restart() {
    frames.clear();
    typeAt(text.length());
  }

  /** Begins a type at a place; what was written there is the type as it is so far. */
  final void typeAt(int place) {
    start = place;
    begun();
  }

  /** Called where a type begins: what was added to another one, inside it or before, is past. */
  void begun() {}

  /** Returns whether the type being written is not part of another. */
  final boolean isOutermost() {
    return frames.isEmpty();
  }

  /** Returns the frame of the type that contains the one being written; null when there is none. */
  final @Nullable Frame innermost() {
    return frames.peek();
  }

  final void push(Frame frame) {
    frames.push(frame);
  }

  /** Ends the innermost frame; its type is then complete. */
  final void pop() {
    Frame frame = frames.pop();
    frame.end();
    typeAt(frame.begin);
  }

  @Override
  final void named(int token, boolean valueType) {
    typeAt(text.length());
    named = token;
    whole(token);
  }

  /** Writes a type without arguments. */
  abstract void whole(int token);

  @Override
  public void beginArguments(int count) {
    text.truncate(start);
    push(instance(start, TypeRow.chain(image, named)));
  }

  /** Returns the frame that writes the arguments of a generic type, and its names. */
  abstract Frame instance(int begin, List<TypeRow> chain);

  @Override
  public final void argument(int index) {
    Frame frame = frames.peek();
    if (frame != null) {
      frame.argument(index);
    }
  }

  @Override
  public final void endArguments() {
    pop();
  }

  @Override
  public final void endMethod() {
    pop();
  }

  /** A generic type with its arguments, name by name. */
  class Instance extends Frame {

    private final List<TypeRow> chain;
    private final Notation notation;
    private int next;
    private int left;
    private boolean open;

    Instance(int begin, List<TypeRow> chain, Notation notation) {
      super(begin);
      this.chain = chain;
      this.notation = notation;
    }

    @Override
    void argument(int index) {
      if (left == 0) {
        nextGeneric();
      } else {
        text.add(notation.separator());
      }
      left--;
    }

    /** Writes names up to the next that has arguments; the last one has the rest. */
    private void nextGeneric() {
      if (next == chain.size()) {
        text.add(notation.separator());
      } else {
        close();
        int arity = 0;
        while (arity == 0 && next < chain.size()) {
          arity = notation.name(next, chain.get(next), text);
          next++;
        }
        text.add(notation.open());
        open = true;
        left = arity;
      }
      if (next == chain.size()) {
        left = Integer.MAX_VALUE;
      }
    }

    private void close() {
      if (open) {
        text.add(notation.close());
      }
      open = false;
    }

    @Override
    void end() {
      close();
      while (next < chain.size()) {
        notation.name(next, chain.get(next), text);
        next++;
      }
    }
  }

  /**
   * A style's notation for nested names and their arguments.
   *
   * @param open written before the first argument
   * @param separator written between two arguments
   * @param close written after the last argument
   * @param qualified which names have their namespace
   */
  record Notation(String open, String separator, String close, Qualified qualified) {

    /** Decides which names have their namespace. */
    @FunctionalInterface
    interface Qualified {
      /** Returns whether a name has it; {@code place} is 0 for the outermost. */
      boolean test(int place, TypeRow row);
    }

    /** Writes a name without its arity, and a dot before all but the first. Returns the arity. */
    int name(int place, TypeRow row, NameText text) {
      if (place > 0) {
        text.add('.');
      }
      int begin = text.length();
      if (qualified.test(place, row)) {
        row.writeSourceTo(text);
      } else {
        row.writeSourceName(text);
      }
      return withoutArity(text, begin);
    }

    /** Removes the arity from a name that begins at a place. Returns it; 0 for none. */
    static int withoutArity(NameText text, int begin) {
      int end = text.length();
      int at = end;
      int arity = 0;
      for (int scale = 1; at > begin && end - at < 5 && isDigit(text.at(at - 1)); scale *= 10) {
        arity += scale * (text.at(--at) - '0');
      }
      if (arity == 0 || at <= begin || text.at(at - 1) != '`') {
        return 0;
      }
      text.truncate(at - 1);
      return arity;
    }

    private static boolean isDigit(char c) {
      return c >= '0' && c <= '9';
    }
  }
}
