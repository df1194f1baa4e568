// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.metadata.image.Image;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A file that may hold managed code.
 *
 * @param path its path
 * @param member the file in a single-file bundle, if one was named: {@code BUNDLE!MEMBER}
 * @param shown its name in results: as it was given, or relative to the given folder
 * @param named whether it was given by name and not found in a folder
 */
public record ManagedFile(Path path, Optional<String> member, String shown, boolean named) {

  private static final char IN = '!';

  /**
   * Returns the file {@code argument}. The part behind a {@code !} is the member of a bundle,
   * unless the {@code !} belongs to the name of the file itself.
   */
  static ManagedFile named(String argument) throws NoSuchFileException {
    Path whole = path(argument);
    for (int at = argument.indexOf(IN);
        at > 0 && !Files.exists(whole);
        at = argument.indexOf(IN, at + 1)) {
      Path bundle = Path.of(argument.substring(0, at));
      if (Files.isRegularFile(bundle)) {
        return new ManagedFile(bundle, Optional.of(argument.substring(at + 1)), argument, true);
      }
    }
    return new ManagedFile(whole, Optional.empty(), argument, true);
  }

  /** Returns the path that an argument states; to Java an empty text is the current folder. */
  private static Path path(String argument) throws NoSuchFileException {
    if (argument.isEmpty()) {
      throw new NoSuchFileException(argument);
    }
    return Path.of(argument);
  }

  /**
   * Returns the file {@code argument}, or the files in the folder of that name, ordered by path.
   *
   * @param unreadable receives the reason for each folder that cannot be read; the others are read
   * @throws NoSuchFileException when there is no such file
   */
  public static List<ManagedFile> of(
      String argument, boolean recurse, Consumer<IOException> unreadable) throws IOException {
    Path path = path(argument);
    if (!Files.isDirectory(path)) {
      return List.of(named(argument));
    }
    List<ManagedFile> files = new ArrayList<>();
    FolderVisit.visit(
        path,
        recurse ? Integer.MAX_VALUE : 1,
        file -> {
          if (Image.isNamedLikeOne(file.toString()) && Files.isRegularFile(file)) {
            files.add(new ManagedFile(file, Optional.empty(), relative(path, file), false));
          }
          return true;
        },
        unreadable);
    files.sort((one, other) -> one.shown().compareTo(other.shown()));
    return files;
  }

  /** Returns the size of the file at its path, in bytes; 0 when that is not known. */
  long size() {
    return path.toFile().length();
  }

  /** Returns another file in the same folder or bundle; empty for a name that leads out of it. */
  Optional<ManagedFile> beside(String name) {
    if (name.contains("/") || name.contains("\\") || name.contains("..")) {
      return Optional.empty();
    }
    return Optional.of(
        new ManagedFile(
            member.isPresent() ? path : path.resolveSibling(name),
            member.map(own -> own.substring(0, own.lastIndexOf('/') + 1) + name),
            name,
            false));
  }

  private static String relative(Path folder, Path file) {
    return folder.relativize(file).toString().replace(folder.getFileSystem().getSeparator(), "/");
  }
}
