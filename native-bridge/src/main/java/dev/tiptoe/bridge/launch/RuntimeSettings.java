// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The settings of profilers and diagnostics that an environment has for CoreCLR. Immutable.
 *
 * <p>A variable without a value counts as not set.
 *
 * @param environment environment variables by name
 * @param release the major version of the runtime, such as 9; where it is not known, a setting
 *     counts that any release obeys
 */
public record RuntimeSettings(Map<String, String> environment, OptionalInt release) {

  /** The runtime reads a number in hex as {@code strtoul} does, whatever comes after it. */
  private static final Pattern HEX = Pattern.compile("\\s*\\+?(?:0[xX])?([0-9a-fA-F]+).*");

  /** The prefix of all settings; those of profilers have it, too, since .NET 11. */
  private static final String PREFIX = "DOTNET_";

  private static final int WITH_PREFIX = 6;

  /** The first release in which such settings switch off profilers and the port one by one. */
  private static final int WITH_SWITCHES = 8;

  private static final int WITH_PREFIX_OF_PROFILERS = 11;

  private static final Pattern OF_PROFILERS =
      Pattern.compile("(?:CORECLR|DOTNET)_(?:ENABLE_PROFILING|PROFILER(?:_PATH.*)?)");

  /** Copies the map. */
  public RuntimeSettings {
    environment = Map.copyOf(environment);
  }

  /** The settings for a runtime of which the release is not known. */
  public RuntimeSettings(Map<String, String> environment) {
    this(environment, OptionalInt.empty());
  }

  /** Returns whether a variable says which profiler a runtime loads at its start. */
  static boolean isOfProfilers(String name) {
    return OF_PROFILERS.matcher(name).matches();
  }

  /**
   * Returns the setting that makes a runtime load a profiler at its start, with the profiler's
   * path, such as {@code CORECLR_PROFILER={…} (/opt/profiler.so)}; empty when none is enabled.
   */
  public Optional<String> profiler() {
    // The path for the architecture takes precedence.
    Optional<String> path =
        ofProfilers("PROFILER_PATH_64").or(() -> ofProfilers("PROFILER_PATH")).map(this::value);
    return ofProfilers("PROFILER")
        .filter(name -> ofProfilers("ENABLE_PROFILING").filter(on -> isOn(value(on))).isPresent())
        .map(name -> name + "=" + value(name) + path.map(file -> " (" + file + ")").orElse(""));
  }

  private Optional<String> ofProfilers(String name) {
    return first(WITH_PREFIX_OF_PROFILERS, PREFIX + name, "CORECLR_" + name);
  }

  /**
   * Returns the setting by which a runtime loads no profiler, such as {@code
   * DOTNET_EnableDiagnostics=0}; empty when there is none.
   */
  public Optional<String> profilersOff() {
    return mayBe(WITH_SWITCHES)
        ? off("EnableDiagnostics").or(() -> off("EnableDiagnostics_Profiler"))
        : Optional.empty();
  }

  /** Returns the setting by which a runtime opens no diagnostic port; empty when there is none. */
  public Optional<String> portOff() {
    return off("EnableDiagnostics")
        .or(() -> mayBe(WITH_SWITCHES) ? off("EnableDiagnostics_IPC") : Optional.empty());
  }

  private Optional<String> off(String name) {
    return first(WITH_PREFIX, PREFIX + name, "COMPlus_" + name)
        .filter(setting -> isOff(value(setting)))
        .map(setting -> setting + "=" + value(setting));
  }

  private boolean mayBe(int oldest) {
    return release.orElse(oldest) >= oldest;
  }

  /**
   * Returns the name that counts. A runtime looks for the older one only where the newer one has no
   * value.
   *
   * @param oldest the first release that knows the newer name
   */
  private Optional<String> first(int oldest, String newer, String older) {
    return Stream.of(newer, older)
        .filter(name -> !value(name).isEmpty() && (name.equals(older) || mayBe(oldest)))
        .findFirst();
  }

  private String value(String name) {
    return environment.getOrDefault(name, "");
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
