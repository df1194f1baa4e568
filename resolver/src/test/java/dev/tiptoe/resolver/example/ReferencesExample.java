// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.example;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.reference.LoadedModules;
import dev.tiptoe.resolver.reference.MemberResolution;
import dev.tiptoe.resolver.reference.References;
import dev.tiptoe.resolver.reference.RuntimeType;
import dev.tiptoe.resolver.reference.TypeResolution;
import java.io.PrintStream;
import java.util.Map;

/** What the tokens of a module mean: a type, a type made of others, a member. */
final class ReferencesExample {

  static void run(RuntimeIdMap map, Map<ModuleID, Image> images, ModuleID app, PrintStream out) {
    LoadedModules loaded = LoadedModules.in(map.now(), images);
    References references = References.among(loaded);
    TypeResolution type = references.typeDef(app, new Token(0x01000001));
    RuntimeType tree = references.type(app, new Token(0x1b000001));
    MemberResolution member = references.member(app, new Token(0x0a000001));
    out.println(type.why());
    out.println(tree);
    out.println(member.why());
  }

  private ReferencesExample() {}
}
