// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.FunctionFact;
import java.util.List;
import java.util.Optional;

/**
 * The methods: FunctionIDs, and how a {@link FunctionShape} lies in a row. One writer, lock-free
 * readers.
 *
 * <p>Related is the declaring class; type arguments and the name of a dynamic method are notes.
 */
final class FunctionTable implements Lifecycle<FunctionShape> {

  private static final int METHOD_DEF = 0x06;

  private final IdTable ids;
  private final IdLists lists = new IdLists();
  private final NumberedValues<String> dynamicNames = new NumberedValues<>();

  /** Rows without a declaring class; the writer's own. */
  private final PendingRows shared = new PendingRows();

  private final PendingRows overUncertain = new PendingRows();
  private final ClaimedTokens claimed = new ClaimedTokens();

  /** The unloads that did not say which methods went with them. */
  private final Unloads untold = new Unloads();

  private final ModuleTable modules;
  private final ClassTable classes;
  private final Replay<FunctionShape> replay;

  FunctionTable(
      ModuleTable modules, ClassTable classes, Replay.Shared common, IdTable.Watcher watcher) {
    this.ids = new IdTable(watcher);
    this.modules = modules;
    this.classes = classes;
    this.replay = new Replay<>(this, common, FunctionID::new);
  }

  @Override
  public IdTable ids() {
    return ids;
  }

  Replay<FunctionShape> replay() {
    return replay;
  }

  Unloads untold() {
    return untold;
  }

  /** The rows of all shared code. */
  PendingRows sharedCode() {
    return shared;
  }

  FunctionID id(int row) {
    return new FunctionID(ids.id(row));
  }

  // ---- writing

  /** Whether a shape makes sense: its token names a MethodDef. */
  static boolean accepts(FunctionShape shape) {
    return shape.methodDef().table() == METHOD_DEF;
  }

  /**
   * Ends the certainty of all shared code. Shared code over a type that can be unloaded dies with
   * it, and the runtime reports neither its parts nor its end; code that is still there will be
   * reported again.
   */
  void doubtShared(long at) {
    shared.take(
        (row, since) -> {
          if (ids.related(row) == 0) {
            doubt(at, row);
          }
        });
  }

  /** Ends the certainty of a row, unless it has ended. */
  void doubt(long at, int row) {
    if (ids.state(row) >= 0) {
      ids.doubt(row, at);
      forgetToken(row);
    }
  }

  void met(long at, FunctionID id, FunctionShape shape, EvidenceKind kind) {
    int row = ids.live(id.value());
    if (replay.mayConcernAnother(id.value(), row, at)) {
      replay.describe(id.value(), kind, at, shape);
    } else if (row == Pages.NONE) {
      begin(at, id, shape, kind);
    } else if (agrees(row, shape)) {
      add(at, id, row, shape, kind);
    } else {
      replay.describe(id.value(), kind, at, shape);
    }
  }

  private void add(long at, FunctionID id, int row, FunctionShape shape, EvidenceKind kind) {
    boolean less = saysLess(shape, ids.related(row), argumentList(row) != IdLists.EMPTY);
    boolean more =
        (ids.related(row) == 0 && !shape.declaringClass().isNone())
            || (argumentList(row) == IdLists.EMPTY && !shape.typeArguments().isEmpty());
    if (more) {
      replay.keep(row);
      setDeclaringClass(at, row, shape.declaringClass());
      setArguments(at, row, shape.typeArguments());
    }
    if (less) {
      replay.keep(id.value(), kind, at, shape);
    }
    ids.meetDescribed(row, kind, at);
  }

  private static boolean saysLess(FunctionShape shape, long declaring, boolean hasArguments) {
    return (declaring != 0 && shape.declaringClass().isNone())
        || (hasArguments && shape.typeArguments().isEmpty());
  }

  private void begin(long at, FunctionID id, FunctionShape shape, EvidenceKind kind) {
    long declaring = shape.declaringClass().value();
    // This comes first, so that the processor waits for this memory and for the following at once.
    boolean diesWithDeclaring = classes.mayDie(declaring);
    int module = modules.rowFor(at, shape.module());
    if (module == UNKNOWN_OWNER) {
      replay.describe(id.value(), kind, at, shape);
      return;
    }
    int rid = shape.methodDef().rid();
    int row = ids.draft(id.value(), at, kind, RowState.of(module, rid), declaring);
    ids.noteDescribed(row, kind, at);
    file(row, shape, diesWithDeclaring ? declaring : 0, at);
    ids.publish(row);
    modules.entry(module).methodDefs().publish(rid, row, id.value());
  }

  /** Fills a row with the values that are not in its words, and links it where it belongs. */
  private void file(int row, FunctionShape shape, long mortal, long at) {
    if (!shape.typeArguments().isEmpty()) {
      ids.note(row, NoteLists.ARGUMENTS, lists.add(shape.typeArguments()));
    }
    if (!shape.dynamicName().isEmpty()) {
      ids.note(row, NoteLists.NAME, dynamicNames.add(shape.dynamicName()));
    }
    classes.dependOn(mortal, shape.typeArguments(), Dependents.ofFunction(row), at);
    addIfOverUncertain(row, mortal, shape.typeArguments(), at);
    ids.linkOlder(row, tokens(row).newest(RowState.rid(ids.state(row))));
    if (isShared(shape)) {
      shared.add(row, at);
    }
  }

  private TokenIndex tokens(int row) {
    return modules.entry(RowState.moduleRow(ids.state(row))).methodDefs();
  }

  private static boolean isShared(FunctionShape shape) {
    return shape.declaringClass().isNone() && shape.dynamicName().isEmpty();
  }

  // ---- life

  @Override
  public boolean areOthers(FunctionShape known, FunctionShape reported) {
    return !known.module().equals(reported.module())
        || !known.methodDef().equals(reported.methodDef())
        || !known.dynamicName().equals(reported.dynamicName())
        || !(known.declaringClass().isNone()
            || reported.declaringClass().isNone()
            || known.declaringClass().equals(reported.declaringClass()))
        || !(known.typeArguments().isEmpty()
            || reported.typeArguments().isEmpty()
            || known.typeArguments().equals(reported.typeArguments()));
  }

  @Override
  public Optional<FunctionShape> together(
      FunctionShape known, boolean announced, FunctionShape reported, EvidenceKind kind) {
    return Optional.of(
        new FunctionShape(
            known.declaringClass().isNone() ? reported.declaringClass() : known.declaringClass(),
            known.module(),
            known.methodDef(),
            known.typeArguments().isEmpty() ? reported.typeArguments() : known.typeArguments(),
            known.dynamicName()));
  }

  @Override
  public int owner(long id, FunctionShape shape, long at) {
    return modules.rowAt(at, shape.module(), new FunctionID(id));
  }

  @Override
  public End end(long id, FunctionShape shape, long at) {
    End end = modules.replay().endAfter(shape.module().value(), at);
    end = end.or(classes.endAfter(shape.declaringClass(), at));
    for (ClassID argument : shape.typeArguments()) {
      end = end.or(classes.endAfter(argument, at));
    }
    return isShared(shape) ? end.or(new End(untold.after(at), false)) : end;
  }

  @Override
  public void claimed(long at, FunctionShape shape, int by) {
    claimed.counted(shape.module(), shape.methodDef().rid(), at, by);
  }

  @Override
  public void lost(long at, FunctionShape shape) {
    claimed.lost(shape.module(), shape.methodDef().rid(), at);
  }

  /** The MethodDefs that facts named which are in no row. */
  ClaimedTokens claimed() {
    return claimed;
  }

  @Override
  public int begin(long id, Life<FunctionShape> life) {
    FunctionShape shape = life.shape;
    long declaring = shape.declaringClass().value();
    int rid = shape.methodDef().rid();
    int row = ids.append(id, life, RowState.of(life.owner, rid), declaring);
    file(row, shape, declaring, life.complete);
    ids.publishApart(row);
    tokens(row).publish(rid, row);
    return row;
  }

  @Override
  public boolean isOf(int row, Life<FunctionShape> life) {
    // Type arguments are in a note, which is never removed.
    boolean fits = arguments(row).isEmpty() || !life.shape.typeArguments().isEmpty();
    return fits
        && RowState.moduleRow(ids.state(row)) == life.owner
        && !areOthers(shape(row), life.shape);
  }

  @Override
  public void replayed(int row, long complete) {
    addIfOverUncertain(row, ids.related(row), arguments(row), complete);
  }

  /** Notes a row that was reported as over types with unknown meanings. */
  private void addIfOverUncertain(int row, long declaring, List<ClassID> arguments, long at) {
    if (classes.isUncertain(declaring, at) || classes.areUncertain(arguments, at)) {
      overUncertain.addOnce(row, at);
    }
  }

  /**
   * The rows that were reported as over types with unknown meanings: the next unload may end them.
   */
  PendingRows overUncertain() {
    return overUncertain;
  }

  /** When what a row is over ends, after a time. */
  End end(int row, long after) {
    return end(ids.id(row), shape(row), after);
  }

  /** Whether the meaning of a type that a row is over is unknown. */
  boolean isOverUncertain(int row) {
    return classes.isUncertain(ids.related(row), StoredView.NOW)
        || classes.areUncertain(arguments(row), StoredView.NOW);
  }

  @Override
  public void describe(int row, Life<FunctionShape> life) {
    FunctionShape shape = life.shape;
    long declaring = shape.declaringClass().value();
    if (declaring != ids.related(row)) {
      ids.setRelated(row, declaring);
      classes.dependOn(declaring, List.of(), Dependents.ofFunction(row), life.complete);
      if (isShared(shape)) {
        shared.add(row, life.complete);
      }
    }
    setArguments(life.complete, row, shape.typeArguments());
  }

  @Override
  public void began(int row) {
    classes.dependOn(ids.related(row), arguments(row), Dependents.ofFunction(row), ids.from(row));
  }

  @Override
  public void ended(int row) {
    forgetToken(row);
  }

  /** Whether a row dies with a type that it was written down for. */
  boolean dependsOn(int row, long type) {
    return ids.related(row) == type
        || arguments(row).stream().anyMatch(argument -> argument.value() == type);
  }

  /** Ends a row, unless there is none or it has ended. */
  void end(long at, int row) {
    if (row != Pages.NONE && ids.state(row) >= 0) {
      ids.end(row, at);
      forgetToken(row);
    }
  }

  private void forgetToken(int row) {
    long state = ids.state(row);
    modules.entry(RowState.moduleRow(state)).methodDefs().ended(RowState.rid(state), row);
  }

  private boolean agrees(int row, FunctionShape shape) {
    long known = ids.related(row);
    long claimed = shape.declaringClass().value();
    return (known == 0 || claimed == 0 || known == claimed)
        && module(row).equals(shape.module())
        && RowState.rid(ids.state(row)) == shape.methodDef().rid()
        && argumentsAgree(argumentList(row), shape.typeArguments())
        && dynamicName(row).equals(shape.dynamicName());
  }

  /** All IDs of one MethodDef have type arguments, or none has; without any, they are not known. */
  private boolean argumentsAgree(int known, List<ClassID> claimed) {
    return known == IdLists.EMPTY || claimed.isEmpty() || lists.equal(known, claimed);
  }

  private void setDeclaringClass(long at, int row, ClassID declaring) {
    if (!declaring.isNone() && ids.related(row) == 0) {
      ids.setRelated(row, declaring.value());
      classes.dependOn(declaring.value(), List.of(), Dependents.ofFunction(row), at);
      addIfOverUncertain(row, declaring.value(), List.of(), at);
    }
  }

  private void setArguments(long at, int row, List<ClassID> arguments) {
    if (!arguments.isEmpty() && argumentList(row) == IdLists.EMPTY) {
      classes.dependOn(0, arguments, Dependents.ofFunction(row), at);
      addIfOverUncertain(row, 0, arguments, at);
      ids.note(row, NoteLists.ARGUMENTS, lists.add(arguments));
      ids.changed(row);
    }
  }

  // ---- reading

  static Token requireMethodDef(Token token) {
    if (token.table() != METHOD_DEF) {
      throw new IllegalArgumentException(token + " is not a MethodDef token");
    }
    return token;
  }

  @Override
  public FunctionShape shape(int row) {
    return new FunctionShape(
        new ClassID(ids.related(row)),
        module(row),
        methodDef(row),
        arguments(row),
        dynamicName(row));
  }

  private Token methodDef(int row) {
    return Token.of(METHOD_DEF, RowState.rid(ids.state(row)));
  }

  /** The MethodDef token that an ID has at a time; nil where it has none or means nothing. */
  Token methodDefAt(FunctionID id, long time) {
    return Token.of(METHOD_DEF, ids.ridAt(id.value(), time));
  }

  ModuleID module(int row) {
    return modules.id(RowState.moduleRow(ids.state(row)));
  }

  List<ClassID> arguments(int row) {
    return lists.get(argumentList(row));
  }

  private int argumentList(int row) {
    return (int) ids.noteValue(row, NoteLists.ARGUMENTS, IdLists.EMPTY);
  }

  private String dynamicName(int row) {
    int name = (int) ids.noteValue(row, NoteLists.NAME, Pages.NONE);
    return name == Pages.NONE ? "" : dynamicNames.get(name);
  }

  FunctionFact fact(int row, long time) {
    return new FunctionFact(
        id(row),
        shape(row),
        ids.interval(row),
        ids.described(row),
        ids.evidence(row, time),
        ids.isDisputed(row));
  }
}
