// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.profile.DotnetAddress;
import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.profile.Unresolved;
import dev.tiptoe.profile.format.ProfileSymbolizer;
import dev.tiptoe.profile.given.NativeModule;
import dev.tiptoe.profile.given.OtlpBuilder;
import dev.tiptoe.profile.given.OtlpPeer;
import dev.tiptoe.profile.given.Runs;
import dev.tiptoe.profile.given.TestSymbols;
import dev.tiptoe.symbols.Symbols;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import io.opentelemetry.proto.profiles.v1development.Function;
import io.opentelemetry.proto.profiles.v1development.Line;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OtlpSymbolizerTest {

  private static final UUID WRITTEN = TestSymbols.mvid(TestSymbols.WRITTEN);

  /** A lambda in Written.dll. */
  private static final int LAMBDA = 0x88;

  private static final Symbols SYMBOLS = TestSymbols.both();

  private final OtlpBuilder profile = new OtlpBuilder();

  /** Every method of Written and Demo, at some offsets, among frames of other kinds. */
  private ProfilesData everything() {
    int written = profile.mapping("Written.dll", WRITTEN);
    int demo = profile.mapping("Demo.dll", TestSymbols.mvid(TestSymbols.DEMO));
    int libc = profile.mapping("libc.so.6", "8d0bdc0d6d9fbbba7d0bd8d8b1bf0b5d33d0cd2a");
    int kernel = profile.location("kernel", 0, 0xffffffff81000000L, profile.function("read", ""));
    int last = profile.location("native", libc, 0x9cb83, 0);
    for (int rid = 1; rid <= TestSymbols.WRITTEN.methodCount() + 2; rid++) {
      for (int il : new int[] {0, 1, 7, 40}) {
        int function = profile.function("Ns.Outer/Inner.M" + rid, "Written.dll");
        last =
            profile.location("dotnet", written, DotnetAddress.of(rid, il), il == 7 ? 0 : function);
        profile.sample(rid, kernel, last, kernel);
      }
    }
    for (int rid = 1; rid <= TestSymbols.DEMO.methodCount(); rid++) {
      profile.sample(rid, last, profile.dotnet(demo, DotnetAddress.of(rid, 3)));
    }
    return profile.build();
  }

  private static ProfilesDictionary dictionary(byte[] bytes) throws IOException {
    return ProfilesData.parseFrom(bytes).getDictionary();
  }

  private static String shown(ProfilesDictionary dictionary, int location) {
    Line line = dictionary.getLocationTable(location).getLines(0);
    Function function = dictionary.getFunctionTable(line.getFunctionIndex());
    return String.join(
        " | ",
        dictionary.getStringTable(function.getNameStrindex()),
        dictionary.getStringTable(function.getSystemNameStrindex()),
        dictionary.getStringTable(function.getFilenameStrindex()).replaceAll(".*/", ""),
        function.getStartLine() + ":" + line.getLine() + ":" + line.getColumn());
  }

  @Test
  void location_ofIl_getsNamesFileAndLine() throws IOException {
    int written = profile.mapping("Written.dll", WRITTEN);
    int old = profile.function("Cases/<>c.<Lambda>b__0_0", "Written.dll");
    int at = profile.location("dotnet", written, DotnetAddress.of(LAMBDA, 5), old);
    Runs run = Runs.otlp(profile.sample(1, at).build().toByteArray(), SYMBOLS);
    ProfilesDictionary after = dictionary(run.bytes());
    assertEquals(
        "Shop.Buy(int) → lambda → lambda | Tiptoe.Written.Shop+<>c__DisplayClass7_1.<Buy>b__3"
            + " | Lambdas.cs | 73:73:21",
        shown(after, at));
    assertEquals(1, run.statistics().resolved());
  }

  @ParameterizedTest
  @EnumSource(FrameStyle.class)
  void profile_ofTheSpecificationsClasses_becomesWhatTheyWouldWrite(FrameStyle style)
      throws IOException {
    ProfilesData before = everything();
    Runs run = Runs.otlp(before.toByteArray(), SYMBOLS, style);
    ProfilesData expected = OtlpPeer.symbolized(before, SYMBOLS, style);
    assertEquals(expected, ProfilesData.parseFrom(run.bytes()));
    assertArrayEquals(expected.toByteArray(), run.bytes());
    assertEquals(
        (TestSymbols.WRITTEN.methodCount() + 2) * 4 + TestSymbols.DEMO.methodCount(),
        run.statistics().dotnet());
    assertEquals(Map.of(Unresolved.NO_METHOD, 8L), run.statistics().unresolved());
    assertEquals(run.statistics().dotnet() + 2, run.statistics().locations());
    assertEquals(withLine(expected), run.statistics().withLine());
    assertTrue(run.statistics().firstLines() > 0);
    assertTrue(run.statistics().firstLines() < run.statistics().withLine());
  }

  private static long withLine(ProfilesData profiles) {
    return profiles.getDictionary().getLocationTableList().stream()
        .filter(location -> location.getLinesCount() > 0 && location.getLines(0).getLine() > 0)
        .count();
  }

  @Test
  void profile_symbolizedTwice_changesNothingTheSecondTime() throws IOException {
    byte[] once = Runs.otlp(everything().toByteArray(), SYMBOLS).bytes();
    Runs twice = Runs.otlp(once, SYMBOLS);
    assertArrayEquals(once, twice.bytes());
  }

  @Test
  void profile_symbolizedInAnotherStyle_getsThatStylesNames() throws IOException {
    byte[] once = Runs.otlp(everything().toByteArray(), SYMBOLS).bytes();
    ProfilesDictionary system = dictionary(Runs.otlp(once, SYMBOLS, FrameStyle.SYSTEM).bytes());
    ProfilesDictionary direct =
        dictionary(Runs.otlp(profile.build().toByteArray(), SYMBOLS, FrameStyle.SYSTEM).bytes());
    for (int i = 3; i < 40; i++) {
      assertEquals(shown(direct, i), shown(system, i));
    }
  }

  @Test
  void tables_ofTheProfile_keepTheirEntriesAndHaveNoDuplicates() throws IOException {
    ProfilesDictionary before = everything().getDictionary();
    ProfilesDictionary after =
        dictionary(Runs.otlp(profile.build().toByteArray(), SYMBOLS).bytes());
    int functions = before.getFunctionTableCount();
    int strings = before.getStringTableCount();
    assertEquals(before.getFunctionTableList(), after.getFunctionTableList().subList(0, functions));
    assertEquals(before.getStringTableList(), after.getStringTableList().subList(0, strings));
    assertEquals(after.getFunctionTableCount(), new HashSet<>(after.getFunctionTableList()).size());
    assertEquals(after.getStringTableCount(), new HashSet<>(after.getStringTableList()).size());
    HashSet<Integer> used = new HashSet<>();
    after.getLocationTableList().stream()
        .flatMap(location -> location.getLinesList().stream())
        .forEach(line -> used.add(line.getFunctionIndex()));
    for (int i = functions; i < after.getFunctionTableCount(); i++) {
      assertTrue(used.contains(i), "function " + i + " is an orphan");
    }
    assertEquals(Function.getDefaultInstance(), after.getFunctionTable(0));
    assertEquals("", after.getStringTable(0));
  }

  /** Functions that nothing refers to any more stay: to remove them would renumber others. */
  @Test
  void function_thatNothingRefersToAnyMore_stays() throws IOException {
    int written = profile.mapping("Written.dll", WRITTEN);
    int old = profile.function("Old.Name", "Written.dll");
    int at = profile.location("dotnet", written, DotnetAddress.of(1, 0), old);
    byte[] before = profile.sample(1, at).build().toByteArray();
    ProfilesDictionary after = dictionary(Runs.otlp(before, SYMBOLS).bytes());
    assertEquals("Old.Name", after.getStringTable(after.getFunctionTable(old).getNameStrindex()));
    assertEquals(old + 1, after.getLocationTable(at).getLines(0).getFunctionIndex());
  }

  @Test
  void function_sharedWithAnotherLocation_staysForThat() throws IOException {
    int written = profile.mapping("Written.dll", WRITTEN);
    int old = profile.function("Shared", "Written.dll");
    int resolved = profile.location("dotnet", written, DotnetAddress.of(1, 0), old);
    int stub = profile.location("dotnet", written, 0, old);
    byte[] before = profile.sample(1, resolved, stub).build().toByteArray();
    ProfilesDictionary after = dictionary(Runs.otlp(before, SYMBOLS).bytes());
    assertTrue(shown(after, stub).startsWith("Shared | "), shown(after, stub));
    assertTrue(after.getLocationTable(resolved).getLines(0).getFunctionIndex() > old);
  }

  @Test
  void locations_thatCannotBeResolved_stayAndAreCountedByReason() throws IOException {
    int written = profile.mapping("Written.dll", WRITTEN);
    int absent =
        profile.mapping("Gone.dll", UUID.fromString("11111111-2222-3333-4444-555566667777"));
    int elf = profile.mapping("App", "0011223344556677889900112233445566778899");
    profile.dotnet(written, 0);
    profile.dotnet(0, DotnetAddress.of(1, 0));
    profile.dotnet(elf, DotnetAddress.of(1, 0));
    profile.dotnet(absent, DotnetAddress.of(1, 0));
    profile.dotnet(absent, DotnetAddress.of(2, 0));
    profile.dotnet(written, DotnetAddress.of(0xffffff, 0));
    profile.dotnet(written, 0xf1000001_00000000L);
    profile.dotnet(written, 0xf0000000_00000000L);
    profile.dotnet(written, 0x2000);
    profile.dotnet(written, 0x7fff_0000_2000L);
    profile.dotnet(999, DotnetAddress.of(1, 0));
    profile.location("native", written, DotnetAddress.of(1, 0), 0);
    Location twoLines =
        Location.newBuilder()
            .setMappingIndex(written)
            .setAddress(DotnetAddress.of(1, 0))
            .addLines(Line.newBuilder().setLine(1))
            .addLines(Line.newBuilder().setLine(2))
            .addAttributeIndices(profile.attribute("profile.frame.type", "dotnet"))
            .build();
    profile.location(twoLines);
    byte[] before = profile.build().toByteArray();
    Runs run = Runs.otlp(before, SYMBOLS);
    assertArrayEquals(before, run.bytes());
    assertEquals(
        Map.of(
            Unresolved.STUB, 1L,
            Unresolved.NO_MVID, 3L,
            Unresolved.NO_MODULE, 2L,
            Unresolved.NO_METHOD, 3L,
            Unresolved.NO_CODE, 1L,
            Unresolved.OTHER_ADDRESS, 1L,
            Unresolved.SEVERAL_LINES, 1L),
        run.statistics().unresolved());
    assertEquals(
        Map.of("Gone.dll 11111111-2222-3333-4444-555566667777", 2L), run.statistics().missing());
    assertEquals(12, run.statistics().dotnet());
    assertEquals(13, run.statistics().locations());
  }

  @Test
  void addressOfCompiledCode_isReducedByOne_forCallersOnly() throws IOException {
    int module = profile.mapping("Native.dll", NativeModule.MVID);
    int leaf = profile.dotnet(module, 0x1010);
    int caller = profile.dotnet(module, 0x1020);
    int both = profile.dotnet(module, 0x1031);
    int interrupted = profile.dotnet(module, 0x1045);
    int kernel = profile.location("kernel", 0, 0xffffffff81000000L, 0);
    int nativeFrame = profile.location("native", 0, 0x1234, 0);
    int underNative = profile.dotnet(module, 0x1055);
    profile.sample(1, leaf, caller, both).sample(2, both).sample(3, kernel, kernel, interrupted);
    profile.sample(4, kernel, nativeFrame, underNative);
    Symbols symbols = TestSymbols.symbols(Map.of(NativeModule.MVID, new NativeModule()));
    Runs run = Runs.otlp(profile.build().toByteArray(), symbols);
    ProfilesDictionary after = dictionary(run.bytes());
    assertEquals(
        List.of("M2 20:20", "M2 20:35", "M4 40:40", "M5 50:55", "M6 60:64"),
        List.of(leaf, caller, both, interrupted, underNative).stream()
            .map(
                at ->
                    shown(after, at).replaceAll(".*Ns.Type.(M\\d+) .* (\\d+:\\d+):\\d+$", "$1 $2"))
            .toList());
    assertEquals(5, run.statistics().resolved());
    assertArrayEquals(run.bytes(), Runs.otlp(run.bytes(), symbols).bytes());
  }

  @Test
  void profile_compressed_staysCompressed() throws IOException {
    ProfilesData before = everything();
    var zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      before.writeTo(out);
    }
    byte[] after = Runs.otlp(zipped.toByteArray(), SYMBOLS).bytes();
    assertArrayEquals(
        Runs.otlp(before.toByteArray(), SYMBOLS).bytes(),
        new GZIPInputStream(new ByteArrayInputStream(after)).readAllBytes());
  }

  @Test
  void exportRequest_isSymbolizedLikeProfiles() throws IOException {
    ProfilesData before = everything();
    ExportProfilesServiceRequest request =
        ExportProfilesServiceRequest.newBuilder()
            .addAllResourceProfiles(before.getResourceProfilesList())
            .setDictionary(before.getDictionary())
            .build();
    assertArrayEquals(
        Runs.otlp(before.toByteArray(), SYMBOLS).bytes(),
        Runs.otlp(request.toByteArray(), SYMBOLS).bytes());
  }

  @Test
  void fileOfTheCollector_hasEachMessageSymbolizedBehindItsNewLength() throws IOException {
    byte[] one = everything().toByteArray();
    byte[] two = new OtlpBuilder().sample(7, 0).build().toByteArray();
    ByteBuffer file = ByteBuffer.allocate(4 + one.length + 4 + 4 + two.length);
    file.putInt(one.length).put(one).putInt(0).putInt(two.length).put(two);
    byte[] first = Runs.otlp(one, SYMBOLS).bytes();
    ByteBuffer expected = ByteBuffer.allocate(4 + first.length + 4 + 4 + two.length);
    expected.putInt(first.length).put(first).putInt(0).putInt(two.length).put(two);
    Runs run = Runs.otlp(file.array(), SYMBOLS);
    assertArrayEquals(expected.array(), run.bytes());
    assertEquals(Runs.otlp(one, SYMBOLS).statistics(), run.statistics());
  }

  @Test
  void message_inMemory_isSymbolizedLikeAStream_andNeverTakenForAFile() throws IOException {
    byte[] message = everything().toByteArray();
    Runs run = Runs.otlp(message, SYMBOLS);
    var out = new ByteArrayOutputStream();
    assertEquals(
        run.statistics(),
        ProfileSymbolizer.symbolizeMessage(message, out, SYMBOLS, FrameStyle.WRITTEN));
    assertArrayEquals(run.bytes(), out.toByteArray());
    byte[] file =
        ByteBuffer.allocate(4 + message.length).putInt(message.length).put(message).array();
    byte[] json = "{}".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    for (byte[] other : List.of(file, json, new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd})) {
      var nothing = new ByteArrayOutputStream();
      assertThrows(
          ProfileFormatException.class,
          () -> ProfileSymbolizer.symbolizeMessage(other, nothing, SYMBOLS, FrameStyle.WRITTEN));
      assertEquals(0, nothing.size());
    }
  }
}
