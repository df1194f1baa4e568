// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import dev.tiptoe.profile.DotnetAddress;
import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.SymbolizeStatistics;
import dev.tiptoe.profile.Unresolved;
import dev.tiptoe.profile.message.FunctionFields;
import dev.tiptoe.profile.message.LocationFields;
import dev.tiptoe.profile.message.PprofTables;
import dev.tiptoe.profile.wire.ProfileBytes;
import dev.tiptoe.profile.wire.WireReader;
import dev.tiptoe.profile.wire.WireWriter;
import dev.tiptoe.symbols.Symbols;

/**
 * A profile of pprof, and the frames of it. Not thread-safe.
 *
 * <p>It is read several times, because each time more is known; nothing is kept of a location but
 * its frame, once for equal ones.
 */
final class PprofProfile {

  private final ProfileBytes bytes;
  private final WireReader in;
  private final LocationFields location = LocationFields.pprof();
  private final FunctionFields function = new FunctionFields(true);
  private final Functions functions = new Functions(function);
  private final FrameTable frames;
  private final Counts counts;
  private final Mappings mappings;
  private final Leaves leaves = new Leaves();

  private final PprofTables tables;
  private long largestFunction;

  private PprofProfile(ProfileBytes bytes, Symbols symbols, FrameStyle style) {
    this.bytes = bytes;
    this.in = new WireReader(bytes);
    this.frames = new FrameTable(symbols, style, functions);
    this.counts = new Counts(frames);
    this.mappings = new Mappings(in);
    this.tables = PprofTables.read(in);
  }

  static PprofProfile read(ProfileBytes bytes, Symbols symbols, FrameStyle style) {
    PprofProfile profile = new PprofProfile(bytes, symbols, style);
    profile.readTables();
    profile.resolve();
    if (!profile.counts.isNothingResolved()) {
      profile.place();
      profile.forEach(PprofTables.LOCATIONS, (index, end) -> profile.flags(end));
    }
    return profile;
  }

  /** Returns the counts. */
  SymbolizeStatistics statistics() {
    return counts.of(tables.count(PprofTables.LOCATIONS));
  }

  private void forEach(int table, PprofTables.Entry action) {
    tables.forEach(in, table, action);
  }

  private void readTables() {
    if (bytes.size() > 0 && tables.count(PprofTables.STRINGS) == 0) {
      throw bytes.bad(bytes.size(), "not a pprof profile: it has no string table");
    }
    forEach(PprofTables.MAPPINGS, (index, end) -> mappings.read(end));
    forEach(
        PprofTables.FUNCTIONS,
        (index, end) -> {
          function.read(in, end);
          if (Long.compareUnsigned(function.id(), largestFunction) > 0) {
            largestFunction = function.id();
          }
        });
    mappings.findModules(action -> forEach(PprofTables.STRINGS, action::at), frames.modules());
  }

  private void resolve() {
    if (frames.modules().count() == 0) {
      return;
    }
    forEach(PprofTables.LOCATIONS, (index, end) -> resolveIl(end));
    if (!leaves.isEmpty()) {
      forEach(PprofTables.SAMPLES, (index, end) -> leaves.sample(in, end));
      forEach(PprofTables.LOCATIONS, (index, end) -> resolveNativeCode(end));
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
    forEach(PprofTables.STRINGS, (index, end) -> functions.texts().inTable(in, index, end));
    functions.texts().place(tables.count(PprofTables.STRINGS));
    functions.beginPlaces();
    forEach(
        PprofTables.FUNCTIONS,
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
      if (tag == WireReader.message(PprofTables.MAPPINGS)
          || tag == WireReader.message(PprofTables.LOCATIONS)) {
        long end = in.enter(bytes.size());
        if (tag == WireReader.message(PprofTables.MAPPINGS)
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
    if (tables.count(PprofTables.FUNCTIONS) == 0) {
      out.copy(bytes, copied, bytes.size());
      functions.write(out, PprofTables.FUNCTIONS, false);
      copied = bytes.size();
    }
    out.copy(bytes, copied, bytes.size());
  }

  /** Adds what the tables lack behind their last entries; returns up to where was copied. */
  private long add(WireWriter out, long copied, long position) {
    long now = copied;
    if (position == tables.last(PprofTables.FUNCTIONS)) {
      out.copy(bytes, now, position);
      functions.write(out, PprofTables.FUNCTIONS, false);
      now = position;
    }
    if (position == tables.last(PprofTables.STRINGS)) {
      out.copy(bytes, now, position);
      functions.writeTexts(out, PprofTables.STRINGS, false);
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
    out.varint(WireReader.message(PprofTables.LOCATIONS));
    location.write(out, bytes, message, id, frames.line(frame), frames.column(frame));
    return true;
  }
}
