// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.table;

import dev.tiptoe.metadata.container.Container;
import dev.tiptoe.metadata.container.MetadataRoot;
import dev.tiptoe.metadata.heap.BlobHeap;
import dev.tiptoe.metadata.heap.GuidHeap;
import dev.tiptoe.metadata.heap.StringsHeap;
import dev.tiptoe.metadata.heap.UserStringsHeap;

/**
 * The storage of an image: its container, tables and heaps. Immutable, for any number of threads.
 */
public final class Metadata {

  private final Container container;
  private final MetadataRoot root;
  private final Tables tables;
  private final StringsHeap strings;
  private final UserStringsHeap userStrings;
  private final BlobHeap blobs;
  private final GuidHeap guids;

  /** Reads the metadata in {@code container} into memory. */
  public Metadata(Container container) {
    this.container = container;
    root = new MetadataRoot(container.metadata());
    tables = new Tables(root.tables(), root.has("#JTD"), root.pdb());
    strings = new StringsHeap(root.stream("#Strings"));
    userStrings = new UserStringsHeap(root.stream("#US"));
    blobs = new BlobHeap(root.stream("#Blob"));
    guids = new GuidHeap(root.stream("#GUID"));
  }

  /** What the module is in, for what lies outside its metadata: code, resources, data. */
  public Container container() {
    return container;
  }

  /** The root, with what is known of the streams. */
  public MetadataRoot root() {
    return root;
  }

  /** The tables. */
  public Tables tables() {
    return tables;
  }

  /** The names. */
  public StringsHeap strings() {
    return strings;
  }

  /** The literals of {@code ldstr}. */
  public UserStringsHeap userStrings() {
    return userStrings;
  }

  /** The blobs. */
  public BlobHeap blobs() {
    return blobs;
  }

  /** The GUIDs. */
  public GuidHeap guids() {
    return guids;
  }
}
