// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Texts that were decoded, by the number of their module and their number in it. A text is found in
 * an array of its module, without an object between: what a caller waits for is memory.
 *
 * <p>Equal texts, such as those of builds of one program, are one string as far as a table of
 * {@value #SHARED} recent ones shows it; that saves memory, and the processor's caches.
 *
 * <p>Thread-safe, without locks: threads may decode the same at once, and strings are safe to
 * publish so. It counts the bytes that it keeps; its owner replaces it when it {@linkplain #isFull
 * is full}.
 */
final class KnownTexts {

  static final long MOST_BYTES = 64L << 20;

  /** What would take more by itself is not kept. */
  static final long MOST_AT_ONCE = MOST_BYTES / 8;

  /** A power of two. */
  private static final int SHARED = 1 << 14;

  /** Longer texts are not shared, so that the table stays small. */
  private static final int LONGEST_SHARED = 256;

  /** What a string takes besides its characters, and an array besides its elements. */
  private static final int STRING = 40;

  private static final int ARRAY = 16;

  private final AtomicReferenceArray<@Nullable String @Nullable []> modules;
  private final @Nullable String[] shared;
  private final AtomicLong bytes;

  private KnownTexts(int modules, @Nullable String[] shared) {
    this.modules = new AtomicReferenceArray<>(modules);
    this.shared = shared;
    this.bytes = new AtomicLong();
  }

  /** Creates it for modules that are numbered from 0, without texts. */
  KnownTexts(int modules) {
    this(modules, new @Nullable String[SHARED]);
  }

  /** Returns one without texts for the same modules, which shares texts with this one. */
  KnownTexts emptied() {
    return new KnownTexts(modules.length(), shared);
  }

  /** Returns one with the same texts, for more modules. */
  KnownTexts with(int count) {
    KnownTexts more = new KnownTexts(count, shared);
    for (int module = 0; module < modules.length(); module++) {
      more.modules.set(module, modules.get(module));
    }
    more.bytes.set(bytes.get());
    return more;
  }

  /** Returns a text; null when it is not here. Any numbers are allowed. */
  @Nullable String get(int module, int number) {
    if (module < 0 || module >= modules.length()) {
      return null;
    }
    @Nullable String[] texts = modules.getAcquire(module);
    return texts == null || number < 0 || number >= texts.length ? null : texts[number];
  }

  /**
   * Keeps a text.
   *
   * @param module the number of a module; the texts of one that was added later are not kept
   * @param number less than {@code count}
   * @param count how many texts the module may have
   * @return an equal text, which takes the place of the given one
   */
  String put(int module, int number, int count, String text) {
    String equal = shared(text);
    String kept = equal == null ? text : equal;
    long size = equal == null ? STRING + 2L * text.length() : 0;
    boolean isLarge = size > MOST_AT_ONCE || ARRAY + 4L * count > MOST_AT_ONCE;
    if (isLarge || module >= modules.length()) {
      return kept;
    }
    @Nullable String[] texts = modules.getAcquire(module);
    if (texts == null) {
      modules.compareAndSet(module, null, new @Nullable String[count]);
      size += ARRAY + 4L * count;
      texts = modules.getAcquire(module);
    }
    if (texts != null) {
      texts[number] = kept;
    }
    bytes.addAndGet(size);
    return kept;
  }

  /** Returns an equal text; null, and shares this one from now on, if none is known. */
  private @Nullable String shared(String text) {
    if (text.length() > LONGEST_SHARED) {
      return null;
    }
    int hash = text.hashCode();
    int slot = (hash ^ (hash >>> 16)) & (SHARED - 1);
    String before = shared[slot];
    if (text.equals(before)) {
      return before;
    }
    shared[slot] = text;
    return null;
  }

  /** Returns whether what is kept takes more than it may. */
  boolean isFull() {
    return bytes.get() > MOST_BYTES;
  }
}
