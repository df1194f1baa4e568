// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.r2r.CodeRange;
import dev.tiptoe.metadata.r2r.EntryPoint;
import dev.tiptoe.metadata.r2r.ReadyToRun;
import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.given.OtlpBuilder;
import dev.tiptoe.profile.given.Runs;
import dev.tiptoe.profile.given.TestSymbols;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.testdata.TestRuntime;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Code of the framework that was compiled ahead of time. */
class ReadyToRunProfileTest {

  @Test
  void returnAddressesAtTheEndsOfAllMethods_areOfTheirMethods() throws IOException {
    Path file = TestRuntime.directory().resolve("System.Private.CoreLib.dll");
    Image image = Image.open(file);
    ReadyToRun code = ReadyToRun.of(image).orElseThrow();
    ModuleSymbols module = TestSymbols.of(file);
    OtlpBuilder profile = new OtlpBuilder();
    int mapping = profile.mapping("System.Private.CoreLib.dll", TestSymbols.mvid(module));
    int leaf = profile.location("native", 0, 0x1000, 0);
    Map<Integer, Token> expected = new LinkedHashMap<>();
    for (EntryPoint method : code.methods()) {
      if (method.method().table() == MethodDef.TABLE) {
        CodeRange range = code.code(method).get(0);
        // A call at the end of a method returns to the byte behind it.
        int location = profile.dotnet(mapping, Integer.toUnsignedLong(range.end()));
        profile.sample(1, leaf, location);
        expected.put(location, method.method());
      }
    }
    Runs run =
        Runs.otlp(
            profile.build().toByteArray(),
            TestSymbols.symbols(Map.of(TestSymbols.mvid(module), module)),
            FrameStyle.SYSTEM);
    ProfilesDictionary after = ProfilesData.parseFrom(run.bytes()).getDictionary();
    assertTrue(expected.size() > 20_000, expected.size() + " methods");
    assertEquals(expected.size(), run.statistics().resolved());
    expected.forEach(
        (location, method) ->
            assertEquals(
                module.method(method).systemName(),
                after.getStringTable(
                    after
                        .getFunctionTable(
                            after.getLocationTable(location).getLines(0).getFunctionIndex())
                        .getNameStrindex())));
  }
}
