// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.bytes.Cursor;

/**
 * Reads a WebAssembly module, as far as necessary to find its data segments.
 *
 * <p>Source: WebAssembly Core Specification, "Binary Format", sections and data segments.
 */
final class WasmModule {

  /** {@code \0asm}. */
  private static final int MAGIC = 0x6d736100;

  private static final int DATA_SECTION = 11;

  private static final int ACTIVE = 0;
  private static final int PASSIVE = 1;
  private static final int ACTIVE_IN_MEMORY = 2;

  private static final int END = 0x0b;
  private static final int GLOBAL_GET = 0x23;
  private static final int I32_CONST = 0x41;

  private final Bytes file;

  WasmModule(Bytes file) {
    this.file = file;
  }

  static boolean isAt(Bytes file) {
    return file.length() >= 8 && file.i32(0) == MAGIC && file.i32(4) == 1;
  }

  /**
   * Returns the bytes of the data segment of that number; a module without it contains no .NET
   * code.
   */
  Bytes dataSegment(int number) {
    Cursor cursor = new Cursor(file);
    cursor.moveTo(8);
    while (!cursor.atEnd()) {
      int section = cursor.u8();
      int length = cursor.leb128();
      Bytes content = cursor.slice(length);
      if (section == DATA_SECTION) {
        return dataSegment(content, number);
      }
    }
    throw none(number);
  }

  private Bytes dataSegment(Bytes section, int number) {
    Cursor cursor = new Cursor(section);
    int count = cursor.leb128();
    if (Integer.compareUnsigned(number, count) >= 0) {
      throw none(number);
    }
    for (int i = 0; i < number; i++) {
      next(cursor);
    }
    return next(cursor);
  }

  private RuntimeException none(int number) {
    return file.notManaged(0, "a WebAssembly module without a data segment " + number);
  }

  private static Bytes next(Cursor cursor) {
    int mode = cursor.leb128();
    switch (mode) {
      case PASSIVE -> {}
      case ACTIVE -> skipOffset(cursor);
      case ACTIVE_IN_MEMORY -> {
        cursor.leb128();
        skipOffset(cursor);
      }
      default -> throw cursor.damaged("a data segment of unknown kind " + mode);
    }
    return cursor.slice(cursor.leb128());
  }

  /** Skips the expression for the address of an active segment. */
  private static void skipOffset(Cursor cursor) {
    int instruction = cursor.u8();
    while (instruction != END) {
      if (instruction == I32_CONST || instruction == GLOBAL_GET) {
        cursor.leb128();
      }
      instruction = cursor.u8();
    }
  }
}
