// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.pdb;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.heap.BlobHeap;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.table.CodedIndex;
import java.util.ArrayList;
import java.util.List;

/**
 * A position in a blob of imports. Each import has the number of its kind, then the parts of that
 * kind, as compressed numbers. Mutable, not thread-safe.
 */
final class ImportReader {

  private static final Import.Kind[] KINDS = Import.Kind.values();

  private final Cursor cursor;
  private final BlobHeap blobs;

  ImportReader(Bytes blob, BlobHeap blobs) {
    this.cursor = new Cursor(blob);
    this.blobs = blobs;
  }

  List<Import> read() {
    List<Import> imports = new ArrayList<>();
    while (!cursor.atEnd()) {
      imports.add(next());
    }
    return List.copyOf(imports);
  }

  private Import next() {
    int code = cursor.compressed();
    if (code == 0 || code > KINDS.length) {
      throw cursor.damaged("no import is of kind " + code);
    }
    Import.Kind kind = KINDS[code - 1];
    Bytes alias = blobs.get(numberIf(kind.has(Import.ALIAS)));
    int assembly = numberIf(kind.has(Import.ASSEMBLY));
    Bytes namespace = blobs.get(numberIf(kind.has(Import.NAMESPACE)));
    int type = CodedIndex.typeDefOrRefEncoded(numberIf(kind.has(Import.TYPE)));
    if (assembly > 0x00ffffff || type == -1) {
      throw cursor.damaged("an import from no table");
    }
    return new Import(
        kind, alias, Token.of(AssemblyRef.TABLE, assembly), namespace, new Token(type));
  }

  private int numberIf(boolean hasPart) {
    return hasPart ? cursor.compressed() : 0;
  }
}
