// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework;

import dev.tiptoe.framework.com.ComInterface;
import java.util.UUID;

/** The hosting interfaces of the .NET Framework 4, as {@code metahost.h} declares them. */
final class HostingApi {

  /** The class that lists runtimes. */
  static final UUID CLSID_CLR_META_HOST = UUID.fromString("9280188d-0e8e-4867-b30c-7fa83884e8de");

  /** The class that attaches profilers. */
  static final UUID CLSID_CLR_PROFILING = UUID.fromString("bd097ed8-733e-43fe-8ed7-a95ff9a8448c");

  /** Lists the runtimes of this machine and of its processes. */
  static final ComInterface META_HOST =
      ComInterface.UNKNOWN.extendedBy(
          "ICLRMetaHost",
          "d332db9e-b9b3-4125-8207-a14884f53216",
          """
          GetRuntime(ppp) GetVersionFromFile(ppp) EnumerateInstalledRuntimes(p)
          EnumerateLoadedRuntimes(pp) RequestRuntimeLoadedNotification(p)
          QueryLegacyV2RuntimeBinding(pp) ExitProcess(i)
          """);

  /** Describes one runtime. */
  static final ComInterface RUNTIME_INFO =
      ComInterface.UNKNOWN.extendedBy(
          "ICLRRuntimeInfo",
          "bd39d1d2-ba2f-486a-89b0-b4b0cb466891",
          """
          GetVersionString(pp) GetRuntimeDirectory(pp) IsLoaded(pp) LoadErrorString(ippi)
          LoadLibrary(pp) GetProcAddress(pp) GetInterface(ppp) IsLoadable(p)
          SetDefaultStartupFlags(ip) GetDefaultStartupFlags(ppp) BindAsLegacyV2Runtime()
          IsStarted(pp)
          """);

  /** Attaches profilers. */
  static final ComInterface PROFILING =
      ComInterface.UNKNOWN.extendedBy(
          "ICLRProfiling", "b349abe3-b56f-4689-bfcd-76bf39d888ea", "AttachProfiler(iipppi)");

  private HostingApi() {}
}
