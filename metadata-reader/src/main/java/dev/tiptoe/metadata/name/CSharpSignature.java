// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.CustomAttribute;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.Param;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.signature.CallingConvention;
import dev.tiptoe.metadata.signature.MethodHead;
import dev.tiptoe.metadata.signature.SignatureParser;
import dev.tiptoe.metadata.signature.SignatureSkipper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes the parameters of members as C# does: {@code (int, out T[], in Point)}. */
final class CSharpSignature {

  private static final int IN = 0x1;
  private static final int OUT = 0x2;

  private final NameText text;
  private final CSharpTypes types;

  CSharpSignature(NameText text, CSharpTypes types) {
    this.text = text;
    this.types = types;
  }

  /** Writes the parameters of a method; {@code described} has the rows of its parameters. */
  void method(Cursor signature, Optional<MethodDef> described) {
    types.restart();
    SignatureParser reading = types.begin(signature);
    MethodHead head = reading.methodHead();
    reading.type(SignatureSkipper.INSTANCE);
    text.add('(');
    parameters(head.parameters(), reading, described);
    if (head.callingConvention() == CallingConvention.VARARG) {
      text.add(head.parameters() == 0 ? "__arglist" : ", __arglist");
    }
    text.add(')');
  }

  /** Writes the parameters of an indexer; nothing for another property. */
  void property(Cursor signature, Optional<MethodDef> accessor) {
    types.restart();
    SignatureParser reading = types.begin(signature);
    MethodHead head = reading.propertyHead();
    if (head.parameters() > 0) {
      reading.type(SignatureSkipper.INSTANCE);
      text.add('[');
      parameters(head.parameters(), reading, accessor);
      text.add(']');
    }
  }

  /** Writes the return type of a method. */
  void returnType(Cursor signature) {
    types.restart();
    SignatureParser reading = types.begin(signature);
    reading.methodHead();
    reading.type(types);
  }

  /** What the arguments of an instantiation are called. */
  List<String> arguments(SignatureParser reading, int count) {
    List<String> arguments = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int begin = text.length();
      reading.type(types);
      arguments.add(text.cut(begin));
    }
    return arguments;
  }

  private void parameters(int count, SignatureParser reading, Optional<MethodDef> described) {
    for (int i = 0; i < count; i++) {
      reading.skipSentinel();
      text.add(i == 0 ? "" : ", ");
      int sequence = i + 1;
      types.refWord(
          () -> described.flatMap(method -> method.param(sequence)).map(this::word).orElse("ref "));
      reading.type(types);
    }
    types.refWord(() -> "ref ");
  }

  /** The word before a by-ref parameter. */
  private String word(Param param) {
    if ((param.flags() & (IN | OUT)) == OUT) {
      return "out ";
    }
    List<String> attributes = param.customAttributes().stream().map(this::typeName).toList();
    if (attributes.contains("RequiresLocationAttribute")) {
      return "ref readonly ";
    }
    return attributes.contains("IsReadOnlyAttribute") ? "in " : "ref ";
  }

  private String typeName(CustomAttribute attribute) {
    Token constructor = attribute.constructor();
    if (constructor.table() == MethodDef.TABLE) {
      return new MethodDef(types.image, constructor.rid()).declaringType().name();
    }
    Token parent = new MemberRef(types.image, constructor.rid()).parent();
    return parent.table() == TypeRef.TABLE ? new TypeRef(types.image, parent.rid()).name() : "";
  }
}
