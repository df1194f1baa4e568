// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.RuntimeID;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongFunction;

/**
 * The differences between TypeDefs and MethodDefs in the look-up of their IDs.
 *
 * @param ids where their IDs are
 * @param index from a module to its rows, by rid
 * @param typed an ID as what it is
 * @param arguments the type arguments of a row
 * @param declaringClass the class that declares a row; none for types
 * @param claimed what facts named that are in no row
 * @param absent when a rid of a module was last looked for and not found, up to a time
 * @param <I> the kind of ID
 */
record TokenKind<I extends RuntimeID>(
    IdTable ids,
    Function<ModuleEntry, TokenIndex> index,
    LongFunction<I> typed,
    IntFunction<List<ClassID>> arguments,
    IntFunction<ClassID> declaringClass,
    ClaimedTokens claimed,
    Absent absent) {

  /** When a rid of a module was last looked for and not found. */
  interface Absent {
    OptionalLong last(ModuleEntry module, int rid, long time);
  }

  static TokenKind<ClassID> typeDefs(MapTables tables) {
    return new TokenKind<>(
        tables.classes().ids(),
        ModuleEntry::typeDefs,
        ClassID::new,
        tables.classes()::arguments,
        row -> new ClassID(0),
        tables.classes().claimed(),
        (module, rid, time) -> tables.absences().last(module.absentTypeDefs(), rid, time));
  }

  static TokenKind<FunctionID> methodDefs(MapTables tables) {
    IdTable ids = tables.functions().ids();
    return new TokenKind<>(
        ids,
        ModuleEntry::methodDefs,
        FunctionID::new,
        tables.functions()::arguments,
        row -> new ClassID(ids.related(row)),
        tables.functions().claimed(),
        (module, rid, time) -> OptionalLong.empty());
  }
}
