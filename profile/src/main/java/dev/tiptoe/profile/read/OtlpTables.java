// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.read;

import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.SampleType;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.profile.message.FunctionFields;
import dev.tiptoe.profile.message.KeptBytes;
import dev.tiptoe.profile.message.LocationFields;
import dev.tiptoe.profile.message.OtlpAttributes;
import dev.tiptoe.profile.message.OtlpCallers;
import dev.tiptoe.profile.message.OtlpDictionary;
import dev.tiptoe.profile.message.OtlpMapping;
import dev.tiptoe.profile.wire.MessageFields;
import dev.tiptoe.profile.wire.ProfileBytes;
import dev.tiptoe.profile.wire.WireReader;
import java.util.Arrays;

/**
 * The dictionary of a message of OTLP profiles. Read table by table, because they may be in any
 * order. Not thread-safe. Retains 48 bytes for each location, 8 for each text and 4 for each stack.
 */
final class OtlpTables {

  private static final int DEEPEST = 1 << 20;

  private final ProfileBytes bytes;
  private final WireReader in;
  private final ProfileSink sink;
  private final OtlpDictionary dictionary;
  private final StringTable strings;
  private final OtlpAttributes attributes;
  private final Locations locations;
  private final MessageFields.Numbers ofStack = this::locationOfStack;

  /** The node of each stack. */
  private final int[] nodes;

  private int stacks;
  private long[] stack = new long[64];
  private int depth;

  /** Finds the tables of a message, and reads what locations refer to. */
  OtlpTables(WireReader in, ProfileSink sink, OtlpDictionary dictionary, long messageStart) {
    this.bytes = in.bytes();
    this.in = in;
    this.sink = sink;
    this.dictionary = dictionary;
    this.strings = new StringTable(bytes);
    KeptBytes kept = new KeptBytes(bytes);
    strings.begin(messageStart, dictionary.count(OtlpDictionary.STRINGS), kept);
    dictionary.forEach(
        in, OtlpDictionary.STRINGS, (index, field, end) -> strings.add(in.position(), end));
    this.attributes = OtlpAttributes.read(in, dictionary, true);
    this.locations =
        new Locations(
            sink,
            strings,
            kept,
            dictionary.count(OtlpDictionary.FUNCTIONS),
            dictionary.count(OtlpDictionary.LOCATIONS));
    kept.add(dictionary.count(OtlpDictionary.STACKS), Integer.BYTES, "stacks");
    this.nodes = new int[dictionary.count(OtlpDictionary.STACKS)];
  }

  /** Returns what receives the stacks. */
  ProfileSink sink() {
    return sink;
  }

  /** Reads the locations, and which of them are called from, if that matters. */
  void readLocations() {
    OtlpMapping mapping = new OtlpMapping(attributes);
    dictionary.forEach(
        in,
        OtlpDictionary.MAPPINGS,
        (index, field, end) -> {
          mapping.read(in, end);
          String path = strings.text(mapping.fileName(), field);
          locations.mapping(path, mapping.mvid(), false);
        });
    FunctionFields function = new FunctionFields(false);
    dictionary.forEach(
        in,
        OtlpDictionary.FUNCTIONS,
        (index, field, end) -> {
          function.read(in, end);
          locations.function(function, field);
        });
    LocationFields location = LocationFields.otlp(attributes);
    dictionary.forEach(
        in,
        OtlpDictionary.LOCATIONS,
        (index, field, end) -> {
          location.read(in, end);
          add(location, field);
        });
    if (sink.has(FrameDetail.RVA)) {
      locations.callers(OtlpCallers.read(in, dictionary, locations.kernel()));
    }
  }

  private void add(LocationFields location, long offset) {
    int mapping = (int) index(location.mapping(), locations.mappings(), "mapping", offset);
    // The first entry of each table stands for none.
    locations.location(mapping == 0 ? -1 : mapping, location.address(), location.type());
    int lines = Locations.lines(location, bytes, offset);
    for (int i = 0; i < lines; i++) {
      int function = (int) index(location.function(i), locations.functions(), "function", offset);
      locations.line(function == 0 ? -1 : function, location.line(i));
    }
  }

  /** Returns an index, unless a table has no such entry. An empty table has the first. */
  private long index(long index, int size, String what, long offset) {
    if (index != 0 && (index < 0 || index >= size)) {
      throw bytes.bad(
          offset, what + " " + Long.toUnsignedString(index) + " is not one of the " + size);
    }
    return index;
  }

  /** Returns what an attribute says of the thread of a sample. */
  AttributeCache.ThreadLabel thread(long attribute, long offset) {
    index(attribute, dictionary.count(OtlpDictionary.ATTRIBUTES), "attribute", offset);
    return attributes
        .threadName(attribute)
        .map(value -> new AttributeCache.ThreadLabel(0, text(value, offset)))
        .or(
            () ->
                attributes
                    .threadId(attribute)
                    .map(value -> new AttributeCache.ThreadLabel(value.number(), "")))
        .orElse(AttributeCache.NOTHING);
  }

  private String text(OtlpAttributes.Value value, long offset) {
    return value.start() >= 0
        ? strings.inRange(value.start(), value.end())
        : strings.text(value.text(), offset);
  }

  /** Returns a kind of values: the indexes of its texts. */
  SampleType sampleType(long type, long unit, long offset) {
    return new SampleType(strings.text(type, offset), strings.text(unit, offset));
  }

  /** Reads the stacks, after the locations. */
  void readStacks() {
    dictionary.forEach(
        in,
        OtlpDictionary.STACKS,
        (index, field, end) -> {
          depth = 0;
          OtlpCallers.readStack(in, end, ofStack);
          add(field);
        });
  }

  private void locationOfStack(int field, long value) {
    if (field == 1) {
      if (depth == DEEPEST) {
        throw bytes.bad(in.position(), "a stack has more than " + DEEPEST + " frames");
      }
      if (depth == stack.length) {
        stack = Arrays.copyOf(stack, depth * 2);
      }
      stack[depth++] = value;
    }
  }

  private void add(long offset) {
    int node = StackTree.NONE;
    for (int i = depth - 1; i >= 0; i--) {
      long location = index(stack[i], locations.size(), "location", offset);
      if (location != 0) {
        node = locations.stack(node, (int) location, offset);
      }
    }
    nodes[stacks++] = node;
  }

  /** Returns the node of a stack. */
  int node(long stackIndex, long offset) {
    long found = index(stackIndex, stacks, "stack", offset);
    return stacks == 0 ? StackTree.NONE : nodes[(int) found];
  }
}
