// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes Webcil files out of PE files, as .NET's build does, and WebAssembly modules around them.
 * Stateless.
 *
 * <p>Source: Webcil assembly format; WebAssembly Core Specification, "Binary Format".
 */
public final class WebcilFile {

  private static final int DEBUG_ENTRY = 28;
  private static final int DEBUG_OFFSET = 24;

  private WebcilFile() {}

  /** The Webcil of a PE file that is whole; version 0 or 1. */
  public static byte[] of(byte[] pe, int version) {
    PeHeaders headers = new PeHeaders(pe);
    List<PeHeaders.Section> sections = headers.sections();
    int[] cor20 = headers.directory(PeBuilder.COR20);
    int[] debug = headers.directory(PeBuilder.DEBUG);
    LittleEndian webcil = new LittleEndian().u4(0x4c496257).u2(version).u2(0);
    webcil.u2(sections.size()).u2(0).u4(cor20[0]).u4(cor20[1]).u4(debug[0]).u4(debug[1]);
    if (version == 1) {
      webcil.u4(0);
    }
    int offset = roundUp(webcil.size() + 16 * sections.size());
    List<PeHeaders.Section> moved = new ArrayList<>();
    for (PeHeaders.Section section : sections) {
      int stored = Math.min(section.rawSize(), pe.length - section.offset());
      webcil.u4(section.virtualSize()).u4(section.rva()).u4(stored).u4(offset);
      moved.add(new PeHeaders.Section(section.virtualSize(), section.rva(), stored, offset));
      offset = roundUp(offset + stored);
    }
    byte[] moving = withDebugOffsetsMoved(pe, headers, debug, moved);
    for (int i = 0; i < moved.size(); i++) {
      webcil.zerosTo(moved.get(i).offset());
      int from = sections.get(i).offset();
      for (int at = from; at < from + moved.get(i).rawSize(); at++) {
        webcil.u1(moving[at]);
      }
    }
    return webcil.toArray();
  }

  /** The debug directory has offsets in the file, and they must be right in the new one. */
  private static byte[] withDebugOffsetsMoved(
      byte[] pe, PeHeaders headers, int[] debug, List<PeHeaders.Section> moved) {
    byte[] copy = pe.clone();
    ByteBuffer file = ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < debug[1]; i += DEBUG_ENTRY) {
      int at = headers.offsetOf(debug[0]) + i + DEBUG_OFFSET;
      int rva = file.getInt(at - 4);
      for (PeHeaders.Section section : moved) {
        if (rva >= section.rva() && rva < section.rva() + section.rawSize()) {
          file.putInt(at, rva - section.rva() + section.offset());
        }
      }
    }
    return copy;
  }

  private static int roundUp(int size) {
    return (size + 15) / 16 * 16;
  }

  /** A WebAssembly module whose data segment 1 is {@code webcil}, passive as is usual. */
  public static byte[] inWasm(byte[] webcil) {
    return wasm(segment(webcil, 1));
  }

  /** Returns a WebAssembly module with these data segments behind the one with the size. */
  public static byte[] wasm(byte[]... segments) {
    LittleEndian data = leb128(new LittleEndian(), 1 + segments.length);
    data.bytes(segment(new LittleEndian().u4(0).toArray(), 1));
    for (byte[] segment : segments) {
      data.bytes(segment);
    }
    byte[] global = {1, 0x7f, 0, 0x41, 0, 0x0b};
    LittleEndian module = new LittleEndian().u4(0x6d736100).u4(1);
    module.u1(6).u1(global.length).bytes(global);
    leb128(module.u1(11), data.size()).bytes(data.toArray());
    return module.u1(0).u1(2).u1(1).u1('x').toArray();
  }

  /**
   * A data segment.
   *
   * @param prefix its kind and, for an active one, the expression for its address
   */
  public static byte[] segment(byte[] content, int... prefix) {
    LittleEndian segment = new LittleEndian();
    for (int each : prefix) {
      segment.u1(each);
    }
    return leb128(segment, content.length).bytes(content).toArray();
  }

  private static LittleEndian leb128(LittleEndian to, int value) {
    int left = value;
    while (left >>> 7 != 0) {
      to.u1((left & 0x7f) | 0x80);
      left >>>= 7;
    }
    return to.u1(left);
  }
}
