// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameModule;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.profile.Timeline;
import dev.tiptoe.profile.wire.WireReader;
import dev.tiptoe.profile.wire.WireWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes a {@code ProfilesData} message of OpenTelemetry 1.11. It has a profile of the numbers of
 * samples, and one of the times that they represent where these are known; a sample has its thread
 * as an attribute. The first entry of each table of the dictionary is empty, and all others are
 * used.
 *
 * <p>Where it is known when the samples were taken, a row has a value and a timestamp for each cell
 * of the timeline; else it has one value.
 *
 * <p>The sizes of nested messages come before them, so everything is made twice: once for its size.
 */
public final class OtlpWriter {

  private static final int RESOURCE_PROFILES = 1;
  private static final int DICTIONARY = 2;
  private static final int MAPPING_TABLE = 1;
  private static final int LOCATION_TABLE = 2;
  private static final int FUNCTION_TABLE = 3;
  private static final int LINK_TABLE = 4;
  private static final int STRING_TABLE = 5;
  private static final int ATTRIBUTE_TABLE = 6;
  private static final int STACK_TABLE = 7;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** A distinct attribute, with a string as its value. */
  private record Attribute(int key, String value) {}

  /** Something that is written to a stream, with the same bytes each time. */
  private interface Body {
    void writeTo(WireWriter out) throws IOException;
  }

  private final Profile profile;
  private final Texts texts;
  private final Message message = new Message();
  private final Message inner = new Message();
  private final Numbered<String> strings = new Numbered<>();
  private final Numbered<Attribute> attributes = new Numbered<>();
  private final Numbered<Function> functions = new Numbered<>();
  private final Numbered<FrameModule> modules = new Numbered<>();

  /** For each frame its number among those in use plus 1; 0 for one that is in no stack. */
  private final int[] locations;

  /** The stacks that rows have; in the table, one without frames is before them. */
  private final NodeNumbers stacks;

  private final Optional<CellsOfRows> cells;

  /** The size of each message that was made once. */
  private final Map<String, Long> sizes = new HashMap<>();

  /** Counts the bytes of the message whose size is sought; null while they are written. */
  private @Nullable WireWriter counted;

  private int locationCount;

  private OtlpWriter(Profile profile, Texts texts) {
    this.profile = profile;
    this.texts = texts;
    this.locations = new int[profile.frames().size()];
    this.stacks = new NodeNumbers(profile.stacks().size());
    boolean hasTimes = profile.began().isPresent() && profile.from() < profile.to();
    this.cells = hasTimes ? Optional.of(new CellsOfRows(profile)) : Optional.empty();
  }

  /** Writes a profile that is {@linkplain ProfileWriter#prepared prepared}. */
  public static void write(Profile profile, Texts texts, OutputStream target) throws IOException {
    WireWriter out = WireWriter.to(target);
    try {
      new OtlpWriter(profile, texts).write(out);
      out.flush();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void write(WireWriter out) throws IOException {
    strings.of("");
    attributes.of(new Attribute(0, ""));
    number();
    // Profiles and stacks are made twice.
    texts.share().expect((areTimes() ? 4L : 2L) * profile.rows() + 2L * stacks.size());
    sized(out, RESOURCE_PROFILES, "resource", this::resourceProfiles);
    sized(out, DICTIONARY, "dictionary", this::dictionary);
  }

  /** Numbers the stacks that rows have, and the frames on them. */
  private void number() {
    StackTree tree = profile.stacks();
    BitSet used = new BitSet(tree.size());
    for (int row = 0; row < profile.rows(); row++) {
      int stack = profile.stack(row);
      if (stack != StackTree.NONE) {
        stacks.add(stack);
        used.set(stack);
      }
    }
    stacks.numbered();
    for (int node = tree.size() - 1; node >= 0; node--) {
      if (used.get(node)) {
        if (tree.caller(node) != StackTree.NONE) {
          used.set(tree.caller(node));
        }
        if (locations[tree.frame(node)] == 0) {
          locations[tree.frame(node)] = ++locationCount;
        }
      }
    }
  }

  // ---- sizes

  /**
   * Writes a message with its size before it.
   *
   * @param name distinguishes it from the others
   */
  private void sized(WireWriter out, int field, String name, Body body) throws IOException {
    Long known = sizes.get(name);
    long size = known == null ? size(body) : known;
    if (size > Integer.MAX_VALUE) {
      throw new IOException("the profile is too large for OTLP: a message of more than 2 GiB");
    }
    sizes.put(name, size);
    out.varint(WireReader.message(field));
    out.varint(size);
    if (counted == null) {
      body.writeTo(out);
    } else {
      counted.count(size);
    }
  }

  private long size(Body body) throws IOException {
    WireWriter before = counted;
    WireWriter counting = WireWriter.counting();
    counted = counting;
    body.writeTo(counting);
    counted = before;
    return counting.written();
  }

  // ---- profiles

  private void resourceProfiles(WireWriter out) throws IOException {
    Message value = new Message().text(1, "dotnet");
    Message attribute = new Message().text(1, "process.runtime.name").bytes(2, value);
    new Message().bytes(1, attribute).writeTo(out, 1);
    sized(out, 2, "scope", this::scopeProfiles);
  }

  private void scopeProfiles(WireWriter out) throws IOException {
    new Message().text(1, "tiptoe").writeTo(out, 1);
    sized(out, 2, "counts", it -> profile(it, profile.countType(), profile.countUnit(), false));
    Weights weights = new Weights(profile);
    if (weights.areTimes()) {
      sized(out, 2, "times", it -> profile(it, weights.timeType(), "nanoseconds", true));
    }
  }

  private void profile(WireWriter out, String type, String unit, boolean nanos) throws IOException {
    message.clear().number(1, strings.of(type)).number(2, strings.of(unit)).writeTo(out, 1);
    int threadName = strings.of("thread.name");
    for (int row = 0; row < profile.rows(); row++) {
      texts.share().add();
      int stack = profile.stack(row);
      message.clear().number(1, stack == StackTree.NONE ? 0 : stacks.of(stack) + 1L);
      int attribute = attributes.of(new Attribute(threadName, texts.thread(profile.thread(row))));
      message.bytes(2, inner.clear().packed(attribute));
      values(row, nanos);
      message.writeTo(out, 2);
    }
    message.clear();
    if (profile.began().isPresent()) {
      message.fixed(3, nanos(profile.began().get(), from()));
    }
    message.number(4, Math.max(0, profile.to() - from()));
    message.bytes(7, id(type));
    message.appendTo(out);
  }

  private boolean areTimes() {
    return new Weights(profile).areTimes();
  }

  /** Adds the values of a row to a sample, and their times where these are known. */
  private void values(int row, boolean nanos) throws IOException {
    if (cells.isEmpty() || cells.get().start(row) == cells.get().end(row)) {
      message.bytes(4, inner.clear().packed(nanos ? profile.nanos(row) : profile.count(row)));
      return;
    }
    CellsOfRows its = cells.get();
    Timeline timeline = profile.timeline();
    inner.clear();
    for (int place = its.start(row); place < its.end(row); place++) {
      int cell = its.cell(place);
      inner.packed(nanos ? timeline.nanos(cell) : timeline.count(cell));
    }
    message.bytes(4, inner);
    Instant began = profile.began().orElseThrow();
    inner.clear();
    for (int place = its.start(row); place < its.end(row); place++) {
      inner.packedFixed(nanos(began, timeline.time(its.cell(place))));
    }
    message.bytes(5, inner);
  }

  /** Returns the time of the first sample; where times are written, the beginning of its slot. */
  private long from() {
    return cells.isPresent() ? profile.from() & -profile.timeline().slotNanos() : profile.from();
  }

  private static long nanos(Instant began, long at) {
    return began.getEpochSecond() * NANOS_PER_SECOND + began.getNano() + at;
  }

  /** Returns an ID that is the same whenever the same profile is written. */
  private byte[] id(String type) {
    String text = texts.profile() + profile.began() + profile.from() + profile.totalCount() + type;
    UUID id = UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }

  // ---- the dictionary

  private void dictionary(WireWriter out) throws IOException {
    message.clear().writeTo(out, LOCATION_TABLE);
    int[] frames = new int[locationCount];
    for (int i = 0; i < locations.length; i++) {
      if (locations[i] > 0) {
        frames[locations[i] - 1] = i;
      }
    }
    for (int frame : frames) {
      location(out, profile.frames().get(frame));
    }
    functions(out);
    mappings(out);
    message.clear().writeTo(out, LINK_TABLE);
    stacks(out);
    attributes(out);
    for (String text : strings.values()) {
      out.field(STRING_TABLE, Message.utf8(text));
    }
  }

  private void location(WireWriter out, Frame frame) throws IOException {
    message.clear();
    if (!frame.module().equals(FrameModule.NONE)) {
      message.number(1, modules.of(frame.module()) + 1L).number(2, Function.address(frame));
    }
    inner.clear().number(1, functions.of(Function.of(frame, texts)) + 1L);
    message.bytes(3, inner.number(2, frame.source().shownLine()));
    String type = frame.isUnmanaged() ? "native" : "dotnet";
    int attribute = attributes.of(new Attribute(strings.of("profile.frame.type"), type));
    message.bytes(4, inner.clear().packed(attribute));
    message.writeTo(out, LOCATION_TABLE);
  }

  private void functions(WireWriter out) throws IOException {
    message.clear().writeTo(out, FUNCTION_TABLE);
    for (Function function : functions.values()) {
      message.clear();
      message.number(1, strings.of(function.name())).number(2, strings.of(function.method()));
      message.number(3, strings.of(function.file())).number(4, function.firstLine());
      message.writeTo(out, FUNCTION_TABLE);
    }
  }

  private void mappings(WireWriter out) throws IOException {
    message.clear().writeTo(out, MAPPING_TABLE);
    for (FrameModule module : modules.values()) {
      message.clear().number(4, strings.of(texts.module(module)));
      if (module.mvid().isPresent()) {
        int key = strings.of("process.executable.build_id.gnu");
        int attribute = attributes.of(new Attribute(key, module.mvid().get().toString()));
        message.bytes(5, inner.clear().packed(attribute));
      }
      message.writeTo(out, MAPPING_TABLE);
    }
  }

  private void stacks(WireWriter out) throws IOException {
    StackTree tree = profile.stacks();
    message.clear().writeTo(out, STACK_TABLE);
    for (int stack : stacks.nodes()) {
      texts.share().add();
      inner.clear();
      for (int node = stack; node != StackTree.NONE; node = tree.caller(node)) {
        inner.packed(locations[tree.frame(node)]);
      }
      message.clear().bytes(1, inner).writeTo(out, STACK_TABLE);
    }
  }

  private void attributes(WireWriter out) throws IOException {
    for (Attribute attribute : attributes.values()) {
      message.clear().number(1, attribute.key());
      if (attribute.key() != 0) {
        message.bytes(2, inner.clear().text(1, attribute.value()));
      }
      message.writeTo(out, ATTRIBUTE_TABLE);
    }
  }
}
