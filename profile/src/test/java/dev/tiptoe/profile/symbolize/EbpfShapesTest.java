// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.profile.DotnetAddress;
import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.Unresolved;
import dev.tiptoe.profile.given.NativeModule;
import dev.tiptoe.profile.given.OtlpBuilder;
import dev.tiptoe.profile.given.Runs;
import dev.tiptoe.profile.given.TestSymbols;
import dev.tiptoe.symbols.Symbols;
import io.opentelemetry.proto.profiles.v1development.Function;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Stacks of the shapes that the eBPF profiler's own tests expect of core dumps of .NET 7 to 10: the
 * C library and the runtime below and above, framework code that was compiled ahead of time,
 * methods of the program from the JIT compiler, stubs, and dynamic methods.
 */
class EbpfShapesTest {

  private static final Symbols SYMBOLS =
      TestSymbols.symbols(
          Map.of(
              TestSymbols.mvid(TestSymbols.WRITTEN),
              TestSymbols.WRITTEN,
              NativeModule.MVID,
              new NativeModule()));

  private final OtlpBuilder profile = new OtlpBuilder();

  private static List<String> names(Runs run, int... stack) throws IOException {
    ProfilesDictionary after = ProfilesData.parseFrom(run.bytes()).getDictionary();
    return IntStream.of(stack)
        .mapToObj(location -> after.getLocationTable(location))
        .map(
            location -> {
              if (location.getLinesCount() == 0) {
                return "0x" + Long.toHexString(location.getAddress());
              }
              Function function = after.getFunctionTable(location.getLines(0).getFunctionIndex());
              return after.getStringTable(function.getNameStrindex())
                  + ":"
                  + location.getLines(0).getLine();
            })
        .toList();
  }

  /** As on Alpine: a write through StreamWriter, from the program's Main, on the main thread. */
  @ParameterizedTest
  @CsvSource({"7, ld-musl-x86_64.so.1", "8, libc.so.6", "9, ld-musl-x86_64.so.1", "10, libc.so.6"})
  void stackOfAWrite_hasTheProgramsAndTheFrameworksMethods(int version, String library)
      throws IOException {
    int libc = profile.mapping(library, "f4ed9e1c" + version + "00000000000000000000000000000000");
    int clr = profile.mapping("libcoreclr.so", "a".repeat(40));
    int framework = profile.mapping("System.Private.CoreLib.dll", NativeModule.MVID);
    int program = profile.mapping("Written.dll", TestSymbols.mvid(TestSymbols.WRITTEN));
    int[] stack = {
      profile.location("native", libc, 0x68ef4, 0),
      profile.location(
          "dotnet",
          framework,
          0x1022,
          profile.function("System.IO.StreamWriter.Flush", "System.Private.CoreLib.dll")),
      profile.location("dotnet", 0, 0, profile.function("[stub: jump]", "")),
      profile.location(
          "dotnet",
          program,
          DotnetAddress.of(0x88, 5),
          profile.function("Tiptoe.Written.Shop/<>c__DisplayClass7_1.<Buy>b__3", "Written.dll")),
      profile.location("native", clr, 0x62e10b, 0),
    };
    profile.sample(1, stack);
    Runs run = Runs.otlp(profile.build().toByteArray(), SYMBOLS);
    assertEquals(
        List.of(
            "0x68ef4",
            "Type.M3():31",
            "[stub: jump]:0",
            "Shop.Buy(int) → lambda → lambda:73",
            "0x62e10b"),
        names(run, stack));
    assertEquals(Map.of(Unresolved.STUB, 1L), run.statistics().unresolved());
  }

  /** The profiler gives a dynamic method its name, and the mapping of the module that made it. */
  @Test
  void dynamicMethod_keepsItsName() throws IOException {
    int program = profile.mapping("Written.dll", TestSymbols.mvid(TestSymbols.WRITTEN));
    int at = profile.location("dotnet", program, 0, profile.function("Multiply", "Written.dll"));
    Runs run = Runs.otlp(profile.sample(1, at).build().toByteArray(), SYMBOLS);
    assertEquals(List.of("Multiply:0"), names(run, at));
  }

  /** Without on-stack replacement's own frames, a method is on the stack twice, at one address. */
  @Test
  void frameOnTheStackTwice_isOneLocation() throws IOException {
    int program = profile.mapping("Written.dll", TestSymbols.mvid(TestSymbols.WRITTEN));
    int at = profile.dotnet(program, DotnetAddress.of(0x88, 5));
    Runs run = Runs.otlp(profile.sample(1, at, at).build().toByteArray(), SYMBOLS);
    assertEquals(1, run.statistics().resolved());
  }

  /** A call has offset 0 when the JIT compiler recorded none: the line is the method's first. */
  @Test
  void callWithoutAnOffset_isAtTheFirstLine_thoughTheCodeBeginsWithoutOne() throws IOException {
    int program = profile.mapping("Written.dll", TestSymbols.mvid(TestSymbols.WRITTEN));
    int buy =
        TestSymbols.WRITTEN
            .methodsNamed("Tiptoe.Written.Shop", "Buy")
            .filter(
                rid ->
                    TestSymbols.WRITTEN
                        .source(new Token((MethodDef.TABLE << 24) | rid), 1)
                        .known()
                        .isEmpty())
            .findFirst()
            .orElseThrow();
    int at = profile.dotnet(program, DotnetAddress.of(buy, 0));
    Runs run = Runs.otlp(profile.sample(1, at).build().toByteArray(), SYMBOLS, FrameStyle.SYSTEM);
    assertEquals(1, run.statistics().firstLines());
    assertEquals(List.of("Tiptoe.Written.Shop.Buy:58"), names(run, at));
  }
}
