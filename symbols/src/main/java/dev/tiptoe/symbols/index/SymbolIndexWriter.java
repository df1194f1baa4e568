// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.PdbId;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.pdb.PortablePdb;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Optional;
import java.util.UUID;

/**
 * Writes symbol indexes to a folder, each named by the MVID of its module. A file appears under its
 * name when it is whole, so any number of writers and readers may use the folder at the same time.
 * Immutable and thread-safe.
 */
public final class SymbolIndexWriter {

  /** The end of the name of each file. */
  public static final String SUFFIX = ".tsym";

  private final Path folder;
  private final boolean always;

  /**
   * Creates a writer.
   *
   * @param folder an existing folder
   * @param always whether to replace a file that says the same, or has lines where there is no PDB
   *     now
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
   */
  public record Written(Path file, int methods, int points, long bytes, boolean isNew) {}

  /**
   * Writes the index of a module; empty when the module has no MVID, under which one would be
   * found.
   *
   * @param pdb its PDB, or the reason why there is none
   * @throws IOException when the file cannot be written
   * @throws MetadataFormatException when the module is damaged beyond single methods
   */
  public Optional<Written> write(Image module, PortablePdb pdb) throws IOException {
    Optional<UUID> mvid = module.mvid();
    if (mvid.isEmpty()) {
      return Optional.empty();
    }
    Path file = folder.resolve(mvid.get() + SUFFIX);
    int source = source(pdb);
    Optional<Written> before = always ? Optional.empty() : existing(file, mvid.get(), source);
    if (before.isPresent()) {
      return before;
    }
    IndexBuilder builder = new IndexBuilder(module, pdb);
    byte[] content = builder.build(mvid.get(), source);
    if (source == 0 && !always) {
      // Another writer may have had a PDB meanwhile.
      Optional<Written> meanwhile = existing(file, mvid.get(), source);
      if (meanwhile.isPresent()) {
        return meanwhile;
      }
    }
    replace(file, content);
    int methods = module.count(MethodDef.TABLE);
    return Optional.of(new Written(file, methods, builder.points(), content.length, true));
  }

  /**
   * Returns a file that says as much: of this version of the contents, and from the same PDB; or of
   * any version and from a PDB, where there is none now.
   */
  private static Optional<Written> existing(Path file, UUID mvid, int source) throws IOException {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      SymbolIndex index = SymbolIndex.open(file);
      IndexHeader header = index.header();
      boolean isSame = header.content() == IndexHeader.CONTENT && header.source() == source;
      boolean hasMore = source == 0 && header.source() != 0;
      return header.mvid().equals(mvid) && (isSame || hasMore)
          ? Optional.of(
              new Written(file, index.methodCount(), index.pointCount(), Files.size(file), false))
          : Optional.empty();
    } catch (MetadataFormatException e) {
      return Optional.empty();
    }
  }

  private static int source(PortablePdb pdb) {
    return pdb.found().flatMap(Image::pdbId).map(PdbId::hashCode).map(hash -> hash | 1).orElse(0);
  }

  private void replace(Path file, byte[] content) throws IOException {
    if (Files.isDirectory(file)) {
      throw new FileSystemException(file.toString(), null, "a folder is in the place of the index");
    }
    Path temporary = temporary();
    try {
      Files.write(temporary, content);
      readable(temporary);
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
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

  /** A temporary file is its owner's alone; an index is for everybody whom the folder lets in. */
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
