// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.example;

import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.answer.ResolvedField;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.LookupAnswer;
import java.io.PrintStream;

/** From a ClassID to the fields of its type. */
final class FieldsExample {

  static void run(Session session, ClassID ship, PrintStream out) {
    for (ResolvedField field : session.now().fields(ship).fields()) {
      LookupAnswer<ClassID> type = field.type().loadedness();
      out.println(field.name() + ": " + type.kind() + " " + type.ids());
      out.println("  " + type.why());
    }
  }

  private FieldsExample() {}
}
