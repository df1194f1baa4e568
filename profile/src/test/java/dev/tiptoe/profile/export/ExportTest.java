// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.UnknownFieldSet;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.FrameModule;
import dev.tiptoe.profile.FrameSource;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileFeed;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.profile.format.ProfileFormat;
import dev.tiptoe.profile.given.TypesOfOneName;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.feed.AddressSample.Clock;
import dev.tiptoe.resolver.feed.AddressSample.Engine;
import dev.tiptoe.resolver.feed.AddressStack;
import dev.tiptoe.resolver.feed.AddressStack.End;
import dev.tiptoe.resolver.feed.KernelFunction;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.Sample;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks what the importers of each format require, and that weights come back. */
class ExportTest {

  private static final Profile PROFILE = SomeProfile.make();

  private static byte[] bytes(ProfileFormat format, boolean paths) throws IOException {
    var out = new ByteArrayOutputStream();
    format.write(PROFILE, paths, out);
    return unpacked(format, out.toByteArray());
  }

  private static byte[] unpacked(ProfileFormat format, byte[] bytes) throws IOException {
    if (format == ProfileFormat.PPROF) {
      return new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
    }
    if (format != ProfileFormat.HTML) {
      return bytes;
    }
    String page = new String(bytes, StandardCharsets.UTF_8);
    Matcher data = Pattern.compile("id=\"profile\">([A-Za-z0-9+/=]+)</script>").matcher(page);
    assertTrue(data.find());
    byte[] packed = Base64.getDecoder().decode(data.group(1));
    return new InflaterInputStream(new ByteArrayInputStream(packed)).readAllBytes();
  }

  private static String text(ProfileFormat format, boolean paths) throws IOException {
    return new String(bytes(format, paths), StandardCharsets.UTF_8);
  }

  private static JsonObject json(ProfileFormat format) throws IOException {
    return JsonParser.parseString(text(format, true)).getAsJsonObject();
  }

  @ParameterizedTest
  @MethodSource("dev.tiptoe.profile.format.ProfileFormat#written")
  void paths_ofFiles_areWrittenUnlessLeftOut(ProfileFormat format) throws IOException {
    assertTrue(text(format, true).contains(SomeProfile.USER));
    assertFalse(text(format, false).contains(SomeProfile.USER), () -> format + " has the user");
    String main = format == ProfileFormat.JFR ? "Shop/Program" : "Program.Main";
    assertTrue(text(format, false).contains(main));
  }

  /** The types are of modules that need not know one another. */
  @ParameterizedTest
  @MethodSource("dev.tiptoe.profile.format.ProfileFormat#written")
  void types_ofOneNameInTwoModules_areWrittenWithTheirNamespaces(ProfileFormat format)
      throws IOException {
    var out = new ByteArrayOutputStream();
    format.write(TypesOfOneName.profile(), false, out);
    String text = new String(unpacked(format, out.toByteArray()), StandardCharsets.UTF_8);
    boolean hasClasses = format == ProfileFormat.JFR;
    for (String name : List.of("App.Svc.Run()", "Lib.Svc.Run()")) {
      String written = hasClasses ? name.replace(".Run()", "").replace('.', '/') : name;
      assertTrue(text.contains(written), () -> format + " has no " + written);
    }
  }

  /** What the clock of a file says need not be true, nor even possible. */
  @ParameterizedTest
  @MethodSource("dev.tiptoe.profile.format.ProfileFormat#written")
  void samples_ofAnyTimes_areWritten(ProfileFormat format) throws IOException {
    for (long[] times :
        new long[][] {
          {-5_000_000, -4_000_000},
          {-1, 0, 1},
          {Long.MIN_VALUE, Long.MIN_VALUE + 1},
          {Long.MAX_VALUE, Long.MIN_VALUE, 0},
          {Long.MIN_VALUE, Long.MAX_VALUE}
        }) {
      Profile.Builder profile =
          new Profile.Builder().name("times").began(Optional.of(Instant.EPOCH));
      int thread = profile.thread(new ProfileThread(1, 1, "main"));
      int stack = profile.stack(StackTree.NONE, profile.frame(Frame.named("Main", "Shop.dll")));
      for (long at : times) {
        profile.add(at, profile.row(thread, stack), 1, 10);
      }
      var out = new ByteArrayOutputStream();
      format.write(profile.build(), false, out);
      String text = new String(unpacked(format, out.toByteArray()), StandardCharsets.UTF_8);
      assertTrue(text.contains("Main"), () -> format + " of " + Arrays.toString(times));
    }
  }

  /** Perfetto leaves out what is before the time 0. */
  @Test
  void chromeTrace_ofSamplesBeforeTheBeginning_hasNoNegativeTime() throws IOException {
    Profile.Builder profile = new Profile.Builder().name("times");
    int thread = profile.thread(new ProfileThread(1, 1, "main"));
    int stack = profile.stack(StackTree.NONE, profile.frame(Frame.named("Main", "Shop.dll")));
    profile.add(-7_000, profile.row(thread, stack), 1, 2_000);
    profile.add(1_000, profile.row(thread, stack), 1, 2_000);
    var out = new ByteArrayOutputStream();
    ProfileFormat.CHROME.write(profile.build(), false, out);
    List<Double> times = new ArrayList<>();
    for (JsonElement event :
        JsonParser.parseString(out.toString(StandardCharsets.UTF_8))
            .getAsJsonObject()
            .getAsJsonArray("traceEvents")) {
      if (event.getAsJsonObject().has("ts")) {
        times.add(event.getAsJsonObject().get("ts").getAsDouble());
      }
    }
    assertEquals(List.of(0.0, 2.0, 8.0, 10.0), times);
  }

  /** Where the kernel is in memory is nobody's business but root's, whose trace may say it. */
  @ParameterizedTest
  @MethodSource("dev.tiptoe.profile.format.ProfileFormat#written")
  void addresses_ofTheKernel_areInNoExport(ProfileFormat format) throws IOException {
    long kernel = 0xffffffff9a3c5d20L;
    long[] callers = {kernel + 0x1044, kernel + 0x2088};
    Consumer<RuntimeFeed> facts =
        feed -> {
          feed.kernelFunctionSeen(1, new KernelFunction(kernel, 0x40, "clear_page_erms"));
          feed.kernelFunctionSeen(1, new KernelFunction(kernel + 0x1000, 0x80, "do_fault"));
          for (long leaf : new long[] {kernel + 0x11, kernel + 0x7777}) {
            AddressStack stack = AddressStack.of(callers, End.THREAD_BASE, false, 0);
            feed.addressSampled(
                2, new AddressSample(7, stack, leaf, Engine.PERF, Clock.PROCESSOR, 10));
          }
        };
    Session session = new Session();
    facts.accept(session.feed());
    ProfileFeed feed = new ProfileFeed(session, Clock.PROCESSOR, Set.of(FrameDetail.values()));
    facts.accept(feed);
    var out = new ByteArrayOutputStream();
    format.write(feed.profile().build(), true, out);
    byte[] bytes = unpacked(format, out.toByteArray());
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    assertTrue(text.contains("thread 7"), text);
    for (long address :
        new long[] {
          kernel, kernel + 0x11, kernel + 0x7777, callers[0], callers[1], callers[0] - 1
        }) {
      for (String form : forms(address)) {
        assertFalse(
            text.toLowerCase(Locale.ROOT).contains(form.toLowerCase(Locale.ROOT)),
            () -> format + " has 0x" + Long.toHexString(address));
      }
    }
  }

  /** Returns how a file can have a number: as text, as eight bytes, and in a varint. */
  private static List<String> forms(long number) {
    byte[] eight = ByteBuffer.allocate(8).putLong(number).array();
    String big = new String(eight, StandardCharsets.ISO_8859_1);
    StringBuilder varint = new StringBuilder();
    long rest = number;
    for (; (rest & ~0x7fL) != 0; rest >>>= 7) {
      varint.append((char) ((rest & 0x7f) | 0x80));
    }
    varint.append((char) rest);
    return List.of(
        Long.toHexString(number),
        Long.toUnsignedString(number),
        Long.toString(number),
        big,
        new StringBuilder(big).reverse().toString(),
        varint.toString());
  }

  /** Wherever a profile has a text, paths of all systems can be in it. */
  @ParameterizedTest
  @MethodSource("dev.tiptoe.profile.format.ProfileFormat#written")
  void paths_ofAllSystems_areInNoText(ProfileFormat format) throws IOException {
    for (String path :
        List.of(
            "/home/bob/shop/x",
            "/home/bob",
            "/Users/bob",
            "C:\\Users\\bob\\x",
            "C:\\Users\\bob",
            "c:/users/bob/x",
            "C:\\Users\\bob smith\\x",
            "\\\\server\\bob\\x",
            "//server/bob/x",
            "file:///home/bob/x",
            "~bob/x",
            "~/bob/x",
            "/proc/1/root/home/bob/x",
            "/var/home/bob/x",
            "in /home/bob/x at",
            "a=/home/bob/x",
            "'/home/bob/x'",
            "/home/bob/x:/home/bob/y")) {
      var out = new ByteArrayOutputStream();
      format.write(withPath(path), false, out);
      String text = new String(unpacked(format, out.toByteArray()), StandardCharsets.UTF_8);
      assertFalse(text.contains("bob"), () -> format + " has the user of " + path);
    }
  }

  private static Profile withPath(String path) {
    Profile.Builder profile = new Profile.Builder().name(path);
    int stack = StackTree.NONE;
    for (FrameKind kind : FrameKind.values()) {
      Frame frame =
          new Frame(
              path + "::M" + kind,
              "M(" + path + ")",
              new FrameModule("Shop.dll", path + "/Shop.dll", Optional.empty()),
              0x06000001,
              0,
              new FrameSource(path + "/Shop.cs", 1, 2),
              kind);
      stack = profile.stack(stack, profile.frame(frame));
      stack = profile.stack(stack, profile.frame(Frame.special(path, kind)));
    }
    int thread = profile.thread(new ProfileThread(1, 1, path));
    profile.add(0, profile.row(thread, stack), 1, 1);
    return profile.build();
  }

  @ParameterizedTest
  @MethodSource("dev.tiptoe.profile.format.ProfileFormat#written")
  void profile_writtenTwice_isTheSame(ProfileFormat format) throws IOException {
    assertEquals(
        ByteString.copyFrom(bytes(format, true)), ByteString.copyFrom(bytes(format, true)));
  }

  @Test
  void collapsed_linesAreSortedAndEndInCounts() throws IOException {
    List<String> lines = text(ProfileFormat.COLLAPSED, true).lines().toList();
    long total = 0;
    for (String line : lines) {
      total += Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
    }
    assertEquals(SomeProfile.SAMPLES, total);
    assertEquals(
        List.of(
            "/home/bob/tool;<native>;Program.Main(string[]) 8",
            "worker (1) 1",
            "worker (1);Program.Main(string[]);Cart.Buy(int) → lambda,,\"x\" 8",
            "worker (2);Program.Main(string[]);Cart.Buy(int) → lambda,,\"x\";Cart.Buy(int) →"
                + " lambda,,\"x\";Cart.Buy(int) → lambda,,\"x\";C:\\Users\\bob\\Odd 4"),
        lines);
  }

  // ---- speedscope

  @Test
  void speedscope_hasWhatItsSchemaAndImporterRequire() throws IOException {
    JsonObject file = json(ProfileFormat.SPEEDSCOPE);
    assertEquals(
        "https://www.speedscope.app/file-format-schema.json", file.get("$schema").getAsString());
    int frames = file.getAsJsonObject("shared").getAsJsonArray("frames").size();
    long total = 0;
    for (JsonElement each : file.getAsJsonArray("profiles")) {
      JsonObject profile = each.getAsJsonObject();
      assertEquals("sampled", profile.get("type").getAsString());
      assertEquals("nanoseconds", profile.get("unit").getAsString());
      JsonArray samples = profile.getAsJsonArray("samples");
      JsonArray weights = profile.getAsJsonArray("weights");
      assertEquals(samples.size(), weights.size());
      samples.forEach(
          stack ->
              stack
                  .getAsJsonArray()
                  .forEach(
                      frame -> assertTrue(frame.getAsInt() >= 0 && frame.getAsInt() < frames)));
      long sum = 0;
      for (JsonElement weight : weights) {
        sum += weight.getAsLong();
      }
      assertEquals(
          sum, profile.get("endValue").getAsLong() - profile.get("startValue").getAsLong());
      total += sum;
    }
    assertEquals(SomeProfile.NANOS, total);
    assertEquals(3, file.getAsJsonArray("profiles").size());
  }

  // ---- pprof

  @Test
  void pprof_refersOnlyToWhatItHas() throws IOException {
    UnknownFieldSet file = UnknownFieldSet.parseFrom(bytes(ProfileFormat.PPROF, true));
    List<String> strings =
        file.getField(6).getLengthDelimitedList().stream().map(ByteString::toStringUtf8).toList();
    assertEquals("", strings.get(0));
    assertEquals(strings.size(), new HashSet<>(strings).size());
    Set<Long> mappings = ids(file, 3);
    Set<Long> functions = ids(file, 5);
    Set<Long> locations = ids(file, 4);
    for (UnknownFieldSet location : messages(file, 4)) {
      assertTrue(mappings.contains(first(location, 2)) || !location.hasField(2));
      for (UnknownFieldSet line : messages(location, 4)) {
        assertTrue(functions.contains(first(line, 1)));
      }
    }
    for (UnknownFieldSet function : messages(file, 5)) {
      assertTrue(first(function, 2) < strings.size());
      assertTrue(first(function, 4) < strings.size());
    }
    int types = messages(file, 1).size();
    long[] totals = new long[types];
    for (UnknownFieldSet sample : messages(file, 2)) {
      assertTrue(locations.containsAll(packed(sample, 1)));
      List<Long> values = packed(sample, 2);
      assertEquals(types, values.size());
      for (int i = 0; i < types; i++) {
        totals[i] += values.get(i);
      }
    }
    assertEquals(List.of(SomeProfile.SAMPLES, SomeProfile.NANOS), List.of(totals[0], totals[1]));
    UnknownFieldSet mapping = messages(file, 3).get(0);
    assertEquals(SomeProfile.MVID.toString(), strings.get((int) first(mapping, 6)));
  }

  private static List<UnknownFieldSet> messages(UnknownFieldSet message, int field)
      throws IOException {
    List<UnknownFieldSet> messages = new ArrayList<>();
    for (ByteString each : message.getField(field).getLengthDelimitedList()) {
      messages.add(UnknownFieldSet.parseFrom(each));
    }
    return messages;
  }

  private static Set<Long> ids(UnknownFieldSet file, int field) throws IOException {
    Set<Long> ids = new HashSet<>();
    for (UnknownFieldSet each : messages(file, field)) {
      assertTrue(first(each, 1) != 0 && ids.add(first(each, 1)));
    }
    return ids;
  }

  private static long first(UnknownFieldSet message, int field) {
    List<Long> values = message.getField(field).getVarintList();
    return values.isEmpty() ? 0 : values.get(0);
  }

  private static List<Long> packed(UnknownFieldSet message, int field) throws IOException {
    List<Long> values = new ArrayList<>();
    for (ByteString bytes : message.getField(field).getLengthDelimitedList()) {
      CodedInputStream in = bytes.newCodedInput();
      while (!in.isAtEnd()) {
        values.add(in.readUInt64());
      }
    }
    return values;
  }

  // ---- OTLP

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"TRACE", "NETTRACE", "SVG"})
  void progress_ofAnyFormat_risesToItsEnd(ProfileFormat format) throws IOException {
    Profile.Builder builder = new Profile.Builder().began(Optional.of(Instant.ofEpochSecond(1)));
    int thread = builder.thread(new ProfileThread(1, 1, "main"));
    for (int i = 0; i < 20_000; i++) {
      int frame = builder.frame(Frame.named("Shop.Cart::Method" + i % 100, "Shop.dll"));
      int caller = builder.stack(StackTree.NONE, builder.frame(Frame.named("M" + i, "Shop.dll")));
      builder.add(i, builder.row(thread, builder.stack(caller, frame)), 1, 1000);
    }
    List<Double> shares = new ArrayList<>(List.of(0.0));
    format.write(
        builder.build(),
        true,
        OutputStream.nullOutputStream(),
        share -> {
          assertTrue(share >= shares.get(shares.size() - 1) && share <= 1, () -> "to " + share);
          shares.add(share);
        });
    assertTrue(shares.size() > 3, shares::toString);
    assertTrue(shares.get(shares.size() - 1) > 0.7, shares::toString);
    assertTrue(shares.get(1) < 0.4, shares::toString);
  }

  @Test
  void otlp_hasZeroEntriesNoDuplicatesAndNoOrphans() throws IOException {
    ProfilesData data = ProfilesData.parseFrom(bytes(ProfileFormat.OTLP, true));
    ProfilesDictionary tables = data.getDictionary();
    checkZeroEntries(tables);
    for (List<?> table :
        List.<List<?>>of(
            tables.getStringTableList(),
            tables.getStackTableList(),
            tables.getLocationTableList(),
            tables.getFunctionTableList(),
            tables.getMappingTableList(),
            tables.getAttributeTableList())) {
      assertEquals(table.size(), new HashSet<>(table).size(), table::toString);
    }
    Set<Integer> stacks = new HashSet<>(Set.of(0));
    Set<Integer> locations = new HashSet<>(Set.of(0));
    Set<Integer> functions = new HashSet<>(Set.of(0));
    List<Long> totals = new ArrayList<>();
    for (var profile : data.getResourceProfiles(0).getScopeProfiles(0).getProfilesList()) {
      assertEquals(16, profile.getProfileId().size());
      long total = 0;
      for (Sample sample : profile.getSamplesList()) {
        stacks.add(sample.getStackIndex());
        total += sample.getValuesList().stream().mapToLong(Long::longValue).sum();
        assertEquals(1, sample.getAttributeIndicesCount());
        assertEquals(sample.getValuesCount(), sample.getTimestampsUnixNanoCount());
        for (long at : sample.getTimestampsUnixNanoList()) {
          long since = at - profile.getTimeUnixNano();
          assertTrue(since >= 0 && since <= profile.getDurationNano(), () -> "at " + since);
        }
      }
      totals.add(total);
    }
    assertEquals(List.of(SomeProfile.SAMPLES, SomeProfile.NANOS), totals);
    tables.getStackTableList().forEach(it -> locations.addAll(it.getLocationIndicesList()));
    tables
        .getLocationTableList()
        .forEach(it -> it.getLinesList().forEach(line -> functions.add(line.getFunctionIndex())));
    assertEquals(tables.getStackTableCount(), stacks.size());
    assertEquals(tables.getLocationTableCount(), locations.size());
    assertEquals(tables.getFunctionTableCount(), functions.size());
    assertFalse(tables.getStringTableList().contains("<no stack has it>"));
  }

  private static void checkZeroEntries(ProfilesDictionary tables) {
    assertEquals("", tables.getStringTable(0));
    assertEquals(0, tables.getStackTable(0).getSerializedSize());
    assertEquals(0, tables.getLocationTable(0).getSerializedSize());
    assertEquals(0, tables.getFunctionTable(0).getSerializedSize());
    assertEquals(0, tables.getMappingTable(0).getSerializedSize());
    assertEquals(0, tables.getAttributeTable(0).getSerializedSize());
    assertEquals(0, tables.getLinkTable(0).getSerializedSize());
  }

  // ---- Firefox

  @Test
  void firefox_columnsHaveTheLengthOfTheirTable() throws IOException {
    JsonObject file = json(ProfileFormat.FIREFOX);
    JsonObject shared = file.getAsJsonObject("shared");
    for (String name :
        List.of(
            "stackTable", "frameTable", "funcTable", "resourceTable", "nativeSymbols", "sources")) {
      checkColumns(name, shared.getAsJsonObject(name));
    }
    checkIndices(shared);
    double total = 0;
    for (JsonElement each : file.getAsJsonArray("threads")) {
      JsonObject samples = each.getAsJsonObject().getAsJsonObject("samples");
      checkColumns("samples", samples);
      double last = 0;
      for (int i = 0; i < samples.get("length").getAsInt(); i++) {
        double time = samples.getAsJsonArray("time").get(i).getAsDouble();
        assertTrue(time >= last);
        last = time;
        total += samples.getAsJsonArray("weight").get(i).getAsDouble();
      }
    }
    assertEquals(SomeProfile.NANOS / 1e6, total, 1e-6);
  }

  private static void checkColumns(String name, JsonObject table) {
    int length = table.get("length").getAsInt();
    table
        .entrySet()
        .forEach(
            column -> {
              if (column.getValue().isJsonArray()) {
                assertEquals(length, column.getValue().getAsJsonArray().size(), name);
              }
            });
  }

  private static void checkIndices(JsonObject shared) {
    JsonObject stacks = shared.getAsJsonObject("stackTable");
    JsonArray prefixes = stacks.getAsJsonArray("prefix");
    for (int i = 0; i < prefixes.size(); i++) {
      assertTrue(prefixes.get(i).isJsonNull() || prefixes.get(i).getAsInt() < i);
    }
    checkBelow(stacks.getAsJsonArray("frame"), shared.getAsJsonObject("frameTable"));
    checkBelow(
        shared.getAsJsonObject("frameTable").getAsJsonArray("func"),
        shared.getAsJsonObject("funcTable"));
    int strings = shared.getAsJsonArray("stringArray").size();
    shared
        .getAsJsonObject("funcTable")
        .getAsJsonArray("name")
        .forEach(it -> assertTrue(it.getAsInt() < strings));
  }

  private static void checkBelow(JsonArray column, JsonObject table) {
    int length = table.get("length").getAsInt();
    column.forEach(it -> assertTrue(it.getAsInt() >= 0 && it.getAsInt() < length));
  }

  // ---- Chrome

  @Test
  void chrome_eventsNestInEachThread() throws IOException {
    Map<Integer, Deque<JsonObject>> open = new HashMap<>();
    Map<Integer, Double> last = new HashMap<>();
    double total = 0;
    for (JsonElement each : json(ProfileFormat.CHROME).getAsJsonArray("traceEvents")) {
      JsonObject event = each.getAsJsonObject();
      String phase = event.get("ph").getAsString();
      if (phase.equals("M")) {
        continue;
      }
      int thread = event.get("tid").getAsInt();
      double time = event.get("ts").getAsDouble();
      assertTrue(time >= last.getOrDefault(thread, 0.0));
      last.put(thread, time);
      Deque<JsonObject> stack = open.computeIfAbsent(thread, any -> new ArrayDeque<>());
      if (phase.equals("B")) {
        stack.push(event);
      } else {
        JsonObject begin = stack.pop();
        assertEquals(begin.get("name"), event.get("name"));
        total += stack.isEmpty() ? time - begin.get("ts").getAsDouble() : 0;
      }
    }
    open.values().forEach(stack -> assertTrue(stack.isEmpty()));
    // The one sample without frames has no event.
    assertEquals((SomeProfile.NANOS - 1_000_000) / 1e3, total, 0.1);
  }
}
