// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.LookupAnswer;
import java.util.function.Function;

/** Levels as any number of threads ask for them. */
interface AskedLevels {

  /** Returns what a question is answered with; one at a time. */
  <A> A ask(Function<Levels, A> question);

  /** Returns the same for the question that is asked most. */
  default LookupAnswer<ClassID> classIDs(ModuleID module, Token typeDef) {
    return ask(levels -> levels.classIDs(module, typeDef));
  }
}
