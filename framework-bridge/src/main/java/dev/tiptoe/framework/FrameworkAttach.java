// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework;

import dev.tiptoe.bridge.attach.Refusal;
import dev.tiptoe.bridge.attach.RefusalReason;
import dev.tiptoe.bridge.com.Guid;
import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.framework.FrameworkAttachOutcome.Attached;
import dev.tiptoe.framework.FrameworkAttachOutcome.Refused;
import dev.tiptoe.framework.com.ComEnumeration;
import dev.tiptoe.framework.com.ComException;
import dev.tiptoe.framework.com.ComReference;
import dev.tiptoe.framework.com.SystemLibrary;
import dev.tiptoe.framework.com.WideText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Attaches a profiler to a process of the .NET Framework by {@code CLRCreateInstance}, {@code
 * ICLRMetaHost}, {@code EnumerateLoadedRuntimes}, {@code ICLRRuntimeInfo}, {@code
 * ICLRProfiling::AttachProfiler}.
 *
 * <p>Thread-safe; holds nothing. It needs JNA, and loads {@code mscoree.dll} and with it the CLR,
 * which it does not start, into this JVM; both stay.
 */
public final class FrameworkAttach {

  /** A process has one CLR of each major version; an enumeration of more is faulty. */
  private static final int MOST_RUNTIMES = 16;

  private static final Pattern VERSION = Pattern.compile("v(\\d{1,4})(\\.\\d{1,6}){1,3}");

  /** The first major version that supports attaching. */
  private static final int FIRST_ATTACHABLE = 4;

  /** {@code ICLRProfiling} finds no CLR of that version in the process. */
  private static final int FILE_NOT_FOUND = 0x80070002;

  /** A process of 32 bits cannot read the modules of one of 64. */
  private static final int PARTIAL_COPY = 0x8007012b;

  private final Optional<Libraries> libraries;

  /**
   * The absolute paths of the two required libraries of Windows.
   *
   * @param shim {@code mscoree.dll}
   * @param kernel {@code kernel32.dll}
   */
  record Libraries(String shim, String kernel) {}

  FrameworkAttach(Optional<Libraries> libraries) {
    this.libraries = libraries;
  }

  /**
   * Returns the attach of this machine. On a machine that is not Windows, it refuses everything.
   */
  public static FrameworkAttach ofThisMachine() {
    boolean windows = System.getProperty("os.name", "").startsWith("Windows");
    return new FrameworkAttach(
        Optional.ofNullable(windows ? System.getenv("SystemRoot") : null)
            .map(root -> Path.of(root, "System32"))
            .map(
                system ->
                    new Libraries(
                        system.resolve("mscoree.dll").toString(),
                        system.resolve("kernel32.dll").toString())));
  }

  /**
   * Attaches a profiler; waits until that has succeeded or failed.
   *
   * <p>That takes as long as the profiler's {@code InitializeForAttach}, which no time-out bounds.
   */
  public FrameworkAttachOutcome attach(FrameworkAttachRequest request) {
    if (libraries.isEmpty()) {
      return refused(RefusalReason.UNAVAILABLE, "only Windows has one");
    }
    SystemLibrary shim;
    SystemLibrary kernel;
    try {
      shim = SystemLibrary.load(libraries.get().shim(), "CLRCreateInstance");
      kernel =
          SystemLibrary.load(
              libraries.get().kernel(), "OpenProcess", "IsWow64Process", "CloseHandle");
    } catch (ComException e) {
      return refused(RefusalReason.UNAVAILABLE, e);
    }
    try (WindowsProcess process = WindowsProcess.open(kernel, request.processId())) {
      return process.hasOurBitness()
          ? attach(request, shim, process)
          : refused(RefusalReason.ARCHITECTURE, "it has another bitness than this JVM");
    } catch (ComException e) {
      return refused(reason(e.hresult()), e);
    }
  }

  private static Refused refused(RefusalReason reason, String detail) {
    return new Refused(Refusal.of(reason, detail));
  }

  private static Refused refused(RefusalReason reason, ComException failure) {
    String detail = String.valueOf(failure.getMessage());
    return new Refused(new Refusal(reason, detail, OptionalInt.of(failure.hresult())));
  }

  /** Returns the reason for a failure of Windows or of the CLR. */
  private static RefusalReason reason(int hresult) {
    return switch (hresult) {
      case FILE_NOT_FOUND -> RefusalReason.NO_RUNTIME;
      case PARTIAL_COPY -> RefusalReason.ARCHITECTURE;
      default -> RefusalReason.of(hresult);
    };
  }

  /** Takes the first runtime that supports attaching: such a CLR is in a process at most once. */
  private static FrameworkAttachOutcome attach(
      FrameworkAttachRequest request, SystemLibrary shim, WindowsProcess process) {
    try (ComReference host =
            shim.create("CLRCreateInstance", HostingApi.CLSID_CLR_META_HOST, HostingApi.META_HOST);
        ComReference loaded =
            host.function("EnumerateLoadedRuntimes")
                .obtain(ComEnumeration.INTERFACE, process.handle())) {
      List<String> older = new ArrayList<>();
      ComEnumeration runtimes = new ComEnumeration(loaded, MOST_RUNTIMES);
      for (var next = runtimes.next(); next.isPresent(); next = runtimes.next()) {
        try (ComReference listed = next.get();
            ComReference runtime = listed.query(HostingApi.RUNTIME_INFO)) {
          String version = runtime.function("GetVersionString").text();
          if (canBeAttachedTo(version)) {
            return attach(request, runtime, version);
          }
          older.add(version);
        }
      }
      return older.isEmpty()
          ? refused(RefusalReason.NO_RUNTIME, "EnumerateLoadedRuntimes lists none")
          : refused(RefusalReason.RUNTIME_TOO_OLD, String.join(", ", older));
    }
  }

  /**
   * Returns whether profilers can be attached to a CLR of that version.
   *
   * @throws ComException when the text is not a version
   */
  private static boolean canBeAttachedTo(String version) {
    Matcher matcher = VERSION.matcher(version);
    if (!matcher.matches()) {
      throw new ComException("an invalid version", Hresult.E_UNEXPECTED);
    }
    return Integer.parseInt(matcher.group(1)) >= FIRST_ATTACHABLE;
  }

  private static FrameworkAttachOutcome attach(
      FrameworkAttachRequest request, ComReference runtime, String version) {
    try (ComReference profiling =
        runtime
            .function("GetInterface")
            .obtain(
                HostingApi.PROFILING,
                Guid.bytes(HostingApi.CLSID_CLR_PROFILING),
                Guid.bytes(HostingApi.PROFILING.iid()))) {
      byte[] data = request.clientData();
      profiling.call(
          "AttachProfiler",
          request.processId(),
          request.milliseconds(),
          Guid.bytes(request.clsid()),
          WideText.bytes(request.library()),
          (data.length == 0) ? null : data,
          data.length);
      return new Attached(version);
    }
  }
}
