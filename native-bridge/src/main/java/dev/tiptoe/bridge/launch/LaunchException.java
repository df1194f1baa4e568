// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Thrown when a program or its runtime cannot be started; the message names what is missing. */
public final class LaunchException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** Creates an exception with one line for the user. */
  public LaunchException(String message) {
    super(message);
  }

  /** Returns the exception for a new file that cannot be created. */
  public static LaunchException ofFile(Path file, FileSystemException problem) {
    if (problem instanceof FileAlreadyExistsException) {
      return new LaunchException(file + " exists already");
    }
    if (problem instanceof NoSuchFileException) {
      return new LaunchException(file + ": its folder does not exist");
    }
    if (problem instanceof AccessDeniedException) {
      return new LaunchException(file + ": permission denied");
    }
    String reason = problem.getReason();
    return new LaunchException(file + ": " + (reason == null ? "it cannot be created" : reason));
  }
}
