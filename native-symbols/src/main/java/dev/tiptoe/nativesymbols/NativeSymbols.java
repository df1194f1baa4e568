// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.nativesymbols.elf.ElfFile;
import dev.tiptoe.symbols.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * Finds the symbols of libraries and programs by their build IDs: in the file itself, in folders of
 * debug information, and in {@link NativeFiles}, such as a store and its symbol servers.
 * Thread-safe.
 *
 * <p>A file is used only when it has the build ID that is sought; that a path is the same proves
 * nothing. Debug information without a build ID is used only when a file that has it names it with
 * the right checksum.
 *
 * <p>Memory: for each requested library, up to {@value #MOST_OPEN}, some 30 bytes for each of its
 * functions.
 */
public final class NativeSymbols {

  /** Where Linux distributions install debug information. */
  public static final List<Path> USUAL_FOLDERS = List.of(Path.of("/usr/lib/debug"));

  private static final int MOST_OPEN = 1024;
  private static final int CRC_PIECE = 1 << 16;

  private final NativeFiles further;
  private final List<Path> folders;
  private final Map<NativeImage, NativeModule> open = new LinkedHashMap<>();

  private NativeSymbols(NativeFiles files, List<Path> folders) {
    this.further = files;
    this.folders = List.copyOf(folders);
  }

  /** Returns the symbols of the files at their own paths and of the usual folders. */
  public static NativeSymbols usual() {
    return of(NativeFiles.NONE);
  }

  /**
   * Returns the symbols of the files at their own paths, of the usual folders, and of further
   * files.
   */
  public static NativeSymbols of(NativeFiles files) {
    return of(files, USUAL_FOLDERS);
  }

  /**
   * Returns the symbols of the files at their own paths, of folders, and of further files.
   *
   * @param folders folders with debug information, laid out as {@code /usr/lib/debug}
   */
  public static NativeSymbols of(NativeFiles files, List<Path> folders) {
    return new NativeSymbols(files, folders);
  }

  /** Returns the symbols of a library; without any where there are none, which it says then. */
  public synchronized NativeModule find(NativeImage image) {
    NativeModule known = open.get(image);
    if (known == null) {
      known = found(image);
      if (open.size() >= MOST_OPEN) {
        open.remove(open.keySet().iterator().next());
      }
      open.put(image, known);
    }
    return known;
  }

  /**
   * Returns the symbols of a file that is given, whatever its build ID.
   *
   * @throws IOException when it cannot be read
   * @throws MetadataFormatException when it is not an ELF file, or damaged
   */
  public NativeModule open(Path path) throws IOException {
    ElfFile file = ElfFile.of(Bytes.open(path));
    NativeImage image = new NativeImage(path.toString(), file.buildId().orElse(""));
    Search search = new Search(image);
    search.add(file);
    search.addDebugInformation();
    return search.result();
  }

  private NativeModule found(NativeImage image) {
    if (image.buildId().isEmpty()) {
      return NativeModule.without(image.fileName(), "it has no build ID to find it by");
    }
    Search search = new Search(image);
    absolute(image.path()).ifPresent(search::addOwn);
    search.addDebugInformation();
    return search.result();
  }

  /** A path that may be opened: that of a regular file of this machine. */
  private static Optional<Path> absolute(String text) {
    try {
      Path path = Path.of(text);
      boolean isLocal = path.isAbsolute() && !text.startsWith("//") && !text.startsWith("\\\\");
      return isLocal && Files.isRegularFile(path) ? Optional.of(path) : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** The search for the files of one library. */
  private final class Search {

    private final NativeImage image;
    private final List<ElfFile> files = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    Search(NativeImage image) {
      this.image = image;
    }

    boolean isWhole() {
      return files.stream().anyMatch(NativeModule::hasAll);
    }

    void add(ElfFile file) {
      files.add(file);
    }

    void addOwn(Path path) {
      try {
        ElfFile file = ElfFile.of(Bytes.open(path));
        if (file.buildId().filter(image.buildId()::equals).isPresent()) {
          add(file);
        } else {
          problems.add(path + " is another build");
        }
      } catch (IOException | MetadataFormatException e) {
        problems.add(Problem.of(path.toString(), e));
      }
    }

    /** Adds a file of debug information where it is that of the library. */
    private void addIfSame(Bytes bytes) {
      try {
        ElfFile file = ElfFile.of(bytes);
        if (file.buildId().filter(image.buildId()::equals).isPresent()) {
          add(file);
        }
      } catch (MetadataFormatException e) {
        problems.add(String.valueOf(e.getMessage()));
      }
    }

    void addDebugInformation() {
      if (!image.buildId().isEmpty()) {
        for (Path folder : folders) {
          if (!isWhole()) {
            byBuildId(folder).ifPresent(path -> addAt(path));
          }
        }
        if (!isWhole()) {
          List.copyOf(files).forEach(this::inflate);
        }
        if (!isWhole()) {
          further.elfFiles(image.buildId()).forEach(this::addIfSame);
        }
      }
      if (!isWhole()) {
        List.copyOf(files).forEach(this::followLink);
      }
      if (!isWhole() && !image.buildId().isEmpty()) {
        further.requestedElfFiles(image.buildId(), image.fileName()).forEach(this::addIfSame);
      }
    }

    private void inflate(ElfFile file) {
      try {
        file.compressedSymbols().ifPresent(this::add);
      } catch (MetadataFormatException e) {
        problems.add(String.valueOf(e.getMessage()));
      }
    }

    private void addAt(Path path) {
      try {
        addIfSame(Bytes.open(path));
      } catch (IOException | MetadataFormatException e) {
        problems.add(Problem.of(path.toString(), e));
      }
    }

    private Optional<Path> byBuildId(Path folder) {
      String id = image.buildId();
      if (!id.matches("[0-9a-f]{4,128}")) {
        return Optional.empty();
      }
      return regular(
          folder
              .resolve(".build-id")
              .resolve(id.substring(0, 2))
              .resolve(id.substring(2) + ".debug"));
    }

    private static Optional<Path> regular(Path path) {
      return Files.isRegularFile(path) ? Optional.of(path) : Optional.empty();
    }

    /** Looks where debuggers look for the file that {@code .gnu_debuglink} names. */
    private void followLink(ElfFile file) {
      Optional<ElfFile.DebugLink> link = file.debugLink();
      Optional<Path> own = absolute(file.bytes().file());
      if (link.isEmpty() || own.isEmpty() || !isFileName(link.get().fileName())) {
        return;
      }
      String name = link.get().fileName();
      List<Path> places = new ArrayList<>();
      places.add(own.get().resolveSibling(name));
      places.add(own.get().resolveSibling(".debug").resolve(name));
      Path parent = own.get().getParent();
      if (parent != null && parent.getRoot() != null) {
        folders.forEach(
            folder ->
                places.add(folder.resolve(parent.getRoot().relativize(parent)).resolve(name)));
      }
      for (Path place : places) {
        if (!isWhole() && !place.equals(own.get()) && Files.isRegularFile(place)) {
          addLinked(place, link.get());
        }
      }
    }

    private static boolean isFileName(String name) {
      return !name.isEmpty()
          && !name.equals(".")
          && !name.equals("..")
          && name.indexOf('/') < 0
          && name.indexOf('\\') < 0
          && name.indexOf('\0') < 0;
    }

    private void addLinked(Path path, ElfFile.DebugLink link) {
      try {
        ElfFile file = ElfFile.of(Bytes.open(path));
        Optional<String> id = file.buildId();
        boolean isSame =
            (id.isPresent() && !image.buildId().isEmpty())
                ? id.get().equals(image.buildId())
                : crc(file.bytes()) == link.crc();
        if (isSame) {
          add(file);
        } else {
          problems.add(path + " is the debug information of another build");
        }
      } catch (IOException | InvalidPathException | MetadataFormatException e) {
        problems.add(Problem.of(path.toString(), e));
      }
    }

    NativeModule result() {
      if (files.isEmpty()) {
        problems.add("no file with its build ID was found");
        return NativeModule.without(image.fileName(), String.join("; ", problems));
      }
      return NativeModule.of(image.fileName(), files, problems);
    }
  }

  private static int crc(Bytes file) {
    CRC32 crc = new CRC32();
    for (int at = 0; at < file.length(); at += CRC_PIECE) {
      crc.update(file.copy(at, Math.min(CRC_PIECE, file.length() - at)));
    }
    return (int) crc.getValue();
  }
}
