// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A .NET runtime on this machine.
 *
 * @param directory the folder that holds {@code libcoreclr.so} and the framework
 * @param launcher the command that runs an assembly on it, up to the assembly's path
 */
public record DotnetRuntime(Path directory, List<String> launcher) {

  private static final String FRAMEWORK = "shared/Microsoft.NETCore.App";

  /** Copies the list. */
  public DotnetRuntime {
    launcher = List.copyOf(launcher);
  }

  /**
   * Returns the runtime for a user's programs: the user's own ({@code DOTNET_ROOT}, then {@code
   * dotnet} on the {@code PATH}), else the one that the build fetches.
   */
  public static Optional<DotnetRuntime> find(
      Installation installation, Map<String, String> environment) {
    return Stream.concat(
            Stream.ofNullable(environment.get("DOTNET_ROOT")).map(Path::of),
            onPath(environment.getOrDefault("PATH", "")))
        .flatMap(root -> installed(root).stream())
        .findFirst()
        .or(() -> fetched(installation));
  }

  /** Returns the runtime that the build fetches; tests and the demo always use it. */
  public static Optional<DotnetRuntime> fetched(Installation installation) {
    Path directory = installation.fetchedRuntime();
    return isRuntime(directory) ? Optional.of(hosted(directory, installation)) : Optional.empty();
  }

  /**
   * Returns the runtime that the build fetches.
   *
   * @throws LaunchException when the build has fetched none
   */
  public static DotnetRuntime requireFetched(Installation installation) {
    return fetched(installation)
        .orElseThrow(
            () ->
                new LaunchException(
                    "no .NET runtime was fetched for this platform ("
                        + installation.home().resolve("demo/runtime/fetch")
                        + " does so, by npm, on Linux x64)"));
  }

  /**
   * Returns the runtime in a folder, started by the host that the build makes.
   *
   * @throws LaunchException when there is none
   */
  public static DotnetRuntime in(Path directory, Installation installation) {
    if (!isRuntime(directory)) {
      throw new LaunchException(directory + " holds no libcoreclr.so");
    }
    return hosted(directory, installation);
  }

  private static DotnetRuntime hosted(Path directory, Installation installation) {
    if (directory.toString().contains(File.pathSeparator)) {
      // The host passes all files in one text.
      String separator = "'" + File.pathSeparator + "'";
      throw new LaunchException(
          directory + ": the CLR takes the " + separator + " for the end of the path");
    }
    return new DotnetRuntime(
        directory, List.of(installation.host().toString(), directory.toString()));
  }

  /** Returns the command that runs an assembly. */
  public List<String> command(Path assembly, List<String> arguments) {
    List<String> command = new ArrayList<>(launcher);
    command.add(assembly.toString());
    command.addAll(arguments);
    return command;
  }

  private static Stream<Path> onPath(String path) {
    return Arrays.stream(path.split(":", -1))
        .filter(entry -> !entry.isEmpty())
        .map(entry -> Path.of(entry, "dotnet"))
        .filter(Files::isExecutable)
        .flatMap(dotnet -> realFolder(dotnet).stream());
  }

  private static Optional<Path> realFolder(Path dotnet) {
    try {
      return Optional.ofNullable(dotnet.toRealPath().getParent());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns the newest runtime under a folder in which {@code dotnet} is installed. */
  private static Optional<DotnetRuntime> installed(Path root) {
    Path dotnet = root.resolve("dotnet");
    if (!Files.isExecutable(dotnet) || !Files.isDirectory(root.resolve(FRAMEWORK))) {
      return Optional.empty();
    }
    try (Stream<Path> versions = Files.list(root.resolve(FRAMEWORK))) {
      return versions
          .filter(DotnetRuntime::isRuntime)
          .max(Comparator.comparing(DotnetRuntime::version))
          .map(newest -> new DotnetRuntime(newest, List.of(dotnet.toString())));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static boolean isRuntime(Path directory) {
    return Files.isRegularFile(directory.resolve("libcoreclr.so"));
  }

  /**
   * Makes a folder's name such as {@code 9.0.1} or {@code 10.0.0-rc.1} comparable: a release is
   * newer than its previews.
   */
  private static String version(Path directory) {
    String name = String.valueOf(directory.getFileName());
    StringBuilder comparable = new StringBuilder();
    for (String part : name.split("[.-]", -1)) {
      boolean number = !part.isEmpty() && part.chars().allMatch(Character::isDigit);
      comparable.append(
          number ? "1" + "0".repeat(Math.max(0, 9 - part.length())) + part : "0" + part);
    }
    return name.contains("-") ? comparable.toString() : comparable + "1";
  }
}
