// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.List;
import java.util.function.IntConsumer;

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
final class ClassTable {

  private static final int TYPE_DEF = 0x02;
  private static final int ARRAY = 1 << 23;

  private final IdTable ids = new IdTable();
  private final IdLists lists = new IdLists();
  private final PendingRows composites = new PendingRows();
  private final ModuleTable modules;
  private final Dependents dependents;
  private final MapCounters counters;

  /** Whether dependents of types that seemed immortal are recorded too. */
  private boolean noneIsImmortal;

  ClassTable(ModuleTable modules, Dependents dependents, MapCounters counters) {
    this.modules = modules;
    this.dependents = dependents;
    this.counters = counters;
  }

  IdTable ids() {
    return ids;
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
    if (row == Pages.NONE) {
      begin(at, id, shape, kind);
    } else if (agrees(row, shape) && relatedAgrees(row, shape, kind)) {
      tellParent(row, related(shape), kind);
      ids.meet(row, kind, at);
    } else {
      counters.conflict(at, ids, row, id, () -> shape(row), shape);
    }
  }

  private void begin(long at, ClassID id, ClassShape shape, EvidenceKind kind) {
    List<ClassID> arguments = arguments(shape);
    long related = related(shape);
    long state = state(at, shape);
    int module = RowState.moduleRow(state);
    boolean composite = shape instanceof ClassShape.Composite;
    boolean mortal =
        composite
            || (module != Pages.NONE && modules.entry(module).isMortal())
            || isMortal(related)
            || areMortal(arguments);
    if (mortal) {
      state |= RowState.MORTAL;
    }
    int row = ids.draft(id.value(), at, kind, state, related);
    if (!arguments.isEmpty()) {
      ids.note(row, Notes.ARGUMENTS, lists.add(arguments));
    }
    dependOn(related, arguments, Dependents.ofClass(row));
    if (composite) {
      composites.add(row);
    }
    if (module == Pages.NONE) {
      ids.publish(row);
      return;
    }
    TokenIndex byToken = modules.entry(module).typeDefs();
    ids.linkOlder(row, byToken.newest(RowState.rid(state)));
    ids.publish(row);
    byToken.publish(RowState.rid(state), row, id.value());
  }

  /**
   * Whether a row dies with a type that it was written down for: not with an approximate base type,
   * once the exact one is known.
   */
  boolean dependsOn(int row, long type) {
    return ids.related(row) == type
        || arguments(row).stream().anyMatch(argument -> argument.value() == type);
  }

  /** Ends a row; false for none, and for one that has ended. */
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
  void takeComposites(IntConsumer action) {
    composites.take(action);
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

  /** Records that a row dies with those of these types that are mortal. */
  void dependOn(long related, List<ClassID> arguments, int dependent) {
    dependOn(related, dependent);
    for (int i = 0; i < arguments.size(); i++) {
      dependOn(arguments.get(i).value(), dependent);
    }
  }

  private void dependOn(long id, int dependent) {
    if (mayDie(id)) {
      dependents.add(id, dependent);
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
    boolean oneIsExact = isAnnounced(row) != (kind == EvidenceKind.ANNOUNCED);
    return known == 0
        || claimed == 0
        || known == claimed
        || (oneIsExact && shape instanceof ClassShape.Defined);
  }

  private boolean isAnnounced(int row) {
    return RowState.has(ids.state(row), EvidenceKind.ANNOUNCED);
  }

  private void tellParent(int row, long parent, EvidenceKind kind) {
    boolean exact = kind == EvidenceKind.ANNOUNCED && !isAnnounced(row);
    long known = ids.related(row);
    if (parent != 0 && parent != known && (exact || known == 0)) {
      ids.setRelated(row, parent);
      // The row keeps its mortality, since its dependents were recorded, or not, according to it.
      dependOn(parent, List.of(), Dependents.ofClass(row));
    }
  }

  private long state(long at, ClassShape shape) {
    int module =
        shape instanceof ClassShape.Defined defined ? modules.rowFor(at, defined.module()) : 0;
    return RowState.of(module, rid(shape));
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

  ClassShape shape(int row) {
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
    return (int) ids.noteValue(row, Notes.ARGUMENTS, IdLists.EMPTY);
  }

  ClassFact fact(int row, long time) {
    return new ClassFact(
        id(row), shape(row), ids.interval(row), ids.evidence(row, time), ids.isDisputed(row));
  }
}
