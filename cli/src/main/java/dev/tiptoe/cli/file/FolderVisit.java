// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Visits the files in folders. Stateless. */
final class FolderVisit {

  private FolderVisit() {}

  /**
   * Visits the files in a folder. Links to folders in it are not followed; the folder itself may be
   * a link.
   *
   * @param depth 1 for the files of the folder itself, 2 for those of its folders too, and so on
   * @param visit receives each file; returns false to end the visit
   * @param unreadable receives the problem with each file or folder that cannot be read; the visit
   *     goes on with the next
   */
  static void visit(Path folder, int depth, Predicate<Path> visit, Consumer<IOException> unreadable)
      throws IOException {
    Path real = Files.isSymbolicLink(folder) ? folder.toRealPath() : folder;
    Files.walkFileTree(
        real,
        EnumSet.noneOf(FileVisitOption.class),
        depth,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            return visit.test(folder.resolve(real.relativize(file)))
                ? FileVisitResult.CONTINUE
                : FileVisitResult.TERMINATE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException problem) {
            unreadable.accept(problem);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path below, @Nullable IOException problem) {
            if (problem != null) {
              unreadable.accept(problem);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
