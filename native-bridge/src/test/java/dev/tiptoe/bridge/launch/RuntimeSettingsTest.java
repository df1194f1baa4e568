// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuntimeSettingsTest {

  private static final String CLSID = "{846F5F1C-F9AE-4B07-969E-05C26BC060D8}";

  private static Optional<String> profiler(Map<String, String> environment) {
    return new RuntimeSettings(environment).profiler();
  }

  /** What names a profiler and turns it on, and other variables with their values. */
  private static Map<String, String> enabled(String... others) {
    Map<String, String> environment = new HashMap<>();
    environment.put("CORECLR_ENABLE_PROFILING", "1");
    environment.put("CORECLR_PROFILER", CLSID);
    for (int i = 0; i < others.length; i += 2) {
      environment.put(others[i], others[i + 1]);
    }
    return environment;
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "01", "0x1", "2", "false"}) // The last is 0xfa to a runtime.
  void profiler_enabled_isNamed(String value) {
    assertEquals(
        Optional.of("CORECLR_PROFILER=" + CLSID),
        profiler(Map.of("CORECLR_ENABLE_PROFILING", value, "CORECLR_PROFILER", CLSID)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0x0", "00", "", "true", "yes"})
  void profiler_notEnabled_isNone(String value) {
    assertEquals(
        Optional.empty(),
        profiler(Map.of("CORECLR_ENABLE_PROFILING", value, "CORECLR_PROFILER", CLSID)));
    assertEquals(Optional.empty(), profiler(Map.of("CORECLR_PROFILER", CLSID)));
    assertEquals(Optional.empty(), profiler(Map.of("CORECLR_ENABLE_PROFILING", "1")));
  }

  @Test
  void profiler_withPaths_hasTheOneOfItsArchitecture() {
    Map<String, String> both =
        enabled("CORECLR_PROFILER_PATH", "/any.so", "CORECLR_PROFILER_PATH_64", "/64.so");
    assertEquals(Optional.of("CORECLR_PROFILER=" + CLSID + " (/64.so)"), profiler(both));
  }

  @ParameterizedTest
  @CsvSource({
    "DOTNET_EnableDiagnostics, 0, true, true",
    "COMPlus_EnableDiagnostics, 0, true, true",
    "DOTNET_EnableDiagnostics, 0x0, true, true",
    "DOTNET_EnableDiagnostics, 1, false, false",
    "DOTNET_EnableDiagnostics, off, false, false",
    "DOTNET_EnableDiagnostics_Profiler, 00, true, false",
    "DOTNET_EnableDiagnostics_IPC, 0, false, true",
    "DOTNET_EnableDiagnostics_Debugger, 0, false, false"
  })
  void diagnostics_off_areNamed(String name, String value, boolean profilers, boolean port) {
    RuntimeSettings settings = new RuntimeSettings(Map.of(name, value));
    Optional<String> setting = Optional.of(name + "=" + value);
    assertEquals(setting.filter(text -> profilers), settings.profilersOff());
    assertEquals(setting.filter(text -> port), settings.portOff());
  }

  @Test
  void prefixes_both_theNewOneCounts() {
    Map<String, String> on =
        Map.of("DOTNET_EnableDiagnostics", "1", "COMPlus_EnableDiagnostics", "0");
    assertEquals(Optional.empty(), new RuntimeSettings(on).profilersOff());
  }

  /** As the runtimes 9.0.1, 10.0.15 and 11.0.0 do. */
  @Test
  void setting_withoutAValue_isNotSet() {
    Map<String, String> empty =
        Map.of("DOTNET_EnableDiagnostics", "", "COMPlus_EnableDiagnostics", "0");
    Optional<String> off = Optional.of("COMPlus_EnableDiagnostics=0");
    assertEquals(off, new RuntimeSettings(empty).profilersOff());
    assertEquals(off, new RuntimeSettings(empty).portOff());
    Map<String, String> path =
        enabled("CORECLR_PROFILER_PATH", "/any.so", "CORECLR_PROFILER_PATH_64", "");
    assertEquals(Optional.of("CORECLR_PROFILER=" + CLSID + " (/any.so)"), profiler(path));
  }

  /**
   * .NET 8 came with settings for each part, and with the rule that the one for all is one for
   * profilers, too; .NET 6 with the prefix. The runtime 3.1.2 does as its row says.
   */
  @ParameterizedTest
  @CsvSource({
    "DOTNET_EnableDiagnostics, 8, true, true",
    "DOTNET_EnableDiagnostics, 7, false, true",
    "DOTNET_EnableDiagnostics, 6, false, true",
    "DOTNET_EnableDiagnostics, 3, false, false",
    "COMPlus_EnableDiagnostics, 3, false, true",
    "DOTNET_EnableDiagnostics_Profiler, 8, true, false",
    "DOTNET_EnableDiagnostics_Profiler, 7, false, false",
    "COMPlus_EnableDiagnostics_Profiler, 3, false, false",
    "DOTNET_EnableDiagnostics_IPC, 8, false, true",
    "DOTNET_EnableDiagnostics_IPC, 7, false, false",
  })
  void diagnostics_off_areThoseThatTheReleaseKnows(
      String name, int release, boolean profilers, boolean port) {
    RuntimeSettings settings = new RuntimeSettings(Map.of(name, "0"), OptionalInt.of(release));
    Optional<String> setting = Optional.of(name + "=0");
    assertEquals(setting.filter(text -> profilers), settings.profilersOff());
    assertEquals(setting.filter(text -> port), settings.portOff());
  }

  /** The runtime 11.0.0 loads that profiler, and 10.0.15 the other one. */
  @Test
  void profiler_ofBothNames_isTheOneThatTheReleaseTakes() {
    Map<String, String> both =
        enabled(
            "CORECLR_PROFILER_PATH", "/older.so",
            "DOTNET_PROFILER", "{1}",
            "DOTNET_PROFILER_PATH_64", "/newer.so");
    Optional<String> newer = Optional.of("DOTNET_PROFILER={1} (/newer.so)");
    assertEquals(newer, new RuntimeSettings(both, OptionalInt.of(11)).profiler());
    assertEquals(newer, new RuntimeSettings(both).profiler());
    assertEquals(
        Optional.of("CORECLR_PROFILER=" + CLSID + " (/older.so)"),
        new RuntimeSettings(both, OptionalInt.of(10)).profiler());
  }
}
