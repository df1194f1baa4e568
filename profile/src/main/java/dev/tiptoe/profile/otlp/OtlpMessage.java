// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.otlp;

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
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.UUID;

/**
 * One message of OTLP profiles, and the frames of it. Not thread-safe.
 *
 * <p>Locations are read several times, because each time more is known: their frames decide which
 * functions and texts are needed, the tables say which of these exist, and only then are the
 * lengths of the messages known. Nothing is kept of a location but its frame, once for equal ones.
 */
final class OtlpMessage {

  private static final LocationFields.Layout LAYOUT = new LocationFields.Layout(0, 1, 2, 3, 4);
  private static final int MAPPING_FILE_NAME = 4;
  private static final int MAPPING_ATTRIBUTES = 5;
  private static final int LONGEST_FILE_NAME = 1 << 7;
  private static final int NO_MODULE = -1;
  private static final int NOT_RESOLVED = -1;

  /** Locations whose frames are kept; those of further ones are looked up again. */
  private static final int MOST_KEPT = 1 << 24;

  private final ProfileBytes bytes;
  private final WireReader in;
  private final long start;
  private final long end;
  private final Dictionary dictionary;
  private final Attributes attributes;
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
    this.dictionary = Dictionary.read(in, start, end);
    this.attributes = Attributes.read(in, dictionary);
    this.location = new LocationFields(LAYOUT, attributes.dotnet(), attributes.kernel());
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
    return counts.of(Math.max(0, dictionary.count(Dictionary.LOCATIONS) - 1));
  }

  private void readMappings() {
    moduleOf = new int[dictionary.count(Dictionary.MAPPINGS)];
    Arrays.fill(moduleOf, NO_MODULE);
    dictionary.forEach(in, Dictionary.MAPPINGS, this::mapping);
  }

  private void mapping(int index, long field, long mappingEnd) {
    long fileName = 0;
    while (in.position() < mappingEnd) {
      int tag = in.tag(mappingEnd);
      if (tag == MAPPING_ATTRIBUTES << 3) {
        mappingAttribute(index, in.varint(mappingEnd));
      } else if (tag == WireReader.message(MAPPING_ATTRIBUTES)) {
        long packed = in.enter(mappingEnd);
        while (in.position() < packed) {
          mappingAttribute(index, in.varint(packed));
        }
      } else if (tag == MAPPING_FILE_NAME << 3) {
        fileName = in.varint(mappingEnd);
      } else {
        in.skip(tag, mappingEnd);
      }
    }
    if (moduleOf[index] != NO_MODULE) {
      frames.modules().fileName(moduleOf[index], fileName & Integer.MAX_VALUE);
    }
  }

  private void mappingAttribute(int mapping, long attribute) {
    Map<Integer, UUID> mvids = attributes.mvids();
    if (!mvids.isEmpty() && (attribute & ~Integer.MAX_VALUE) == 0) {
      UUID mvid = mvids.get((int) attribute);
      if (mvid != null) {
        moduleOf[mapping] = frames.modules().number(mvid);
      }
    }
  }

  private void resolve() {
    if (attributes.dotnet().isEmpty()) {
      return;
    }
    frameOf = new int[Math.min(MOST_KEPT, dictionary.count(Dictionary.LOCATIONS))];
    Arrays.fill(frameOf, NOT_RESOLVED);
    dictionary.forEach(in, Dictionary.LOCATIONS, this::resolveIl);
    if (hasNativeCode) {
      callers = Stacks.callers(in, dictionary, kernel);
      dictionary.forEach(in, Dictionary.LOCATIONS, this::resolveNativeCode);
    }
  }

  /** Returns the module of the location, or a negative number. */
  private int module() {
    long mapping = location.mapping();
    return mapping > 0 && mapping < moduleOf.length ? moduleOf[(int) mapping] : NO_MODULE;
  }

  private void resolveIl(int index, long field, long locationEnd) {
    location.read(in, locationEnd);
    if (location.isKernel()) {
      kernel.set(index);
    }
    if (!location.isDotnet()) {
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
    return location.isDotnet()
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
      if (name > 0 && name < dictionary.count(Dictionary.STRINGS)) {
        fileNames.set((int) name);
      }
    }
    String[] names = new String[fileNames.cardinality()];
    functions.texts().beginPlaces();
    int[] next = {0};
    dictionary.forEach(
        in,
        Dictionary.STRINGS,
        (index, field, textEnd) -> {
          long text = in.position();
          functions.texts().inTable(in, index, textEnd);
          if (fileNames.get(index)) {
            in.seek(text);
            names[next[0]++] =
                textEnd - text > LONGEST_FILE_NAME
                    ? ""
                    : new String(in.bytesTo(textEnd), StandardCharsets.UTF_8);
          }
        });
    nameModules(fileNames, names);
    functions.texts().place(dictionary.count(Dictionary.STRINGS));
    functions.beginPlaces();
    dictionary.forEach(
        in,
        Dictionary.FUNCTIONS,
        (index, field, functionEnd) -> {
          function.read(in, functionEnd);
          functions.inTable(function, index);
        });
    functions.place(Math.max(1, dictionary.count(Dictionary.FUNCTIONS)));
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
    for (Dictionary.Piece piece : dictionary.pieces()) {
      WireWriter counting = WireWriter.counting();
      int next = write(counting, piece, index);
      out.copy(bytes, copied, piece.fieldStart);
      out.varint(WireReader.message(Dictionary.FIELD));
      out.varint(counting.written());
      long before = out.written();
      index = write(out, piece, index);
      if (index != next || out.written() - before != counting.written()) {
        throw bytes.bad(piece.start, "the file changed while it was read");
      }
      copied = piece.end;
    }
    out.copy(bytes, copied, end);
  }

  private int write(WireWriter out, Dictionary.Piece piece, int firstIndex) {
    return new OtlpPieceWriter(this, piece, out).write(firstIndex);
  }

  /** Returns the length of the whole message when it is written. */
  long writtenLength() {
    WireWriter counting = WireWriter.counting();
    write(counting);
    return counting.written();
  }

  Dictionary dictionary() {
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
    out.varint(WireReader.message(Dictionary.LOCATIONS));
    location.write(out, bytes, message, id, line, column);
    return true;
  }

  private int find(int index) {
    if (!location.isDotnet() || location.lines() > 1 || module() < 0 || location.address() == 0) {
      return NOT_RESOLVED;
    }
    return frames.find(module(), isNativeCode() ? codeAddress(index) : location.address());
  }
}
