// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.symbols.SymbolSource;
import dev.tiptoe.symbols.index.IndexFolder;
import dev.tiptoe.symbols.index.SymbolIndex;
import dev.tiptoe.symbols.index.SymbolIndexWriter;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * Opens the symbol indexes of the given places: of an index file, of a folder, and of the folders
 * in that. For one thread.
 */
final class IndexPlaces {

  /** A store may have a million folders, and of those none is looked into before it is needed. */
  private static final int MOST_FOLDERS = 1024;

  /** A folder of indexes has hardly anything else. */
  private static final int MOST_FILES = 1024;

  private final Terminal terminal;
  private final Problems problems;
  private final List<SymbolSource> sources = new ArrayList<>();
  private final Set<Path> used = new HashSet<>();

  IndexPlaces(Terminal terminal, Problems problems) {
    this.terminal = terminal;
    this.problems = problems;
  }

  /** Returns what was opened, in the order of the places. */
  List<SymbolSource> sources() {
    return sources;
  }

  /** Returns the places that have indexes, or are one, as a store names them. */
  Set<Path> used() {
    return used;
  }

  /**
   * Opens the indexes of a place, if it has any. One that is damaged is a problem if it is the
   * place, and else noted.
   *
   * @throws IOException when a folder cannot be read
   */
  void open(Path place) throws IOException {
    if (Files.isDirectory(place)) {
      openFolders(place);
    } else if (isNamedLikeOne(place)) {
      use(place);
      openFile(place);
    }
  }

  private void openFile(Path file) {
    try {
      sources.add(new OneIndex(SymbolIndex.open(file, terminal::noteOnce), terminal::noteOnce));
    } catch (IOException | MetadataFormatException e) {
      problems.badInput("--symbols " + Problems.describe(file.toString(), e));
    }
  }

  private void openFolders(Path place) throws IOException {
    if (holdsIndexes(place, Integer.MAX_VALUE)) {
      openFolder(place, place);
    }
    for (Path folder : foldersIn(place)) {
      if (holdsIndexes(folder, MOST_FILES)) {
        openFolder(folder, place);
      }
    }
  }

  private void openFolder(Path folder, Path place) throws IOException {
    use(place);
    sources.add(IndexFolder.open(folder, terminal::noteOnce));
  }

  private void use(Path place) {
    used.add(place.toAbsolutePath().normalize());
  }

  private static List<Path> foldersIn(Path place) throws IOException {
    List<Path> folders = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(place)) {
      Iterator<Path> next = all.iterator();
      while (next.hasNext() && folders.size() < MOST_FOLDERS) {
        Path folder = next.next();
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && Files.isReadable(folder)) {
          folders.add(folder);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    folders.sort(null);
    return folders;
  }

  private static boolean holdsIndexes(Path folder, int most) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      Iterator<Path> next = all.iterator();
      for (int i = 0; i < most && next.hasNext(); i++) {
        if (isNamedLikeOne(next.next())) {
          return true;
        }
      }
      return false;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  private static boolean isNamedLikeOne(Path file) {
    return file.toString().endsWith(SymbolIndexWriter.SUFFIX);
  }
}
