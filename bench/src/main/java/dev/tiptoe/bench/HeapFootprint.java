// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

import com.sun.management.ThreadMXBean;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.name.Names;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * The heap that our side needs.
 *
 * @param opened bytes that an open image retains in addition to its metadata
 * @param named the same, after the names of all its methods were made, including the cached names
 *     of their types
 * @param allocated bytes allocated for the name of a method
 * @param text bytes of that name itself, a string
 */
public record HeapFootprint(long opened, long named, long allocated, long text) {

  private static final int STRING = 24;
  private static final int ARRAY = 16;
  private static final int ALIGNMENT = 8;

  /** Opens all files anew, names all methods, and measures the heap before and after. */
  static HeapFootprint of(MetadataWorks works) {
    works.reopened().forEach(Image::mvid);
    long empty = used();
    List<Image> images = works.reopened().toList();
    empty += images.stream().mapToLong(Image::metadataSize).sum();
    long opened = used() - empty;
    List<Names> kept = new ArrayList<>();
    for (Image image : images) {
      Names names = new Names(image);
      MetadataWorks.nameAll(names, image, new Checksum(false));
      kept.add(names);
    }
    long named = used() - empty;
    long methods = 0;
    long text = 0;
    long allocated = allocatedSoFar();
    for (int i = 0; i < images.size(); i++) {
      int count = images.get(i).methodDefs().size();
      for (int rid = 1; rid <= count; rid++) {
        text += size(kept.get(i).of(Token.of(MethodDef.TABLE, rid)));
      }
      methods += count;
    }
    allocated = allocatedSoFar() - allocated;
    long files = Math.max(1, images.size());
    methods = Math.max(1, methods);
    return new HeapFootprint(opened / files, named / files, allocated / methods, text / methods);
  }

  private static long used() {
    // The first collection finds what cleaners still hold; the second frees it.
    System.gc();
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private static long allocatedSoFar() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  /** Returns the size of a string: itself, and its array of one or two bytes for each character. */
  private static long size(String text) {
    boolean latin1 = text.chars().allMatch(c -> c <= 0xff);
    long bytes = ARRAY + (long) text.length() * (latin1 ? 1 : 2);
    return STRING + (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  /** Parses the text of {@link #toString}. */
  static HeapFootprint parse(String line) {
    // It has the same four fields.
    Timing fields = Timing.parse(line);
    return new HeapFootprint(
        fields.nanoseconds(), fields.count(), fields.checksum(), fields.spent());
  }

  /** Returns the line that one process sends to another. */
  @Override
  public String toString() {
    return opened + "\t" + named + "\t" + allocated + "\t" + text;
  }
}
