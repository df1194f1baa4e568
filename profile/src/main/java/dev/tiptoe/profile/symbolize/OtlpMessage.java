// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import dev.tiptoe.profile.DotnetAddress;
import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.SymbolizeStatistics;
import dev.tiptoe.profile.Unresolved;
import dev.tiptoe.profile.message.FrameType;
import dev.tiptoe.profile.message.FunctionFields;
import dev.tiptoe.profile.message.LocationFields;
import dev.tiptoe.profile.message.MessageLimits;
import dev.tiptoe.profile.message.OtlpAttributes;
import dev.tiptoe.profile.message.OtlpCallers;
import dev.tiptoe.profile.message.OtlpDictionary;
import dev.tiptoe.profile.message.OtlpMapping;
import dev.tiptoe.profile.wire.ProfileBytes;
import dev.tiptoe.profile.wire.WireReader;
import dev.tiptoe.profile.wire.WireWriter;
import dev.tiptoe.symbols.Symbols;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;

/**
 * One message of OTLP profiles, and the frames of it. Not thread-safe.
 *
 * <p>Locations are read several times, because each time more is known: their frames decide which
 * functions and texts are needed, the tables say which of these exist, and only then are the
 * lengths of the messages known. Nothing is kept of a location but its frame, once for equal ones.
 */
final class OtlpMessage {

  private static final int NO_MODULE = -1;
  private static final int NOT_RESOLVED = -1;

  /** Locations whose frames are kept; those of further ones are looked up again. */
  private static final int MOST_KEPT = 1 << 24;

  private final ProfileBytes bytes;
  private final WireReader in;
  private final long start;
  private final long end;
  private final OtlpDictionary dictionary;
  private final OtlpAttributes attributes;
  private final LocationFields location;
  private final FrameTable frames;
  private final Counts counts;
  private final Functions functions;
  private final FunctionFields function = new FunctionFields(false);

  private int[] moduleOf = {};

  /** The frames of the first locations; negative where there is none. */
  private int[] frameOf = {};

  private final BitSet kernel = new BitSet();
  private BitSet callers = new BitSet();
  private boolean hasNativeCode;

  private OtlpMessage(ProfileBytes bytes, long start, long end, Symbols symbols, FrameStyle style) {
    this.bytes = bytes;
    this.in = new WireReader(bytes);
    this.start = start;
    this.end = end;
    this.dictionary = OtlpDictionary.read(in, start, end);
    this.attributes = OtlpAttributes.read(in, dictionary, false);
    this.location = LocationFields.otlp(attributes);
    this.functions = new Functions(function);
    this.frames = new FrameTable(symbols, style, functions);
    this.counts = new Counts(frames);
  }

  /** Reads a message and resolves its frames. */
  static OtlpMessage read(
      ProfileBytes bytes, long start, long end, Symbols symbols, FrameStyle style) {
    OtlpMessage message = new OtlpMessage(bytes, start, end, symbols, style);
    message.readMappings();
    message.resolve();
    message.place();
    return message;
  }

  /** Returns the counts. */
  SymbolizeStatistics statistics() {
    return counts.of(Math.max(0, dictionary.count(OtlpDictionary.LOCATIONS) - 1));
  }

  private void readMappings() {
    moduleOf = new int[dictionary.count(OtlpDictionary.MAPPINGS)];
    Arrays.fill(moduleOf, NO_MODULE);
    OtlpMapping mapping = new OtlpMapping(attributes);
    dictionary.forEach(
        in,
        OtlpDictionary.MAPPINGS,
        (index, field, mappingEnd) -> {
          mapping.read(in, mappingEnd);
          mapping
              .mvid()
              .ifPresent(
                  mvid -> {
                    moduleOf[index] = frames.modules().number(mvid);
                    long fileName = mapping.fileName() & Integer.MAX_VALUE;
                    frames.modules().fileName(moduleOf[index], fileName);
                  });
        });
  }

  private void resolve() {
    if (!attributes.hasDotnet()) {
      return;
    }
    frameOf = new int[Math.min(MOST_KEPT, dictionary.count(OtlpDictionary.LOCATIONS))];
    Arrays.fill(frameOf, NOT_RESOLVED);
    dictionary.forEach(in, OtlpDictionary.LOCATIONS, this::resolveIl);
    if (hasNativeCode) {
      callers = OtlpCallers.read(in, dictionary, kernel);
      dictionary.forEach(in, OtlpDictionary.LOCATIONS, this::resolveNativeCode);
    }
  }

  /** Returns the module of the location, or a negative number. */
  private int module() {
    long mapping = location.mapping();
    return mapping > 0 && mapping < moduleOf.length ? moduleOf[(int) mapping] : NO_MODULE;
  }

  private void resolveIl(int index, long field, long locationEnd) {
    location.read(in, locationEnd);
    if (location.type() == FrameType.KERNEL) {
      kernel.set(index);
    }
    if (location.type() != FrameType.DOTNET) {
      return;
    }
    int module = module();
    if (location.address() == 0) {
      counts.unresolved(Unresolved.STUB);
    } else if (module < 0) {
      counts.unresolved(Unresolved.NO_MVID);
    } else if (location.lines() > 1) {
      counts.unresolved(Unresolved.SEVERAL_LINES);
    } else if (DotnetAddress.isRva(location.address())) {
      hasNativeCode = true;
    } else {
      resolve(index, module, location.address());
    }
  }

  private void resolve(int index, int module, long address) {
    int frame = frames.resolve(module, address);
    if (index < frameOf.length) {
      frameOf[index] = frame;
    }
    counts.dotnet(module, frame);
  }

  private boolean isNativeCode() {
    return location.type() == FrameType.DOTNET
        && location.lines() <= 1
        && module() >= 0
        && DotnetAddress.isRva(location.address());
  }

  private void resolveNativeCode(int index, long field, long locationEnd) {
    location.read(in, locationEnd);
    if (isNativeCode()) {
      resolve(index, module(), codeAddress(index));
    }
  }

  /** Returns the address of a byte of the instruction. */
  private long codeAddress(int index) {
    return location.address() - (callers.get(index) ? 1 : 0);
  }

  /** Finds the places of the texts and the functions that the frames need. */
  private void place() {
    if (counts.isNothingResolved() && frames.modules().count() == 0) {
      return;
    }
    BitSet fileNames = new BitSet();
    for (int module = 0; module < frames.modules().count(); module++) {
      long name = frames.modules().fileName(module);
      if (name > 0 && name < dictionary.count(OtlpDictionary.STRINGS)) {
        fileNames.set((int) name);
      }
    }
    String[] names = new String[fileNames.cardinality()];
    functions.texts().beginPlaces();
    int[] next = {0};
    dictionary.forEach(
        in,
        OtlpDictionary.STRINGS,
        (index, field, textEnd) -> {
          long text = in.position();
          functions.texts().inTable(in, index, textEnd);
          if (fileNames.get(index)) {
            in.seek(text);
            names[next[0]++] =
                textEnd - text > MessageLimits.SHORT_TEXT
                    ? ""
                    : new String(in.bytesTo(textEnd), StandardCharsets.UTF_8);
          }
        });
    nameModules(fileNames, names);
    functions.texts().place(dictionary.count(OtlpDictionary.STRINGS));
    functions.beginPlaces();
    dictionary.forEach(
        in,
        OtlpDictionary.FUNCTIONS,
        (index, field, functionEnd) -> {
          function.read(in, functionEnd);
          functions.inTable(function, index);
        });
    functions.place(Math.max(1, dictionary.count(OtlpDictionary.FUNCTIONS)));
  }

  private void nameModules(BitSet fileNames, String[] names) {
    int[] order = fileNames.stream().toArray();
    for (int module = 0; module < frames.modules().count(); module++) {
      int found = Arrays.binarySearch(order, (int) frames.modules().fileName(module));
      if (found >= 0) {
        frames.modules().name(module, names[found]);
      }
    }
  }

  /** Writes the message. */
  void write(WireWriter out) {
    if (counts.isNothingResolved()) {
      out.copy(bytes, start, end);
      return;
    }
    long copied = start;
    int index = 0;
    for (OtlpDictionary.Piece piece : dictionary.pieces()) {
      WireWriter counting = WireWriter.counting();
      int next = write(counting, piece, index);
      out.copy(bytes, copied, piece.fieldStart());
      out.varint(WireReader.message(OtlpDictionary.FIELD));
      out.varint(counting.written());
      long before = out.written();
      index = write(out, piece, index);
      if (index != next || out.written() - before != counting.written()) {
        throw bytes.bad(piece.start(), "the file changed while it was read");
      }
      copied = piece.end();
    }
    out.copy(bytes, copied, end);
  }

  private int write(WireWriter out, OtlpDictionary.Piece piece, int firstIndex) {
    return new OtlpPieceWriter(this, piece, out).write(firstIndex);
  }

  /** Returns the length of the whole message when it is written. */
  long writtenLength() {
    WireWriter counting = WireWriter.counting();
    write(counting);
    return counting.written();
  }

  OtlpDictionary dictionary() {
    return dictionary;
  }

  Functions functions() {
    return functions;
  }

  WireReader in() {
    return in;
  }

  /**
   * Reads a location, and writes it if its line changes; returns whether it does.
   *
   * @param copied up to where the message was copied
   */
  boolean writeLocation(WireWriter out, int index, long copied, long field, long locationEnd) {
    if (index < frameOf.length && frameOf[index] < 0) {
      return false;
    }
    long message = in.position();
    location.read(in, locationEnd);
    int frame = index < frameOf.length ? frameOf[index] : find(index);
    if (frame < 0) {
      return false;
    }
    long id = functions.id(frames.function(frame));
    int line = frames.line(frame);
    int column = frames.column(frame);
    if (location.hasLine(id, line, column)) {
      return false;
    }
    out.copy(bytes, copied, field);
    out.varint(WireReader.message(OtlpDictionary.LOCATIONS));
    location.write(out, bytes, message, id, line, column);
    return true;
  }

  private int find(int index) {
    if (location.type() != FrameType.DOTNET
        || location.lines() > 1
        || module() < 0
        || location.address() == 0) {
      return NOT_RESOLVED;
    }
    return frames.find(module(), isNativeCode() ? codeAddress(index) : location.address());
  }
}
