// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.CustomAttribute;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.Param;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.signature.CallingConvention;
import dev.tiptoe.metadata.signature.MethodHead;
import dev.tiptoe.metadata.signature.SignatureParser;
import dev.tiptoe.metadata.signature.SignatureSkipper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the parameters of members as C# does: {@code (int, out T[], in Point)}. */
final class CSharpSignature {

  private static final int IN = 0x1;
  private static final int OUT = 0x2;

  /**
   * The limit for attributes of a parameter; those of a hostile one could belong to many methods.
   */
  private static final int MOST_ATTRIBUTES = 64;

  /** Reading the row of a parameter or attribute takes as long as writing so many bytes. */
  private static final int WORK_OF_A_ROW = 16;

  /** The longest name of an attribute with a meaning here, and more. */
  private static final int LONGEST_ATTRIBUTE = 64;

  private final NameText text;
  private final CSharpTypes types;

  /** The method whose parameters are being written, if it is defined here. */
  private Optional<MethodDef> described = Optional.empty();

  /** The rows of its parameters, by sequence; empty until they are needed. */
  private Map<Integer, Param> rows = Map.of();

  /** The number of its parameters. */
  private int count;

  /** The number of the one being written. */
  private int sequence;

  CSharpSignature(NameText text, CSharpTypes types) {
    this.text = text;
    this.types = types;
    types.refWord(this::word);
  }

  /** Writes the parameters of a method; {@code method} has their rows. */
  void method(Cursor signature, Optional<MethodDef> method) {
    SignatureParser reading = types.begin(signature);
    MethodHead head = reading.methodHead();
    reading.type(SignatureSkipper.INSTANCE);
    text.add('(');
    int declared = parameters(head, reading, method);
    if (head.callingConvention() == CallingConvention.VARARG) {
      text.add(declared == 0 ? "__arglist" : ", __arglist");
    }
    text.add(')');
  }

  /** Writes the parameters of an indexer; nothing for another property. */
  void property(Cursor signature, Optional<MethodDef> accessor) {
    SignatureParser reading = types.begin(signature);
    MethodHead head = reading.propertyHead();
    if (head.parameters() > 0) {
      reading.type(SignatureSkipper.INSTANCE);
      text.add('[');
      parameters(head, reading, accessor);
      text.add(']');
    }
  }

  /** Writes the return type of a method. */
  void returnType(Cursor signature) {
    described = Optional.empty();
    SignatureParser reading = types.begin(signature);
    reading.methodHead();
    reading.type(types);
  }

  /** Returns the names of the arguments of an instantiation. */
  List<String> arguments(SignatureParser reading, int count) {
    List<String> arguments = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int begin = text.length();
      reading.type(types);
      arguments.add(text.cut(begin));
    }
    return arguments;
  }

  /** Writes the declared parameters. Returns their number. */
  private int parameters(MethodHead head, SignatureParser reading, Optional<MethodDef> method) {
    described = method;
    rows = Map.of();
    count = head.parameters();
    sequence = 0;
    while (sequence < count && !reading.skipSentinel(head)) {
      text.add(sequence == 0 ? "" : ", ");
      sequence++;
      reading.type(types);
    }
    described = Optional.empty();
    return sequence;
  }

  /**
   * Returns the keyword before a by-ref parameter; the rows of all parameters are read for the
   * first one.
   */
  private String word() {
    if (rows.isEmpty() && described.isPresent()) {
      rows = rows(described.get());
    }
    Param param = rows.get(sequence);
    return param == null || described.isEmpty() ? "ref " : word(param);
  }

  /**
   * Returns a row for each parameter and for the return value. A run may claim more, and all
   * methods may have the same run.
   */
  private Map<Integer, Param> rows(MethodDef method) {
    List<Param> run = method.params();
    int some = Math.min(run.size(), count + 1);
    text.spend(some * WORK_OF_A_ROW);
    Map<Integer, Param> all = new HashMap<>();
    for (Param param : run.subList(0, some)) {
      all.putIfAbsent(param.sequence(), param);
    }
    return all;
  }

  private String word(Param param) {
    if ((param.flags() & (IN | OUT)) == OUT) {
      return "out ";
    }
    List<CustomAttribute> all = param.customAttributes();
    int some = Math.min(all.size(), MOST_ATTRIBUTES);
    text.spend(some * WORK_OF_A_ROW);
    List<String> attributes = all.subList(0, some).stream().map(this::typeName).toList();
    if (attributes.contains("RequiresLocationAttribute")) {
      return "ref readonly ";
    }
    return attributes.contains("IsReadOnlyAttribute") ? "in " : "ref ";
  }

  private String typeName(CustomAttribute attribute) {
    Token constructor = attribute.constructor();
    Token type =
        constructor.table() == MethodDef.TABLE
            ? new MethodDef(types.image, constructor.rid()).declaringType().token()
            : new MemberRef(types.image, constructor.rid()).parent();
    return type.table() == TypeRef.TABLE || type.table() == TypeDef.TABLE
        ? types.image.strings().get(TypeRow.of(types.image, type.value()).name(), LONGEST_ATTRIBUTE)
        : "";
  }
}
