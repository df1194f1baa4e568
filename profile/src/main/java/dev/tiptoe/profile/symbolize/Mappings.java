// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import dev.tiptoe.metadata.map.LongIntMap;
import dev.tiptoe.profile.message.BuildIds;
import dev.tiptoe.profile.message.KeptBytes;
import dev.tiptoe.profile.message.MessageLimits;
import dev.tiptoe.profile.message.PprofMapping;
import dev.tiptoe.profile.wire.ProfileBytes;
import dev.tiptoe.profile.wire.WireReader;
import dev.tiptoe.profile.wire.WireWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The mappings of a profile whose build IDs are module version IDs, and the properties that all
 * their locations share. Not thread-safe.
 */
final class Mappings {

  private static final int ID = 1;

  private static final int FIRST_FLAG = PprofMapping.FIRST_FLAG;
  private static final int FLAGS = PprofMapping.FLAGS;

  /** The bytes that are kept of a mapping. */
  private static final int MAPPING_SIZE = 120;

  private final WireReader in;
  private final KeptBytes kept;
  private final List<Mapping> mappings = new ArrayList<>();

  /** By ID: the number of a mapping, from 1. */
  private final LongIntMap byId = new LongIntMap();

  /** A mapping. */
  static final class Mapping {
    private final PprofMapping read;
    private int module = -1;
    private boolean isResolved;

    /** What is true of all locations up to now: bits in the order of the flags. */
    private int flags = (1 << FLAGS) - 1;

    Mapping(PprofMapping read) {
      this.read = read;
    }

    /** Returns the number of the module; negative when the build ID is no module version ID. */
    int module() {
      return module;
    }

    /** Returns whether the mapping has a place in memory. */
    boolean isPlaced() {
      return read.isPlaced();
    }

    /** Takes in what is true of a location. */
    void location(boolean isNowResolved, boolean function, boolean file, boolean line) {
      isResolved |= isNowResolved;
      flags &= (function ? 1 : 0) | (file ? 2 : 0) | (line ? 4 : 0);
    }
  }

  /** Without an ID, or with one that nothing has. */
  private final Mapping none = new Mapping(new PprofMapping(0, 0, 0, 0));

  Mappings(WireReader in) {
    this.in = in;
    this.kept = new KeptBytes(in.bytes());
  }

  /** Takes in a mapping, at whose beginning the reader is. */
  void read(long end) {
    PprofMapping mapping = PprofMapping.read(in, end);
    if (mapping.buildId() > 0 && mapping.buildId() <= Integer.MAX_VALUE && mapping.id() != 0) {
      kept.add(1, MAPPING_SIZE, "mappings with build IDs");
      mappings.add(new Mapping(mapping));
      byId.put(mapping.id(), mappings.size());
    }
  }

  /** Finds the modules: {@code strings} hands each string of the profile to what it is given. */
  void findModules(Strings strings, Modules modules) {
    BitSet wanted = new BitSet();
    mappings.forEach(mapping -> wanted.set((int) mapping.read.buildId()));
    Map<Integer, UUID> mvids = new HashMap<>();
    strings.forEach(
        (index, end) -> {
          if (wanted.get(index) && end - in.position() <= MessageLimits.SHORT_TEXT) {
            BuildIds.mvid(text(end)).ifPresent(mvid -> mvids.put(index, mvid));
          }
        });
    BitSet named = new BitSet();
    for (Mapping mapping : mappings) {
      UUID mvid = mvids.get((int) mapping.read.buildId());
      if (mvid != null) {
        mapping.module = modules.number(mvid);
        if (mapping.read.fileName() > 0 && mapping.read.fileName() <= Integer.MAX_VALUE) {
          modules.fileName(mapping.module, mapping.read.fileName());
          named.set((int) mapping.read.fileName());
        }
      }
    }
    Map<Integer, String> names = new HashMap<>();
    strings.forEach(
        (index, end) -> {
          if (named.get(index) && end - in.position() <= MessageLimits.SHORT_TEXT) {
            names.put(index, text(end));
          }
        });
    for (int module = 0; module < modules.count(); module++) {
      modules.name(module, names.getOrDefault((int) modules.fileName(module), ""));
    }
  }

  /** Hands on the strings of a profile. */
  interface Strings {
    void forEach(StringAction action);
  }

  /** Takes a string, at whose beginning the reader is. */
  interface StringAction {
    void at(int index, long end);
  }

  private String text(long end) {
    return new String(in.bytesTo(end), StandardCharsets.UTF_8);
  }

  /** Returns the mapping of an ID, or one without a module. */
  Mapping of(long id) {
    int number = byId.get(id);
    return number == 0 ? none : mappings.get(number - 1);
  }

  /**
   * Writes a mapping with its length if its flags change; returns whether they do.
   *
   * @param copied up to where the profile was copied
   * @param field where the field of the mapping begins
   */
  boolean write(WireWriter out, ProfileBytes bytes, long copied, long field, long end, int tag) {
    long message = in.position();
    long id = 0;
    int old = 0;
    long flagsAt = -1;
    long behindFlags = -1;
    boolean together = true;
    while (in.position() < end) {
      long start = in.position();
      int next = in.tag(end);
      int number = WireReader.field(next);
      if (next == ID << 3) {
        id = in.varint(end);
      } else if ((next & 7) == WireReader.VARINT
          && number >= FIRST_FLAG
          && number < FIRST_FLAG + FLAGS) {
        together &= behindFlags < 0 || behindFlags == start;
        flagsAt = behindFlags < 0 ? start : flagsAt;
        int bit = 1 << (number - FIRST_FLAG);
        old = in.varint(end) != 0 ? old | bit : old & ~bit;
        behindFlags = in.position();
      } else {
        flagsAt = flagsAt < 0 && number >= FIRST_FLAG + FLAGS ? start : flagsAt;
        in.skip(next, end);
      }
    }
    Mapping mapping = of(id);
    int flags = old | mapping.flags;
    if (!mapping.isResolved || flags == old || !together) {
      return false;
    }
    long from = flagsAt < 0 ? end : flagsAt;
    long to = behindFlags < 0 ? from : behindFlags;
    int size = 2 * Integer.bitCount(flags);
    out.copy(bytes, copied, field);
    out.varint(tag);
    out.varint(end - message - (to - from) + size);
    out.copy(bytes, message, from);
    for (int flag = 0; flag < FLAGS; flag++) {
      out.number(FIRST_FLAG + flag, (flags >> flag) & 1);
    }
    out.copy(bytes, to, end);
    return true;
  }
}
