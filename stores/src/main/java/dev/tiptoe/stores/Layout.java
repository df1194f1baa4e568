// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The layouts of symbol stores: where in a folder the file with an identity is. */
enum Layout {

  /** The keys of symbol servers as paths: {@code foo.pdb/<id>/foo.pdb}. */
  SSQP {
    @Override
    List<String> parts(Identity identity, String name) {
      return SymbolKey.of(identity, name).map(SymbolKey::parts).orElse(List.of());
    }
  },

  /** Microsoft's {@code symstore}: names as given, the IDs of PDBs in upper case. */
  SYMSTORE {
    @Override
    List<String> parts(Identity identity, String name) {
      return SymbolKey.of(identity, name)
          .map(key -> List.of(name, symstoreId(identity, key.parts().get(1)), name))
          .orElse(List.of());
    }
  },

  /** The same in folders by the first two characters; {@code index2.txt} marks it. */
  SYMSTORE_TWO_TIER {
    @Override
    List<String> parts(Identity identity, String name) {
      List<String> parts = SYMSTORE.parts(identity, name);
      return parts.isEmpty() || name.length() < 2
          ? List.of()
          : Stream.concat(Stream.of(name.substring(0, 2)), parts.stream()).toList();
    }
  },

  /** The key of an ELF file's debug information, which has no name of its own. */
  SSQP_ELF_DEBUG {
    @Override
    List<String> parts(Identity identity, String name) {
      return identity instanceof Identity.BuildId elf
          ? SymbolKey.elfDebug(elf.hex()).map(SymbolKey::parts).orElse(List.of())
          : List.of();
    }
  },

  /** That of Linux distributions: {@code .build-id/ab/cdef.debug}. */
  BUILD_ID {
    @Override
    List<String> parts(Identity identity, String name) {
      return identity instanceof Identity.BuildId elf && elf.hex().length() > 2
          ? List.of(".build-id", elf.hex().substring(0, 2), elf.hex().substring(2) + ".debug")
          : List.of();
    }
  },

  /** Sentry's {@code unified}, for executables. */
  UNIFIED_EXECUTABLE {
    @Override
    List<String> parts(Identity identity, String name) {
      return unified(identity, "executable");
    }
  },

  /** Sentry's {@code unified}, for debug information. */
  UNIFIED_DEBUG {
    @Override
    List<String> parts(Identity identity, String name) {
      return unified(identity, "debuginfo");
    }
  };

  /** Returns the parts of the path below the folder; none when the layout has no place for it. */
  abstract List<String> parts(Identity identity, String name);

  private static String symstoreId(Identity identity, String id) {
    return identity instanceof Identity.Pdb || identity instanceof Identity.WindowsPdb
        ? id.toUpperCase(Locale.ROOT)
        : id;
  }

  private static List<String> unified(Identity identity, String kind) {
    String id = "";
    if (identity instanceof Identity.Pdb pdb) {
      id = SymbolKey.digits(pdb.id().guid()) + Integer.toHexString(pdb.id().stamp());
    } else if (identity instanceof Identity.ModuleOf module) {
      id = SymbolKey.digits(module.id().guid()) + Integer.toHexString(module.id().stamp());
    } else if (identity instanceof Identity.WindowsPdb pdb) {
      id = SymbolKey.digits(pdb.guid()) + Integer.toHexString(pdb.age());
    } else if (identity instanceof Identity.BuildId elf) {
      id = elf.hex();
    }
    return id.length() <= 2 ? List.of() : List.of(id.substring(0, 2), id.substring(2), kind);
  }

  /**
   * Returns the files in a folder that have the place of an identity in any layout. They are not
   * opened.
   *
   * @param root the folder
   * @param fileName a name or path from outside; only its last name counts, and it never leads out
   *     of the folder, not over a symbolic link either
   */
  static List<Path> files(Path root, Identity identity, String fileName) {
    String name = FileNames.base(fileName);
    return Stream.of(values())
        .map(layout -> layout.parts(identity, name))
        .filter(parts -> !parts.isEmpty() && parts.stream().allMatch(FileNames::isSafe))
        .flatMap(parts -> file(root, parts).stream())
        .distinct()
        .toList();
  }

  private static Optional<Path> file(Path root, List<String> parts) {
    try {
      Path file = root;
      for (String part : parts) {
        file = file.resolve(part);
      }
      return Files.isRegularFile(file) && isInside(root, file)
          ? Optional.of(file)
          : Optional.empty();
    } catch (IOException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** Returns whether a file is below a folder when all symbolic links are followed. */
  static boolean isInside(Path root, Path file) throws IOException {
    return file.toRealPath().startsWith(root.toRealPath());
  }
}
