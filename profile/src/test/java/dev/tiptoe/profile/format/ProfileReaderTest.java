// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.ReadProfile;
import dev.tiptoe.profile.StackTree;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.ResourceProfiles;
import io.opentelemetry.proto.profiles.v1development.Sample;
import io.opentelemetry.proto.profiles.v1development.ScopeProfiles;
import io.opentelemetry.proto.profiles.v1development.Stack;
import io.opentelemetry.proto.profiles.v1development.ValueType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ProfileReaderTest {

  @TempDir private Path folder = Path.of("");

  private Path file(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("some"), bytes);
  }

  private ReadProfile read(byte[] bytes) throws IOException {
    return ProfileReader.read(file(bytes), Set.of());
  }

  private ReadProfile read(String text) throws IOException {
    return read(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  private String refusal(byte[] bytes) {
    String said =
        String.valueOf(assertThrows(ProfileFormatException.class, () -> read(bytes)).getMessage());
    assertTrue(said.contains("some: at offset 0x"), said);
    return said;
  }

  // ---- progress

  @ParameterizedTest
  @CsvSource({"COLLAPSED,2", "PPROF,3", "OTLP,4"})
  void progress_ofAnyFormat_comesToItsEnd(ProfileFormat format, int readings) throws IOException {
    Profile.Builder builder = new Profile.Builder();
    int thread = builder.thread(new ProfileThread(1, 1, "main"));
    for (int i = 0; i < 20_000; i++) {
      int frame = builder.frame(Frame.named("Shop.Cart::Method" + i, "Shop.dll"));
      builder.add(i, builder.row(thread, builder.stack(StackTree.NONE, frame)), 1 + i % 300, i);
    }
    var written = new ByteArrayOutputStream();
    format.write(builder.build(), true, written);
    byte[] bytes = written.toByteArray();
    boolean isCompressed = bytes[0] == 0x1f;
    byte[] plain =
        isCompressed ? new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes() : bytes;
    var zipped = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(zipped)) {
      out.write(plain);
    }
    rises(plain, readings, 0.7);
    // Few bytes are inflated in memory, after which nothing is read from the file.
    rises(zipped.toByteArray(), readings + 1, 0.9 / (readings + 1));
  }

  private void rises(byte[] bytes, int readings, double least) throws IOException {
    List<Long> positions = new ArrayList<>(List.of(0L));
    Path file = file(bytes);
    ProfileReader.read(
        file,
        Set.of(),
        Optional.empty(),
        (done, total) -> {
          assertEquals(bytes.length, total);
          assertTrue(
              done > positions.get(positions.size() - 1) && done <= total, done + " of " + total);
          positions.add(done);
        });
    assertTrue(positions.size() > readings / 2, positions::toString);
    double reached = (double) positions.get(positions.size() - 1) / bytes.length;
    assertTrue(reached >= least, () -> "only " + reached);
  }

  // ---- pprof

  private static ByteString numbers(long... pairs) {
    UnknownFieldSet.Builder message = UnknownFieldSet.newBuilder();
    for (int i = 0; i < pairs.length; i += 2) {
      message.mergeVarintField((int) pairs[i], (int) pairs[i + 1]);
    }
    return message.build().toByteString();
  }

  private static void add(UnknownFieldSet.Builder message, int field, ByteString value) {
    message.mergeField(field, UnknownFieldSet.Field.newBuilder().addLengthDelimited(value).build());
  }

  /** A heap profile with a kind of bytes, as Go writes it. */
  private static UnknownFieldSet.Builder heap(String... strings) {
    UnknownFieldSet.Builder profile = UnknownFieldSet.newBuilder();
    add(profile, 1, numbers(1, 1, 2, 2));
    add(profile, 1, numbers(1, 3, 2, 4));
    add(profile, 2, numbers(1, 9, 2, 3, 2, 4096));
    UnknownFieldSet.Builder location = UnknownFieldSet.newBuilder();
    location.mergeVarintField(1, 9);
    add(location, 4, numbers(1, 8, 2, 7));
    add(location, 4, numbers(1, 7, 2, 5));
    add(profile, 4, location.build().toByteString());
    add(profile, 5, numbers(1, 8, 2, 5));
    add(profile, 5, numbers(1, 7, 2, 6));
    for (String text : strings) {
      add(profile, 6, ByteString.copyFromUtf8(text));
    }
    return profile;
  }

  private static byte[] heap() {
    return heap("", "objects", "count", "space", "bytes", "inlined", "outer").build().toByteArray();
  }

  @Test
  void values_ofSeveralKinds_areTheLastOrTheAskedOnes() throws IOException {
    ReadProfile last = read(heap());
    assertEquals("space (bytes)", last.sampleType().toString());
    assertEquals(4096, last.profile().totalCount());
    assertEquals(0, last.profile().totalNanos());
    assertEquals(
        List.of("outer", "inlined"),
        last.profile().framesOf(0).stream().map(Frame::method).toList());
    ReadProfile objects = ProfileReader.read(file(heap()), Set.of(), Optional.of("objects"));
    assertEquals(3, objects.profile().totalCount());
    assertEquals(List.of(last.sampleType()), objects.sampleTypes().subList(1, 2));
    String said =
        String.valueOf(
            assertThrows(
                    ProfileFormatException.class,
                    () -> ProfileReader.read(file(heap()), Set.of(), Optional.of("cpu")))
                .getMessage());
    assertTrue(
        said.contains("no values of the type 'cpu', only objects (count), space (bytes)"), said);
  }

  @Test
  void kind_thatTheFilePrefers_isTheDefault() throws IOException {
    byte[] bytes =
        heap("", "objects", "count", "space", "bytes", "inlined", "outer")
            .mergeVarintField(14, 1)
            .build()
            .toByteArray();
    assertEquals("objects", read(bytes).sampleType().type());
  }

  @Test
  void pprof_thatRefersToNothing_isRefused() {
    byte[] bytes = heap("", "objects", "count", "space", "bytes", "inlined").build().toByteArray();
    assertTrue(refusal(bytes).contains("text 6 is not one of the 6 texts"));
    UnknownFieldSet.Builder other = heap("", "objects", "count", "space", "bytes", "in", "out");
    add(other, 2, numbers(1, 77, 2, 3, 2, 1));
    assertTrue(refusal(other.build().toByteArray()).contains("there is no location 77"));
    other = heap("", "objects", "count", "space", "bytes", "in", "out");
    add(other, 2, numbers(1, 9, 2, 3));
    assertTrue(refusal(other.build().toByteArray()).contains("a sample has 1 values"));
    other = heap("", "objects", "count", "space", "bytes", "in", "out");
    UnknownFieldSet.Builder negative = UnknownFieldSet.newBuilder().mergeVarintField(2, 1);
    negative.mergeField(2, UnknownFieldSet.Field.newBuilder().addVarint(-5).build());
    add(other, 2, negative.build().toByteString());
    assertTrue(refusal(other.build().toByteArray()).contains("a negative value"));
  }

  @Test
  void values_beyondALong_areRefused() {
    UnknownFieldSet.Builder other = heap("", "objects", "count", "space", "bytes", "in", "out");
    UnknownFieldSet.Builder sample = UnknownFieldSet.newBuilder().mergeVarintField(2, 1);
    sample.mergeField(2, UnknownFieldSet.Field.newBuilder().addVarint(Long.MAX_VALUE).build());
    add(other, 2, sample.build().toByteString());
    assertTrue(refusal(other.build().toByteArray()).contains("too large to be added up"));
  }

  // ---- OTLP

  private static io.opentelemetry.proto.profiles.v1development.Profile.Builder timed(
      long... times) {
    io.opentelemetry.proto.profiles.v1development.Profile.Builder profile =
        io.opentelemetry.proto.profiles.v1development.Profile.newBuilder();
    profile.setSampleType(ValueType.newBuilder().setTypeStrindex(1).setUnitStrindex(2));
    profile.setPeriodType(ValueType.newBuilder().setTypeStrindex(3).setUnitStrindex(4));
    profile.setPeriod(50);
    Sample.Builder sample = Sample.newBuilder().setStackIndex(1);
    for (long time : times) {
      sample.addTimestampsUnixNano(time);
    }
    return profile.addSamples(sample);
  }

  @Test
  void otlp_withTimesOfSamples_hasATimelineInOrder() throws IOException {
    ProfilesDictionary tables =
        ProfilesDictionary.newBuilder()
            .addAllStringTable(List.of("", "samples", "count", "cpu", "nanoseconds"))
            .addStackTable(Stack.newBuilder())
            .addStackTable(Stack.newBuilder())
            .build();
    ProfilesData data =
        ProfilesData.newBuilder()
            .setDictionary(tables)
            .addResourceProfiles(
                ResourceProfiles.newBuilder()
                    .addScopeProfiles(
                        ScopeProfiles.newBuilder().addProfiles(timed(1000, 3000, 2000))))
            .build();
    Profile profile = read(data.toByteArray()).profile();
    assertEquals(3, profile.totalCount());
    assertEquals(150, profile.totalNanos());
    assertEquals(Instant.ofEpochSecond(0, 1000), profile.began().orElseThrow());
    assertEquals(0, profile.from());
    assertEquals(2000, profile.to());
    assertEquals(
        List.of(0L, 1000L, 2000L),
        List.of(
            profile.timeline().time(0), profile.timeline().time(1), profile.timeline().time(2)));
  }

  // ---- collapsed

  @Test
  void collapsed_firstNames_areThreadsUnlessTheyAreFramesToo() throws IOException {
    Profile threads = read("main;A;B 3\nother;A 1\nmain 2\n").profile();
    assertEquals(List.of("main", "other"), threads.threadNames());
    assertEquals(6, threads.totalCount());
    Profile frames = read("A;B 3\nB;A 1\r\n\nA 2").profile();
    assertEquals(List.of("all threads"), frames.threadNames());
    assertEquals(6, frames.totalCount());
    assertEquals(2, frames.frames().size());
  }

  @Test
  void collapsed_comments_areNoStacks() throws IOException {
    String text = "# recorded by hand\n#\na;b 3\n# 4\n#1;b 2\n";
    Profile read = read(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII)).profile();
    assertEquals(5, read.totalCount());
  }

  @Test
  void collapsed_compressed_isRead() throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zipped = new GZIPOutputStream(bytes)) {
      zipped.write("t;A;B 3\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    }
    assertEquals(3, read(bytes.toByteArray()).profile().totalCount());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a;b 3\\nplay | 0x6: a line that does not end in a space and a number",
        "a;b 3\\n"
            + "c -1\\n"
            + " | 0x6: a line whose number is not a whole one from 0 to 999999999999999999",
        "a;b 3\\nc 99999999999999999999\\n | 0x6: a line whose number is not",
        "a;b 1.5\\n | 0x0: a line whose number is not",
        "a;b -5\\n | 0x0: a line whose number is not",
        "a;b 9223372036854775807 | 0x0: a line whose number is not",
        "# of perf\\na;b 1e3\\n | 0xa: a line whose number is not",
        "# 7\\n | 0x0: not collapsed stacks, a pprof profile or an OTLP profile",
        "\\n\\n | 0x0: not collapsed stacks, a pprof profile or an OTLP profile",
        "All work and no play.\\n | 0x0: not collapsed stacks, a pprof profile or an OTLP profile",
        "{} | 0x0: not collapsed stacks",
      })
  void text_thatIsNoStacks_isRefused(String text, String expected) {
    byte[] bytes = text.replace("\\n", "\n").getBytes(java.nio.charset.StandardCharsets.UTF_8);
    String said = refusal(bytes);
    assertTrue(said.contains("at offset " + expected), said);
  }

  // ---- any

  @ParameterizedTest
  @EnumSource(names = {"PPROF", "OTLP", "COLLAPSED"})
  void file_behindManyEmptyGzipMembers_isRead(ProfileFormat format) throws IOException {
    var written = new ByteArrayOutputStream();
    format.write(some(), true, written);
    byte[] profile = written.toByteArray();
    var empty = new ByteArrayOutputStream();
    new GZIPOutputStream(empty).close();
    var all = new ByteArrayOutputStream();
    for (int i = 0; i < 50_000; i++) {
      empty.writeTo(all);
    }
    if (profile[0] == 0x1f) {
      all.writeBytes(profile);
    } else {
      try (var out = new GZIPOutputStream(all)) {
        out.write(profile);
      }
    }
    ReadProfile read = read(all.toByteArray());
    assertEquals(read(profile).profile().rows(), read.profile().rows());
  }

  @ParameterizedTest
  @EnumSource(names = {"PPROF", "OTLP", "COLLAPSED"})
  void file_damagedAnywhere_isReadOrRefused(ProfileFormat format) throws IOException {
    var out = new ByteArrayOutputStream();
    format.write(some(), true, out);
    byte[] whole = out.toByteArray();
    if (format == ProfileFormat.PPROF) {
      whole =
          new java.util.zip.GZIPInputStream(new java.io.ByteArrayInputStream(whole)).readAllBytes();
    }
    Random random = new Random(5);
    for (int i = 0; i < 500; i++) {
      byte[] bytes = whole.clone();
      for (int n = random.nextInt(4); n >= 0; n--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      byte[] tried = i % 3 == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
      try {
        read(tried);
      } catch (ProfileFormatException e) {
        assertTrue(e.file().endsWith("some"));
      }
    }
  }

  private static Profile some() {
    Profile.Builder profile = new Profile.Builder().name("some");
    int thread = profile.thread(new ProfileThread(1, 1, "main"));
    int stack = StackTree.NONE;
    for (int i = 0; i < 6; i++) {
      stack = profile.stack(stack, profile.frame(Frame.named("Shop.Cart::M" + i, "Shop.dll")));
      profile.add(i, profile.row(thread, stack), 1 + i, 1000);
    }
    return profile.build();
  }
}
