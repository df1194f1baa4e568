// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static dev.tiptoe.resolver.map.storage.Shapes.method;
import static dev.tiptoe.resolver.map.storage.Shapes.methodDef;
import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static dev.tiptoe.resolver.map.storage.Shapes.type;
import static dev.tiptoe.resolver.map.storage.Shapes.typeDef;

import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.map.IdView;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The answers of a map about the IDs of random histories, at one time. */
final class MapAnswers {

  private static final int IDS = 7;
  private static final int MODULES = 3;
  private static final int RIDS = 4;

  static List<Object> at(IdView view, long... addresses) {
    List<Object> answers = new ArrayList<>();
    answers.add(view.time());
    for (int id = 1; id <= IDS; id++) {
      answers.add(view.meaningOf(type(id)));
      answers.add(view.meaningOf(method(id)));
      answers.add(view.codeOf(method(id)));
    }
    for (int module = 1; module <= MODULES; module++) {
      answers.add(view.meaningOf(module(module)));
      answers.add(view.meaningOf(new AssemblyID(module)));
      for (int rid = 1; rid <= RIDS; rid++) {
        answers.add(view.observedClassIDs(module(module), typeDef(rid)));
        answers.add(view.observedFunctionIDs(module(module), methodDef(rid)));
      }
    }
    answers.add(Set.copyOf(view.classes().toList()));
    answers.add(Set.copyOf(view.functions().toList()));
    answers.add(Set.copyOf(view.threads().toList()));
    for (long address : addresses) {
      answers.add(view.codeAt(address));
    }
    for (Coverage.Kind kind : Coverage.Kind.values()) {
      answers.add(view.isComplete(kind));
    }
    return answers;
  }

  private MapAnswers() {}
}
