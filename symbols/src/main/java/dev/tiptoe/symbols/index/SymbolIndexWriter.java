// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.PdbId;
import dev.tiptoe.metadata.image.CodeView;
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
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Writes symbol indexes to a folder, each named by the MVID of its module. A file appears under its
 * name when it is whole, so any number of writers and readers may use the folder at the same time.
 * Immutable and thread-safe.
 *
 * <p>Where the index of another build with the same MVID is there, the new one has what both agree
 * on. Two processes that write such builds at the same moment leave the last.
 */
public final class SymbolIndexWriter {

  /** The end of the name of each file. */
  public static final String SUFFIX = ".tsym";

  /** Threads of this process that write the index of one module do so one after the other. */
  private static final Object[] LOCKS = Stream.generate(Object::new).limit(64).toArray();

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
   * @param builds the number of builds with its module version ID that the file was made from; more
   *     than one where a tool that rewrites modules kept the ID. It has only what they agree on
   */
  public record Written(
      Path file, int methods, int points, long bytes, boolean isNew, int builds) {}

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
    Optional<SymbolIndex> before = existing(file, mvid.get());
    if (before.isPresent() && isEnough(before.get(), module, source)) {
      return kept(file, before.get());
    }
    IndexBuilder builder = new IndexBuilder(module, pdb);
    byte[] content = builder.build(mvid.get(), source);
    synchronized (LOCKS[Math.floorMod(mvid.get().hashCode(), LOCKS.length)]) {
      return written(file, module, pdb, builder, content);
    }
  }

  /** Writes an index, unless another writer has had a PDB, or another build, meanwhile. */
  private Optional<Written> written(
      Path file, Image module, PortablePdb pdb, IndexBuilder first, byte[] alone)
      throws IOException {
    UUID mvid = module.mvid().orElseThrow();
    int source = source(pdb);
    IndexBuilder builder = first;
    byte[] content = alone;
    int builds = 1;
    Optional<SymbolIndex> before = existing(file, mvid);
    if (before.isPresent() && source == 0 && isEnough(before.get(), module, source)) {
      return kept(file, before.get());
    }
    if (before.isPresent() && !isOf(before.get(), module)) {
      SymbolIndex mine = SymbolIndex.of(module.file(), content);
      builder = new IndexBuilder(module, pdb, OtherBuild.of(mine, before.get()));
      content = builder.build(mvid, source);
      builds = builder.builds();
    }
    replace(file, content);
    int methods = module.count(MethodDef.TABLE);
    return Optional.of(new Written(file, methods, builder.points(), content.length, true, builds));
  }

  private static Optional<Written> kept(Path file, SymbolIndex index) throws IOException {
    int builds = Math.max(1, index.builds().builds().size());
    return Optional.of(
        new Written(
            file, index.methodCount(), index.pointCount(), Files.size(file), false, builds));
  }

  /** Returns the index of a module that is there; empty where it is to be replaced in any case. */
  private Optional<SymbolIndex> existing(Path file, UUID mvid) throws IOException {
    if (always || !Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(SymbolIndex.open(file)).filter(index -> index.mvid().get().equals(mvid));
    } catch (MetadataFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns whether an index says as much of a build: of this version of the contents, and from the
   * same PDB or several builds; or of any version and from a PDB, where there is none now.
   */
  private static boolean isEnough(SymbolIndex index, Image module, int source) {
    IndexHeader header = index.header();
    boolean isSame =
        header.content() == IndexHeader.CONTENT
            && (header.source() == source || index.builds().builds().size() > 1);
    boolean hasMore = source == 0 && header.source() != 0;
    return (isSame || hasMore) && isOfBuild(index, module);
  }

  /** Returns whether an index has what a build has, or what it has in common with others. */
  private static boolean isOfBuild(SymbolIndex index, Image module) {
    return index.builds().builds().isEmpty()
        ? isOf(index, module)
        : index.builds().builds().contains(BuildSection.of(module));
  }

  /** Returns whether an index is of one build, as far as the file says. */
  private static boolean isOf(SymbolIndex index, Image module) {
    List<Integer> builds = index.builds().builds();
    return builds.isEmpty()
        ? index.methodCount() == module.count(MethodDef.TABLE) && mayNameSame(index, module)
        : builds.equals(List.of(BuildSection.of(module)));
  }

  private static boolean mayNameSame(SymbolIndex index, Image module) {
    try {
      List<CodeView> pdbs = module.debugDirectory().codeViews();
      return !index.pdbs().isKnown() || PdbSection.portable(pdbs).equals(index.pdbs().portable());
    } catch (MetadataFormatException e) {
      return true;
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
