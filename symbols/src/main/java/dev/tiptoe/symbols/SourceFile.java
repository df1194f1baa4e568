// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.CustomDebugInformation;
import dev.tiptoe.metadata.image.Document;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

/** The properties of a source file in a portable PDB, other than its path. Immutable. */
public final class SourceFile {

  /** The kind of CustomDebugInformation that has the text of a document. */
  private static final UUID EMBEDDED = UUID.fromString("0e8a571b-6926-466e-b4ad-8ab04611f5fe");

  private final SourceDocument document;
  private final Document row;

  SourceFile(SourceDocument document, Document row) {
    this.document = document;
    this.row = row;
  }

  /** Returns its path and URL. */
  public SourceDocument document() {
    return document;
  }

  /**
   * Returns the algorithm of {@link #hash}, such as {@code 8829d00f-11b8-4213-878b-770e8597ac16}
   * for SHA-256; empty when there is no hash.
   */
  public Optional<UUID> hashAlgorithm() {
    return row.hashAlgorithm();
  }

  /** Returns the hash of the file as the compiler saw it, in hex; empty when there is none. */
  public String hash() {
    Bytes hash = row.hash();
    return HexFormat.of().formatHex(hash.copy(0, hash.length()));
  }

  /**
   * Returns the bytes of the file, which the compiler put into the PDB; empty when it did not.
   * Decompressed by each call, in bounded memory.
   *
   * @throws MetadataFormatException when they are damaged
   */
  public Optional<Bytes> embedded() {
    return CustomDebugInformation.of(row.image(), row.token()).stream()
        .filter(each -> each.kind().filter(EMBEDDED::equals).isPresent())
        .findFirst()
        .map(CustomDebugInformation::value)
        .map(this::content);
  }

  /** The size of the text in four bytes, 0 if it is not compressed; then the text. */
  private Bytes content(Bytes value) {
    int size = value.i32(0);
    Bytes content = value.slice(Integer.BYTES, value.length() - Integer.BYTES);
    return size == 0 ? content : content.inflated(size, document.path());
  }
}
