// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import com.sun.jna.Native;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.framework.com.ComReference;
import dev.tiptoe.metadata.image.Image;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Starts a JVM in which the CLR can run: this JDK's, with {@code libjsig} loaded before everything
 * else, so that both get the signals that are meant for them.
 */
final class ClrJvm {

  /** Settings of a user for other .NET programs or JVMs. */
  private static final List<String> UNWANTED =
      List.of("DOTNET_", "COMPlus_", "CORECLR_", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_");

  private static final Map<String, String> WANTED =
      Map.of(
          "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1",
          "DOTNET_EnableDiagnostics", "0",
          "DOTNET_gcConcurrent", "0",
          "LC_ALL", "C.UTF-8");

  private static final Path HOME = Path.of(System.getProperty("java.home"));

  private ClrJvm() {}

  /**
   * Returns the command that runs {@code main} in such a JVM.
   *
   * @param errorFile where the JVM writes its error file
   * @throws LaunchException when this JDK has no {@code libjsig}
   */
  static ProcessBuilder running(Class<?> main, Path errorFile, List<String> arguments) {
    Path libjsig = HOME.resolve("lib/libjsig.so");
    if (!Files.isRegularFile(libjsig)) {
      throw new LaunchException(libjsig + " is not there, and the CLR needs it inside a JVM");
    }
    List<String> command = new ArrayList<>();
    command.add(HOME.resolve("bin/java").toString());
    // The JVM's messages about a crash go to stderr, because stdout is for messages of the
    // protocol.
    command.addAll(List.of("-Xlog:disable", "-XX:+DisplayVMOutputToStderr"));
    command.addAll(List.of("-XX:ErrorFile=" + errorFile, "-XX:-CreateCoredumpOnCrash"));
    command.addAll(List.of("-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", classPath(main), main.getName()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> UNWANTED.stream().anyMatch(name::startsWith));
    environment.putAll(WANTED);
    environment.put("LD_PRELOAD", libjsig.toString());
    return builder;
  }

  /** Returns the locations of the required classes; naming them here does not load JNA. */
  private static String classPath(Class<?> main) {
    List<String> locations =
        Stream.of(
                main,
                ClrJvm.class,
                ComReference.class,
                LaunchException.class,
                Image.class,
                Native.class)
            .map(ClrJvm::location)
            .distinct()
            .toList();
    // A class path cannot contain such a path; this JVM has another path that leads there.
    return locations.stream().anyMatch(location -> location.contains(File.pathSeparator))
        ? System.getProperty("java.class.path")
        : String.join(File.pathSeparator, locations);
  }

  private static String location(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    try {
      return Path.of(source.getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new LaunchException(type + " was loaded from no file: " + source.getLocation());
    }
  }
}
