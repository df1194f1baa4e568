// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import com.google.common.base.Suppliers;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.field.Fields;
import dev.tiptoe.resolver.field.FieldsAnswer;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.Loadedness;
import dev.tiptoe.resolver.map.CodeLocation;
import dev.tiptoe.resolver.map.IdFilter;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.LoadContext;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.reference.LoadedModules;
import dev.tiptoe.resolver.reference.MemberResolution;
import dev.tiptoe.resolver.reference.References;
import dev.tiptoe.resolver.reference.RuntimeType;
import dev.tiptoe.resolver.reference.TypeResolution;
import dev.tiptoe.resolver.symbol.SourceLocation;
import java.util.function.Supplier;

/**
 * A program as it was at one time. Nothing here asks the program; no answer is null, and each says
 * how it is known.
 *
 * <p>For any number of threads. The first question about references opens the modules that were
 * loaded then; the first about loadedness or fields works out what follows from all that was known
 * then, a pass over the map. What was worked out is kept with the moment: ask one moment many
 * things.
 */
public final class Moment {

  private final Session session;
  private final IdView ids;
  private final Supplier<References> references;
  private final Supplier<Fields> fields;

  Moment(Session session, IdView ids) {
    this.session = session;
    this.ids = ids;
    this.references = Suppliers.memoize(() -> References.among(session.images().loadedIn(ids)));
    this.fields = Suppliers.memoize(() -> Fields.of(ids, references().types()));
  }

  /** When this is, in the feed's time. */
  public long time() {
    return ids.time();
  }

  /** What each ID meant then, and which IDs there were. */
  public IdView ids() {
    return ids;
  }

  // ---- from tokens

  /**
   * The ClassIDs of a TypeDef, and how far it was loaded.
   *
   * @throws IllegalArgumentException if the token is not of the TypeDef table
   */
  public LookupAnswer<ClassID> classIDs(ModuleID module, Token typeDef) {
    return loadedness().classIDs(module, typeDef);
  }

  /** The ClassIDs of a type, such as an instantiation, and how far it was loaded. */
  public LookupAnswer<ClassID> classIDs(RuntimeType type) {
    return loadedness().of(type);
  }

  /**
   * The FunctionIDs of a MethodDef.
   *
   * @throws IllegalArgumentException if the token is not of the MethodDef table
   */
  public LookupAnswer<FunctionID> functionIDs(ModuleID module, Token methodDef) {
    return ids.functionIDs(module, methodDef);
  }

  /**
   * Those FunctionIDs of a MethodDef that a filter asks for.
   *
   * @throws IllegalArgumentException if the token is not of the MethodDef table
   */
  public LookupAnswer<FunctionID> functionIDs(ModuleID module, Token methodDef, IdFilter filter) {
    return ids.functionIDs(module, methodDef, filter);
  }

  /** How far types were loaded, and why that is known. */
  public Loadedness loadedness() {
    return fields.get().loadedness();
  }

  // ---- references

  /**
   * The TypeDef that a TypeRef or ExportedType of a module meant.
   *
   * @throws IllegalArgumentException when the token is of another table
   */
  public TypeResolution typeDef(ModuleID module, Token reference) {
    return references().typeDef(module, reference);
  }

  /** The type that a TypeDef, TypeRef or TypeSpec of a module was, with every part resolved. */
  public RuntimeType type(ModuleID module, Token token) {
    return references().type(module, token);
  }

  /**
   * The method or field that a MemberRef or MethodSpec of a module meant.
   *
   * @throws IllegalArgumentException when the token is of another table
   */
  public MemberResolution member(ModuleID module, Token token) {
    return references().member(module, token);
  }

  /** The load context of a module, as far as it is known. */
  public LoadContext loadContext(ModuleID module) {
    LoadedModules modules = references().modules();
    return modules
        .module(module)
        .map(modules::contextOf)
        .orElseGet(() -> new LoadContext.Unknown("its metadata is not at hand"));
  }

  private References references() {
    return references.get();
  }

  // ---- inside types and code

  /** The fields of the type that a ClassID stood for, each with the type it really had. */
  public FieldsAnswer fields(ClassID id) {
    return fields.get().of(id);
  }

  /** Which method's code lay at a native address, and which IL the instruction came from. */
  public CodeLocation codeAt(long address) {
    return ids.codeAt(address);
  }

  /**
   * Which line of its sources the instruction at a native address came from; needs the portable PDB
   * of its module.
   */
  public SourceLocation sourceAt(long address) {
    return session.sources().of(codeAt(address));
  }

  // ---- names

  /** The name of a type, with its type arguments; {@code ?} for what is not known. */
  public String nameOf(ClassID id) {
    return session.symbolizer().nameOf(id, time());
  }

  /** The name of a method, with its type arguments; {@code ?} for what is not known. */
  public String nameOf(FunctionID id) {
    return session.symbolizer().nameOf(id, time());
  }

  /** The name of a row, such as a TypeDef's; {@code ?} for what is not known. */
  public String nameOf(ModuleID module, Token token) {
    return session.symbolizer().nameOf(module, token, time());
  }
}
