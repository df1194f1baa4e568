// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.container.DataDirectory;
import dev.tiptoe.metadata.container.PeFile;
import dev.tiptoe.metadata.container.ReadyToRunHeader;
import dev.tiptoe.metadata.container.SectionType;
import java.util.Optional;

/** The sections of a ReadyToRun header, as bytes. Immutable. */
record Parts(PeFile file, ReadyToRunHeader header) {

  /** Returns a section, in memory; empty bytes when there is none. */
  Bytes get(SectionType type) {
    return find(type).orElseGet(() -> file.file().slice(0, 0));
  }

  /** Returns a section, in memory. */
  Optional<Bytes> find(SectionType type) {
    return stored(type).map(Bytes::inMemory);
  }

  /** Returns a section without reading it. */
  Optional<Bytes> stored(SectionType type) {
    return header.section(type).filter(DataDirectory::isPresent).map(file::at);
  }
}
