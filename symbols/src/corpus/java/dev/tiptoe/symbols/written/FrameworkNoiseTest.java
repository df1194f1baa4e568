// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class FrameworkNoiseTest {

  private final NoiseFrames frames = NoiseFrames.standard();

  @Test
  void entries_ofTheFramework_existThere() throws IOException {
    NoiseFramesTest.assertExisting(
        entry -> !entry.assembly().equals(NoiseFramesTest.FSHARP),
        assembly -> TestRuntime.directory().resolve(assembly + ".dll"));
  }

  @Test
  void methods_thatTheFrameworkMarks_areNoise() throws IOException {
    Image image = Image.open(TestRuntime.directory().resolve("System.Private.CoreLib.dll"));
    assertTrue(
        frames.isNoise(image, method(image, "System.ThrowHelper", "ThrowArgumentNullException")));
    assertTrue(
        frames.isNoise(
            image,
            method(image, "System.Runtime.CompilerServices.AsyncMethodBuilderCore", "Start")));
    assertTrue(frames.isNoise(image, method(image, "System.Numerics.BitOperations", "IsPow2")));
    assertTrue(
        frames.isNoise(image, method(image, "System.Math", "ThrowNegateTwosCompOverflow")),
        "has the attribute");
    assertFalse(frames.isNoise(image, method(image, "System.String", "Concat")));
  }

  private static Token method(Image image, String type, String name) {
    return image.findType(type).orElseThrow().findMethods(name).get(0).token();
  }
}
