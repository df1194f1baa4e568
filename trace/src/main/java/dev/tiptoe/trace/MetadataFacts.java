// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.Optional;

/** Decodes the records with the metadata of modules without a file. */
final class MetadataFacts {

  private MetadataFacts() {}

  static Optional<DecodedRecord> moduleMetadata(RecordView record) {
    return Optional.of(
        new Piece(
            new ModuleID(record.i64(RecordLayout.ModuleMetadata.MODULE_ID)),
            record.i32(RecordLayout.ModuleMetadata.NUMBER),
            record.i64(RecordLayout.ModuleMetadata.SIZE),
            record.i64(RecordLayout.ModuleMetadata.OFFSET),
            record.octets(RecordLayout.ModuleMetadata.OCTETS)));
  }

  private record Piece(ModuleID module, int number, long size, long offset, Bytes octets)
      implements DecodedRecord {
    @Override
    public void passTo(long at, RuntimeFeed feed, TraceCounters counters) {
      counters
          .metadata()
          .add(module, number, size, offset, octets)
          .ifPresent(whole -> feed.moduleMetadata(at, module, whole));
    }
  }
}
