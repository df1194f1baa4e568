// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.given;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.r2r.CodeRange;
import dev.tiptoe.metadata.r2r.Composite;
import dev.tiptoe.metadata.r2r.EntryPoint;
import dev.tiptoe.metadata.r2r.ReadyToRun;
import dev.tiptoe.metadata.r2r.ReadyToRunNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads everything that can be read of an image's native code. For one thread. */
public final class NativeCodeReader {

  /** Looked at of each image; a small one has fewer, unless it lies. */
  private static final int MOST_METHODS = 200;

  private final List<MetadataFormatException> damages = new ArrayList<>();
  private int characters;

  private NativeCodeReader() {}

  /**
   * Reads whatever native code {@code bytes} may have, as far as it goes; fails when anything
   * throws what is not the format's exception, or one without its place.
   *
   * @return number of methods that were named, -1 when the image was refused
   */
  public static int readOrRefuse(byte[] bytes) {
    NativeCodeReader all = new NativeCodeReader();
    int named = all.trying(-1, () -> all.read(Bytes.of(Given.FILE, bytes)));
    for (MetadataFormatException damage : all.damages) {
      assertTrue(damage.offset() >= 0 && damage.offset() <= bytes.length, damage.getMessage());
      assertEquals(Given.FILE, damage.file());
    }
    return named;
  }

  private int read(Bytes bytes) {
    Optional<Image> image = trying(Optional.empty(), () -> Optional.of(Image.of(bytes)));
    Optional<ReadyToRun> found =
        image.isPresent() ? ReadyToRun.of(image.get()) : Composite.of(bytes).map(Composite::code);
    return found.map(this::read).orElse(-1);
  }

  private int read(ReadyToRun code) {
    damages.addAll(code.damage());
    code.ownerComposite();
    ReadyToRunNames names = new ReadyToRunNames(code, other -> Optional.empty());
    int named = 0;
    for (int i = 0; i < Math.min(MOST_METHODS, code.methods().size()); i++) {
      int index = i;
      named += trying(0, () -> read(code, code.methods().get(index), names));
    }
    for (int rva : new int[] {0, 1, 0x2000, 0x100000, 0x100004, 0x7fffffff, 0x80000000, -1}) {
      trying(0, () -> code.methodAt(rva).hashCode());
    }
    return named;
  }

  private int read(ReadyToRun code, EntryPoint method, ReadyToRunNames names) {
    for (CodeRange range : trying(List.<CodeRange>of(), () -> code.code(method))) {
      trying(0, () -> code.methodAt(range.begin()).hashCode());
    }
    trying(0, () -> code.find(method.module(), method.method()).hashCode());
    characters += names.of(method).length();
    assertTrue(characters >= 0);
    return 1;
  }

  private <T> T trying(T otherwise, Supplier<T> part) {
    try {
      return part.get();
    } catch (MetadataFormatException e) {
      damages.add(e);
      return otherwise;
    }
  }
}
