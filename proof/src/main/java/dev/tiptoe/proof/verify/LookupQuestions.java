// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import static dev.tiptoe.proof.verify.ComparedAnswer.number;
import static dev.tiptoe.proof.verify.ComparedAnswer.row;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.MethodSemantics;
import dev.tiptoe.metadata.image.Param;
import dev.tiptoe.metadata.image.Row;
import dev.tiptoe.metadata.image.TypeDef;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Questions that look rows up: by name, by signature, by number. */
final class LookupQuestions {

  private static final int ACCESS_MASK = 7;
  private static final int COMPILER_CONTROLLED = 0;
  private static final int MOST_MEMBERS = 10_000;

  private LookupQuestions() {}

  static List<Question<?>> all() {
    return List.of(
        Question.of(
                "FindTypeDefByName",
                TypeDef.TABLE,
                TypeDef::new,
                row("type", LookupQuestions::foundAgain))
            // The CLR treats the part before the last dot as the namespace.
            .about(type -> type.name().indexOf('.') < 0)
            .by(
                type ->
                    new Object[] {
                      wide(qualified(type)),
                      type.enclosing().map(Row::token).orElse(new Token(0)).value()
                    }),
        Question.of(
                "FindMethod",
                MethodDef.TABLE,
                MethodDef::new,
                row(
                    "method",
                    (MethodDef method) ->
                        method.declaringType().findMethod(method.name(), method.signature())))
            .about(method -> isFindable(method.flags(), method.declaringType()))
            .by(method -> member(method.declaringType(), method.name(), method.signature())),
        Question.of(
                "FindField",
                Field.TABLE,
                Field::new,
                row(
                    "field",
                    (Field field) ->
                        field.declaringType().findField(field.name(), field.signature())))
            .about(field -> isFindable(field.flags(), field.declaringType()))
            .by(field -> member(field.declaringType(), field.name(), field.signature())),
        Question.of(
                "GetParamForMethodIndex",
                Param.TABLE,
                Param::new,
                row("parameter", (Param param) -> param.method().param(param.sequence())))
            .by(param -> new Object[] {param.method().token().value(), param.sequence()}),
        Question.of(
                "GetMethodSemantics",
                MethodSemantics.TABLE,
                MethodSemantics::new,
                number("semantics", MethodSemantics::semantics))
            .by(row -> new Object[] {row.method().token().value(), row.association().value()}));
  }

  private static String qualified(TypeDef type) {
    return Questions.qualified(type.namespace(), type.name());
  }

  private static Optional<TypeDef> foundAgain(TypeDef type) {
    return type.enclosing()
        .map(around -> type.image().findNested(around, qualified(type)))
        .orElseGet(() -> type.image().findType(type.namespace(), type.name()));
  }

  /**
   * Returns whether the CLR finds it by name. It does not find members that only the compiler may
   * use. Among very many others finding one would take very long, since it looks at each of them.
   */
  private static boolean isFindable(int flags, TypeDef type) {
    return (flags & ACCESS_MASK) != COMPILER_CONTROLLED
        && type.methods().size() <= MOST_MEMBERS
        && type.fields().size() <= MOST_MEMBERS;
  }

  private static Object[] member(TypeDef of, String name, Bytes signature) {
    byte[] blob = signature.copy(0, signature.length());
    return new Object[] {of.token().value(), wide(name), blob, blob.length};
  }

  private static byte[] wide(String text) {
    return (text + "\0").getBytes(StandardCharsets.UTF_16LE);
  }
}
