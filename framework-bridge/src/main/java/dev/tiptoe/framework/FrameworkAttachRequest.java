// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework;

import java.time.Duration;
import java.util.UUID;

/**
 * The parameters of an attach to a process of the .NET Framework. Immutable; keeps the client data.
 */
public final class FrameworkAttachRequest {

  /** The limit of Windows, without the null character at the end. */
  private static final int LONGEST_PATH = 259;

  private final int processId;
  private final UUID clsid;
  private final String library;
  private final int milliseconds;
  private final byte[] clientData;

  /**
   * Creates a request.
   *
   * @param processId the process, of the same bitness as this JVM
   * @param clsid the profiler's class ID
   * @param library the full path of the profiler's DLL, as the process sees it, such as {@code
   *     C:\tools\profiler.dll}; at most 259 characters
   * @param timeout how long the runtime waits until it can load the profiler; a finalizer of the
   *     process that runs longer makes the attach time out. At least a millisecond
   * @param clientData the data for the profiler's {@code InitializeForAttach}; copied
   * @throws IllegalArgumentException when the runtime could not accept one of these
   */
  public FrameworkAttachRequest(
      long processId, UUID clsid, String library, Duration timeout, byte[] clientData) {
    require(processId > 0 && processId <= 0xffffffffL, "no process has the ID " + processId);
    require(isFullPath(library), "not the full path of a library: " + library);
    require(library.length() <= LONGEST_PATH, "longer than 259 characters: " + library);
    // All ones mean no timeout.
    require(
        timeout.compareTo(Duration.ofMillis(1)) >= 0
            && timeout.compareTo(Duration.ofMillis(Integer.MAX_VALUE)) <= 0,
        "no time-out: " + timeout);
    this.processId = (int) processId;
    this.clsid = clsid;
    this.library = library;
    this.milliseconds = (int) timeout.toMillis();
    this.clientData = clientData.clone();
  }

  /** Any other path would be searched in folders that others can write. */
  private static boolean isFullPath(String path) {
    boolean drive = path.length() > 3 && path.startsWith(":\\", 1);
    return (drive || path.startsWith("\\\\")) && path.indexOf('\0') < 0;
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /** Returns the 32 bits of the process's ID. */
  int processId() {
    return processId;
  }

  UUID clsid() {
    return clsid;
  }

  String library() {
    return library;
  }

  int milliseconds() {
    return milliseconds;
  }

  /** Returns the data, not a copy. */
  byte[] clientData() {
    return clientData;
  }

  @Override
  public String toString() {
    return library + " to process " + Integer.toUnsignedString(processId);
  }
}
