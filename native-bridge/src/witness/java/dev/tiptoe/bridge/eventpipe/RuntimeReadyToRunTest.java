// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.eventpipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.eventpipe.MappedModules.Mapped;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.r2r.CodeAt;
import dev.tiptoe.metadata.r2r.CodeRange;
import dev.tiptoe.metadata.r2r.EntryPoint;
import dev.tiptoe.metadata.r2r.ModuleOverride;
import dev.tiptoe.metadata.r2r.ReadyToRunNames;
import dev.tiptoe.testdata.TestRuntime;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodNames;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ReadyToRunEntryPoint;
import dev.tiptoe.trace.eventpipe.format.EventPipeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The runtime's own events about precompiled code have the method for each address that it found or
 * used. The answers from the files must be the same.
 */
@Tag("quarter-4")
class RuntimeReadyToRunTest {

  /** The counts of what was compared. */
  private static final class Count {
    int entryPoints;
    int instances;
    int codes;
    int unplaced;
  }

  @Test
  void precompiledCode_thatProgramsUse_isTheMethodThatTheRuntimeSays() throws IOException {
    Count count = new Count();
    compare(count, EventRecording.HELLO);
    compare(count, EventRecording.CONSTRUCTS);
    compare(count, EventRecording.DEMO);
    compare(count, EventRecording.METADATA_DUMP);
    assertTrue(count.entryPoints > 3000, count.entryPoints + " entry points");
    assertTrue(count.instances > 300, count.instances + " of them instantiations");
    assertTrue(count.codes > 3000, count.codes + " methods with their sizes");
    // In images of whose code the programs used generic methods alone.
    assertTrue(count.unplaced < count.entryPoints / 100, count.unplaced + " left out");
  }

  private static void compare(Count count, EventRecording recording) throws IOException {
    List<RuntimeEvent> events;
    try (EventPipeReader reader = EventPipeReader.open(recording.file())) {
      RecordedEvents read = RecordedEvents.of(reader);
      assertEquals(0, read.statistics().lostEvents());
      events = read.ofTheRuntime();
    }
    MappedModules modules = new MappedModules(events);
    Map<Mapped, ReadyToRunNames> names = new HashMap<>();
    for (RuntimeEvent event : events) {
      if (event instanceof ReadyToRunEntryPoint found && found.entryPoint() != 0) {
        Optional<Mapped> image = modules.at(found.entryPoint());
        if (image.isPresent()) {
          EntryPoint method = methodAt(image.get(), found.entryPoint());
          assertNamed(found.names(), image.get(), method, modules, names);
          count.entryPoints++;
          count.instances += method.isInstance() ? 1 : 0;
        } else {
          count.unplaced++;
        }
      } else if (event instanceof MethodCode code
          && MappedModules.isPrecompiled(code)
          && modules.at(code.codeStart()).isPresent()) {
        assertSameCode(code, modules);
        count.codes++;
      }
    }
  }

  private static EntryPoint methodAt(Mapped image, long address) {
    int rva = (int) (address - image.base());
    CodeAt.Method found =
        assertInstanceOf(
            CodeAt.Method.class,
            image.code().methodAt(rva),
            () -> image.image() + " at 0x" + Integer.toHexString(rva));
    assertEquals(0, found.offset());
    return found.method();
  }

  /** The same type with the same arguments, and the same name. */
  private static void assertNamed(
      MethodNames expected,
      Mapped image,
      EntryPoint method,
      MappedModules modules,
      Map<Mapped, ReadyToRunNames> names) {
    String name =
        names
            .computeIfAbsent(
                image,
                mapped -> new ReadyToRunNames(mapped.code(), other -> beside(other, modules)))
            .of(method);
    assertEquals(brackets(expected.namespace()), brackets(name.substring(0, name.indexOf("::"))));
    assertEquals(
        expected.name(),
        new MethodDef(definer(image, method, modules), method.method().rid()).name());
  }

  /** The runtime writes type arguments in square brackets. */
  private static String brackets(String type) {
    return type.replace('<', '[').replace('>', ']');
  }

  private static Optional<Image> beside(ModuleOverride.Assembly assembly, MappedModules modules) {
    Path path = TestRuntime.directory().resolve(assembly.reference().name() + ".dll");
    Image image = modules.image(path);
    assembly.mvid().ifPresent(mvid -> assertEquals(Optional.of(mvid), image.mvid()));
    return Optional.of(image);
  }

  private static Image definer(Mapped image, EntryPoint method, MappedModules modules) {
    ModuleOverride module = image.code().module(method.module());
    return module instanceof ModuleOverride.Assembly assembly
        ? beside(assembly, modules).orElseThrow()
        : image.image();
  }

  /** The same token of the same module, and as many bytes of code. */
  private static void assertSameCode(MethodCode expected, MappedModules modules) {
    Mapped image = modules.at(expected.codeStart()).orElseThrow();
    EntryPoint method = methodAt(image, expected.codeStart());
    assertEquals(expected.token(), method.method(), expected::toString);
    assertEquals(
        modules.image(expected.module()).mvid(),
        definer(image, method, modules).mvid(),
        expected::toString);
    int size = image.code().code(method).stream().mapToInt(CodeRange::size).sum();
    assertEquals(expected.codeSize(), size, expected::toString);
  }
}
