// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NoiseFramesTest {

  static final String FSHARP = "FSharp.Core";

  private final NoiseFrames frames = NoiseFrames.standard();

  @ParameterizedTest
  @CsvSource({
    "System.Threading.Tasks.Task, ExecuteEntry, true",
    "System.Threading.Tasks.Task, Run, false",
    "System.Threading.Tasks.Sources.IValueTaskSource`1, GetResult, true",
    "System.Runtime.CompilerServices.ConfiguredTaskAwaitable+ConfiguredTaskAwaiter, GetResult, true",
    "System.Runtime.CompilerServices.ConfiguredTaskAwaitable.ConfiguredTaskAwaiter, GetResult, true",
    "System.Runtime.CompilerServices.ConfiguredTaskAwaitable/ConfiguredTaskAwaiter, GetResult, true",
    "System.ThrowHelper, ThrowArgumentNullException, true",
    "MySystem.ThrowHelper, ThrowArgumentNullException, false",
    "Microsoft.FSharp.Control.AsyncPrimitives, CallThenInvoke, true",
    "Shop, ExecuteEntry, false",
    "'', '', false"
  })
  void frame_byName_isNoiseIfItIsInTheList(String type, String method, boolean isNoise) {
    assertEquals(isNoise, frames.isNoise(type, method));
  }

  /** A file by the name of its assembly. */
  interface Files {
    Path of(String assembly);
  }

  /** Checks that methods of the list are in their assemblies. */
  static void assertExisting(Predicate<NoiseFrames.Entry> which, Files files) throws IOException {
    NoiseFrames frames = NoiseFrames.standard();
    List<NoiseFrames.Entry> expected = frames.entries().stream().filter(which).toList();
    Set<NoiseFrames.Entry> missing = new HashSet<>(expected);
    for (String assembly : expected.stream().map(NoiseFrames.Entry::assembly).distinct().toList()) {
      Image image = Image.open(files.of(assembly));
      Names names = new Names(image, NameStyle.REFLECTION);
      for (MethodDef method : image.methodDefs()) {
        String type = names.declaringType(method.token()).replace('+', '.');
        missing.removeIf(
            entry -> entry.assembly().equals(assembly) && entry.matches(type, method.name()));
      }
    }
    assertEquals(Set.of(), missing);
    assertFalse(expected.isEmpty());
  }

  @Test
  void methods_ofAProgram_areNotNoise() throws IOException {
    Image image = Image.open(TestAssembly.WRITTEN.path());
    for (MethodDef method : image.methodDefs()) {
      assertFalse(frames.isNoise(image, method.token()), method::name);
    }
    assertThrows(
        IllegalArgumentException.class, () -> frames.isNoise(image, new Token(0x02000001)));
  }
}
