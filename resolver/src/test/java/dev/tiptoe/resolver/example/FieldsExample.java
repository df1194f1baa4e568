// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.example;

import dev.tiptoe.resolver.field.Fields;
import dev.tiptoe.resolver.field.FieldsAnswer;
import dev.tiptoe.resolver.field.ResolvedField;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.module.ModuleImages;
import java.io.PrintStream;

/** From a ClassID to the fields of its type. */
final class FieldsExample {

  static void run(RuntimeIdMap map, ClassID ship, PrintStream out) {
    Fields fields = Fields.of(map.now(), new ModuleImages());
    if (fields.of(ship) instanceof FieldsAnswer.Listed listed) {
      for (ResolvedField field : listed.fields()) {
        out.println(field.name() + ": " + field.type().loadedness().why());
      }
    }
  }

  private FieldsExample() {}
}
