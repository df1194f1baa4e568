// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import java.util.List;
import java.util.Locale;

/** The kinds of frames on a stack. */
public enum FrameKind {
  /** Code of the program. */
  USER,
  /** Code of .NET: of a module whose name begins with {@code System.} or {@code Microsoft.}. */
  FRAMEWORK,
  /** Code of .NET that starts and resumes asynchronous methods, tasks and threads. */
  ASYNC,
  /** Unmanaged code. */
  NATIVE,
  /** Work of the garbage collector. */
  GC;

  private static final List<String> ASYNC_TYPES =
      List.of(
          "System.Runtime.CompilerServices.Async",
          "System.Runtime.CompilerServices.TaskAwaiter",
          "System.Runtime.CompilerServices.ConfiguredTaskAwaitable",
          "System.Runtime.CompilerServices.ValueTaskAwaiter",
          "System.Threading.ExecutionContext",
          "System.Threading.PortableThreadPool",
          "System.Threading.ThreadPool",
          "System.Threading.Tasks.",
          "System.Threading.Thread+StartHelper",
          "System.Threading.Thread::StartCallback",
          "System.Threading._ThreadPoolWaitCallback");

  private static final List<String> FRAMEWORK_MODULES =
      List.of("system.", "microsoft.", "mscorlib.", "netstandard.", "windowsbase.");

  /** Returns the word for it, such as {@code framework}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the kind of a managed method.
   *
   * @param method the name as {@link Frame#method}
   * @param module the name of its module's file; empty when it is not known
   */
  public static FrameKind of(String method, String module) {
    String file = module.toLowerCase(Locale.ROOT);
    boolean framework =
        file.equals("system.dll")
            || FRAMEWORK_MODULES.stream().anyMatch(file::startsWith)
            || (file.isEmpty() && method.startsWith("System."));
    if (!framework) {
      return USER;
    }
    return ASYNC_TYPES.stream().anyMatch(method::startsWith) ? ASYNC : FRAMEWORK;
  }
}
