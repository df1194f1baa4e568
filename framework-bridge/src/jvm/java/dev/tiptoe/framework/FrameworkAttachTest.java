// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.attach.Refusal;
import dev.tiptoe.bridge.attach.RefusalReason;
import dev.tiptoe.framework.FrameworkAttach.Libraries;
import dev.tiptoe.framework.FrameworkAttachOutcome.Attached;
import dev.tiptoe.framework.FrameworkAttachOutcome.Refused;
import dev.tiptoe.framework.StandIn.Lie;
import dev.tiptoe.framework.StandIn.Step;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The code that Windows would run, with a stand-in for Windows. */
class FrameworkAttachTest {

  private static final String V4 = "v4.0.30319";
  private static final String V2 = "v2.0.50727";
  private static final UUID CLSID = UUID.fromString("8f0e2c4a-6b7d-4e51-9a3c-d1f5b2e7a946");
  private static final String LIBRARY = "C:\\Werkzeuge\\Prüfer\\\ud83d\udd0d.dll";

  private final StandIn windows = new StandIn();

  @AfterEach
  void leavesWindowsAsItWas() {
    windows.assertLeftAsItWas();
  }

  private static FrameworkAttachRequest request(byte... clientData) {
    return new FrameworkAttachRequest(
        StandIn.PROCESS, CLSID, LIBRARY, Duration.ofMillis(2_500), clientData);
  }

  private static FrameworkAttachOutcome attach() {
    return StandIn.attach().attach(request());
  }

  private static Refusal refused() {
    return assertInstanceOf(Refused.class, attach()).refusal();
  }

  private static int code(String hexadecimal) {
    return Integer.parseUnsignedInt(hexadecimal, 16);
  }

  @Test
  void request_arrivesAsItWasMade() {
    windows.with(V4);
    byte[] data = "TIPTOE_TRACE=C:\\täglich".getBytes(StandardCharsets.UTF_8);
    assertEquals(new Attached(V4), StandIn.attach().attach(request(data)));
    assertEquals(StandIn.PROCESS, windows.receivedProcess());
    assertEquals(2_500, windows.receivedMilliseconds());
    assertEquals(CLSID, windows.receivedClsid());
    assertEquals(LIBRARY, windows.receivedPath());
    assertArrayEquals(data, windows.receivedData());
    assertEquals(5, windows.handedOut(), "host, enumerator, listed, runtime, profiling");
  }

  @Test
  void clientData_whenEmpty_hasNoAddress() {
    windows.with(V4);
    assertEquals(new Attached(V4), attach());
    assertArrayEquals(new byte[0], windows.receivedData());
  }

  @ParameterizedTest
  @ValueSource(strings = {V4 + " " + V2, V2 + " " + V4, "v1.1.4322 " + V2 + " v5.0.1"})
  void runtime_ofVersion4OrLater_isTakenAmongOthers(String versions) {
    for (String version : versions.split(" ", -1)) {
      windows.with(version);
    }
    Attached attached = assertInstanceOf(Attached.class, attach());
    assertTrue(attached.runtime().charAt(1) >= '4', attached.runtime());
    assertEquals(1, windows.calls(Step.ATTACH_PROFILER));
  }

  @Test
  void runtimes_allOlder_areNamed() {
    windows.with(V2).with("v1.1.4322");
    assertEquals(Refusal.of(RefusalReason.RUNTIME_TOO_OLD, "v2.0.50727, v1.1.4322"), refused());
    assertEquals(0, windows.calls(Step.GET_INTERFACE), "it would load a CLR into this JVM");
  }

  @Test
  void process_withoutRuntime_isRefused() {
    assertEquals(RefusalReason.NO_RUNTIME, refused().reason());
  }

  @Test
  void process_thatIsNotThere_isRefused() {
    FrameworkAttachOutcome outcome =
        StandIn.attach()
            .attach(
                new FrameworkAttachRequest(
                    StandIn.PROCESS + 1, CLSID, LIBRARY, Duration.ofSeconds(1), new byte[0]));
    assertEquals(
        "there is no such process:"
            + " OpenProcess: CORPROF_E_PROFILEE_PROCESS_NOT_FOUND (0x8013136d)",
        outcome.inWords());
  }

  @ParameterizedTest
  @CsvSource({"true, false", "false, true"})
  void process_ofOtherBitness_isRefused(boolean process, boolean caller) {
    windows.with(V4).withWow64(process, caller);
    assertEquals(RefusalReason.ARCHITECTURE, refused().reason());
    assertEquals(0, windows.calls(Step.CREATE_INSTANCE));
  }

  @Test
  void process_of32Bits_isAttachedToFrom32Bits() {
    windows.with(V4).withWow64(true, true);
    assertEquals(new Attached(V4), attach());
  }

  @ParameterizedTest
  @CsvSource({
    "5, NO_PERMISSION, 80070005",
    "1314, NO_PERMISSION, 80070522",
    "87, NO_SUCH_PROCESS, 8013136d",
    "299, ARCHITECTURE, 8007012b",
    "8, FAILED, 80070008"
  })
  void openProcess_thatFails_saysWhy(int error, RefusalReason reason, String code) {
    windows.with(V4).answering(Step.OPEN_PROCESS, error);
    assertEquals(reason, refused().reason());
    assertEquals(OptionalInt.of(code(code)), refused().hresult());
  }

  @Test
  void openProcess_thatFailsWithoutAnError_failed() {
    windows.with(V4).answering(Step.OPEN_PROCESS, 0, Lie.NOTHING, 0);
    assertEquals("the attach failed: OpenProcess: E_FAIL (0x80004005)", refused().inWords());
  }

  @Test
  void isWow64Process_thatFails_isReported() {
    windows.with(V4).answering(Step.IS_WOW64_PROCESS, 5);
    assertEquals("no permission: IsWow64Process: E_ACCESSDENIED (0x80070005)", refused().inWords());
  }

  @Test
  void closeHandle_thatFails_changesNothing() {
    windows.with(V4).answering(Step.CLOSE_HANDLE, 6);
    assertEquals(new Attached(V4), attach());
  }

  @ParameterizedTest
  @CsvSource({
    "CREATE_INSTANCE, 80004002, CLRCreateInstance: E_NOINTERFACE (0x80004002)",
    "CREATE_INSTANCE, 80040111, CLRCreateInstance: CLASS_E_CLASSNOTAVAILABLE (0x80040111)",
    "CREATE_INSTANCE, 8007000e, CLRCreateInstance: E_OUTOFMEMORY (0x8007000e)",
    "ENUMERATE_LOADED_RUNTIMES, 80070057,"
        + " ICLRMetaHost::EnumerateLoadedRuntimes: E_INVALIDARG (0x80070057)",
    "ENUMERATE_LOADED_RUNTIMES, 80004005,"
        + " ICLRMetaHost::EnumerateLoadedRuntimes: E_FAIL (0x80004005)",
    "NEXT, 80004005, IEnumUnknown::Next: E_FAIL (0x80004005)",
    "NEXT, 8007000e, IEnumUnknown::Next: E_OUTOFMEMORY (0x8007000e)",
    "QUERY_INTERFACE, 80004002, IUnknown::QueryInterface: E_NOINTERFACE (0x80004002)",
    "GET_VERSION_STRING, 80004003, ICLRRuntimeInfo::GetVersionString: E_POINTER (0x80004003)",
    "GET_INTERFACE, 80131704, ICLRRuntimeInfo::GetInterface:"
        + " CLR_E_SHIM_LEGACYRUNTIMEALREADYBOUND (0x80131704)",
    "GET_INTERFACE, 80131700,"
        + " ICLRRuntimeInfo::GetInterface: CLR_E_SHIM_RUNTIMELOAD (0x80131700)",
    "GET_INTERFACE, 80004002, ICLRRuntimeInfo::GetInterface: E_NOINTERFACE (0x80004002)",
    "ATTACH_PROFILER, 80070057, ICLRProfiling::AttachProfiler: E_INVALIDARG (0x80070057)",
    "ATTACH_PROFILER, 80004005, ICLRProfiling::AttachProfiler: E_FAIL (0x80004005)",
    "ATTACH_PROFILER, deadbeef, ICLRProfiling::AttachProfiler: 0xdeadbeef",
  })
  void step_thatFails_isNamedWithItsCode(Step step, String code, String detail) {
    windows.with(V4).answering(step, code(code));
    Refusal refused = refused();
    assertEquals(RefusalReason.FAILED, refused.reason());
    assertEquals(detail, refused.detail());
    assertEquals(OptionalInt.of(code(code)), refused.hresult());
  }

  /** As the documentation of AttachProfiler lists them. */
  @ParameterizedTest
  @CsvSource({
    "8013136a, ALREADY_ACTIVE, false",
    "80131368, NOT_ATTACHABLE, false",
    "8013136b, INCOMPATIBLE, false",
    "80070005, NO_PERMISSION, false",
    "80070522, NO_PERMISSION, false",
    "8013136c, UNREACHABLE, false",
    "80070002, NO_RUNTIME, false",
    "800705b4, TIMED_OUT, true",
    "80131379, TIMED_OUT, true",
    "80131371, NOT_READY, true",
    "8013135b, NOT_READY, true",
    "8013136d, NO_SUCH_PROCESS, false",
    "8007007e, NOT_LOADABLE, false",
    "80131375, CANCELLED, false",
    "80131378, DIAGNOSTICS_OFF, false"
  })
  void attachProfiler_thatRefuses_saysWhy(String code, RefusalReason reason, boolean again) {
    windows.with(V4).answering(Step.ATTACH_PROFILER, code(code));
    Refusal refused = refused();
    assertEquals(reason, refused.reason());
    assertEquals(again, refused.reason().isTransient());
    assertEquals(OptionalInt.of(code(code)), refused.hresult());
  }

  @ParameterizedTest
  @CsvSource({
    "CREATE_INSTANCE, NOTHING, CLRCreateInstance gave no ICLRMetaHost",
    "ENUMERATE_LOADED_RUNTIMES, NOTHING, EnumerateLoadedRuntimes gave no IEnumUnknown",
    "NEXT, NOTHING, Next gave no IUnknown",
    "QUERY_INTERFACE, NOTHING, QueryInterface gave no ICLRRuntimeInfo",
    "GET_VERSION_STRING, NOTHING, an invalid version",
    "GET_INTERFACE, NOTHING, GetInterface gave no ICLRProfiling",
    "CREATE_INSTANCE, SURPLUS, CLRCreateInstance: E_UNEXPECTED",
    "ENUMERATE_LOADED_RUNTIMES, SURPLUS, EnumerateLoadedRuntimes: E_UNEXPECTED",
    "NEXT, SURPLUS, Next: E_UNEXPECTED",
    "QUERY_INTERFACE, SURPLUS, QueryInterface: E_UNEXPECTED",
    "GET_INTERFACE, SURPLUS, GetInterface: E_UNEXPECTED",
    "GET_VERSION_STRING, ENDLESS, GetVersionString: ERROR_INSUFFICIENT_BUFFER",
    "GET_VERSION_STRING, UNTERMINATED, GetVersionString wrote text without an end"
  })
  void step_thatLies_failsTheAttach(Step step, Lie lie, String detail) {
    windows.with(V4).answering(step, 0, lie, 0);
    Refusal refused = refused();
    assertEquals(RefusalReason.FAILED, refused.reason());
    assertTrue(refused.detail().contains(detail), refused.detail());
  }

  @Test
  void version_withAWrongLength_isReadToItsEnd() {
    windows.with(V4).answering(Step.GET_VERSION_STRING, 0, Lie.LENGTH, 0);
    assertEquals(new Attached(V4), attach());
  }

  @Test
  void enumeration_withoutEnd_isEnded() {
    windows.with(V2).answering(Step.NEXT, 0, Lie.ENDLESS, 0);
    Refusal refused = refused();
    assertEquals(RefusalReason.FAILED, refused.reason());
    assertTrue(refused.detail().contains("Next does not end"), refused.detail());
    assertTrue(windows.calls(Step.NEXT) < 100);
  }

  @Test
  void enumeration_thatFailsAtItsEnd_failsTheAttach() {
    windows.with(V2).with(V2).answering(Step.NEXT, code("80004005"), Lie.NONE, 2);
    assertEquals(RefusalReason.FAILED, refused().reason());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "4.0", "v", "v4", "v4.", "v99999.0", "v4.0\nall is well", "v４.0"})
  void version_thatIsNone_isNotRepeated(String version) {
    windows.with(version);
    Refusal refused = refused();
    assertEquals(RefusalReason.FAILED, refused.reason());
    assertEquals("an invalid version: E_UNEXPECTED (0x8000ffff)", refused.detail());
  }

  @Test
  void version_ofAnyLength_isNoVersion() {
    windows.with("v2.0." + "5".repeat(400));
    assertEquals("an invalid version: E_UNEXPECTED (0x8000ffff)", refused().detail());
  }

  @Test
  void library_thatIsMissing_isNamed() {
    FrameworkAttach attach =
        new FrameworkAttach(Optional.of(new Libraries("/nowhere/mscoree.dll", StandIn.file())));
    Refusal refused = assertInstanceOf(Refused.class, attach.attach(request())).refusal();
    assertEquals(RefusalReason.UNAVAILABLE, refused.reason());
    assertEquals("/nowhere/mscoree.dll: ERROR_MOD_NOT_FOUND (0x8007007e)", refused.detail());
  }

  /** The version of the .NET Framework 2 is such. */
  @Test
  void library_withoutTheFunction_isRefused() {
    FrameworkAttach attach =
        new FrameworkAttach(Optional.of(new Libraries("libm.so.6", StandIn.file())));
    Refusal refused = assertInstanceOf(Refused.class, attach.attach(request())).refusal();
    assertEquals(RefusalReason.UNAVAILABLE, refused.reason());
    assertEquals("CLRCreateInstance: ERROR_PROC_NOT_FOUND (0x8007007f)", refused.detail());
  }

  @Test
  void machine_thatIsNotWindows_refusesEverything() {
    assertEquals(
        "there is no .NET Framework 4 here: only Windows has one",
        FrameworkAttach.ofThisMachine().attach(request()).inWords());
  }

  @Test
  void attach_afterARefusal_succeeds() {
    windows.with(V4).answering(Step.ATTACH_PROFILER, code("800705b4"));
    assertEquals(RefusalReason.TIMED_OUT, refused().reason());
    windows.answering(Step.ATTACH_PROFILER, 0);
    assertEquals(new Attached(V4), attach());
  }
}
