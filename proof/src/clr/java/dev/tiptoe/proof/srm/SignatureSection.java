// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.srm;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.MethodSpec;
import dev.tiptoe.metadata.image.Property;
import dev.tiptoe.metadata.image.Row;
import dev.tiptoe.metadata.image.StandAloneSig;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.signature.MethodSignature;
import dev.tiptoe.metadata.signature.Signature;
import dev.tiptoe.metadata.signature.TypeSignature;
import java.util.List;
import java.util.function.Function;

/** Every signature of a module, with nothing left out. */
final class SignatureSection implements Section {

  @Override
  public void of(Image image, Lines lines) {
    for (Field row : image.rows(Field.TABLE, Field::new)) {
      lines.row(row.token(), () -> List.of(field(Signature.of(row.signature()))));
    }
    for (MethodDef row : image.methodDefs()) {
      lines.row(row.token(), () -> List.of(SignatureText.of(MethodSignature.of(row.signature()))));
    }
    each(image.rows(MemberRef.TABLE, MemberRef::new), MemberRef::signature, lines);
    for (StandAloneSig row : image.rows(StandAloneSig.TABLE, StandAloneSig::new)) {
      lines.row(row.token(), () -> List.of(standAlone(Signature.of(row.signature()))));
    }
    each(image.rows(Property.TABLE, Property::new), Property::signature, lines);
    for (TypeSpec row : image.rows(TypeSpec.TABLE, TypeSpec::new)) {
      lines.row(row.token(), () -> List.of(SignatureText.of(TypeSignature.of(row.signature()))));
    }
    each(image.rows(MethodSpec.TABLE, MethodSpec::new), MethodSpec::instantiation, lines);
  }

  private static <T extends Row> void each(
      List<T> rows, Function<T, Bytes> signature, Lines lines) {
    for (T row : rows) {
      lines.row(row.token(), () -> List.of(SignatureText.of(Signature.of(signature.apply(row)))));
    }
  }

  private static String field(Signature signature) {
    return signature instanceof Signature.OfField ? SignatureText.of(signature) : "?";
  }

  /**
   * The witness does not read the signature of a field, which compilers write for a local constant.
   */
  private static String standAlone(Signature signature) {
    return signature instanceof Signature.OfField ? "?" : SignatureText.of(signature);
  }
}
