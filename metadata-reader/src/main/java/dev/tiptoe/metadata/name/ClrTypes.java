// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.signature.MethodHead;
import java.util.List;

/**
 * Writes types as the runtime writes the type of a method: {@code N.Outer+List`1[System.Int32[]]}.
 *
 * <p>Follows {@code TypeString::AppendType} in dotnet/runtime.
 */
final class ClrTypes extends ReflectionTypes {

  private static final String RESERVED = ",[]&*+\\";

  ClrTypes(Image image, NameText text, TypeNames names) {
    super(image, text, names);
  }

  /** Writes a full name; characters with a meaning in it get a backslash. */
  static void writeName(Image image, int token, NameText text) {
    List<TypeRow> chain = TypeRow.chain(image, token);
    for (int i = 0; i < chain.size(); i++) {
      if (i > 0) {
        text.add('+');
      }
      int part = text.length();
      chain.get(i).writeTo(text);
      escape(part, text);
    }
  }

  private static void escape(int from, NameText text) {
    String name = text.cut(from);
    for (int i = 0; i < name.length(); i++) {
      if (RESERVED.indexOf(name.charAt(i)) >= 0) {
        text.add('\\');
      }
      text.add(name.charAt(i));
    }
  }

  @Override
  public void beginArguments(int count) {
    text.add('[');
  }

  @Override
  public void endArguments() {
    text.add(']');
  }

  @Override
  public void beginMethod(MethodHead head) {}
}
