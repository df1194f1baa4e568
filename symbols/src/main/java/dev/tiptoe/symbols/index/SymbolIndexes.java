// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.symbols.SymbolSource;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/** Opens the symbol indexes of a place: an index file, or a folder and the folders in it. */
public final class SymbolIndexes {

  /** A store may have a million folders, and of those none is looked into before it is needed. */
  private static final int MOST_FOLDERS = 1024;

  /** A folder of indexes has hardly anything else. */
  private static final int MOST_FILES = 1024;

  private SymbolIndexes() {}

  /**
   * Opens the indexes of a place; returns no source where it has none.
   *
   * @param problems receives the reason for each index in a folder that cannot be used, as {@link
   *     IndexFolder#open} does; by any thread
   * @throws IOException when the folder or the index cannot be read
   * @throws MetadataFormatException when the place is an index that is damaged
   */
  public static List<SymbolSource> in(Path place, Consumer<String> problems) throws IOException {
    if (Files.isDirectory(place)) {
      return inFolders(place, problems);
    }
    return isNamedLikeOne(place)
        ? List.of(new OneIndex(SymbolIndex.open(place, problems), problems))
        : List.of();
  }

  private static List<SymbolSource> inFolders(Path place, Consumer<String> problems)
      throws IOException {
    List<SymbolSource> sources = new ArrayList<>();
    if (holdsIndexes(place, Integer.MAX_VALUE)) {
      sources.add(IndexFolder.open(place, problems));
    }
    for (Path folder : foldersIn(place)) {
      if (holdsIndexes(folder, MOST_FILES)) {
        sources.add(IndexFolder.open(folder, problems));
      }
    }
    return sources;
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
