// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.message;

import dev.tiptoe.profile.wire.MessageFields;
import dev.tiptoe.profile.wire.WireReader;
import java.util.Optional;
import java.util.UUID;

/** A Mapping message of OTLP. Reused for all messages of a table. Not thread-safe. */
public final class OtlpMapping {

  private static final int FILE_NAME = 4;
  private static final int ATTRIBUTES = 5;
  private static final long PACKED = MessageFields.bits(ATTRIBUTES);

  private final OtlpAttributes attributes;
  private final MessageFields.Numbers numbers = this::number;
  private long fileName;
  private Optional<UUID> mvid = Optional.empty();

  /** Creates the fields, and what finds the build ID among its attributes. */
  public OtlpMapping(OtlpAttributes attributes) {
    this.attributes = attributes;
  }

  /** Reads a message. */
  public void read(WireReader in, long end) {
    fileName = 0;
    mvid = Optional.empty();
    MessageFields.read(in, end, PACKED, numbers);
  }

  private void number(int field, long value) {
    if (field == FILE_NAME) {
      fileName = value;
    } else if (field == ATTRIBUTES && (value & ~Integer.MAX_VALUE) == 0) {
      Optional<UUID> found = attributes.mvid((int) value);
      mvid = found.isPresent() ? found : mvid;
    }
  }

  /** Returns the index of the name of its file. */
  public long fileName() {
    return fileName;
  }

  /** Returns the module version ID that its build ID is; empty if it is none. */
  public Optional<UUID> mvid() {
    return mvid;
  }
}
