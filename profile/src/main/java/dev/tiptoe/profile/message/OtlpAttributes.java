// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.message;

import dev.tiptoe.profile.wire.MessageFields;
import dev.tiptoe.profile.wire.WireReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The attributes of OTLP that are of use: {@code profile.frame.type} of a location, {@code
 * process.executable.build_id.gnu} of a mapping, and {@code thread.name} and {@code thread.id} of a
 * sample. Not thread-safe.
 */
public final class OtlpAttributes {

  /** The keys that are of use. */
  private enum Key {
    FRAME_TYPE("profile.frame.type"),
    BUILD_ID("process.executable.build_id.gnu"),
    THREAD_NAME("thread.name"),
    THREAD_ID("thread.id");

    private final String text;

    Key(String text) {
      this.text = text;
    }

    /** The last ones are. */
    boolean isOfThread() {
      return this == THREAD_NAME || this == THREAD_ID;
    }
  }

  private static final int KEY = 1;
  private static final int VALUE = 2;
  private static final int STRING_VALUE = 1;
  private static final int INT_VALUE = 3;
  private static final int STRING_INDEX = 8;

  /**
   * The value of an attribute.
   *
   * @param start where a text begins that is in no table; negative for none
   * @param end where that text ends
   * @param text the index of a text in the string table; 0 for none
   * @param number a number; 0 for none
   */
  public record Value(long start, long end, long text, long number) {}

  private final WireReader in;
  private final OtlpTexts keys;
  private final OtlpTexts types;

  /** By the index of an attribute; the type of its frame is its number in {@link FrameType}. */
  private final BitSet dotnet = new BitSet();

  private final BitSet nativeCode = new BitSet();
  private final BitSet kernel = new BitSet();
  private final BitSet others = new BitSet();
  private final Map<Integer, UUID> mvids = new HashMap<>();

  /** Attributes whose build ID is a text of the string table, by the index of that. */
  private final Map<Integer, Integer> buildIds = new HashMap<>();

  private final Map<Integer, Value> threadNames = new HashMap<>();
  private final Map<Integer, Value> threadIds = new HashMap<>();

  /** The attribute that is read. */
  private long key;

  private long start;
  private long end;
  private long text;
  private long number;

  private OtlpAttributes(WireReader in, boolean withThreads) {
    this.in = in;
    this.keys =
        new OtlpTexts(
            Arrays.stream(Key.values())
                .filter(key -> withThreads || !key.isOfThread())
                .map(key -> key.text)
                .toArray(String[]::new));
    this.types = new OtlpTexts("dotnet", "native", "kernel");
  }

  /**
   * Reads the attributes of a dictionary.
   *
   * @param withThreads whether those of samples are kept
   */
  public static OtlpAttributes read(WireReader in, OtlpDictionary dictionary, boolean withThreads) {
    OtlpAttributes attributes = new OtlpAttributes(in, withThreads);
    dictionary.forEach(
        in,
        OtlpDictionary.STRINGS,
        (index, field, textEnd) -> {
          attributes.keys.inTable(in, index, textEnd);
          attributes.types.inTable(in, index, textEnd);
        });
    dictionary.forEach(in, OtlpDictionary.ATTRIBUTES, attributes::attribute);
    attributes.findBuildIds(dictionary);
    return attributes;
  }

  private void attribute(int index, long field, long attributeEnd) {
    key = 0;
    start = -1;
    end = -1;
    text = 0;
    number = 0;
    MessageFields.read(in, attributeEnd, 0, 0, this::keyOf, this::valueOf);
    int which = keys.number(key);
    if (which >= 0) {
      keep(index, Key.values()[which], attributeEnd);
    }
  }

  private void keyOf(int field, long value) {
    if (field == KEY) {
      key = value;
    }
  }

  private void valueOf(int field, long from, long to) {
    if (field == KEY) {
      throw in.bytes().bad(from, "an attribute with its key as a text: OTLP profiles before 1.8");
    }
    if (field == VALUE) {
      MessageFields.read(in, to, 0, 0, this::numberOf, this::textOf);
    }
  }

  private void numberOf(int field, long value) {
    if (field == STRING_INDEX) {
      text = value;
    } else if (field == INT_VALUE) {
      number = value;
    }
  }

  private void textOf(int field, long from, long to) {
    if (field == STRING_VALUE) {
      start = from;
      end = to;
    }
  }

  private void keep(int index, Key which, long offset) {
    switch (which) {
      case FRAME_TYPE -> frameType(index);
      case BUILD_ID -> buildId(index);
      case THREAD_NAME -> threadNames.put(index, new Value(start, end, text, number));
      case THREAD_ID -> threadIds.put(index, new Value(start, end, text, number));
    }
    MessageLimits.require(
        mvids.size() + buildIds.size() + threadNames.size() + threadIds.size(),
        MessageLimits.KEPT_ATTRIBUTES,
        "build IDs and threads",
        in.bytes(),
        offset);
  }

  private void buildId(int index) {
    if (start >= 0) {
      in.seek(start);
      mvid(end).ifPresent(mvid -> mvids.put(index, mvid));
    } else if ((text & ~Integer.MAX_VALUE) == 0) {
      buildIds.put(index, (int) text);
    }
  }

  private void frameType(int index) {
    int type;
    if (start >= 0) {
      in.seek(start);
      type = types.numberOf(in, end);
    } else {
      type = types.number(text);
    }
    switch (type) {
      case 0 -> dotnet.set(index);
      case 1 -> nativeCode.set(index);
      case 2 -> kernel.set(index);
      default -> others.set(index);
    }
  }

  private void findBuildIds(OtlpDictionary dictionary) {
    if (buildIds.isEmpty()) {
      return;
    }
    BitSet wanted = new BitSet();
    buildIds.values().forEach(wanted::set);
    Map<Integer, UUID> byText = new HashMap<>();
    dictionary.forEach(
        in,
        OtlpDictionary.STRINGS,
        (index, field, textEnd) -> {
          if (wanted.get(index)) {
            mvid(textEnd).ifPresent(mvid -> byText.put(index, mvid));
          }
        });
    buildIds.forEach(
        (attribute, index) -> {
          UUID mvid = byText.get(index);
          if (mvid != null) {
            mvids.put(attribute, mvid);
          }
        });
  }

  private Optional<UUID> mvid(long textEnd) {
    return textEnd - in.position() > MessageLimits.SHORT_TEXT
        ? Optional.empty()
        : BuildIds.mvid(new String(in.bytesTo(textEnd), StandardCharsets.UTF_8));
  }

  /** Returns the type of frames with an attribute; unknown if it has no such type. */
  FrameType frameType(long attribute) {
    if ((attribute & ~Integer.MAX_VALUE) != 0) {
      return FrameType.UNKNOWN;
    }
    int index = (int) attribute;
    return dotnet.get(index)
        ? FrameType.DOTNET
        : nativeCode.get(index)
            ? FrameType.NATIVE
            : kernel.get(index)
                ? FrameType.KERNEL
                : others.get(index) ? FrameType.MANAGED : FrameType.UNKNOWN;
  }

  /** Returns whether there are frames of .NET. */
  public boolean hasDotnet() {
    return !dotnet.isEmpty();
  }

  /** Returns the module version ID that an attribute is; empty if it is none. */
  public Optional<UUID> mvid(int attribute) {
    return Optional.ofNullable(mvids.get(attribute));
  }

  /** Returns the value of an attribute that names a thread; empty if it does not. */
  public Optional<Value> threadName(long attribute) {
    return of(threadNames, attribute);
  }

  /** Returns the value of an attribute that is the ID of a thread; empty if it is none. */
  public Optional<Value> threadId(long attribute) {
    return of(threadIds, attribute);
  }

  private static Optional<Value> of(Map<Integer, Value> values, long attribute) {
    return (attribute & ~Integer.MAX_VALUE) != 0
        ? Optional.empty()
        : Optional.ofNullable(values.get((int) attribute));
  }
}
