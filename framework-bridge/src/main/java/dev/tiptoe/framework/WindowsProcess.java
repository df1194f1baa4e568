// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework;

import com.sun.jna.Pointer;
import dev.tiptoe.framework.com.ComException;
import dev.tiptoe.framework.com.SystemLibrary;

/** A handle to a process from {@code kernel32.dll}; closing it closes the handle. */
final class WindowsProcess implements AutoCloseable {

  /** The rights that the CLR's own tools request before they look for its runtimes. */
  private static final int ACCESS =
      0x0010 // PROCESS_VM_READ
          | 0x0040 // PROCESS_DUP_HANDLE
          | 0x0400 // PROCESS_QUERY_INFORMATION
          | 0x00100000; // SYNCHRONIZE

  /** The error for an ID that no process has. */
  private static final int E_INVALIDARG = 0x80070057;

  /** {@code CORPROF_E_PROFILEE_PROCESS_NOT_FOUND}. */
  private static final int PROCESS_NOT_FOUND = 0x8013136d;

  private static final int FALSE = 0;

  /** The result of {@code GetCurrentProcess}, which needs no closing. */
  private static final Pointer OURSELVES = new Pointer(-1);

  private final SystemLibrary kernel;
  private final Pointer handle;

  private WindowsProcess(SystemLibrary kernel, Pointer handle) {
    this.kernel = kernel;
    this.handle = handle;
  }

  /**
   * Opens a process.
   *
   * @throws ComException when there is none, or this user has no permission
   */
  static WindowsProcess open(SystemLibrary kernel, int processId) {
    long handle = kernel.address("OpenProcess", ACCESS, FALSE, processId);
    if (handle == 0) {
      int error = SystemLibrary.lastError();
      throw new ComException("OpenProcess", (error == E_INVALIDARG) ? PROCESS_NOT_FOUND : error);
    }
    return new WindowsProcess(kernel, new Pointer(handle));
  }

  /**
   * Returns whether it has the same bitness as this JVM, 64 or 32.
   *
   * @throws ComException when Windows does not answer
   */
  boolean hasOurBitness() {
    return isWow64(handle) == isWow64(OURSELVES);
  }

  /** Returns whether it is a process of 32 bits on a Windows of 64. */
  private boolean isWow64(Pointer process) {
    int[] answer = new int[1];
    if (kernel.number("IsWow64Process", process, answer) == FALSE) {
      throw new ComException("IsWow64Process", SystemLibrary.lastError());
    }
    return answer[0] != FALSE;
  }

  /** Returns the handle for native code. */
  Pointer handle() {
    return handle;
  }

  @Override
  public void close() {
    int ignored = kernel.number("CloseHandle", handle);
  }
}
