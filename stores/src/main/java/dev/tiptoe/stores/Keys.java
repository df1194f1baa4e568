// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * The 64-bit keys under which a catalog has the contents of files. Two identities may have one key,
 * so the identity is always checked in the file itself. Stateless.
 */
final class Keys {

  private static final long MVID = 1;
  private static final long PDB = 2;
  private static final long MODULE_OF = 3;
  private static final long PE = 4;
  private static final long BUILD_ID = 5;
  private static final long NAME = 6;
  private static final long PATH = 7;

  private Keys() {}

  /** Returns the key of an identity. A PDB is found by its GUID, a PE file without its name. */
  static long of(Identity identity) {
    if (identity instanceof Identity.Mvid module) {
      return ofGuid(MVID, module.mvid());
    }
    if (identity instanceof Identity.Pdb pdb) {
      return ofGuid(PDB, pdb.id().guid());
    }
    if (identity instanceof Identity.WindowsPdb pdb) {
      return ofGuid(PDB, pdb.guid());
    }
    if (identity instanceof Identity.ModuleOf module) {
      return ofGuid(MODULE_OF, module.id().guid());
    }
    if (identity instanceof Identity.ModuleOfPdb module) {
      return ofGuid(MODULE_OF, module.pdb());
    }
    if (identity instanceof Identity.Pe pe) {
      return of(PE, pe.timeStamp(), pe.sizeOfImage());
    }
    return ofText(BUILD_ID, ((Identity.BuildId) identity).hex());
  }

  /** Returns the key of a file name, in any case. */
  static long ofName(String fileName) {
    return ofText(NAME, fileName.toLowerCase(Locale.ROOT));
  }

  /** Returns the key of a path. */
  static long ofPath(String path) {
    return ofText(PATH, path);
  }

  /** Returns all keys of what is in a file. */
  static List<Long> of(Content content, String fileName) {
    List<Long> keys = new ArrayList<>();
    content.identities().forEach(identity -> keys.add(of(identity)));
    keys.add(ofName(fileName));
    if (!content.moduleName().isEmpty() && !content.moduleName().equalsIgnoreCase(fileName)) {
      keys.add(ofName(content.moduleName()));
    }
    return keys;
  }

  private static long ofGuid(long kind, UUID guid) {
    return of(kind, guid.getMostSignificantBits(), guid.getLeastSignificantBits());
  }

  private static long of(long kind, long high, long low) {
    return mixed(mixed(mixed(kind) ^ high) ^ low);
  }

  private static long ofText(long kind, String text) {
    long key = mixed(kind);
    for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
      key = (key ^ (one & 0xff)) * 0x100000001b3L;
    }
    return mixed(key);
  }

  /** The finalizer of MurmurHash3. */
  private static long mixed(long value) {
    long bits = (value ^ value >>> 33) * 0xff51afd7ed558ccdL;
    bits = (bits ^ bits >>> 33) * 0xc4ceb9fe1a85ec53L;
    return bits ^ bits >>> 33;
  }
}
