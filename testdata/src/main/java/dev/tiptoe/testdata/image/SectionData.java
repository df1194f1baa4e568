// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

/**
 * What lies in the section before the metadata: method bodies and the data of fields, then the
 * resources. It grows; what was added keeps its place.
 */
final class SectionData {

  private final LittleEndian data = new LittleEndian();
  private final LittleEndian resources = new LittleEndian();

  /** Adds bytes: where they are, counted from the beginning of all this. */
  int data(byte[] bytes) {
    int at = data.align(4).size();
    data.bytes(bytes);
    return at;
  }

  /** Adds a resource: where it is among them. */
  int resource(byte[] bytes) {
    int at = resources.align(8).size();
    resources.u4(bytes.length).bytes(bytes);
    return at;
  }

  /** Where the resources begin, counted from the beginning of all this. */
  int resourcesAt() {
    return data.align(8).size();
  }

  int resourcesSize() {
    return resources.size();
  }

  byte[] toArray() {
    return new LittleEndian()
        .bytes(data.align(8).toArray())
        .bytes(resources.toArray())
        .align(4)
        .toArray();
  }
}
