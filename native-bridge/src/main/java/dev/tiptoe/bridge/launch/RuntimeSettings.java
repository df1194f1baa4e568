// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The settings of profilers and diagnostics that an environment has for CoreCLR. Immutable.
 *
 * @param environment environment variables by name
 */
public record RuntimeSettings(Map<String, String> environment) {

  /** The runtime reads a number in hex as {@code strtoul} does, whatever comes after it. */
  private static final Pattern HEX = Pattern.compile("\\s*\\+?(?:0[xX])?([0-9a-fA-F]+).*");

  private static final List<String> PREFIXES = List.of("DOTNET_", "COMPlus_");

  /** Copies the map. */
  public RuntimeSettings {
    environment = Map.copyOf(environment);
  }

  /**
   * Returns the setting that makes a runtime load a profiler at its start, with the profiler's
   * path, such as {@code CORECLR_PROFILER={…} (/opt/profiler.so)}; empty when none is enabled.
   */
  public Optional<String> profiler() {
    String profiler = environment.getOrDefault("CORECLR_PROFILER", "");
    if (profiler.isEmpty() || !isOn(environment.getOrDefault("CORECLR_ENABLE_PROFILING", "0"))) {
      return Optional.empty();
    }
    // The path for the architecture takes precedence.
    Optional<String> path =
        Optional.ofNullable(environment.get("CORECLR_PROFILER_PATH_64"))
            .or(() -> Optional.ofNullable(environment.get("CORECLR_PROFILER_PATH")));
    return Optional.of(
        "CORECLR_PROFILER=" + profiler + path.map(file -> " (" + file + ")").orElse(""));
  }

  /**
   * Returns the setting by which a runtime loads no profiler, such as {@code
   * DOTNET_EnableDiagnostics=0}; empty when there is none.
   */
  public Optional<String> profilersOff() {
    return off("EnableDiagnostics").or(() -> off("EnableDiagnostics_Profiler"));
  }

  /** Returns the setting by which a runtime opens no diagnostic port; empty when there is none. */
  public Optional<String> portOff() {
    return off("EnableDiagnostics").or(() -> off("EnableDiagnostics_IPC"));
  }

  /** The runtime looks for the second prefix only where the first has no such name. */
  private Optional<String> off(String name) {
    return PREFIXES.stream()
        .map(prefix -> prefix + name)
        .filter(environment::containsKey)
        .findFirst()
        .filter(setting -> isOff(environment.getOrDefault(setting, "")))
        .map(setting -> setting + "=" + environment.get(setting));
  }

  /** What is no number is the default of these settings: on. */
  private static boolean isOff(String value) {
    Matcher number = HEX.matcher(value);
    return number.matches() && isZero(number);
  }

  /** What is no number is the default of this setting: off. */
  private static boolean isOn(String value) {
    Matcher number = HEX.matcher(value);
    return number.matches() && !isZero(number);
  }

  private static boolean isZero(Matcher number) {
    return number.group(1).chars().allMatch(digit -> digit == '0');
  }
}
