// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.List;

/**
 * The methods: FunctionIDs, and how a {@link FunctionShape} lies in a row. One writer, lock-free
 * readers.
 *
 * <p>Related is the declaring class; type arguments and the name of a dynamic method are notes.
 */
final class FunctionTable {

  private static final int METHOD_DEF = 0x06;

  private final IdTable ids = new IdTable();
  private final IdLists lists = new IdLists();
  private final NumberedValues<String> dynamicNames = new NumberedValues<>();

  /** Rows without a declaring class, met since the last unload; the writer's own. */
  private final PendingRows shared = new PendingRows();

  private final ModuleTable modules;
  private final ClassTable classes;
  private final MapCounters counters;

  FunctionTable(ModuleTable modules, ClassTable classes, MapCounters counters) {
    this.modules = modules;
    this.classes = classes;
    this.counters = counters;
  }

  IdTable ids() {
    return ids;
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
   * it, and the runtime reports neither its parts nor its end; code that lives on will be met
   * again.
   */
  void doubtShared(long at) {
    shared.take(
        row -> {
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
    if (row == Pages.NONE) {
      begin(at, id, shape, kind);
    } else if (agrees(row, shape)) {
      tellDeclaringClass(row, shape.declaringClass());
      tellArguments(row, shape.typeArguments());
      ids.meet(row, kind, at);
    } else {
      counters.conflict(at, ids, row, id, () -> shape(row), shape);
    }
  }

  private void begin(long at, FunctionID id, FunctionShape shape, EvidenceKind kind) {
    long declaring = shape.declaringClass().value();
    // This comes first, so that the processor waits for this memory and for the following at once.
    boolean diesWithDeclaring = classes.mayDie(declaring);
    int module = modules.rowFor(at, shape.module());
    int rid = shape.methodDef().rid();
    int row = ids.draft(id.value(), at, kind, RowState.of(module, rid), declaring);
    if (!shape.typeArguments().isEmpty()) {
      ids.note(row, Notes.ARGUMENTS, lists.add(shape.typeArguments()));
    }
    if (!shape.dynamicName().isEmpty()) {
      ids.note(row, Notes.NAME, dynamicNames.add(shape.dynamicName()));
    }
    long mortal = diesWithDeclaring ? declaring : 0;
    classes.dependOn(mortal, shape.typeArguments(), Dependents.ofFunction(row));
    TokenIndex byToken = modules.entry(module).methodDefs();
    ids.linkOlder(row, byToken.newest(rid));
    ids.publish(row);
    byToken.publish(rid, row, id.value());
    if (declaring == 0 && shape.dynamicName().isEmpty()) {
      shared.add(row);
    }
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

  private void tellDeclaringClass(int row, ClassID declaring) {
    if (!declaring.isNone() && ids.related(row) == 0) {
      ids.setRelated(row, declaring.value());
      classes.dependOn(declaring.value(), List.of(), Dependents.ofFunction(row));
    }
  }

  private void tellArguments(int row, List<ClassID> arguments) {
    if (!arguments.isEmpty() && argumentList(row) == IdLists.EMPTY) {
      classes.dependOn(0, arguments, Dependents.ofFunction(row));
      ids.note(row, Notes.ARGUMENTS, lists.add(arguments));
    }
  }

  // ---- reading

  static Token requireMethodDef(Token token) {
    if (token.table() != METHOD_DEF) {
      throw new IllegalArgumentException(token + " is not a MethodDef token");
    }
    return token;
  }

  FunctionShape shape(int row) {
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
    return (int) ids.noteValue(row, Notes.ARGUMENTS, IdLists.EMPTY);
  }

  private String dynamicName(int row) {
    int name = (int) ids.noteValue(row, Notes.NAME, Pages.NONE);
    return name == Pages.NONE ? "" : dynamicNames.get(name);
  }

  FunctionFact fact(int row, long time) {
    return new FunctionFact(
        id(row), shape(row), ids.interval(row), ids.evidence(row, time), ids.isDisputed(row));
  }
}
