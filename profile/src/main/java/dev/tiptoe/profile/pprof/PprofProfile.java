// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.pprof;

import dev.tiptoe.profile.DotnetAddress;
import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.SymbolizeStatistics;
import dev.tiptoe.profile.Unresolved;
import dev.tiptoe.profile.frame.Counts;
import dev.tiptoe.profile.frame.FrameTable;
import dev.tiptoe.profile.frame.FunctionFields;
import dev.tiptoe.profile.frame.Functions;
import dev.tiptoe.profile.frame.LocationFields;
import dev.tiptoe.profile.wire.ProfileBytes;
import dev.tiptoe.profile.wire.WireReader;
import dev.tiptoe.profile.wire.WireWriter;
import dev.tiptoe.symbols.Symbols;
import java.util.BitSet;

/**
 * A profile of pprof, and the frames of it. Not thread-safe.
 *
 * <p>It is read several times, because each time more is known; nothing is kept of a location but
 * its frame, once for equal ones.
 */
final class PprofProfile {

  private static final int SAMPLES = 2;
  private static final int MAPPINGS = 3;
  private static final int LOCATIONS = 4;
  private static final int FUNCTIONS = 5;
  private static final int STRINGS = 6;
  private static final int LAST_FIELD = 15;

  private static final LocationFields.Layout LAYOUT = new LocationFields.Layout(1, 2, 3, 4, 0);

  private final ProfileBytes bytes;
  private final WireReader in;
  private final LocationFields location = new LocationFields(LAYOUT, new BitSet(), new BitSet());
  private final FunctionFields function = new FunctionFields(true);
  private final Functions functions = new Functions(function);
  private final FrameTable frames;
  private final Counts counts;
  private final Mappings mappings;
  private final Leaves leaves = new Leaves();

  /** By field: the number of its entries, and where the last one ends. */
  private final int[] counted = new int[LAST_FIELD + 1];

  private final long[] lastEnd = new long[LAST_FIELD + 1];
  private long largestFunction;

  /** What is done with the entries of a table. */
  private interface Entry {
    void at(int index, long end);
  }

  private PprofProfile(ProfileBytes bytes, Symbols symbols, FrameStyle style) {
    this.bytes = bytes;
    this.in = new WireReader(bytes);
    this.frames = new FrameTable(symbols, style, functions);
    this.counts = new Counts(frames);
    this.mappings = new Mappings(in);
  }

  static PprofProfile read(ProfileBytes bytes, Symbols symbols, FrameStyle style) {
    PprofProfile profile = new PprofProfile(bytes, symbols, style);
    profile.readTables();
    profile.resolve();
    if (!profile.counts.isNothingResolved()) {
      profile.place();
      profile.forEach(LOCATIONS, (index, end) -> profile.flags(end));
    }
    return profile;
  }

  /** Returns the counts. */
  SymbolizeStatistics statistics() {
    return counts.of(counted[LOCATIONS]);
  }

  private void forEach(int field, Entry action) {
    long end = lastEnd[field];
    int index = 0;
    in.seek(0);
    while (in.position() < end) {
      int tag = in.tag(bytes.size());
      if (tag == WireReader.message(field)) {
        long entryEnd = in.enter(bytes.size());
        action.at(index++, entryEnd);
        in.seek(entryEnd);
      } else {
        in.skip(tag, bytes.size());
      }
    }
  }

  private void readTables() {
    long end = bytes.size();
    while (in.position() < end) {
      long start = in.position();
      int tag = in.tag(end);
      int field = WireReader.field(tag);
      if (field > LAST_FIELD) {
        in.skip(tag, end);
        continue;
      }
      if ((tag & 7) != WireReader.LENGTH) {
        if (field >= SAMPLES && field <= STRINGS) {
          throw bytes.bad(start, "not a pprof profile: field " + field + " is no message");
        }
        in.skip(tag, end);
        continue;
      }
      long entryEnd = in.enter(end);
      counted[field]++;
      if (field == MAPPINGS) {
        mappings.read(entryEnd);
      } else if (field == FUNCTIONS) {
        function.read(in, entryEnd);
        if (Long.compareUnsigned(function.id(), largestFunction) > 0) {
          largestFunction = function.id();
        }
      }
      in.seek(entryEnd);
      lastEnd[field] = entryEnd;
    }
    if (end > 0 && counted[STRINGS] == 0) {
      throw bytes.bad(end, "not a pprof profile: it has no string table");
    }
    mappings.findModules(action -> forEach(STRINGS, action::at), frames.modules());
  }

  private void resolve() {
    if (frames.modules().count() == 0) {
      return;
    }
    forEach(LOCATIONS, (index, end) -> resolveIl(end));
    if (!leaves.isEmpty()) {
      forEach(SAMPLES, (index, end) -> leaves.sample(in, end));
      forEach(LOCATIONS, (index, end) -> resolveNativeCode(end));
    }
  }

  private void resolveIl(long end) {
    location.read(in, end);
    Mappings.Mapping mapping = mappings.of(location.mapping());
    if (mapping.module() < 0) {
      return;
    }
    if (location.address() == 0) {
      counts.unresolved(Unresolved.STUB);
    } else if (location.lines() > 1) {
      counts.unresolved(Unresolved.SEVERAL_LINES);
    } else if (DotnetAddress.isIl(location.address())) {
      counts.dotnet(mapping.module(), frames.resolve(mapping.module(), location.address()));
    } else if (isNativeCode(mapping)) {
      leaves.add(location.id());
    } else {
      counts.unresolved(Unresolved.OTHER_ADDRESS);
    }
  }

  private boolean isNativeCode(Mappings.Mapping mapping) {
    return mapping.module() >= 0
        && !mapping.isPlaced()
        && location.lines() <= 1
        && DotnetAddress.isRva(location.address());
  }

  private void resolveNativeCode(long end) {
    location.read(in, end);
    Mappings.Mapping mapping = mappings.of(location.mapping());
    if (isNativeCode(mapping)) {
      counts.dotnet(mapping.module(), frames.resolve(mapping.module(), codeAddress(mapping)));
    }
  }

  /** Returns what {@link FrameTable} knows the frame by. */
  private long codeAddress(Mappings.Mapping mapping) {
    return location.address() - (isNativeCode(mapping) && leaves.isCaller(location.id()) ? 1 : 0);
  }

  private void place() {
    functions.texts().beginPlaces();
    forEach(STRINGS, (index, end) -> functions.texts().inTable(in, index, end));
    functions.texts().place(counted[STRINGS]);
    functions.beginPlaces();
    forEach(
        FUNCTIONS,
        (index, end) -> {
          function.read(in, end);
          functions.inTable(function, function.id());
        });
    if (largestFunction < 0 || largestFunction > Long.MAX_VALUE - Integer.MAX_VALUE) {
      throw bytes.bad(0, "the IDs of the functions leave no room for further ones");
    }
    functions.place(largestFunction + 1);
  }

  private int frame(Mappings.Mapping mapping) {
    boolean isFrame =
        mapping.module() >= 0
            && location.address() != 0
            && location.lines() <= 1
            && (DotnetAddress.isIl(location.address()) || isNativeCode(mapping));
    return isFrame ? frames.find(mapping.module(), codeAddress(mapping)) : -1;
  }

  private void flags(long end) {
    location.read(in, end);
    Mappings.Mapping mapping = mappings.of(location.mapping());
    if (mapping.module() < 0) {
      return;
    }
    int frame = frame(mapping);
    if (frame < 0) {
      mapping.location(
          false, location.lines() > 0 && location.function() != 0, false, location.line() > 0);
    } else {
      boolean hasLine = frames.line(frame) > 0;
      mapping.location(true, true, hasLine, hasLine);
    }
  }

  /** Writes the profile. */
  void write(WireWriter out) {
    if (counts.isNothingResolved()) {
      out.copy(bytes, 0, bytes.size());
      return;
    }
    long copied = 0;
    in.seek(0);
    while (in.position() < bytes.size()) {
      long field = in.position();
      int tag = in.tag(bytes.size());
      if (tag == WireReader.message(MAPPINGS) || tag == WireReader.message(LOCATIONS)) {
        long end = in.enter(bytes.size());
        if (tag == WireReader.message(MAPPINGS)
            ? mappings.write(out, bytes, copied, field, end, tag)
            : writeLocation(out, copied, field, end)) {
          copied = end;
        }
        in.seek(end);
      } else {
        in.skip(tag, bytes.size());
      }
      copied = add(out, copied, in.position());
    }
    if (counted[FUNCTIONS] == 0) {
      out.copy(bytes, copied, bytes.size());
      functions.write(out, FUNCTIONS, false);
      copied = bytes.size();
    }
    out.copy(bytes, copied, bytes.size());
  }

  /** Adds what the tables lack behind their last entries; returns up to where was copied. */
  private long add(WireWriter out, long copied, long position) {
    long now = copied;
    if (position == lastEnd[FUNCTIONS]) {
      out.copy(bytes, now, position);
      functions.write(out, FUNCTIONS, false);
      now = position;
    }
    if (position == lastEnd[STRINGS]) {
      out.copy(bytes, now, position);
      functions.writeTexts(out, STRINGS, false);
      now = position;
    }
    return now;
  }

  private boolean writeLocation(WireWriter out, long copied, long field, long end) {
    long message = in.position();
    location.read(in, end);
    int frame = frame(mappings.of(location.mapping()));
    if (frame < 0) {
      return false;
    }
    long id = functions.id(frames.function(frame));
    if (location.hasLine(id, frames.line(frame), frames.column(frame))) {
      return false;
    }
    out.copy(bytes, copied, field);
    out.varint(WireReader.message(LOCATIONS));
    location.write(out, bytes, message, id, frames.line(frame), frames.column(frame));
    return true;
  }
}
