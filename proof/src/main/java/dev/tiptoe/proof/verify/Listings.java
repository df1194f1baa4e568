// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Assembly;
import dev.tiptoe.metadata.image.Event;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.GenericParam;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.MethodImpl;
import dev.tiptoe.metadata.image.MethodSemantics;
import dev.tiptoe.metadata.image.ModuleDef;
import dev.tiptoe.metadata.image.Param;
import dev.tiptoe.metadata.image.Property;
import dev.tiptoe.metadata.image.Row;
import dev.tiptoe.metadata.image.TypeDef;
import java.util.ArrayList;
import java.util.List;

/** The lists, as data; {@code cor.h} has the parameters of each. */
final class Listings {

  /** Any type, or any action. */
  private static final List<Object> ANY = List.of(0);

  private Listings() {}

  /** Returns the lists of {@code IMetaDataImport2}. */
  static List<Listing<?>> all() {
    List<Listing<?>> all = new ArrayList<>(ofTypes());
    all.addAll(ofMethods());
    all.addAll(attributes());
    return all;
  }

  private static List<Listing<?>> ofTypes() {
    return List.of(
        Listing.of("EnumMethods", TypeDef.TABLE, TypeDef::new, TypeDef::methods),
        Listing.of("EnumFields", TypeDef.TABLE, TypeDef::new, TypeDef::fields),
        Listing.of("EnumProperties", TypeDef.TABLE, TypeDef::new, TypeDef::properties),
        Listing.of("EnumEvents", TypeDef.TABLE, TypeDef::new, TypeDef::events),
        Listing.of("EnumInterfaceImpls", TypeDef.TABLE, TypeDef::new, TypeDef::interfaces),
        Listing.of("EnumGenericParams", TypeDef.TABLE, TypeDef::new, TypeDef::genericParameters),
        new Listing<>(
            "EnumMethodImpls",
            TypeDef.TABLE,
            TypeDef::new,
            List.of(),
            2,
            type -> type.methodImpls().stream().map(MethodImpl::declaration).toList()),
        Listing.of(
            "EnumGenericParamConstraints",
            GenericParam.TABLE,
            GenericParam::new,
            GenericParam::constraints));
  }

  private static List<Listing<?>> ofMethods() {
    return List.of(
        Listing.of("EnumParams", MethodDef.TABLE, MethodDef::new, MethodDef::params),
        Listing.of(
            "EnumGenericParams", MethodDef.TABLE, MethodDef::new, MethodDef::genericParameters),
        new Listing<>(
            "EnumMethodSemantics",
            MethodDef.TABLE,
            MethodDef::new,
            List.of(),
            1,
            method -> associations(method.semantics())));
  }

  private static List<Token> associations(List<MethodSemantics> semantics) {
    return semantics.stream().map(MethodSemantics::association).toList();
  }

  private static List<Listing<?>> attributes() {
    return List.of(
        attributes(ModuleDef.TABLE, ModuleDef::new),
        attributes(Assembly.TABLE, Assembly::new),
        attributes(TypeDef.TABLE, TypeDef::new),
        attributes(GenericParam.TABLE, GenericParam::new),
        attributes(Field.TABLE, Field::new),
        attributes(MethodDef.TABLE, MethodDef::new),
        attributes(Param.TABLE, Param::new),
        attributes(Property.TABLE, Property::new),
        attributes(Event.TABLE, Event::new));
  }

  private static <T extends Row> Listing<T> attributes(int table, Row.View<T> view) {
    return new Listing<>(
        "EnumCustomAttributes",
        table,
        view,
        ANY,
        1,
        row -> row.customAttributes().stream().<Token>map(Row::token).toList());
  }
}
