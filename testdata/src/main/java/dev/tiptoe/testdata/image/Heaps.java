// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The four heaps while they grow. Every method adds an item and returns its place; equal items are
 * stored once.
 *
 * @ecma II.24.2.3 to II.24.2.5
 */
final class Heaps {

  private final LittleEndian strings = new LittleEndian().u1(0);
  private final LittleEndian blobs = new LittleEndian().u1(0);
  private final LittleEndian userStrings = new LittleEndian().u1(0);
  private final LittleEndian guids = new LittleEndian();
  private final Map<String, Integer> knownStrings = new HashMap<>(Map.of("", 0));
  private final Map<UUID, Integer> knownGuids = new HashMap<>();

  int string(String text) {
    return knownStrings.computeIfAbsent(
        text, added -> string(added.getBytes(StandardCharsets.UTF_8)));
  }

  int string(byte[] bytes) {
    int at = strings.size();
    strings.bytes(bytes).u1(0);
    return at;
  }

  int blob(byte[] bytes) {
    return bytes.length == 0 ? 0 : prefixed(blobs, bytes);
  }

  int userString(String text) {
    LittleEndian utf16 = new LittleEndian();
    text.chars().forEach(utf16::u2);
    // A last byte marks whether a character needs special handling; no reader depends on it.
    return prefixed(userStrings, utf16.u1(0).toArray());
  }

  private static int prefixed(LittleEndian heap, byte[] bytes) {
    int at = heap.size();
    heap.bytes(Compressed.unsigned(bytes.length)).bytes(bytes);
    return at;
  }

  int guid(UUID guid) {
    return knownGuids.computeIfAbsent(guid, this::added);
  }

  private int added(UUID guid) {
    guids.guid(guid);
    return guids.size() / 16;
  }

  byte[] strings() {
    return strings.toArray();
  }

  byte[] blobs() {
    return blobs.toArray();
  }

  byte[] userStrings() {
    return userStrings.toArray();
  }

  byte[] guids() {
    return guids.toArray();
  }
}
