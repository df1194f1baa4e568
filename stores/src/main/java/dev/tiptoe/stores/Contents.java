// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bundle.Bundle;
import dev.tiptoe.metadata.bundle.BundleMember;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.CodeView;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.ImageIdentity;
import dev.tiptoe.nativesymbols.elf.ElfFile;
import dev.tiptoe.stores.Content.Kind;
import dev.tiptoe.symbols.problem.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Reads the kind and the identities of the contents of a file, from as few bytes as possible.
 * Stateless.
 */
final class Contents {

  private static final int PE = 0x5a4d;
  private static final int METADATA = 0x424a5342;
  private static final int WEBCIL = 0x4c496257;
  private static final int WASM = 0x6d736100;
  private static final List<Integer> MACH_O = List.of(0xfeedface, 0xfeedfacf, 0xbebafeca);

  private Contents() {}

  /**
   * Reads a file: a module, a PDB, a native library, a package or a single-file bundle. Other files
   * have no content.
   *
   * @param problems receives the members that cannot be read, and the reasons
   * @throws IOException when the file cannot be read
   * @throws MetadataFormatException when it is damaged
   */
  static List<Content> of(Path file, BiConsumer<String, Exception> problems) throws IOException {
    return ZipPackage.isNamedLikeOne(file)
        ? ofPackage(file, problems)
        : Bytes.open(file, bytes -> of(bytes, FileNames.base(file.toString()), problems));
  }

  private static List<Content> of(
      Bytes bytes, String name, BiConsumer<String, Exception> problems) {
    Optional<Content> content = of(bytes, name, "");
    boolean isNative = content.map(one -> one.kind() == Kind.NATIVE).orElse(isExecutable(bytes));
    if (isNative && !isLibrary(name)) {
      Optional<Bundle> bundle = Bundle.find(bytes);
      if (bundle.isPresent()) {
        return ofBundle(bundle.get(), content, problems);
      }
    }
    return content.map(List::of).orElse(List.of());
  }

  /** Returns whether a native file is a library by its name, which no bundle is. */
  private static boolean isLibrary(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".dll")
        || lower.endsWith(".so")
        || lower.contains(".so.")
        || lower.endsWith(".dylib");
  }

  private static boolean isExecutable(Bytes bytes) {
    return ElfFile.isAt(bytes) || (bytes.length() >= 4 && MACH_O.contains(bytes.i32(0)));
  }

  /** Returns what a file or member itself is; empty when it is of no interest. */
  static Optional<Content> of(Bytes bytes, String name, String member) {
    if (bytes.length() < 4) {
      return Optional.empty();
    }
    int magic = bytes.i32(0);
    if ((magic & 0xffff) == PE || magic == METADATA || magic == WEBCIL || magic == WASM) {
      return Optional.of(image(ImageIdentity.of(bytes), name, member));
    }
    return ElfFile.isAt(bytes)
        ? buildId(bytes).map(id -> content(member, Kind.NATIVE, new Identity.BuildId(id)))
        : WindowsPdb.identity(bytes).map(id -> content(member, Kind.WINDOWS_PDB, id));
  }

  /** Returns the build ID of an ELF file; empty when there is none, as of a big-endian one. */
  private static Optional<String> buildId(Bytes elf) {
    try {
      return ElfFile.of(elf).buildId();
    } catch (MetadataFormatException e) {
      if (e.kind() == MetadataFormatException.Kind.DAMAGED) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private static Content content(String member, Kind kind, Identity identity) {
    return new Content(member, kind, "", List.of(identity));
  }

  private static Content image(ImageIdentity image, String name, String member) {
    List<Identity> identities = new ArrayList<>();
    image.mvid().ifPresent(mvid -> identities.add(new Identity.Mvid(mvid)));
    image.pdbId().ifPresent(id -> identities.add(new Identity.Pdb(id)));
    image
        .pe()
        .ifPresent(pe -> identities.add(new Identity.Pe(pe.timeStamp(), pe.sizeOfImage(), name)));
    image.pdbs().stream()
        .filter(CodeView::isPortable)
        .limit(4)
        .forEach(pdb -> identities.add(new Identity.ModuleOf(pdb.id())));
    Kind kind =
        image.pdbId().isPresent()
            ? Kind.PORTABLE_PDB
            : image.mvid().isPresent() ? Kind.MODULE : Kind.NATIVE;
    return new Content(member, kind, FileNames.base(image.moduleName()), identities);
  }

  private static List<Content> ofBundle(
      Bundle bundle, Optional<Content> host, BiConsumer<String, Exception> problems) {
    List<Content> all = new ArrayList<>();
    host.ifPresent(all::add);
    for (BundleMember member : bundle.members()) {
      if (isRead(member.path())) {
        try {
          of(member.open(), FileNames.base(member.path()), member.path()).ifPresent(all::add);
        } catch (MetadataFormatException e) {
          problems.accept(bundle.file().file() + "!" + Problem.shortened(member.path()), e);
        }
      }
    }
    return all;
  }

  private static List<Content> ofPackage(Path file, BiConsumer<String, Exception> problems)
      throws IOException {
    List<Content> all = new ArrayList<>();
    try (ZipPackage zip = ZipPackage.open(file)) {
      for (String member : zip.members()) {
        if (isRead(member)) {
          String name = file + "!" + Problem.shortened(member);
          try {
            of(zip.read(member, name), FileNames.base(member), member).ifPresent(all::add);
          } catch (IOException | MetadataFormatException e) {
            problems.accept(name, e);
          }
        }
      }
    }
    return all;
  }

  private static boolean isRead(String member) {
    return Image.isNamedLikeOne(member) || member.toLowerCase(Locale.ROOT).endsWith(".pdb");
  }
}
