// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import static dev.tiptoe.proof.verify.ComparedAnswer.blob;
import static dev.tiptoe.proof.verify.ComparedAnswer.name;
import static dev.tiptoe.proof.verify.ComparedAnswer.number;
import static dev.tiptoe.proof.verify.ComparedAnswer.token;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.CustomAttribute;
import dev.tiptoe.metadata.image.DeclSecurity;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.FieldMarshal;
import dev.tiptoe.metadata.image.ImplMap;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.ModuleRef;
import dev.tiptoe.metadata.image.Param;
import dev.tiptoe.metadata.image.StandAloneSig;
import java.util.List;
import java.util.Optional;

/**
 * Questions about rows attached to other rows: P/Invoke maps, marshalling, data, attributes,
 * security.
 */
final class AttachedQuestions {

  private AttachedQuestions() {}

  static List<Question<?>> all() {
    return List.of(
        Question.of(
                "GetPinvokeMap",
                MethodDef.TABLE,
                MethodDef::new,
                number("mapping flags", method -> implMap(method).mappingFlags()),
                name(method -> implMap(method).importName()),
                token("import scope", method -> implMap(method).importScope().token()))
            .answeredWhere(method -> method.implMap().isPresent()),
        Question.of(
                "GetFieldMarshal",
                Field.TABLE,
                Field::new,
                blob("native type", field -> nativeType(field.marshal())))
            .answeredWhere(field -> field.marshal().isPresent()),
        Question.of(
                "GetFieldMarshal",
                Param.TABLE,
                Param::new,
                blob("native type", param -> nativeType(param.marshal())))
            .answeredWhere(param -> param.marshal().isPresent()),
        Question.of(
                "GetRVA",
                Field.TABLE,
                Field::new,
                number("RVA", field -> field.rva().orElse(0)),
                number("implementation flags", field -> 0))
            .answeredWhere(field -> field.rva().isPresent()),
        Question.of(
            "GetCustomAttributeProps",
            CustomAttribute.TABLE,
            CustomAttribute::new,
            token("parent", CustomAttribute::parent),
            token("constructor", CustomAttribute::constructor),
            blob("value", CustomAttribute::value)),
        Question.of(
            "GetPermissionSetProps",
            DeclSecurity.TABLE,
            DeclSecurity::new,
            number("action", DeclSecurity::action),
            blob("permission set", DeclSecurity::permissionSet)),
        Question.of(
            "GetSigFromToken",
            StandAloneSig.TABLE,
            StandAloneSig::new,
            blob("signature", StandAloneSig::signature)),
        Question.of("GetModuleRefProps", ModuleRef.TABLE, ModuleRef::new, name(ModuleRef::name)));
  }

  private static ImplMap implMap(MethodDef method) {
    return method.implMap().orElseThrow();
  }

  private static Bytes nativeType(Optional<FieldMarshal> marshal) {
    return marshal.orElseThrow().nativeType();
  }
}
