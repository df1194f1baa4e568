// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.example;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.Moment;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.reference.MemberResolution;
import dev.tiptoe.resolver.reference.RuntimeType;
import dev.tiptoe.resolver.reference.TypeResolution;
import java.io.PrintStream;
import java.util.List;

/** Resolves the tokens of a module: a type, a composed type, a member. */
final class ReferencesExample {

  static void run(Image fruit, Image app, PrintStream out) {
    Moment now = Session.of(List.of(fruit, app)).now();
    ModuleID from = new ModuleID(2);
    TypeResolution type = now.typeDef(from, new Token(0x01000001));
    RuntimeType tree = now.type(from, new Token(0x1b000001));
    MemberResolution member = now.member(from, new Token(0x0a000001));
    out.println(type.kind() + ": " + type.why());
    out.println(now.nameOf(tree));
    out.println(member.kind() + ": " + member.why());
    out.println(now.typeDef(from, new Token(0x02000fff)).why());
  }

  private ReferencesExample() {}
}
