// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

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
  /** The garbage collector: its unmanaged code, and the methods that start a collection. */
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

  /** {@code GC.Collect}, and what it calls; not {@code GC.CollectionCount}. */
  private static final Pattern COLLECT = Pattern.compile("System\\.GC(?:::|\\.)_?Collect\\b");

  /**
   * A function in one of the namespaces of the collector, of which it has one for workstations and
   * one for servers. The name of an instantiated template has the type of its result before it.
   */
  private static final Pattern COLLECTOR =
      Pattern.compile("(?:[^(]*[ *&])?(?:WKS|SVR)::|_ZNK?3(?:WKS|SVR)");

  /** The collector as a library of its own, of which .NET has several. */
  private static final Pattern COLLECTOR_FILE =
      Pattern.compile("(?:lib)?clrgc\\w*\\.(?:so|dll|dylib)\\b.*", Pattern.CASE_INSENSITIVE);

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
    if (COLLECT.matcher(method).lookingAt()) {
      return GC;
    }
    return ASYNC_TYPES.stream().anyMatch(method::startsWith) ? ASYNC : FRAMEWORK;
  }

  /**
   * Returns the kind of an unmanaged function: {@link #GC} or {@link #NATIVE}.
   *
   * @param function its name, demangled or not; empty when it is not known
   * @param module the name of its module's file; empty when it is not known
   */
  public static FrameKind ofUnmanaged(String function, String module) {
    return COLLECTOR.matcher(function).lookingAt() || COLLECTOR_FILE.matcher(module).matches()
        ? GC
        : NATIVE;
  }
}
