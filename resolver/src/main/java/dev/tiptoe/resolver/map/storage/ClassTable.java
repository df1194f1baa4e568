// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.Interval;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The types: ClassIDs, and how a {@link ClassShape} lies in a row. One writer, lock-free readers.
 *
 * <pre>
 *              module row | rid                            | related | note ARGUMENTS
 *   Defined    its own    | TypeDef                        | parent  | where there are any
 *   Array      none       | 1, element type 7, rank 16     | element |
 *   Composite  none       | 0                              |         |
 * </pre>
 */
final class ClassTable implements Lifecycle<ClassShape> {

  private static final int TYPE_DEF = 0x02;
  private static final int ARRAY = 1 << 23;

  private final IdTable ids;
  private final IdLists lists = new IdLists();
  private final PendingRows composites = new PendingRows();
  private final PendingRows madeOfUncertain = new PendingRows();
  private final ClaimedTokens claimed = new ClaimedTokens();
  private final ModuleTable modules;
  private final Dependents dependents;
  private final Replay.Shared shared;
  private final Replay<ClassShape> replay;

  /** Whether dependents of types that seemed immortal are recorded too. */
  private boolean noneIsImmortal;

  ClassTable(
      ModuleTable modules, Dependents dependents, Replay.Shared shared, IdTable.Watcher watcher) {
    this.ids = new IdTable(watcher);
    this.modules = modules;
    this.dependents = dependents;
    this.shared = shared;
    this.replay = new Replay<>(this, shared, ClassID::new);
  }

  @Override
  public IdTable ids() {
    return ids;
  }

  Replay<ClassShape> replay() {
    return replay;
  }

  ClassID id(int row) {
    return new ClassID(ids.id(row));
  }

  // ---- writing

  /** Returns whether a shape is valid: its token is that of a TypeDef. */
  static boolean accepts(ClassShape shape) {
    return !(shape instanceof ClassShape.Defined defined) || isTypeDef(defined.typeDef());
  }

  static boolean isTypeDef(Token token) {
    return token.table() == TYPE_DEF;
  }

  void met(long at, ClassID id, ClassShape shape, EvidenceKind kind) {
    int row = ids.live(id.value());
    if (replay.mayConcernAnother(id.value(), row, at)) {
      replay.describe(id.value(), kind, at, shape);
    } else if (row == Pages.NONE) {
      begin(at, id, shape, kind);
    } else if (!agrees(row, shape) || isOtherArray(row, shape)) {
      replay.describe(id.value(), kind, at, shape);
    } else if (!relatedAgrees(row, shape, kind)) {
      replay.dispute(id.value(), row, kind, at, shape);
    } else {
      add(at, id, row, shape, kind);
    }
  }

  private boolean isOtherArray(int row, ClassShape shape) {
    return shape instanceof ClassShape.Array array
        && !Description.mayEqual(array.element().value(), ids.related(row));
  }

  private void add(long at, ClassID id, int row, ClassShape shape, EvidenceKind kind) {
    long reported = related(shape);
    if (reported != ids.related(row)) {
      if (reported != 0) {
        replay.keep(row);
      }
      setParent(at, row, reported, kind);
      if (reported != ids.related(row)) {
        replay.keep(id.value(), kind, at, shape);
      }
    }
    ids.meetDescribed(row, kind, at);
  }

  private void begin(long at, ClassID id, ClassShape shape, EvidenceKind kind) {
    int module = moduleRow(at, shape);
    if (module == UNKNOWN_OWNER) {
      replay.describe(id.value(), kind, at, shape);
      return;
    }
    long state = state(module, shape);
    int row = ids.draft(id.value(), at, kind, state, related(shape));
    ids.noteDescribed(row, kind, at);
    file(row, shape, at);
    ids.publish(row);
    publishToken(row, id.value());
  }

  private int moduleRow(long at, ClassShape shape) {
    return shape instanceof ClassShape.Defined defined
        ? modules.rowFor(at, defined.module())
        : Pages.NONE;
  }

  private long state(int module, ClassShape shape) {
    boolean mortal =
        shape instanceof ClassShape.Composite
            || (module != Pages.NONE && modules.entry(module).isMortal())
            || isMortal(related(shape))
            || areMortal(arguments(shape));
    long state = RowState.of(module, rid(shape));
    return mortal ? state | RowState.MORTAL : state;
  }

  /** Fills a row with the values that are not in its words, and links it where it belongs. */
  private void file(int row, ClassShape shape, long at) {
    List<ClassID> arguments = arguments(shape);
    if (!arguments.isEmpty()) {
      ids.note(row, NoteLists.ARGUMENTS, lists.add(arguments));
    }
    dependOn(related(shape), arguments, Dependents.ofClass(row), at);
    if (shape instanceof ClassShape.Composite) {
      composites.add(row, at);
    }
    addIfMadeOfUncertain(row, related(shape), arguments, at);
    long state = ids.state(row);
    int module = RowState.moduleRow(state);
    if (module != Pages.NONE) {
      ids.linkOlder(row, modules.entry(module).typeDefs().newest(RowState.rid(state)));
    }
  }

  private void publishToken(int row, long only) {
    long state = ids.state(row);
    int module = RowState.moduleRow(state);
    if (module != Pages.NONE) {
      modules.entry(module).typeDefs().publish(RowState.rid(state), row, only);
    }
  }

  // ---- life

  @Override
  public boolean areOthers(ClassShape known, ClassShape reported) {
    if (known instanceof ClassShape.Array one && reported instanceof ClassShape.Array other) {
      return one.rank() != other.rank()
          || one.elementType() != other.elementType()
          || !Description.mayEqual(one.element().value(), other.element().value());
    }
    if (known instanceof ClassShape.Defined one && reported instanceof ClassShape.Defined other) {
      return !one.module().equals(other.module())
          || !one.typeDef().equals(other.typeDef())
          || !one.typeArguments().equals(other.typeArguments());
    }
    return !known.equals(reported);
  }

  @Override
  public Optional<ClassShape> together(
      ClassShape known, boolean announced, ClassShape reported, EvidenceKind kind) {
    long before = related(known);
    long claimed = related(reported);
    boolean announces = kind == EvidenceKind.ANNOUNCED;
    if (before == claimed || claimed == 0) {
      return Optional.of(known);
    }
    if (before == 0 || (announces && !announced)) {
      return Optional.of(reported);
    }
    return announced && !announces ? Optional.of(known) : Optional.empty();
  }

  @Override
  public int owner(long id, ClassShape shape, long at) {
    return shape instanceof ClassShape.Defined defined
        ? modules.rowAt(at, defined.module(), new ClassID(id))
        : Pages.NONE;
  }

  @Override
  public End end(long id, ClassShape shape, long at) {
    long related = related(shape);
    End end = related == id ? End.NEVER : endAfter(new ClassID(related), at);
    for (ClassID argument : arguments(shape)) {
      end = argument.value() == id ? end : end.or(endAfter(argument, at));
    }
    if (shape instanceof ClassShape.Composite) {
      end = end.or(new End(shared.unloads().after(at), false));
    }
    return shape instanceof ClassShape.Defined defined
        ? end.or(modules.replay().endAfter(defined.module().value(), at))
        : end;
  }

  /** When a type ends after a time; no type never does. */
  End endAfter(ClassID type, long at) {
    return type.isNone() ? End.NEVER : replay.endAfter(type.value(), at);
  }

  @Override
  public long certainEnd(int row, long after, Map<Replay.Asked, Long> visited) {
    long end = endOf(ids.related(row), after, visited);
    for (ClassID argument : arguments(row)) {
      end = Math.min(end, endOf(argument.value(), after, visited));
    }
    ModuleID module = module(row);
    return module.isNone()
        ? end
        : Math.min(end, modules.replay().certainEndAfter(module.value(), after, new HashMap<>()));
  }

  private long endOf(long type, long after, Map<Replay.Asked, Long> visited) {
    return type == 0 ? Interval.OPEN : replay.certainEndAfter(type, after, visited);
  }

  @Override
  public void replayed(int row, long complete) {
    addIfMadeOfUncertain(row, ids.related(row), arguments(row), complete);
  }

  /** Notes a row that was reported as made of types with unknown meanings. */
  private void addIfMadeOfUncertain(int row, long related, List<ClassID> arguments, long at) {
    if (isUncertain(related, at) || areUncertain(arguments, at)) {
      madeOfUncertain.addOnce(row, at);
    }
  }

  /** Whether the meaning of a type's ID at a time is unknown. */
  boolean isUncertain(long type, long at) {
    return type != 0 && ids.isUncertain(type, at);
  }

  /** Whether this holds for one of them. */
  boolean areUncertain(List<ClassID> types, long at) {
    boolean uncertain = false;
    for (int i = 0; !uncertain && i < types.size(); i++) {
      uncertain = isUncertain(types.get(i).value(), at);
    }
    return uncertain;
  }

  /**
   * The rows that were reported as made of types with unknown meanings: the next unload may end
   * them.
   */
  PendingRows madeOfUncertain() {
    return madeOfUncertain;
  }

  /** When what a row is made of ends, after a time. */
  End end(int row, long after) {
    return end(ids.id(row), shape(row), after);
  }

  /** Whether the meaning of a part of a row is unknown. */
  boolean isMadeOfUncertain(int row) {
    return isUncertain(ids.related(row), StoredView.NOW)
        || areUncertain(arguments(row), StoredView.NOW);
  }

  @Override
  public void claimed(long at, ClassShape shape, int by) {
    if (shape instanceof ClassShape.Defined defined) {
      claimed.counted(defined.module(), defined.typeDef().rid(), at, by);
    }
  }

  @Override
  public void lost(long at, ClassShape shape) {
    if (shape instanceof ClassShape.Defined defined) {
      claimed.lost(defined.module(), defined.typeDef().rid(), at);
    }
  }

  /** The TypeDefs that facts named which are in no row. */
  ClaimedTokens claimed() {
    return claimed;
  }

  @Override
  public int begin(long id, Life<ClassShape> life) {
    long state = state(life.owner, life.shape);
    int row = ids.append(id, life, state, related(life.shape));
    file(row, life.shape, life.complete);
    ids.publishApart(row);
    publishToken(row, 0);
    return row;
  }

  @Override
  public boolean isOf(int row, Life<ClassShape> life) {
    return RowState.moduleRow(ids.state(row)) == life.owner && !areOthers(shape(row), life.shape);
  }

  @Override
  public void describe(int row, Life<ClassShape> life) {
    long related = related(life.shape);
    if (related != ids.related(row)) {
      ids.setRelated(row, related);
      dependOn(related, List.of(), Dependents.ofClass(row), life.complete);
    }
  }

  @Override
  public void began(int row) {
    dependOn(ids.related(row), arguments(row), Dependents.ofClass(row), ids.from(row));
  }

  @Override
  public void ended(int row) {
    forgetToken(row);
  }

  /**
   * Whether a row dies with a type that it was written down for: not with an approximate base type,
   * once the exact one is known.
   */
  boolean dependsOn(int row, long type) {
    return ids.related(row) == type
        || arguments(row).stream().anyMatch(argument -> argument.value() == type);
  }

  /** Ends a row with what it depends on; false for none, and for one that has ended. */
  boolean end(long at, int row) {
    boolean lives = isLive(row);
    if (lives) {
      ids.end(row, at);
      forgetToken(row);
    }
    return lives;
  }

  /** Ends the certainty of a row; false for none, and for one that has ended. */
  boolean doubt(long at, int row) {
    boolean lives = isLive(row);
    if (lives) {
      ids.doubt(row, at);
      forgetToken(row);
    }
    return lives;
  }

  private boolean isLive(int row) {
    return row != Pages.NONE && ids.state(row) >= 0;
  }

  private void forgetToken(int row) {
    long state = ids.state(row);
    if (RowState.moduleRow(state) != Pages.NONE) {
      modules.entry(RowState.moduleRow(state)).typeDefs().ended(RowState.rid(state), row);
    }
  }

  /**
   * Takes the rows of pointers and other composites since the last call, whose parts the runtime
   * does not report.
   */
  void takeComposites(PendingRows.Action action) {
    composites.take(action);
  }

  /** The rows of all pointers and their like. */
  PendingRows composites() {
    return composites;
  }

  /**
   * Records that a type was unloaded which seemed immortal: from now on any type may be.
   *
   * @return whether this is the first one, so that earlier dependents are still to be recorded
   */
  boolean noneIsImmortal() {
    boolean news = !noneIsImmortal;
    noneIsImmortal = true;
    return news;
  }

  /** Records that a row dies, from a time on, with those of these types that are mortal. */
  void dependOn(long related, List<ClassID> arguments, int dependent, long at) {
    dependOn(related, dependent, at);
    for (int i = 0; i < arguments.size(); i++) {
      dependOn(arguments.get(i).value(), dependent, at);
    }
  }

  private void dependOn(long id, int dependent, long at) {
    if (mayDie(id)) {
      dependents.add(id, dependent, at);
    }
  }

  /**
   * Returns whether a type may be unloaded. For a type without a description it is not known; this
   * does not make its dependents mortal.
   */
  boolean mayDie(long id) {
    return id != 0 && (noneIsImmortal || !ids.isImmortal(id));
  }

  private boolean isMortal(long id) {
    return id != 0 && ids.isMortal(id);
  }

  /** Whether one of them is. */
  private boolean areMortal(List<ClassID> types) {
    boolean mortal = false;
    for (int i = 0; !mortal && i < types.size(); i++) {
      mortal = isMortal(types.get(i).value());
    }
    return mortal;
  }

  private boolean agrees(int row, ClassShape shape) {
    long state = ids.state(row);
    int module = RowState.moduleRow(state);
    if (shape instanceof ClassShape.Defined defined) {
      return module != Pages.NONE
          && modules.id(module).equals(defined.module())
          && RowState.rid(state) == defined.typeDef().rid()
          && lists.equal(argumentList(row), defined.typeArguments());
    }
    return module == Pages.NONE && RowState.rid(state) == rid(shape);
  }

  /**
   * The base type is exact with the announcement. A base type reported before may be approximate:
   * for {@code class X : Base<X>} the runtime then reports {@code Base<__Canon>}. So an
   * announcement and an earlier report do not conflict, and the announcement is right.
   */
  private boolean relatedAgrees(int row, ClassShape shape, EvidenceKind kind) {
    long known = ids.related(row);
    long claimed = related(shape);
    boolean oneIsExact = ids.isAnnounced(row) != (kind == EvidenceKind.ANNOUNCED);
    return known == 0
        || claimed == 0
        || known == claimed
        || (oneIsExact && shape instanceof ClassShape.Defined);
  }

  private void setParent(long at, int row, long parent, EvidenceKind kind) {
    boolean exact = kind == EvidenceKind.ANNOUNCED && !ids.isAnnounced(row);
    long known = ids.related(row);
    if (parent != 0 && parent != known && (exact || known == 0)) {
      ids.setRelated(row, parent);
      // The row keeps its mortality, since its dependents were recorded, or not, according to it.
      dependOn(parent, List.of(), Dependents.ofClass(row), at);
      addIfMadeOfUncertain(row, parent, List.of(), at);
    }
  }

  private static int rid(ClassShape shape) {
    if (shape instanceof ClassShape.Defined defined) {
      return defined.typeDef().rid();
    }
    return shape instanceof ClassShape.Array array
        ? ARRAY | (array.elementType() & 0x7f) << 16 | (array.rank() & 0xffff)
        : 0;
  }

  private static long related(ClassShape shape) {
    if (shape instanceof ClassShape.Defined defined) {
      return defined.parent().value();
    }
    return shape instanceof ClassShape.Array array ? array.element().value() : 0;
  }

  private static List<ClassID> arguments(ClassShape shape) {
    return shape instanceof ClassShape.Defined defined ? defined.typeArguments() : List.of();
  }

  // ---- reading

  static Token requireTypeDef(Token token) {
    if (!isTypeDef(token)) {
      throw new IllegalArgumentException(token + " is not a TypeDef token");
    }
    return token;
  }

  @Override
  public ClassShape shape(int row) {
    long state = ids.state(row);
    ClassID related = new ClassID(ids.related(row));
    int rid = RowState.rid(state);
    int module = RowState.moduleRow(state);
    if (module != Pages.NONE) {
      return new ClassShape.Defined(
          modules.id(module), Token.of(TYPE_DEF, rid), related, arguments(row));
    }
    return rid == 0
        ? new ClassShape.Composite()
        : new ClassShape.Array(related, rid >>> 16 & 0x7f, rid & 0xffff);
  }

  /** The TypeDef token that an ID has at a time; nil where it has none or means nothing. */
  Token typeDefAt(ClassID id, long time) {
    return Token.of(TYPE_DEF, ids.ridAt(id.value(), time));
  }

  /** The module of the TypeDef; none for what has none. */
  ModuleID module(int row) {
    int module = RowState.moduleRow(ids.state(row));
    return module == Pages.NONE ? new ModuleID(0) : modules.id(module);
  }

  List<ClassID> arguments(int row) {
    return lists.get(argumentList(row));
  }

  /** The types that a row is made of: its type arguments, or its elements. */
  List<ClassID> parts(int row) {
    return shape(row) instanceof ClassShape.Array array ? List.of(array.element()) : arguments(row);
  }

  private int argumentList(int row) {
    return (int) ids.noteValue(row, NoteLists.ARGUMENTS, IdLists.EMPTY);
  }

  ClassFact fact(int row, long time) {
    return new ClassFact(
        id(row),
        shape(row),
        ids.interval(row),
        ids.described(row),
        ids.evidence(row, time),
        ids.isDisputed(row));
  }
}
