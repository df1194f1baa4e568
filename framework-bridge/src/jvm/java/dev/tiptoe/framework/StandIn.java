// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import dev.tiptoe.bridge.com.Guid;
import dev.tiptoe.framework.FrameworkAttach.Libraries;
import dev.tiptoe.framework.com.WideText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * A stand-in for Windows, {@code framework_stand_in.cpp}, which documents its steps.
 *
 * <p>There is one for the JVM; a new object forgets what the one before it knew.
 */
final class StandIn {

  /** The only process there is. */
  static final int PROCESS = 4711;

  private static final String FILE =
      Path.of("target/cpp/libframework-stand-in.so").toAbsolutePath().toString();

  private static final NativeLibrary LIBRARY = NativeLibrary.getInstance(FILE);

  // The fields of Received.
  private static final int MILLISECONDS = 4;
  private static final int CLSID = 8;
  private static final int PATH = 24;
  private static final int DATA = 1048;
  private static final int SIZE = 1560;

  /** The steps, by their names there. */
  enum Step {
    OPEN_PROCESS,
    IS_WOW64_PROCESS,
    CLOSE_HANDLE,
    CREATE_INSTANCE,
    ENUMERATE_LOADED_RUNTIMES,
    NEXT,
    QUERY_INTERFACE,
    GET_VERSION_STRING,
    GET_INTERFACE,
    ATTACH_PROFILER
  }

  /** The violations of a step, by their names there. */
  enum Lie {
    NONE,
    NOTHING,
    SURPLUS,
    ENDLESS,
    UNTERMINATED,
    LENGTH
  }

  StandIn() {
    call("standInReset", PROCESS);
  }

  private static int call(String function, Object... arguments) {
    return LIBRARY.getFunction(function).invokeInt(arguments);
  }

  /** Loads a CLR of that version into the process. */
  StandIn with(String version) {
    assertEquals(1, call("standInLoad", (Object) WideText.bytes(version)));
    return this;
  }

  /** Whether the process and its caller are of 32 bits on a Windows of 64. */
  StandIn withWow64(boolean process, boolean caller) {
    call("standInWow64", process ? 1 : 0, caller ? 1 : 0);
    return this;
  }

  /** From now on, a step answers so; those of {@code kernel32.dll} with an error of Windows. */
  StandIn answering(Step step, int result) {
    return answering(step, result, Lie.NONE, 0);
  }

  /** The same, after that many honest answers. */
  StandIn answering(Step step, int result, Lie lie, int after) {
    assertEquals(1, call("standInAnswer", step.name(), result, lie.name(), after));
    return this;
  }

  /** The steps of an attach in place of Windows. */
  static FrameworkAttach attach() {
    return new FrameworkAttach(Optional.of(new Libraries(FILE, FILE)));
  }

  static String file() {
    return FILE;
  }

  int calls(Step step) {
    return call("standInCalls", step.name());
  }

  /** Returns how many references have ever been counted. */
  int handedOut() {
    return call("standInHandedOut");
  }

  private static Pointer received() {
    return LIBRARY.getFunction("standInReceived").invokePointer(new Object[0]);
  }

  int receivedProcess() {
    return received().getInt(0);
  }

  int receivedMilliseconds() {
    return received().getInt(MILLISECONDS);
  }

  UUID receivedClsid() {
    return Guid.of(received().getByteArray(CLSID, Guid.SIZE));
  }

  String receivedPath() {
    byte[] all = received().getByteArray(PATH, DATA - PATH);
    String text = new String(all, StandardCharsets.UTF_16LE);
    return text.substring(0, text.indexOf('\0'));
  }

  byte[] receivedData() {
    return received().getByteArray(DATA, received().getInt(SIZE));
  }

  /** Checks that all references and handles are released, and that no step was violated. */
  void assertLeftAsItWas() {
    assertAll(
        () -> assertEquals(0, call("standInReferences"), "references"),
        () -> assertEquals(0, call("standInHandles"), "handles"),
        () -> assertNull(LIBRARY.getFunction("standInMisuse").invokeString(new Object[0], false)));
  }
}
