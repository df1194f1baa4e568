// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import dev.tiptoe.metadata.FullName;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import java.util.ArrayList;
import java.util.List;

/** Writes the names of TypeDefs and TypeRefs in the form that attributes use. Stateless. */
final class SerializedNames {

  /**
   * The limit of a name: a few bytes can refer to a long name many times; no normal type comes near
   * this.
   */
  private static final int LONGEST = 1 << 16;

  private SerializedNames() {}

  /**
   * Returns the name of a TypeDef or TypeRef; without the assembly for one in this module or
   * assembly.
   */
  static SerializedTypeName of(Image image, Token type) {
    if (type.table() != TypeDef.TABLE && type.table() != TypeRef.TABLE) {
      throw image.metadata().strings().damaged(type + " has no name");
    }
    List<Token> chain = image.withEnclosing(type);
    List<String> path = new ArrayList<>();
    int length = 0;
    for (Token each : chain) {
      String name = name(image, each);
      length += name.length();
      if (name.isEmpty() || length > LONGEST) {
        throw image.metadata().strings().damaged(type + " has no name, or one without end");
      }
      path.add(name);
    }
    return new SerializedTypeName(path, List.of(), "", assembly(image, chain.get(0)));
  }

  private static String name(Image image, Token type) {
    if (type.table() == TypeDef.TABLE) {
      TypeDef row = new TypeDef(image, type.rid());
      return new FullName(row.namespace(), row.name()).toString();
    }
    TypeRef row = new TypeRef(image, type.rid());
    return new FullName(row.namespace(), row.name()).toString();
  }

  /** Returns the assembly that a type's name states; empty for this one. */
  private static String assembly(Image image, Token outermost) {
    if (outermost.table() == TypeDef.TABLE) {
      return "";
    }
    Token scope = new TypeRef(image, outermost.rid()).resolutionScope();
    return scope.table() == AssemblyRef.TABLE && !scope.isNil()
        ? new AssemblyRef(image, scope.rid()).identity().toString()
        : "";
  }
}
