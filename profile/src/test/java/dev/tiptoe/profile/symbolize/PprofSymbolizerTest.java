// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.DynamicMessage;
import dev.tiptoe.profile.DotnetAddress;
import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.profile.Unresolved;
import dev.tiptoe.profile.given.NativeModule;
import dev.tiptoe.profile.given.OddWriter;
import dev.tiptoe.profile.given.Pprof;
import dev.tiptoe.profile.given.Runs;
import dev.tiptoe.profile.given.TestSymbols;
import dev.tiptoe.symbols.Symbols;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PprofSymbolizerTest {

  private static final UUID WRITTEN = TestSymbols.mvid(TestSymbols.WRITTEN);
  private static final Symbols SYMBOLS = TestSymbols.both();
  private static final int LAMBDA = 0x88;

  private final Pprof profile = new Pprof();

  private static String shown(DynamicMessage profile, long location) {
    DynamicMessage line = Pprof.list(Pprof.byId(profile, "location", location), "line").get(0);
    DynamicMessage function = Pprof.byId(profile, "function", Pprof.number(line, "function_id"));
    return String.join(
        " | ",
        Pprof.string(profile, Pprof.number(function, "name")),
        Pprof.string(profile, Pprof.number(function, "system_name")),
        Pprof.string(profile, Pprof.number(function, "filename")).replaceAll(".*/", ""),
        Pprof.number(function, "start_line")
            + ":"
            + Pprof.number(line, "line")
            + ":"
            + Pprof.number(line, "column"));
  }

  private static String flags(DynamicMessage profile, long mapping) {
    DynamicMessage found = Pprof.byId(profile, "mapping", mapping);
    return Pprof.get(found, "has_functions")
        + " "
        + Pprof.get(found, "has_filenames")
        + " "
        + Pprof.get(found, "has_line_numbers");
  }

  /** Every method of Written, and frames of other kinds. */
  private DynamicMessage everything() {
    long written = profile.mapping("Written.dll", WRITTEN.toString(), 0);
    long libc = profile.mapping("libc.so.6", "8d0bdc0d6d9fbbba7d0bd8d8b1bf0b5d33d0cd2a", 0x7f0000);
    long last = profile.location(libc, 0x7f1234, profile.function("read", ""));
    for (int rid = 1; rid <= TestSymbols.WRITTEN.methodCount() + 1; rid++) {
      long function = rid % 3 == 0 ? 0 : profile.function("Ns.M" + rid, "Written.dll");
      long next = profile.location(written, DotnetAddress.of(rid, rid % 9), function);
      profile.sample(rid, last, next);
      last = next;
    }
    return profile.build();
  }

  /** The last location that was read before it has a line. */
  @Test
  void location_withoutALine_hasNotThatOfAnother() throws IOException {
    long written = profile.mapping("Written.dll", WRITTEN.toString(), 0);
    long unknown = profile.location(written, 0, 0);
    long known = profile.location(written, DotnetAddress.of(LAMBDA, 5), 0);
    byte[] before = profile.sample(1, known, unknown).build().toByteArray();
    byte[] after = Runs.pprof(before, SYMBOLS).bytes();
    assertArrayEquals(after, Runs.pprof(after, SYMBOLS).bytes());
    assertEquals("false false false", flags(Pprof.parse(after), written));
  }

  @Test
  void location_ofIl_getsNamesFileAndLine() throws IOException {
    long written = profile.mapping("Written.dll", WRITTEN.toString(), 0);
    long old = profile.function("Shop/<>c__DisplayClass7_1.<Buy>b__3", "Written.dll");
    long at = profile.location(written, DotnetAddress.of(LAMBDA, 5), old);
    byte[] before = profile.sample(1, at).build().toByteArray();
    Runs run = Runs.pprof(before, SYMBOLS);
    DynamicMessage after = Pprof.parse(run.bytes());
    assertEquals(
        "Shop.Buy(int) → lambda → lambda | Tiptoe.Written.Shop+<>c__DisplayClass7_1.<Buy>b__3"
            + " | Lambdas.cs | 73:73:21",
        shown(after, at));
    assertEquals("true true true", flags(after, written));
    assertEquals(1, run.statistics().withLine());
  }

  @ParameterizedTest
  @ValueSource(strings = {"%s", "{%s}", "N", "U"})
  void buildId_inAnyUsualSpelling_isTheMvid(String form) throws IOException {
    String id =
        switch (form) {
          case "N" -> WRITTEN.toString().replace("-", "");
          case "U" -> WRITTEN.toString().toUpperCase(Locale.ROOT);
          default -> String.format(form, WRITTEN);
        };
    profile.location(profile.mapping("Written.dll", id, 0), DotnetAddress.of(1, 0), 0);
    assertEquals(1, Runs.pprof(profile.build().toByteArray(), SYMBOLS).statistics().resolved());
  }

  @Test
  void profile_withEverything_keepsWhatIsNotResolved() throws IOException {
    byte[] bytes = everything().toByteArray();
    assertKeeps(bytes, Runs.pprof(bytes, SYMBOLS));
  }

  @Property(tries = 10)
  void profile_inAnyEncoding_keepsWhatIsNotResolved(@ForAll long seed) throws IOException {
    byte[] bytes = OddWriter.write(new PprofSymbolizerTest().everything(), new Random(seed));
    assertKeeps(bytes, Runs.pprof(bytes, SYMBOLS));
    assertArrayEquals(bytes, Runs.pprof(bytes, TestSymbols.none()).bytes());
  }

  private static void assertKeeps(byte[] bytes, Runs run) throws IOException {
    DynamicMessage before = Pprof.parse(bytes);
    DynamicMessage after = Pprof.parse(run.bytes());
    int methods = TestSymbols.WRITTEN.methodCount();
    assertEquals(methods, run.statistics().resolved());
    assertEquals(Map.of(Unresolved.NO_METHOD, 1L), run.statistics().unresolved());
    assertEquals(methods + 2, run.statistics().locations());
    assertEquals(Pprof.list(before, "sample"), Pprof.list(after, "sample"));
    assertEquals(Pprof.list(before, "sample_type"), Pprof.list(after, "sample_type"));
    assertEquals(before.getUnknownFields(), after.getUnknownFields());
    assertEquals(Pprof.byId(before, "mapping", 2), Pprof.byId(after, "mapping", 2));
    assertEquals("false false false", flags(after, 2));
    for (String table : List.of("function", "string_table")) {
      List<?> old = (List<?>) Pprof.get(before, table);
      assertEquals(old, ((List<?>) Pprof.get(after, table)).subList(0, old.size()));
    }
    long strings = ((List<?>) Pprof.get(after, "string_table")).stream().distinct().count();
    assertEquals(((List<?>) Pprof.get(after, "string_table")).size(), strings);
    for (DynamicMessage location : Pprof.list(before, "location")) {
      DynamicMessage now = Pprof.byId(after, "location", Pprof.number(location, "id"));
      assertEquals(Pprof.number(location, "address"), Pprof.number(now, "address"));
      assertEquals(Pprof.number(location, "mapping_id"), Pprof.number(now, "mapping_id"));
      assertEquals(location.getUnknownFields(), now.getUnknownFields());
    }
    assertEquals(Pprof.byId(before, "location", 100), Pprof.byId(after, "location", 100));
    assertArrayEquals(run.bytes(), Runs.pprof(run.bytes(), SYMBOLS).bytes());
  }

  @Test
  void mapping_withUnresolvedLocations_getsOnlyTrueFlags() throws IOException {
    long all = profile.mapping("Written.dll", WRITTEN.toString(), 0);
    long stub = profile.mapping("Written.dll", WRITTEN.toString(), 0);
    long nothing = profile.mapping("Written.dll", WRITTEN.toString(), 0);
    profile.location(all, DotnetAddress.of(LAMBDA, 5), 0);
    profile.location(stub, DotnetAddress.of(LAMBDA, 5), 0);
    profile.location(stub, 0, profile.function("[stub: jump]", ""));
    profile.location(nothing, 0, profile.function("[stub: jump]", ""));
    DynamicMessage after = Pprof.parse(Runs.pprof(profile.build().toByteArray(), SYMBOLS).bytes());
    assertEquals("true true true", flags(after, all));
    assertEquals("true false false", flags(after, stub));
    assertEquals("false false false", flags(after, nothing));
  }

  @Test
  void addressOfCompiledCode_isAnRva_whereTheMappingStartsAtZero() throws IOException {
    long module = profile.mapping("Native.dll", NativeModule.MVID.toString(), 0);
    long placed = profile.mapping("Native.dll", NativeModule.MVID.toString(), 0x7f000000);
    long leaf = profile.location(module, 0x1010, 0);
    long caller = profile.location(module, 0x1020, 0);
    long notSampled = profile.location(module, 0x1030, 0);
    profile.location(placed, 0x7f001010, 0);
    profile.sample(1, leaf, caller);
    Symbols symbols = TestSymbols.symbols(Map.of(NativeModule.MVID, new NativeModule()));
    Runs run = Runs.pprof(profile.build().toByteArray(), symbols);
    DynamicMessage after = Pprof.parse(run.bytes());
    assertTrue(shown(after, leaf).endsWith("Ns.Type.M2 | Native.cs | 20:20:1"), shown(after, leaf));
    assertTrue(shown(after, caller).endsWith("Ns.Type.M2 | Native.cs | 20:35:1"));
    assertTrue(shown(after, notSampled).endsWith("Ns.Type.M4 | Native.cs | 40:40:1"));
    assertEquals(Map.of(Unresolved.OTHER_ADDRESS, 1L), run.statistics().unresolved());
  }

  @Test
  void profile_compressed_staysCompressed() throws IOException {
    byte[] before = everything().toByteArray();
    var zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      out.write(before);
    }
    byte[] after = Runs.pprof(zipped.toByteArray(), SYMBOLS).bytes();
    assertArrayEquals(
        Runs.pprof(before, SYMBOLS).bytes(),
        new GZIPInputStream(new ByteArrayInputStream(after)).readAllBytes());
    long end = zipped.size();
    zipped.write('x');
    Runs followed = Runs.pprof(zipped.toByteArray(), SYMBOLS);
    assertArrayEquals(after, followed.bytes());
    assertEquals(OptionalLong.of(end), followed.statistics().ignoredFrom());
  }

  @ParameterizedTest
  @ValueSource(strings = {"OTLP", "text"})
  void bytes_ofAnotherFormat_areRefused(String kind) {
    byte[] bytes = kind.equals("text") ? new byte[] {'a', 'b', 'c', 'd'} : new byte[] {0x0a, 0x00};
    assertThrows(ProfileFormatException.class, () -> Runs.pprof(bytes, SYMBOLS));
  }

  /** A damaged profile gives a profile or the one exception, and soon. */
  @Property(tries = 50)
  void profile_damaged_givesAProfileOrOneError(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    byte[] bytes = OddWriter.write(new PprofSymbolizerTest().everything(), random);
    for (int i = 1 + random.nextInt(4); i > 0 && bytes.length > 0; i--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0 -> bytes = Arrays.copyOf(bytes, at);
        case 1 -> bytes[at] = (byte) 0xff;
        default -> bytes[at] = (byte) random.nextInt();
      }
    }
    try {
      Runs.pprof(bytes, SYMBOLS);
    } catch (ProfileFormatException e) {
      assertEquals("profile", e.file());
    }
  }
}
