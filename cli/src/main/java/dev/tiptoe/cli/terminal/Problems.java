// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.trace.TraceFormatException;
import dev.tiptoe.trace.eventpipe.format.EventPipeFormatException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The problems so far of a command that continues after a problem: each is printed once, in one
 * line, and they determine the exit code. Prints at most {@value #MOST}, because a small file can
 * have a million.
 *
 * <p>Not thread-safe, but for {@link #badInput(String)}, which any thread may call. The problems of
 * a part of the results are those of {@link #in}.
 */
public final class Problems {

  private static final int MOST = 1000;

  /** The limit for one file: a damaged row takes a hundred times as long as a sound one. */
  private static final int MOST_OF_A_FILE = 100_000;

  private final Terminal terminal;
  private final Set<String> printed = new HashSet<>();
  private final Set<String> ofRows = new HashSet<>();

  /** The problems of the whole command: these, or those that these are a part of. */
  private final Problems whole;

  /** Runs what prints a problem, in its place among the results. */
  private final Consumer<Runnable> inPlace;

  private volatile boolean negative;
  private volatile boolean badInput;
  private long met;

  public Problems(Terminal terminal) {
    this.terminal = terminal;
    this.whole = this;
    this.inPlace = Runnable::run;
  }

  private Problems(Problems whole, Consumer<Runnable> inPlace) {
    this.terminal = whole.terminal;
    this.whole = whole;
    this.inPlace = inPlace;
  }

  /**
   * Returns the problems of a part of the results, for the thread that writes that part. They are
   * counted separately, printed in their place, and belong to these.
   */
  public Problems in(ResultSection section) {
    return new Problems(whole, section::then);
  }

  /** Records that an answer was "no". */
  public void no() {
    whole.negative = true;
  }

  /** Records and prints that a file or folder, which the problem names, could not be read. */
  public void badInput(Exception problem) {
    badInput(describe(problem));
  }

  /** Records and prints that a file or a part of it could not be read. */
  public synchronized void badInput(String what) {
    met++;
    inPlace.accept(() -> whole.print(what));
  }

  private synchronized void print(String what) {
    badInput = true;
    if (printed.size() < MOST) {
      printed.add(what);
      terminal.noteOnce(what);
    } else if (!printed.contains(what)) {
      terminal.noteOnce("there are more problems, which are not listed");
    }
  }

  /**
   * Records that a row could not be read. Of several rows with the same problem, such as a missing
   * heap, the first is printed.
   *
   * @param problem the problem, with the file and the place in it
   */
  public void badInput(Token row, String problem) {
    met++;
    inPlace.accept(() -> whole.print(row, problem));
  }

  private void print(Token row, String problem) {
    if (ofRows.contains(problem)) {
      badInput = true;
      return;
    }
    if (ofRows.size() < MOST) {
      ofRows.add(problem);
    }
    print(row + " in " + problem);
  }

  /** Returns how many problems were recorded here so far, printed or not. */
  public long met() {
    return met;
  }

  /**
   * Returns whether {@code file} has so many problems that the rest of it is not worth reading, and
   * prints so then; {@code before} is their number before the file.
   */
  public boolean areTooMany(String file, long before) {
    boolean tooMany = met - before > MOST_OF_A_FILE;
    if (tooMany) {
      String why = MOST_OF_A_FILE + " problems; the rest of it is not read";
      inPlace.accept(() -> terminal.noteOnce(file + ": more than " + why));
    }
    return tooMany;
  }

  /** Returns the exit code for the worst problem of the whole command. */
  public int exitCode() {
    return whole.badInput ? ExitCode.BAD_INPUT : whole.negative ? ExitCode.NO : ExitCode.OK;
  }

  /** Returns one line for a problem whose message names its place. */
  public static String describe(Exception problem) {
    if (problem instanceof FileSystemException file) {
      return file.getFile() == null ? reason(file) : describe(file.getFile(), problem);
    }
    if (problem instanceof InvalidPathException path) {
      return describe(path.getInput(), problem);
    }
    return problem instanceof MetadataFormatException metadata
        ? describe(metadata.file(), problem)
        : inWords(problem);
  }

  /** Returns one line for a problem with a file. */
  public static String describe(String file, Exception problem) {
    if (problem instanceof MetadataFormatException metadata && metadata.kind() == Kind.BUNDLE) {
      String example = metadata.file() + "!App.dll";
      return metadata.file()
          + ": a single-file bundle; name a file in it, as in "
          + example
          + " (tiptoe dump lists them)";
    }
    if (problem instanceof MetadataFormatException
        || problem instanceof TraceFormatException
        || problem instanceof ProfileFormatException
        || problem instanceof EventPipeFormatException) {
      return inWords(problem);
    }
    return (file.isEmpty() ? "''" : file) + ": " + reason(problem);
  }

  private static String reason(Exception problem) {
    if (problem instanceof NoSuchFileException || problem instanceof FileNotFoundException) {
      return "no such file";
    }
    if (problem instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (problem instanceof NotDirectoryException) {
      return "not a folder";
    }
    if (problem instanceof InvalidPathException invalid) {
      return "not a path: " + invalid.getReason();
    }
    if (problem instanceof FileAlreadyExistsException) {
      return "exists already";
    }
    if (problem instanceof DirectoryNotEmptyException) {
      return "the folder is not empty";
    }
    if (problem instanceof FileSystemException file) {
      // Without a reason the message is just the name of the file.
      return file.getReason() == null ? file.getClass().getSimpleName() : file.getReason();
    }
    return problem instanceof IOException ? inWords(problem) : problem.toString();
  }

  /** Returns its message, or its kind where it has none. */
  private static String inWords(Exception problem) {
    String message = problem.getMessage();
    return message == null ? problem.toString() : message;
  }
}
