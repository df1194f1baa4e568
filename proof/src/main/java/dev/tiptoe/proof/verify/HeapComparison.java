// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.framework.com.ComFunction;
import dev.tiptoe.framework.com.ComReference;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.Image;
import java.util.BitSet;

/**
 * Compares one heap: first the entries that cells of the tables refer to, then all others in order;
 * each entry once.
 */
final class HeapComparison {

  private static final int END = -1;

  private final HeapKind kind;
  private final Image image;
  private final ComFunction get;
  private final ComFunction getNext;
  private final ComFunction getSize;
  private final Frame frame = new Frame();
  private final BitSet compared = new BitSet();
  private final Findings findings;
  private int end;

  HeapComparison(HeapKind kind, Image image, ComReference tables, Findings findings) {
    this.kind = kind;
    this.image = image;
    this.findings = findings;
    get = tables.function("Get" + kind.entry());
    getNext = tables.function("GetNext" + kind.entry());
    getSize = tables.function("Get" + kind.entry() + "HeapSize");
  }

  /** Compares the entry at an offset, unless that has been done. */
  void compareEntry(int at) {
    if (at >= 0 && !compared.get(at)) {
      compared.set(at);
      Object ours = Findings.ours(() -> kind.ours(image, at));
      findings.compare(kind.stream(), at, "entry", ours, theirs(at));
      findings.item();
    }
  }

  private Object theirs(int at) {
    frame.clear();
    int hresult =
        kind.isSized() ? get.ask(at, frame.cell(0), frame.cell(1)) : get.ask(at, frame.cell(0));
    return Hresult.isFailure(hresult) ? Findings.REFUSED : kind.theirs(frame);
  }

  /**
   * Returns whether both sizes mean the same. The CLR leaves out the zeros that pad the last word,
   * and counts the empty entry of a missing heap.
   */
  private static boolean isWithPadding(int size, int theirs) {
    return size == theirs || size == ((theirs + 3) & ~3) || (size == 0 && theirs == 1);
  }

  /** Compares the size, and every entry from the first to the last. */
  void compareAll() {
    getSize.call(frame.cell(0));
    end = frame.number(0);
    int size = kind.size(image);
    findings.compare(kind.stream(), 0, "size", size, isWithPadding(size, end) ? size : end);
    int at = kind.first();
    while (at != END) {
      compareEntry(at);
      at = next(at);
    }
  }

  /** Returns the offset of the next entry, by the CLR; -1 at the end, or where it cannot go on. */
  private int next(int at) {
    int theirs = getNext.ask(at, frame.cell(0)) == Hresult.S_OK ? frame.number(0) : END;
    findings.compare(kind.stream(), at, "next entry", ourNext(at), theirs);
    return theirs;
  }

  private int ourNext(int at) {
    try {
      int next = kind.next(image, at);
      return kind.has(next, end) ? next : END;
    } catch (MetadataFormatException e) {
      return END;
    }
  }
}
