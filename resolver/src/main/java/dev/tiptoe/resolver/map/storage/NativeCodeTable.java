// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.feed.NativeCode.IlMapping;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.map.CodeLocation;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.IlPosition;
import dev.tiptoe.resolver.map.Interval;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The native code of methods: a row for each piece. One writer, lock-free readers.
 *
 * <pre>
 *   0 start | 1 size 32, native offset of the piece 32 | 2 row of the function 32, ReJITID 32
 *   3 from  | 4 older piece of the same function 32, IL map 32
 * </pre>
 *
 * <p>A piece ends when its function does: the runtime frees no code before. Where a method's code
 * lies in several pieces, each is a row with the same IL map.
 */
final class NativeCodeTable {

  /** So many entries of an IL map are compared, for each question. */
  private static final int MOST_COMPARED = 1 << 10;

  private static final int START = 0;
  private static final int EXTENT = 1;
  private static final int OWNER = 2;
  private static final int FROM = 3;
  private static final int LINKS = 4;

  private final Pages rows = new Pages(5);
  private final Pages mappings = new Pages(2);

  /** Each piece by the rows of its function and of itself, 32 bits each. */
  private final CodeRanges newest = new CodeRanges();

  private final PastCode past = new PastCode();

  /** Code of functions of which nothing is known yet. */
  private final Claims<NativeCode> waiting;

  /** Code in memory where other code lives, as far as is known: an unload may be missing. */
  private final Claims<NativeCode> contested;

  /** From the rows of functions whose code is in the way to the functions of {@link #contested}. */
  private final Map<Integer, Set<FunctionID>> held = new HashMap<>();

  /**
   * Pieces of code reported for times at which, as far as is known, their functions had no meaning.
   */
  private final Map<FunctionID, List<Integer>> ownerless = new HashMap<>();

  private final EarlyExecutions executions = new EarlyExecutions();
  private final FunctionTable functions;
  private final MapCounters counters;

  NativeCodeTable(FunctionTable functions, MapCounters counters) {
    this.functions = functions;
    this.counters = counters;
    this.waiting = new Claims<>(counters);
    this.contested = new Claims<>(counters);
  }

  // ---- writing

  /** Returns whether code is valid: it has a range, and its ranges do not overlap. */
  static boolean accepts(NativeCode code) {
    List<NativeCode.Range> inOrder =
        code.ranges().stream().sorted(Comparator.comparingLong(NativeCode.Range::start)).toList();
    boolean sense = !inOrder.isEmpty();
    long end = 0;
    for (NativeCode.Range range : inOrder) {
      sense &= range.makesSense() && range.start() >= end;
      end = range.end();
    }
    return sense;
  }

  /** Takes in the code of a function that lived then. */
  void met(long at, FunctionID id, int function, NativeCode code) {
    Set<Integer> inTheWay = new LinkedHashSet<>();
    int[] known = new int[code.ranges().size()];
    boolean isKnown = true;
    for (int i = 0; i < known.length; i++) {
      NativeCode.Range range = code.ranges().get(i);
      newest.overlapping(range.start(), range.end(), piece -> inTheWay.add((int) piece));
      known[i] = known(range, function, code.rejit());
      isKnown &= known[i] != Pages.NONE;
    }
    long ended = functions.ids().to(function);
    if (isKnown) {
      addMore(at, known, code.il());
    } else if (inTheWay.stream().anyMatch(row -> from(row) >= ended)) {
      begin(at, function, code, this::bury);
    } else if (inTheWay.stream().anyMatch(this::isLive)) {
      counters.conflict(
          at, functions.ids(), function, id, () -> "other code lives there", code.ranges());
      contested.add(id.value(), claim(at, code), Span.ALL);
      inTheWay.forEach(
          row -> held.computeIfAbsent(owner(row), any -> new LinkedHashSet<>()).add(id));
    } else {
      inTheWay.forEach(this::retire);
      begin(at, function, code, this::spread);
    }
  }

  /** Takes in that an address was executed, where no code is known at that time. */
  void executed(long address, long at) {
    executions.add(address, at);
  }

  /** Gives a piece of code the executions that came before it. */
  private void giveExecutions(int row) {
    int function = owner(row);
    executions.in(
        range(row),
        at -> {
          if (from(row) <= at && functions.ids().isValidAt(function, at)) {
            functions.ids().meet(function, EvidenceKind.EXECUTING, at);
          }
        });
  }

  private boolean isLive(int row) {
    return functions.ids().isLive(owner(row));
  }

  private static Claim<NativeCode> claim(long at, NativeCode code) {
    return new Claim<>(at, EvidenceKind.COMPILED, code);
  }

  /** Takes in code of a function of which nothing is known yet. */
  void await(long at, FunctionID id, NativeCode code) {
    waiting.add(id.value(), claim(at, code), Span.ALL);
  }

  /** Whether there is code that waits for its function to be described. */
  boolean isWaitedFor(FunctionID id) {
    return waiting.has(id.value()) || (!ownerless.isEmpty() && ownerless.containsKey(id));
  }

  /** Gives each piece of a function's code to that meaning of its ID which had it. */
  void follow(FunctionID id, Span span) {
    IdTable ids = this.functions.ids();
    List<Integer> functions = ids.rowsIn(span, id.value());
    List<Integer> pieces = new ArrayList<>();
    for (int function : functions) {
      int piece = (int) ids.noteValue(function, NoteLists.CODE, Pages.NONE);
      if (piece != Pages.NONE) {
        ids.setNote(function, NoteLists.CODE, Pages.NONE);
      }
      for (; piece != Pages.NONE; piece = older(piece)) {
        pieces.add(piece);
      }
    }
    if (!pieces.isEmpty()) {
      ownerless.computeIfAbsent(id, any -> new ArrayList<>()).addAll(pieces);
    }
    placeWaiting(id);
    placeContested(id, functions);
  }

  /** Gives code to a function which was described since, or whose meanings moved. */
  void placeWaiting(FunctionID id) {
    List<Integer> pieces = ownerless.remove(id);
    if (pieces != null) {
      Collections.sort(pieces);
      pieces.forEach(piece -> give(id, piece));
    }
    place(id, waiting);
  }

  /** Looks again at the code of a function, and at that in whose way its code was. */
  private void placeContested(FunctionID id, List<Integer> functions) {
    Set<FunctionID> again = new LinkedHashSet<>(Set.of(id));
    for (int function : functions) {
      again.addAll(held.getOrDefault(function, Set.of()));
      held.remove(function);
    }
    for (FunctionID each : again) {
      for (Claim<NativeCode> claim : contested.within(each.value(), Span.ALL)) {
        this.functions.replay().replay(each.value(), claim.at()); // no longer disputed by this
      }
      place(each, contested);
    }
  }

  private void place(FunctionID id, Claims<NativeCode> from) {
    List<Claim<NativeCode>> claims = from.within(id.value(), Span.ALL);
    from.set(id.value(), Span.ALL, List.of());
    claims.forEach(claim -> place(id, claim));
  }

  @SuppressWarnings("NullAway") // what waits here is code
  private void place(FunctionID id, Claim<NativeCode> claim) {
    int row = functions.ids().validAt(id.value(), claim.at());
    if (row == Pages.NONE) {
      waiting.add(id.value(), claim, Span.ALL);
    } else {
      met(claim.at(), id, row, claim.shape());
    }
  }

  private void give(FunctionID id, int piece) {
    IdTable ids = functions.ids();
    int function = ids.validAt(id.value(), from(piece));
    boolean isNewest = (int) newest.at(range(piece).start()) == piece;
    if (function == Pages.NONE) {
      ownerless.computeIfAbsent(id, any -> new ArrayList<>()).add(piece);
      if (isNewest) {
        newest.remove(range(piece).start());
      }
      return;
    }
    rows.setRelease(piece, OWNER, pair(function, rejit(piece)));
    int older = (int) ids.noteValue(function, NoteLists.CODE, Pages.NONE);
    rows.setRelease(piece, LINKS, pair(older, map(piece)));
    ids.setNote(function, NoteLists.CODE, piece);
    if (isNewest) {
      newest.remove(range(piece).start());
      spread(piece);
    } else {
      bringBack(piece);
    }
    giveExecutions(piece);
  }

  /**
   * Makes a piece the newest again, unless newer code lies there: its memory was not used again.
   */
  private void bringBack(int piece) {
    Set<Integer> inTheWay = new LinkedHashSet<>();
    NativeCode.Range range = range(piece);
    newest.overlapping(range.start(), range.end(), each -> inTheWay.add((int) each));
    if (inTheWay.stream().noneMatch(row -> isLive(row) || from(row) >= from(piece))) {
      inTheWay.forEach(this::retire);
      spread(piece);
    }
  }

  /** The piece of a function with a range, or {@link Pages#NONE}. */
  private int known(NativeCode.Range range, int function, int rejit) {
    int row = (int) newest.at(range.start());
    if (isPiece(row, range, function, rejit)) {
      return row;
    }
    long ended = functions.ids().to(function);
    if (ended == Interval.OPEN) {
      return Pages.NONE; // only the memory of what ended is used again
    }
    long last = ended - 1;
    row = past.at(range.start(), last, this::from, each -> holds(each, range.start(), last));
    return isPiece(row, range, function, rejit) ? row : Pages.NONE;
  }

  private boolean isPiece(int row, NativeCode.Range range, int function, int rejit) {
    return row != Pages.NONE
        && range(row).equals(range)
        && owner(row) == function
        && rejit(row) == rejit;
  }

  /** Makes a piece one whose memory was used again. */
  private void retire(int row) {
    // In this order, so that a reader that misses it in one place finds it in the other.
    bury(row);
    newest.remove(range(row).start());
  }

  private void bury(int row) {
    past.add(range(row).start(), range(row).end(), row, this::from);
  }

  private void spread(int row) {
    NativeCode.Range range = range(row);
    newest.add(range.start(), range.end(), pair(owner(row), row));
  }

  private void begin(long at, int function, NativeCode code, IntConsumer file) {
    int map = store(code.il());
    int offset = 0;
    IdTable ids = functions.ids();
    for (NativeCode.Range range : code.ranges()) {
      int row = rows.append();
      int older = (int) ids.noteValue(function, NoteLists.CODE, Pages.NONE);
      rows.set(row, START, range.start());
      rows.set(row, EXTENT, pair(range.size(), offset));
      rows.set(row, OWNER, pair(function, code.rejit()));
      rows.set(row, FROM, at);
      rows.set(row, LINKS, pair(older, map));
      ids.setNote(function, NoteLists.CODE, row);
      file.accept(row);
      giveExecutions(row);
      offset += range.size();
    }
  }

  /** Adds the IL map to code that was recorded without one, and moves it to an earlier time. */
  private void addMore(long at, int[] pieces, List<IlMapping> il) {
    int map = Pages.NONE;
    for (int row : pieces) {
      if (at < from(row)) {
        rows.setRelease(row, FROM, at);
        giveExecutions(row);
      }
      if (map(row) == Pages.NONE && !il.isEmpty()) {
        map = map == Pages.NONE ? store(il) : map;
        rows.setRelease(row, LINKS, pair(older(row), map));
      }
    }
  }

  /** Stores an IL map, in the order of native offsets, behind its length. */
  private int store(List<IlMapping> il) {
    if (il.isEmpty()) {
      return Pages.NONE;
    }
    int map = mappings.append();
    mappings.set(map, 0, il.size());
    il.stream()
        .sorted(Comparator.comparingInt(IlMapping::start))
        .forEach(
            each -> {
              int mapping = mappings.append();
              mappings.set(mapping, 0, pair(each.start(), each.end()));
              mappings.set(mapping, 1, each.ilOffset());
            });
    return map;
  }

  private static long pair(int high, int low) {
    return (long) high << 32 | Integer.toUnsignedLong(low);
  }

  /** Takes code of a method. */
  interface CodeAction {
    /** Adds code that was reported for a time. */
    void accept(long at, FunctionID id, NativeCode code);
  }

  /**
   * Passes all code of methods that had not ended by a time, that included which waits for other
   * facts.
   */
  void forEach(long since, CodeAction action) {
    int last = rows.last();
    for (int row = 1; row <= last; ) {
      int first = row;
      List<NativeCode.Range> ranges = new ArrayList<>();
      do {
        ranges.add(range(row++));
      } while (row <= last && isBehindAnother(row));
      if (from(first) >= since || functions.ids().to(owner(first)) > since) {
        NativeCode code = new NativeCode(rejit(first), ranges, mappings(map(first)));
        action.accept(from(first), functions.id(owner(first)), code);
      }
    }
    for (Claims<NativeCode> claims : List.of(waiting, contested)) {
      for (long id : claims.ids()) {
        claims.within(id, Span.ALL).stream()
            .filter(each -> each.at() >= since)
            .forEach(each -> action.accept(each.at(), new FunctionID(id), each.described()));
      }
    }
  }

  /** Whether a piece is not the first of its code. */
  private boolean isBehindAnother(int row) {
    return (int) rows.get(row, EXTENT) != 0;
  }

  private List<IlMapping> mappings(int map) {
    List<IlMapping> il = new ArrayList<>();
    int size = map == Pages.NONE ? 0 : (int) mappings.get(map, 0);
    for (int mapping = map + 1; mapping <= map + size; mapping++) {
      long range = mappings.get(mapping, 0);
      il.add(new IlMapping((int) mappings.get(mapping, 1), (int) (range >> 32), (int) range));
    }
    return il;
  }

  // ---- reading

  /** The piece that holds an address at a time, or {@link Pages#NONE}. */
  int at(long address, long time) {
    int row = (int) newest.at(address);
    if (row != Pages.NONE && from(row) <= time) {
      return holds(row, address, time) ? row : Pages.NONE;
    }
    return past.at(address, time, this::from, each -> holds(each, address, time));
  }

  /** The row of the function whose code lies at an address at a time, or {@link Pages#NONE}. */
  int functionAt(long address, long time) {
    if (time == StoredView.NOW) {
      int function = (int) (newest.at(address) >>> 32);
      return function != Pages.NONE && functions.ids().isLive(function) ? function : Pages.NONE;
    }
    int row = at(address, time);
    return row == Pages.NONE ? Pages.NONE : owner(row);
  }

  private boolean holds(int row, long address, long time) {
    IdTable ids = functions.ids();
    int owner = owner(row);
    // A piece that began while its function meant nothing, or something else, is of an unknown one.
    return range(row).contains(address)
        && ids.isValidAt(owner, time)
        && ids.isValidAt(owner, from(row));
  }

  /** The function whose code a piece is. */
  int owner(int row) {
    return (int) (rows.getAcquire(row, OWNER) >>> 32);
  }

  /** Returns the code at an address of a piece, as of a time. */
  CodeLocation.InCode location(int row, long address, long time) {
    NativeCode.Range range = range(row);
    int offset = Math.toIntExact(address - range.start()) + (int) rows.get(row, EXTENT);
    return new CodeLocation.InCode(
        functions.fact(owner(row), time), rejit(row), range, offset, il(row, offset), from(row));
  }

  /** The pieces of code of a function that were reported up to a time, oldest first. */
  List<NativeCode.Range> ranges(int function, long time) {
    List<NativeCode.Range> ranges = new ArrayList<>();
    int row = (int) functions.ids().noteValue(function, NoteLists.CODE, Pages.NONE);
    for (; row != Pages.NONE; row = older(row)) {
      if (from(row) <= time) {
        ranges.add(range(row));
      }
    }
    Collections.reverse(ranges);
    return List.copyOf(ranges);
  }

  private IlPosition il(int row, int offset) {
    int map = map(row);
    int low = map + 1;
    int high = map == Pages.NONE ? low : low + (int) mappings.get(map, 0);
    int first = low;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (mappings.get(middle, 0) >> 32 <= offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    boolean covered = low > first && offset < (int) mappings.get(low - 1, 0);
    return covered
        ? IlPosition.of((int) mappings.get(low - 1, 1))
        : IlPosition.Nowhere.NOT_REPORTED;
  }

  /**
   * Returns whether the IL map of a piece has only such IL offsets; of a long map the beginning
   * decides. True where there is no map.
   */
  boolean hasOnly(int row, IntPredicate ilOffsets) {
    int map = map(row);
    int size = map == Pages.NONE ? 0 : (int) Math.min(mappings.get(map, 0), MOST_COMPARED);
    return IntStream.rangeClosed(map + 1, map + size)
        .map(mapping -> (int) mappings.get(mapping, 1))
        .allMatch(offset -> offset < 0 || ilOffsets.test(offset));
  }

  private NativeCode.Range range(int row) {
    return new NativeCode.Range(rows.get(row, START), (int) (rows.get(row, EXTENT) >>> 32));
  }

  private int rejit(int row) {
    return (int) rows.get(row, OWNER);
  }

  private long from(int row) {
    return rows.getAcquire(row, FROM);
  }

  private int older(int row) {
    return (int) (rows.getAcquire(row, LINKS) >>> 32);
  }

  private int map(int row) {
    return (int) rows.getAcquire(row, LINKS);
  }
}
