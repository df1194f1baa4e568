// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench;

import com.sun.management.ThreadMXBean;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.name.Names;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * How much heap our side takes.
 *
 * @param opened bytes that an open image retains beside its metadata
 * @param named bytes that it retains beside it when the names of all its methods were made, and all
 *     those of types that they need are kept
 * @param allocated bytes allocated for the name of a method
 * @param text bytes of that name itself, a string
 */
public record HeapFootprint(long opened, long named, long allocated, long text) {

  private static final int STRING = 24;
  private static final int ARRAY = 16;
  private static final int ALIGNMENT = 8;

  /** Opens all files anew, names all methods, and looks at the heap before and after. */
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
    // The first collection finds what cleaners still hold, the second frees it.
    System.gc();
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private static long allocatedSoFar() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  /** What a string takes: itself, and the array of its bytes, one or two a character. */
  private static long size(String text) {
    boolean latin1 = text.chars().allMatch(c -> c <= 0xff);
    long bytes = ARRAY + (long) text.length() * (latin1 ? 1 : 2);
    return STRING + (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  /** Reads what {@link #toString} writes. */
  static HeapFootprint parse(String line) {
    // The same four fields.
    Timing fields = Timing.parse(line);
    return new HeapFootprint(
        fields.nanoseconds(), fields.count(), fields.checksum(), fields.spent());
  }

  /** The line by which one process tells another. */
  @Override
  public String toString() {
    return opened + "\t" + named + "\t" + allocated + "\t" + text;
  }
}
