// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Short words for the IDs and shapes that tests feed. */
public final class Shapes {

  /** No type. */
  public static final ClassID NO_CLASS = new ClassID(0);

  private static final int VECTOR = 0x1d;
  private static final int COLLECTIBLE = 0x8;

  private Shapes() {}

  /** The ModuleID of that number. */
  public static ModuleID module(long id) {
    return new ModuleID(id);
  }

  /** The ClassID of that number. */
  public static ClassID type(long id) {
    return new ClassID(id);
  }

  /** The FunctionID of that number. */
  public static FunctionID method(long id) {
    return new FunctionID(id);
  }

  /** The TypeDef token of a row. */
  public static Token typeDef(int rid) {
    return Token.of(0x02, rid);
  }

  /** The MethodDef token of a row. */
  public static Token methodDef(int rid) {
    return Token.of(0x06, rid);
  }

  /** A module that can be unloaded with its load context. */
  public static LoadedModule collectible(String path) {
    return new LoadedModule(path, Optional.empty(), new AssemblyID(0), 0, COLLECTIBLE);
  }

  /** A type without known base type, instantiated over the arguments. */
  public static ClassShape defined(ModuleID module, int rid, ClassID... arguments) {
    return derived(module, rid, NO_CLASS, arguments);
  }

  /** A type with a base type, instantiated over the arguments. */
  public static ClassShape derived(ModuleID module, int rid, ClassID parent, ClassID... arguments) {
    return new ClassShape.Defined(module, typeDef(rid), parent, Arrays.asList(arguments));
  }

  /** A vector. */
  public static ClassShape vector(ClassID element) {
    return new ClassShape.Array(element, VECTOR, 1);
  }

  /** A method of a type, instantiated over the arguments. */
  public static FunctionShape declared(
      ClassID declaring, ModuleID module, int rid, ClassID... arguments) {
    return new FunctionShape(declaring, module, methodDef(rid), Arrays.asList(arguments), "");
  }

  /** A method without metadata. */
  public static FunctionShape dynamic(ModuleID module, String name) {
    return new FunctionShape(NO_CLASS, module, methodDef(0), List.of(), name);
  }
}
