// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import dev.tiptoe.metadata.bytes.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Native memory for the results of methods: cells that are each wide enough for a pointer, used
 * again and again. Not thread-safe.
 */
final class Frame {

  /** The longest name: the CLR's own limit is 1,023. */
  static final int BUFFER_CHARS = 1 << 16;

  private static final int CELLS = 24;
  private static final int ASSEMBLY_METADATA_SIZE = 64;

  private final Memory memory = new Memory((long) CELLS * Native.POINTER_SIZE);
  private final Memory buffer = new Memory((long) BUFFER_CHARS * Character.BYTES);
  private final Memory assemblyMetadata = new Memory(ASSEMBLY_METADATA_SIZE);
  private final Pointer[] cells = new Pointer[CELLS];

  Frame() {
    for (int i = 0; i < CELLS; i++) {
      cells[i] = memory.share((long) i * Native.POINTER_SIZE);
    }
  }

  /** Sets every cell to zero. */
  void clear() {
    memory.clear();
    assemblyMetadata.clear();
  }

  /** Returns a buffer for {@link #BUFFER_CHARS} characters, or half as many numbers. */
  Pointer buffer() {
    return buffer;
  }

  /** Returns the first characters in the buffer. */
  String text(int length) {
    byte[] utf16 = buffer.getByteArray(0, Math.min(length, BUFFER_CHARS) * Character.BYTES);
    return new String(utf16, StandardCharsets.UTF_16LE);
  }

  /** Returns a number in the buffer. */
  int buffered(int index) {
    return buffer.getInt((long) index * Integer.BYTES);
  }

  /** Returns an {@code ASSEMBLYMETADATA} that has room for numbers only. */
  Pointer assemblyMetadata() {
    return assemblyMetadata;
  }

  /** Returns the version in it. */
  String version() {
    return IntStream.range(0, 4)
        .mapToObj(part -> Integer.toString(assemblyMetadata.getShort(2L * part) & 0xffff))
        .collect(Collectors.joining("."));
  }

  /** Returns the address of a cell. */
  Pointer cell(int index) {
    return cells[index];
  }

  /** Returns the number in a cell. */
  int number(int index) {
    return memory.getInt((long) index * Native.POINTER_SIZE);
  }

  /** Returns the pointer in a cell. */
  @Nullable Pointer pointer(int index) {
    return memory.getPointer((long) index * Native.POINTER_SIZE);
  }

  /** Returns the {@code length} bytes at the pointer in a cell; none for a null pointer. */
  Bytes bytesAt(int index, int length) {
    Pointer at = pointer(index);
    byte[] bytes = at == null || length <= 0 ? new byte[0] : at.getByteArray(0, length);
    return Bytes.of("the CLR", bytes);
  }

  /** Returns the zero-terminated bytes at the pointer in a cell; none for a null pointer. */
  Bytes stringAt(int index) {
    Pointer at = pointer(index);
    return at == null ? bytesAt(index, 0) : bytesAt(index, (int) at.indexOf(0, (byte) 0));
  }
}
