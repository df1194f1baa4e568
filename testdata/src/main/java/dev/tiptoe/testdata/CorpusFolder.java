// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A folder with links to the DLLs of the {@link Corpus} that are visited, for programs that read a
 * folder.
 *
 * @param path the folder
 * @param isAll whether every file of the corpus is in it
 */
public record CorpusFolder(Path path, boolean isAll) {

  /** Makes the links in a folder, which must exist. */
  public static CorpusFolder in(Path folder) {
    Links links = new Links(folder);
    Corpus.<Path>of(file -> file).check("file_ofTheCorpus_isLinked", links).visit().stream()
        .forEach(Corpus.Result::assertPassed);
    return new CorpusFolder(folder, links.isAll);
  }

  /** Makes a link for each file. */
  private static final class Links implements Corpus.Check<Path> {

    private final Path folder;
    private boolean isAll;

    Links(Path folder) {
      this.folder = folder;
    }

    @Override
    public void visit(Path file) throws IOException {
      Path name = Objects.requireNonNull(file.getFileName());
      Path ignored = Files.createSymbolicLink(folder.resolve(name), file);
    }

    @Override
    public void end(boolean all) {
      isAll = all;
    }
  }
}
