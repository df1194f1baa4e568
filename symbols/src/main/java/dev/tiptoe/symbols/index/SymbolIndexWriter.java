// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.PdbId;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.build.Build;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes symbol indexes to a folder, each named by the MVID of its module. A file appears under its
 * name when it is whole, so any number of writers and readers may use the folder at the same time.
 * Thread-safe.
 *
 * <p>If the index of another build with the same MVID exists, the new one has the symbols in which
 * both agree, and the index of each build inside. Writers that have such builds at the same moment,
 * in one process or several, wait for one another: where the file system has locks, none of the
 * builds is lost.
 */
public final class SymbolIndexWriter {

  /** The end of the name of each file. */
  public static final String SUFFIX = ".tsym";

  private final Path folder;
  private final boolean always;

  /** The modules whose index this has replaced: further builds join it. */
  private final Set<UUID> replaced = ConcurrentHashMap.newKeySet();

  /**
   * Creates a writer.
   *
   * @param folder an existing folder
   * @param always whether to replace a file that this did not write, even if it says the same, has
   *     lines where there is no PDB now, or is of another build
   */
  public SymbolIndexWriter(Path folder, boolean always) {
    this.folder = folder;
    this.always = always;
  }

  /**
   * What became of a module.
   *
   * @param file its index
   * @param methods the number of its methods
   * @param points the number of its sequence points
   * @param bytes the size of the file
   * @param isNew whether the file was written; otherwise it was there already
   * @param builds the number of builds with its module version ID that the file was made from; more
   *     than one where a tool that rewrites modules kept the ID. It has only what they agree on
   */
  public record Written(
      Path file, int methods, int points, long bytes, boolean isNew, int builds) {}

  /**
   * Returns a text that copies of one build of a module have in common, and builds with one MVID
   * have not; empty when the module has no MVID. Of files with one text, it is enough to write the
   * index of one that has its PDB.
   */
  public static Optional<String> buildOf(Image module) {
    return Build.of(module)
        .map(build -> String.format("%s-%08x-%08x", build.mvid(), build.il(), build.code()));
  }

  /**
   * Writes the index of a module; empty when the module has no MVID, under which one would be
   * found.
   *
   * @param pdb its PDB, or the reason why there is none
   * @throws IOException when the file cannot be written
   * @throws MetadataFormatException when the module is damaged beyond single methods
   */
  public Optional<Written> write(Image module, PortablePdb pdb) throws IOException {
    Optional<Build> found = Build.of(module);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Build build = found.get();
    Path file = folder.resolve(build.mvid() + SUFFIX);
    int source = source(pdb);
    Optional<SymbolIndex> before = existing(file, build.mvid());
    if (before.isPresent() && hasPart(before.get(), module, build, source)) {
      return Optional.of(written(file, before.get(), false));
    }
    SymbolIndex mine =
        SymbolIndex.of(file.toString(), new IndexBuilder(module, pdb).build(build, source));
    // Written before others have to wait.
    Path temporary = temporary(file, mine);
    try {
      IndexLock lock = IndexLock.of(folder);
      try {
        Written written = replaced(file, temporary, module, build, mine);
        replaced.add(build.mvid());
        return Optional.of(written);
      } finally {
        lock.close();
      }
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** Replaces an index, with a look at what another writer may have put there meanwhile. */
  private Written replaced(Path file, Path temporary, Image module, Build build, SymbolIndex mine)
      throws IOException {
    Optional<SymbolIndex> before = existing(file, build.mvid());
    if (before.isPresent() && hasPart(before.get(), module, build, mine.header().source())) {
      return written(file, before.get(), false);
    }
    List<SymbolIndex> others =
        before.map(SymbolIndex::parts).orElse(List.of()).stream()
            .filter(part -> !isOnly(part, module, build))
            .toList();
    SymbolIndex all = others.isEmpty() ? mine : merged(file, mine, others);
    if (all == mine) {
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
      return written(file, mine, true);
    }
    Path merged = temporary(file, all);
    try {
      Files.move(merged, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(merged);
    }
    return written(file, all, true);
  }

  /** Returns the index of all builds; that of one where those of the others are damaged. */
  private static SymbolIndex merged(Path file, SymbolIndex mine, List<SymbolIndex> others) {
    UUID mvid = mine.header().mvid();
    try {
      List<SymbolIndex> parts = new ArrayList<>();
      if (others.size() < PartSection.MOST) {
        parts.addAll(others);
      } else {
        parts.add(SymbolIndex.of(file.toString(), MergedIndex.of(mvid, others, false)));
      }
      parts.add(mine);
      return SymbolIndex.of(file.toString(), MergedIndex.of(mvid, parts, true));
    } catch (MetadataFormatException e) {
      return mine;
    }
  }

  private static Written written(Path file, SymbolIndex index, boolean isNew) {
    return new Written(
        file,
        index.methodCount(),
        index.pointCount(),
        index.bytes().length(),
        isNew,
        index.buildCount());
  }

  /** Returns the index of a module that is there; empty where it is to be replaced in any case. */
  private Optional<SymbolIndex> existing(Path file, UUID mvid) throws IOException {
    boolean isToBeReplaced = always && !replaced.contains(mvid);
    if (isToBeReplaced || !Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(SymbolIndex.open(file))
          .filter(index -> index.mvid().equals(Optional.of(mvid)) && index.isWhole());
    } catch (MetadataFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns whether an index has as much about a build: of this version of the contents, and from
   * the same PDB; or of any version and from a PDB, where there is none now.
   */
  private static boolean hasPart(SymbolIndex index, Image module, Build build, int source) {
    return index.parts().stream()
        .filter(part -> isOf(part, module, build))
        .anyMatch(part -> isEnough(part, source));
  }

  private static boolean isEnough(SymbolIndex part, int source) {
    IndexHeader header = part.header();
    boolean isSame =
        header.content() == IndexHeader.CONTENT
            // What several builds agreed on without their parts does not change.
            && (header.source() == source || part.builds().size() > 1);
    boolean hasMore = source == 0 && header.source() != 0;
    return isSame || hasMore;
  }

  /** Returns whether a part is of a build, alone or with others. */
  private static boolean isOf(SymbolIndex part, Image module, Build build) {
    return part.builds().isEmpty() ? mayBeOf(part, module) : part.builds().contains(build);
  }

  /** Returns whether a part is of a build and of no other. */
  private static boolean isOnly(SymbolIndex part, Image module, Build build) {
    return part.builds().size() <= 1 && isOf(part, module, build);
  }

  /** Returns whether an index before version 1.4 is of a build, as far as it states that. */
  private static boolean mayBeOf(SymbolIndex index, Image module) {
    return index.methodCount() == module.count(MethodDef.TABLE) && mayNameSame(index, module);
  }

  private static boolean mayNameSame(SymbolIndex index, Image module) {
    try {
      PdbSection pdbs = PdbSection.of(module.debugDirectory().codeViews());
      return !index.pdbs().isKnown() || pdbs.portable().equals(index.pdbs().portable());
    } catch (MetadataFormatException e) {
      return true;
    }
  }

  private static int source(PortablePdb pdb) {
    return pdb.found().flatMap(Image::pdbId).map(PdbId::hashCode).map(hash -> hash | 1).orElse(0);
  }

  /** Returns a temporary file with an index. */
  private Path temporary(Path file, SymbolIndex index) throws IOException {
    if (Files.isDirectory(file)) {
      throw new FileSystemException(file.toString(), null, "a folder is in the place of the index");
    }
    Path temporary = temporary();
    boolean isWritten = false;
    try {
      Files.write(temporary, index.bytes().toArray());
      readable(temporary);
      isWritten = true;
      return temporary;
    } finally {
      if (!isWritten) {
        Files.delete(temporary);
      }
    }
  }

  private Path temporary() throws IOException {
    try {
      return Files.createTempFile(folder, ".", ".tmp");
    } catch (AccessDeniedException e) {
      throw new AccessDeniedException(folder.toString());
    } catch (NoSuchFileException e) {
      throw new NoSuchFileException(folder.toString());
    }
  }

  /** A temporary file is its owner's alone; an index is for every user who may open the folder. */
  private static void readable(Path file) throws IOException {
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(
          file,
          EnumSet.of(
              PosixFilePermission.OWNER_READ,
              PosixFilePermission.OWNER_WRITE,
              PosixFilePermission.GROUP_READ,
              PosixFilePermission.OTHERS_READ));
    }
  }
}
