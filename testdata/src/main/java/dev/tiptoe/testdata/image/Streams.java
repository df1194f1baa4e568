// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Named streams in order, possibly several with one name, and the metadata root around them.
 *
 * @ecma II.24.2.1
 */
final class Streams {

  private static final class Stream {
    final String name;
    final byte[] bytes;

    Stream(String name, byte[] bytes) {
      this.name = name;
      this.bytes = bytes;
    }

    int headerSize() {
      return 8 + roundUp(name.length() + 1);
    }
  }

  private final String version;
  private final List<Stream> streams = new ArrayList<>();

  Streams(String version) {
    this.version = version;
  }

  Streams add(String name, byte[] bytes) {
    streams.add(new Stream(name, new LittleEndian().bytes(bytes).align(4).toArray()));
    return this;
  }

  /** Where in the root the last stream of that name lies. */
  int offsetOf(String name) {
    int at = headersSize();
    int found = -1;
    for (Stream stream : streams) {
      found = stream.name.equals(name) ? at : found;
      at += stream.bytes.length;
    }
    return found;
  }

  byte[] root() {
    byte[] text = version.getBytes(StandardCharsets.US_ASCII);
    LittleEndian root = new LittleEndian().u4(0x424a5342).u2(1).u2(1).u4(0);
    root.u4(roundUp(text.length + 1)).bytes(text).u1(0).align(4);
    root.u2(0).u2(streams.size());
    int at = headersSize();
    for (Stream stream : streams) {
      root.u4(at).u4(stream.bytes.length);
      root.bytes(stream.name.getBytes(StandardCharsets.US_ASCII)).u1(0).align(4);
      at += stream.bytes.length;
    }
    streams.forEach(stream -> root.bytes(stream.bytes));
    return root.toArray();
  }

  private int headersSize() {
    int fixed = 16 + roundUp(version.length() + 1) + 4;
    return fixed + streams.stream().mapToInt(Stream::headerSize).sum();
  }

  private static int roundUp(int size) {
    return (size + 3) & ~3;
  }
}
