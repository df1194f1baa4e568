// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.srm;

import static dev.tiptoe.proof.srm.RowTexts.flags;
import static dev.tiptoe.proof.srm.RowTexts.guid;
import static dev.tiptoe.proof.srm.RowTexts.hash;
import static dev.tiptoe.proof.srm.RowTexts.number;
import static dev.tiptoe.proof.srm.RowTexts.orNone;

import dev.tiptoe.metadata.image.Assembly;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.Constant;
import dev.tiptoe.metadata.image.DeclSecurity;
import dev.tiptoe.metadata.image.Event;
import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.File;
import dev.tiptoe.metadata.image.GenericParam;
import dev.tiptoe.metadata.image.GenericParamConstraint;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.InterfaceImpl;
import dev.tiptoe.metadata.image.ManifestResource;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.MethodImpl;
import dev.tiptoe.metadata.image.MethodSemantics;
import dev.tiptoe.metadata.image.MethodSpec;
import dev.tiptoe.metadata.image.ModuleDef;
import dev.tiptoe.metadata.image.ModuleRef;
import dev.tiptoe.metadata.image.Param;
import dev.tiptoe.metadata.image.Property;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import java.util.List;

/** The rows of all tables that are more than a signature, an attribute or a body. */
final class RowSection implements Section {

  private static final int OTHER = 0x4;
  private static final List<RowTexts<?>> TABLES =
      List.of(
          new RowTexts<>(ModuleDef.TABLE, ModuleDef::new, RowSection::module),
          new RowTexts<>(TypeRef.TABLE, TypeRef::new, RowSection::typeRef),
          new RowTexts<>(TypeDef.TABLE, TypeDef::new, RowSection::typeDef),
          new RowTexts<>(Field.TABLE, Field::new, RowSection::field),
          new RowTexts<>(MethodDef.TABLE, MethodDef::new, RowSection::methodDef),
          new RowTexts<>(Param.TABLE, Param::new, RowSection::param),
          new RowTexts<>(InterfaceImpl.TABLE, InterfaceImpl::new, RowSection::interfaceImpl),
          new RowTexts<>(MemberRef.TABLE, MemberRef::new, RowSection::memberRef),
          new RowTexts<>(Constant.TABLE, Constant::new, RowSection::constant),
          new RowTexts<>(DeclSecurity.TABLE, DeclSecurity::new, RowSection::declSecurity),
          new RowTexts<>(Event.TABLE, Event::new, RowSection::event),
          new RowTexts<>(Property.TABLE, Property::new, RowSection::property),
          new RowTexts<>(MethodImpl.TABLE, MethodImpl::new, RowSection::methodImpl),
          new RowTexts<>(ModuleRef.TABLE, ModuleRef::new, row -> List.of(row.name())),
          new RowTexts<>(Assembly.TABLE, Assembly::new, RowSection::assembly),
          new RowTexts<>(AssemblyRef.TABLE, AssemblyRef::new, RowSection::assemblyRef),
          new RowTexts<>(File.TABLE, File::new, RowSection::file),
          new RowTexts<>(ExportedType.TABLE, ExportedType::new, RowSection::exportedType),
          new RowTexts<>(
              ManifestResource.TABLE, ManifestResource::new, RowSection::manifestResource),
          new RowTexts<>(GenericParam.TABLE, GenericParam::new, RowSection::genericParam),
          new RowTexts<>(MethodSpec.TABLE, MethodSpec::new, row -> List.of(row.method())),
          new RowTexts<>(
              GenericParamConstraint.TABLE,
              GenericParamConstraint::new,
              row -> List.of(row.parameter(), row.constraint())));

  @Override
  public void of(Image image, Lines lines) {
    TABLES.forEach(table -> table.of(image, lines));
  }

  private static List<?> module(ModuleDef row) {
    return List.of(
        row.generation(), row.name(), guid(row.mvid()), guid(row.encId()), guid(row.encBaseId()));
  }

  private static List<?> typeRef(TypeRef row) {
    return List.of(row.resolutionScope(), row.namespace(), row.name());
  }

  private static List<?> typeDef(TypeDef row) {
    return List.of(
        flags(row.flags()),
        row.namespace(),
        row.name(),
        row.extendsType(),
        orNone(row.enclosing()),
        row.layout()
            .map(one -> one.packingSize() + "/" + Integer.toUnsignedString(one.classSize()))
            .orElse(""),
        row.fields(),
        row.methods(),
        row.properties(),
        row.events(),
        row.nestedTypes(),
        row.interfaces(),
        row.methodImpls(),
        row.genericParameters(),
        row.securityDeclarations(),
        row.customAttributes());
  }

  private static List<?> field(Field row) {
    return List.of(
        flags(row.flags()),
        row.name(),
        row.declaringType(),
        orNone(row.constant()),
        number(row.offset()),
        Integer.toUnsignedString(row.rva().orElse(0)),
        row.marshal().map(marshal -> hash(marshal.nativeType())).orElse(""),
        row.customAttributes());
  }

  private static List<?> methodDef(MethodDef row) {
    return List.of(
        Integer.toUnsignedString(row.rva()),
        flags(row.implFlags()),
        flags(row.flags()),
        row.name(),
        row.declaringType(),
        row.params(),
        row.genericParameters(),
        flags(row.implMap().map(map -> map.mappingFlags()).orElse(0)),
        row.implMap().map(map -> map.importName()).orElse(""),
        orNone(row.implMap().map(map -> map.importScope())),
        row.securityDeclarations(),
        row.customAttributes());
  }

  private static List<?> param(Param row) {
    return List.of(
        flags(row.flags()),
        row.sequence(),
        row.name(),
        orNone(row.constant()),
        row.marshal().map(marshal -> hash(marshal.nativeType())).orElse(""),
        row.customAttributes());
  }

  private static List<?> interfaceImpl(InterfaceImpl row) {
    return List.of(row.interfaceType(), row.customAttributes());
  }

  private static List<?> memberRef(MemberRef row) {
    return List.of(row.parent(), row.name());
  }

  private static List<?> constant(Constant row) {
    return List.of(row.parent(), row.type(), ConstantText.orDamaged(row));
  }

  private static List<?> declSecurity(DeclSecurity row) {
    return List.of(flags(row.action()), row.parent(), hash(row.permissionSet()));
  }

  private static List<?> event(Event row) {
    return List.of(
        flags(row.flags()),
        row.name(),
        row.eventType(),
        orNone(row.adder()),
        orNone(row.remover()),
        orNone(row.raiser()),
        others(row.semantics()),
        row.customAttributes());
  }

  private static List<?> property(Property row) {
    return List.of(
        flags(row.flags()),
        row.name(),
        orNone(row.getter()),
        orNone(row.setter()),
        others(row.semantics()),
        orNone(row.constant()),
        row.customAttributes());
  }

  private static List<?> methodImpl(MethodImpl row) {
    return List.of(row.type(), row.body(), row.declaration());
  }

  private static List<?> assembly(Assembly row) {
    return List.of(
        flags(row.hashAlgorithm()),
        row.identity().version(),
        flags(row.flags()),
        hash(row.publicKey()),
        row.name(),
        row.culture(),
        row.identity().publicKeyToken(),
        row.securityDeclarations(),
        row.customAttributes());
  }

  private static List<?> assemblyRef(AssemblyRef row) {
    return List.of(
        row.identity().version(),
        flags(row.flags()),
        hash(row.publicKeyOrToken()),
        row.name(),
        row.culture(),
        hash(row.hashValue()),
        row.identity().publicKeyToken(),
        row.customAttributes());
  }

  private static List<?> file(File row) {
    return List.of(row.flags() == 0 ? "metadata" : "", row.name(), hash(row.hashValue()));
  }

  private static List<?> exportedType(ExportedType row) {
    return List.of(
        flags(row.flags()),
        Integer.toUnsignedString(row.typeDefId().value()),
        row.namespace(),
        row.name(),
        row.implementation(),
        row.isForwarder() ? "forwarder" : "");
  }

  private static List<?> manifestResource(ManifestResource row) {
    return List.of(
        Integer.toUnsignedString(row.offset()),
        flags(row.flags()),
        row.name(),
        row.implementation(),
        row.content().map(RowTexts::hash).orElse(""));
  }

  private static List<?> genericParam(GenericParam row) {
    return List.of(
        row.number(),
        flags(row.flags()),
        row.owner(),
        row.name(),
        row.constraints(),
        row.customAttributes());
  }

  private static List<MethodDef> others(List<MethodSemantics> semantics) {
    return semantics.stream()
        .filter(one -> one.semantics() == OTHER)
        .map(MethodSemantics::method)
        .toList();
  }
}
