// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bundle.Bundle;
import dev.tiptoe.metadata.bytes.Bytes;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Opens files and their members. It retains the lists of members of a few bundles, which take long
 * to find. Thread-safe.
 */
final class Opener {

  private static final int MOST_BUNDLES = 16;

  private final Map<Path, Bundle> bundles = new ConcurrentHashMap<>();

  /**
   * Opens the bytes at a location: of a file and of most members of bundles they are read on
   * demand, those of other members are in memory.
   *
   * @throws IOException when they cannot be read
   * @throws MetadataFormatException when the package or bundle is damaged, or was changed
   */
  Bytes open(Location location) throws IOException {
    if (location.isFile()) {
      return Bytes.open(location.file());
    }
    if (ZipPackage.isNamedLikeOne(location.file())) {
      try (ZipPackage zip = ZipPackage.open(location.file())) {
        return zip.read(location.member(), location.toString());
      }
    }
    try {
      return member(location);
    } catch (MetadataFormatException e) {
      // The bundle may be another one by now, which is found the next time.
      bundles.remove(location.file());
      throw e;
    }
  }

  private Bytes member(Location location) throws IOException {
    Bundle bundle = bundles.get(location.file());
    if (bundle == null) {
      bundle = Bundle.open(location.file());
      if (bundles.size() >= MOST_BUNDLES) {
        bundles.clear();
      }
      bundles.put(location.file(), bundle);
    }
    return bundle
        .member(location.member())
        .orElseThrow(() -> new NoSuchFileException(location.toString()))
        .open();
  }
}
