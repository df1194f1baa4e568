// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.read;

import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.SampleType;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.profile.wire.ProfileBytes;
import dev.tiptoe.profile.wire.WireReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongConsumer;

/**
 * The dictionary of a message of OTLP profiles. Read in several passes, because its tables may be
 * in any order: what locations refer to, the locations, and the stacks. Not thread-safe. Retains 40
 * bytes for each location, 8 for each text and 4 for each stack.
 */
final class OtlpTables {

  private static final int MAPPING = 1;
  private static final int LOCATION = 2;
  private static final int FUNCTION = 3;
  private static final int STRING = 5;
  private static final int ATTRIBUTE = 6;
  private static final int STACK = 7;

  private static final int MAPPING_ATTRIBUTES = 5;
  private static final int LOCATION_LINES = 3;
  private static final int LOCATION_ATTRIBUTES = 4;
  private static final int STRING_VALUE = 1;
  private static final int INT_VALUE = 3;
  private static final int STRING_INDEX = 8;
  private static final int FIELDS = 8;
  private static final int MOST_STACKS = 1 << 25;
  private static final int MOST_ATTRIBUTES = 1 << 20;
  private static final int DEEPEST = 1 << 20;
  private static final Fields.Numbers NO_NUMBERS = (field, value) -> {};

  /** An attribute: its key, and its value as a range, the index of a text, or a number. */
  private record Attribute(long key, long start, long end, long text, long number) {}

  /** A mapping: its path, and its attributes. */
  private record Mapping(long path, List<Long> attributes, long offset) {}

  private final ProfileBytes bytes;
  private final ProfileSink sink;
  private final StringTable strings;
  private final Locations locations;
  private final List<Attribute> attributes = new ArrayList<>();
  private final List<Mapping> mappings = new ArrayList<>();
  private final Map<Long, Locations.Type> types = new HashMap<>();
  private final long[] fields = new long[FIELDS];
  private final Fields.Numbers intoFields = this::field;
  private boolean areMappingsMade;

  /** The node of each stack. */
  private int[] nodes = new int[256];

  private int stacks;
  private long[] stack = new long[64];
  private int depth;
  private long attributeOfLocation;

  OtlpTables(ProfileBytes bytes, ProfileSink sink, long messageStart) {
    this.bytes = bytes;
    this.sink = sink;
    this.strings = new StringTable(bytes);
    strings.clear(messageStart);
    this.locations = new Locations(bytes, sink, strings);
  }

  /** Returns what receives the stacks. */
  ProfileSink sink() {
    return sink;
  }

  private void field(int field, long value) {
    if (field < FIELDS) {
      fields[field] = value;
    }
  }

  /** The first pass. */
  void collect(WireReader in, long end) {
    Fields.read(
        in,
        end,
        0,
        0,
        NO_NUMBERS,
        (field, start, entryEnd) -> {
          Arrays.fill(fields, 0);
          switch (field) {
            case MAPPING -> mapping(in, start, entryEnd);
            case FUNCTION -> {
              Fields.read(in, entryEnd, 0, intoFields);
              locations.function(fields[1], fields[2], fields[3], fields[4], start);
            }
            case STRING -> strings.add(start, entryEnd);
            case ATTRIBUTE -> attribute(in, start, entryEnd);
            default -> {}
          }
        });
  }

  private void mapping(WireReader in, long start, long end) {
    List<Long> its = new ArrayList<>();
    Fields.read(
        in,
        end,
        Fields.bits(MAPPING_ATTRIBUTES),
        (field, value) -> {
          if (field == MAPPING_ATTRIBUTES) {
            its.add(value);
          } else {
            field(field, value);
          }
        });
    mappings.add(new Mapping(fields[4], List.copyOf(its), start));
  }

  private void attribute(WireReader in, long start, long end) {
    if (attributes.size() == MOST_ATTRIBUTES) {
      throw bytes.bad(start, "there are more than " + MOST_ATTRIBUTES + " attributes");
    }
    long[] value = {0, 0, 0, 0};
    Fields.read(
        in,
        end,
        0,
        0,
        intoFields,
        (field, from, to) -> {
          if (field == 1) {
            throw bytes.bad(from, "an attribute with its key as a text: OTLP profiles before 1.8");
          }
          if (field == 2) {
            value(in, to, value);
          }
        });
    attributes.add(new Attribute(fields[1], value[0], value[1], value[2], value[3]));
  }

  private static void value(WireReader in, long end, long[] into) {
    Fields.read(
        in,
        end,
        0,
        0,
        (field, number) -> {
          if (field == STRING_INDEX) {
            into[2] = number;
          } else if (field == INT_VALUE) {
            into[3] = number;
          }
        },
        (field, from, to) -> {
          if (field == STRING_VALUE) {
            into[0] = from;
            into[1] = to;
          }
        });
  }

  /** The second pass. */
  void locations(WireReader in, long end) {
    if (!areMappingsMade) {
      areMappingsMade = true;
      mappings.forEach(
          each ->
              locations.mapping(
                  strings.text(each.path(), each.offset()), mvid(each), false, each.offset()));
    }
    Fields.read(
        in,
        end,
        0,
        0,
        NO_NUMBERS,
        (field, start, entryEnd) -> {
          if (field == LOCATION) {
            location(in, start, entryEnd);
          }
        });
  }

  private Optional<UUID> mvid(Mapping mapping) {
    for (long attribute : mapping.attributes()) {
      if (key(attribute, mapping.offset()).equals("process.executable.build_id.gnu")) {
        return Locations.mvid(text(attribute, mapping.offset()));
      }
    }
    return Optional.empty();
  }

  private void location(WireReader in, long start, long end) {
    Arrays.fill(fields, 0);
    attributeOfLocation = -1;
    Fields.read(
        in,
        end,
        Fields.bits(LOCATION_ATTRIBUTES),
        (field, value) -> {
          if (field != LOCATION_ATTRIBUTES) {
            field(field, value);
          } else if (isKey(value, "profile.frame.type", start)) {
            attributeOfLocation = value;
          }
        });
    int mapping = (int) index(fields[1], locations.mappings(), "mapping", start);
    // The first entry of each table stands for none.
    locations.location(mapping == 0 ? -1 : mapping, fields[2], type(start), start);
    in.seek(start);
    Fields.read(
        in,
        end,
        0,
        0,
        NO_NUMBERS,
        (field, from, to) -> {
          if (field == LOCATION_LINES) {
            Arrays.fill(fields, 0);
            Fields.read(in, to, 0, intoFields);
            int function = (int) index(fields[1], locations.functions(), "function", from);
            locations.line(function == 0 ? -1 : function, fields[2], from);
          }
        });
  }

  private boolean isKey(long attribute, String key, long offset) {
    return key(attribute, offset).equals(key);
  }

  private Locations.Type type(long offset) {
    return attributeOfLocation < 0
        ? Locations.Type.UNKNOWN
        : types.computeIfAbsent(
            attributeOfLocation,
            attribute ->
                switch (text(attribute, offset)) {
                  case "native" -> Locations.Type.NATIVE;
                  case "kernel" -> Locations.Type.KERNEL;
                  default -> Locations.Type.MANAGED;
                });
  }

  /** Returns an index, unless a table has no such entry. An empty table has the first. */
  private long index(long index, int size, String what, long offset) {
    if (index != 0 && (index < 0 || index >= size)) {
      throw bytes.bad(
          offset, what + " " + Long.toUnsignedString(index) + " is not one of the " + size);
    }
    return index;
  }

  private Attribute attribute(long index, long offset) {
    return attributes.get((int) index(index, attributes.size(), "attribute", offset));
  }

  /** Returns the key of an attribute. */
  String key(long index, long offset) {
    return attributes.isEmpty() && index == 0
        ? ""
        : strings.text(attribute(index, offset).key(), offset);
  }

  /** Returns the value of an attribute that is a text; else an empty one. */
  String text(long index, long offset) {
    Attribute attribute = attribute(index, offset);
    return attribute.end() > 0
        ? strings.inRange(attribute.start(), attribute.end())
        : strings.text(attribute.text(), offset);
  }

  /** Returns the value of an attribute that is a number; else 0. */
  long number(long index, long offset) {
    return attribute(index, offset).number();
  }

  /** Returns a kind of values: the indexes of its texts. */
  SampleType sampleType(long type, long unit, long offset) {
    return new SampleType(strings.text(type, offset), strings.text(unit, offset));
  }

  /** The third pass: what is called from, if that matters. */
  void callers(WireReader in, long end) {
    if (sink.has(FrameDetail.RVA)) {
      forEachStack(in, end, start -> addCallers());
    }
  }

  /** The last pass. */
  void stacks(WireReader in, long end) {
    forEachStack(in, end, this::add);
  }

  private void forEachStack(WireReader in, long end, LongConsumer action) {
    Fields.Numbers ofStack = this::locationOfStack;
    long packed = Fields.bits(1);
    Fields.read(
        in,
        end,
        0,
        0,
        NO_NUMBERS,
        (field, start, entryEnd) -> {
          if (field == STACK) {
            depth = 0;
            Fields.read(in, entryEnd, packed, ofStack);
            action.accept(start);
          }
        });
  }

  private void locationOfStack(int field, long value) {
    if (field == 1) {
      if (depth == stack.length) {
        stack = Arrays.copyOf(stack, depth * 2);
      }
      stack[depth++] = value;
      if (depth > DEEPEST) {
        throw bytes.bad(0, "a stack has more than " + DEEPEST + " frames");
      }
    }
  }

  /** Of the first frame, below those of the kernel, the address is that of the instruction. */
  private void addCallers() {
    boolean isLeaf = true;
    for (int i = 0; i < depth; i++) {
      if (stack[i] > 0 && stack[i] < locations.size()) {
        int location = (int) stack[i];
        if (!isLeaf) {
          locations.caller(location);
        }
        isLeaf &= locations.isKernel(location);
      }
    }
  }

  private void add(long offset) {
    if (stacks == MOST_STACKS) {
      throw bytes.bad(offset, "there are more than " + MOST_STACKS + " stacks");
    }
    int node = StackTree.NONE;
    for (int i = depth - 1; i >= 0; i--) {
      long location = index(stack[i], locations.size(), "location", offset);
      if (location != 0) {
        node = locations.stack(node, (int) location, offset);
      }
    }
    if (stacks == nodes.length) {
      nodes = Arrays.copyOf(nodes, stacks + (stacks >> 1));
    }
    nodes[stacks++] = node;
  }

  /** Returns the node of a stack. */
  int node(long stackIndex, long offset) {
    long found = index(stackIndex, stacks, "stack", offset);
    return stacks == 0 ? StackTree.NONE : nodes[(int) found];
  }
}
