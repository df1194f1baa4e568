// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.otlp;

import dev.tiptoe.profile.frame.Modules;
import dev.tiptoe.profile.wire.WireReader;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The attributes by which .NET frames and modules are recognized: {@code profile.frame.type} of a
 * location and {@code process.executable.build_id.gnu} of a mapping. Not thread-safe.
 */
final class Attributes {

  private static final byte[] FRAME_TYPE = utf8("profile.frame.type");
  private static final byte[] BUILD_ID = utf8("process.executable.build_id.gnu");
  private static final byte[] DOTNET = utf8("dotnet");
  private static final byte[] KERNEL = utf8("kernel");

  private static final int KEY = 1;
  private static final int VALUE = 2;
  private static final int STRING_VALUE = 1;
  private static final int STRING_INDEX = 8;

  private static final int LONGEST_BUILD_ID = 64;
  private static final int MOST_BUILD_IDS = 1 << 18;

  private final WireReader in;
  private final BitSet frameTypeKeys = new BitSet();
  private final BitSet buildIdKeys = new BitSet();
  private final BitSet dotnetTexts = new BitSet();
  private final BitSet kernelTexts = new BitSet();

  private final BitSet dotnet = new BitSet();
  private final BitSet kernel = new BitSet();
  private final Map<Integer, UUID> mvids = new HashMap<>();

  /** Attributes whose build ID is a text of the string table, by the index of that. */
  private final Map<Integer, Integer> texts = new HashMap<>();

  private Attributes(WireReader in) {
    this.in = in;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static Attributes read(WireReader in, Dictionary dictionary) {
    Attributes attributes = new Attributes(in);
    dictionary.forEach(in, Dictionary.STRINGS, attributes::string);
    dictionary.forEach(in, Dictionary.ATTRIBUTES, attributes::attribute);
    if (!attributes.texts.isEmpty()) {
      Map<Integer, UUID> byText = new HashMap<>();
      BitSet wanted = new BitSet();
      attributes.texts.values().forEach(wanted::set);
      dictionary.forEach(
          in,
          Dictionary.STRINGS,
          (index, field, end) -> {
            if (wanted.get(index) && end - in.position() <= LONGEST_BUILD_ID) {
              attributes.mvid(end).ifPresent(mvid -> byText.put(index, mvid));
            }
          });
      attributes.texts.forEach(
          (attribute, text) -> {
            UUID mvid = byText.get(text);
            if (mvid != null) {
              attributes.mvids.put(attribute, mvid);
            }
          });
    }
    return attributes;
  }

  private void string(int index, long field, long end) {
    if (in.isNext(FRAME_TYPE, end)) {
      frameTypeKeys.set(index);
    } else if (in.isNext(BUILD_ID, end)) {
      buildIdKeys.set(index);
    } else if (in.isNext(DOTNET, end)) {
      dotnetTexts.set(index);
    } else if (in.isNext(KERNEL, end)) {
      kernelTexts.set(index);
    }
  }

  private void attribute(int index, long field, long end) {
    long key = 0;
    long valueStart = -1;
    long valueEnd = -1;
    while (in.position() < end) {
      long start = in.position();
      int tag = in.tag(end);
      if (tag == KEY << 3) {
        key = in.varint(end);
      } else if (tag == WireReader.message(VALUE)) {
        valueEnd = in.enter(end);
        valueStart = in.position();
        in.seek(valueEnd);
      } else if (tag == WireReader.message(KEY)) {
        throw in.bytes()
            .bad(start, "an attribute with its key as a text: OTLP profiles before 1.8");
      } else {
        in.skip(tag, end);
      }
    }
    if ((key & ~Integer.MAX_VALUE) == 0 && valueStart >= 0) {
      in.seek(valueStart);
      if (frameTypeKeys.get((int) key)) {
        frameType(index, valueEnd);
      } else if (buildIdKeys.get((int) key)) {
        buildId(index, valueEnd);
      }
    }
  }

  private void frameType(int index, long end) {
    while (in.position() < end) {
      int tag = in.tag(end);
      if (tag == WireReader.message(STRING_VALUE)) {
        long textEnd = in.enter(end);
        dotnet.set(index, in.isNext(DOTNET, textEnd));
        kernel.set(index, in.isNext(KERNEL, textEnd));
        in.seek(textEnd);
      } else if (tag == STRING_INDEX << 3) {
        long text = in.varint(end);
        boolean isIndex = (text & ~Integer.MAX_VALUE) == 0;
        dotnet.set(index, isIndex && dotnetTexts.get((int) text));
        kernel.set(index, isIndex && kernelTexts.get((int) text));
      } else {
        in.skip(tag, end);
      }
    }
  }

  private void buildId(int index, long end) {
    while (in.position() < end) {
      int tag = in.tag(end);
      if (tag == WireReader.message(STRING_VALUE)) {
        long textEnd = in.enter(end);
        if (textEnd - in.position() <= LONGEST_BUILD_ID) {
          mvid(textEnd).ifPresent(mvid -> mvids.put(index, mvid));
        }
        in.seek(textEnd);
      } else if (tag == STRING_INDEX << 3) {
        long text = in.varint(end);
        if ((text & ~Integer.MAX_VALUE) == 0) {
          texts.put(index, (int) text);
        }
      } else {
        in.skip(tag, end);
      }
    }
    if (mvids.size() + texts.size() > MOST_BUILD_IDS) {
      throw in.bytes().bad(end, "more than " + MOST_BUILD_IDS + " build IDs");
    }
  }

  private Optional<UUID> mvid(long end) {
    return Modules.mvid(new String(in.bytesTo(end), StandardCharsets.UTF_8));
  }

  /** Returns the attributes of .NET frames. */
  BitSet dotnet() {
    return dotnet;
  }

  /** Returns the attributes of frames of the kernel. */
  BitSet kernel() {
    return kernel;
  }

  /** Returns the module version IDs, by attribute. */
  Map<Integer, UUID> mvids() {
    return mvids;
  }
}
