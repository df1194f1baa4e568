// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodSpec;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.resolver.answer.FieldsAnswer;
import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.answer.MemberResolution;
import dev.tiptoe.resolver.answer.ModuleImage;
import dev.tiptoe.resolver.answer.NamedType;
import dev.tiptoe.resolver.answer.RuntimeFrame;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.field.Fields;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.loadedness.Loadedness;
import dev.tiptoe.resolver.loadedness.MetadataTypeFacts;
import dev.tiptoe.resolver.loadedness.TypeFacts;
import dev.tiptoe.resolver.map.CodeLocation;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdFilter;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.LoadContext;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.LookupAnswer.NotSeen;
import dev.tiptoe.resolver.map.LookupAnswer.Reason;
import dev.tiptoe.resolver.map.Meaning;
import dev.tiptoe.resolver.reference.ClassTypes;
import dev.tiptoe.resolver.reference.LoadedModules;
import dev.tiptoe.resolver.reference.References;
import dev.tiptoe.symbols.SourcePlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Answers questions about a program as it was at one time: what IDs and tokens meant, how far types
 * were loaded, where references led, what was inside types and code, and what all of it is called.
 *
 * <p>No question reaches the program. No answer is null, and each has its evidence. A token whose
 * row does not exist gets an answer with that reason.
 *
 * <p>Thread-safe. The first question about references opens the modules that were loaded then. The
 * first question about loadedness or fields computes what follows from all that was known then,
 * which visits every type and method in the map. A moment of the past caches the results. Moments
 * of {@linkplain Session#now now} share them and update them with the facts: each question visits
 * only what changed since the last.
 */
public final class Moment {

  private final Session session;
  private final IdView ids;
  private final Supplier<References> references;
  private final Supplier<TypeFacts> facts;
  private final Supplier<Loadedness> loadedness;
  private final Supplier<Fields> fields;

  private Moment(
      Session session,
      IdView ids,
      Supplier<References> references,
      Supplier<TypeFacts> facts,
      Supplier<Loadedness> loadedness,
      Supplier<Fields> fields) {
    this.session = session;
    this.ids = ids;
    this.references = references;
    this.facts = facts;
    this.loadedness = loadedness;
    this.fields = fields;
  }

  /** A moment that stays; what is asked of it is computed once. */
  static Moment at(Session session, IdView ids) {
    Supplier<References> references = Lazy.of(() -> References.among(session.loadedIn(ids)));
    Supplier<TypeFacts> facts = Lazy.of(() -> MetadataTypeFacts.of(references.get().types()));
    Supplier<Loadedness> loadedness = Lazy.of(() -> Loadedness.at(ids, facts.get()));
    Supplier<Fields> fields =
        Lazy.of(() -> Fields.of(ids, references.get().types(), facts.get(), loadedness.get()));
    return new Moment(session, ids, references, facts, loadedness, fields);
  }

  /** The moment of each question. */
  static Moment ofNow(Session session, IdView ids, Present present) {
    return new Moment(
        session, ids, present::references, present::facts, present::loadedness, present::fields);
  }

  /** The time of this moment, in the feed's time; for one of now, that of the newest fact. */
  public long time() {
    return ids.time();
  }

  /** The map of IDs at this time: what each ID meant, and which IDs there were. */
  public IdView ids() {
    return ids;
  }

  /** The modules that were loaded and whose metadata is at hand, in the order of their loading. */
  public List<LoadedImage> modules() {
    return references().modules().all();
  }

  /**
   * The metadata of a module, with the file that it is from: at its recorded path, or where the
   * session's {@link dev.tiptoe.symbols.Symbols} found it; or why it is not available.
   */
  public ModuleImage image(ModuleID module) {
    return session.images().of(ids, module);
  }

  // ---- from tokens

  /**
   * The ClassIDs of a TypeDef, and how far it was loaded; of a generic one, those of all its
   * instantiations. Of a TypeRef or ExportedType those of the TypeDef that it leads to, and of a
   * TypeSpec those of the type that it is.
   *
   * @throws IllegalArgumentException if the token is of another table
   */
  public LookupAnswer<ClassID> classIDs(ModuleID module, Token type) {
    LookupAnswer<ClassID> answer =
        switch (type.table()) {
          case TypeRef.TABLE, ExportedType.TABLE -> classIDs(module, type, typeDef(module, type));
          case TypeSpec.TABLE -> classIDs(module, type, type(module, type));
          default -> loadedness().classIDs(module, type);
        };
    return unlessNoSuchRow(answer, module, type);
  }

  private LookupAnswer<ClassID> classIDs(
      ModuleID from, Token reference, TypeResolution resolution) {
    return resolution
        .resolved()
        .map(this::loadedness)
        .orElseGet(() -> notResolved(ids, from, reference, resolution.why()));
  }

  private LookupAnswer<ClassID> classIDs(ModuleID from, Token typeSpec, RuntimeType type) {
    return type instanceof RuntimeType.Unresolved none
        ? notResolved(ids, from, typeSpec, none.detail())
        : classIDs(type);
  }

  /** The answer about a reference that leads to nothing that could have IDs. */
  static <I extends RuntimeID> NotSeen<I> notResolved(
      IdView ids, ModuleID from, Token reference, String why) {
    String module =
        ids.meaningOf(from).valid().map(fact -> fact.loaded().fileName()).orElseGet(from::toString);
    return new NotSeen<>(reference + " in " + module, Reason.NOT_RESOLVED, why);
  }

  /** The ClassIDs of a type, such as an instantiation, and how far it was loaded. */
  public LookupAnswer<ClassID> classIDs(RuntimeType type) {
    LookupAnswer<ClassID> answer = loadedness().of(type);
    return type instanceof RuntimeType.Defined defined
        ? unlessNoSuchRow(answer, defined.definition().module(), defined.definition().typeDef())
        : answer;
  }

  /**
   * The FunctionIDs of a MethodDef; of a MemberRef or MethodSpec those of the method that it leads
   * to, as far as they may be of the instantiation that it names.
   *
   * @throws IllegalArgumentException if the token is of another table
   */
  public LookupAnswer<FunctionID> functionIDs(ModuleID module, Token method) {
    return functionIDs(module, method, IdFilter.all());
  }

  /**
   * Those of these FunctionIDs that pass a filter.
   *
   * @throws IllegalArgumentException if the token is of another table
   */
  public LookupAnswer<FunctionID> functionIDs(ModuleID module, Token method, IdFilter filter) {
    if (method.table() != MemberRef.TABLE && method.table() != MethodSpec.TABLE) {
      return unlessNoSuchRow(ids.observedFunctionIDs(module, method, filter), module, method);
    }
    ClassTypes types = ClassTypes.of(ids, references().types().canonical());
    MethodReferences called = new MethodReferences(ids, facts.get(), types::typeOf);
    return unlessNoSuchRow(
        called.of(module, method, member(module, method), filter), module, method);
  }

  /**
   * Gives the reason why a token was not seen, where its module has no such row. Facts come first:
   * a copy of a dynamic module's metadata may be older than the facts about its later rows.
   */
  private <I extends RuntimeID> LookupAnswer<I> unlessNoSuchRow(
      LookupAnswer<I> answer, ModuleID module, Token token) {
    return answer instanceof NotSeen<I> unseen
            && unseen.reason() != Reason.UNCERTAIN
            && image(module).opened().filter(lacks(token)).isPresent()
        ? new NotSeen<>(answer.subject(), Reason.NO_SUCH_ROW, "its module has no such row")
        : answer;
  }

  private static Predicate<ModuleImage.Opened> lacks(Token token) {
    return module -> !module.image().contains(token);
  }

  /**
   * The types with a name in all loaded modules whose metadata is at hand, in the order of their
   * loading: none, one, or one for each module and load context that has it. Costs a look-up for
   * each module; the first builds the module's index of names. A damaged module has none.
   *
   * @param name as reflection writes it, without type arguments: {@code
   *     System.Collections.Generic.List`1+Enumerator}
   */
  public List<NamedType> typesNamed(String name) {
    List<NamedType> found = new ArrayList<>();
    for (LoadedImage module : modules()) {
      typeNamed(module.image(), name)
          .ifPresent(
              type -> found.add(new NamedType(module, type, classIDs(module.id(), type.token()))));
    }
    return List.copyOf(found);
  }

  private static Optional<TypeDef> typeNamed(Image image, String name) {
    try {
      return image.findType(name);
    } catch (MetadataFormatException damaged) {
      return Optional.empty();
    }
  }

  // ---- loadedness

  /** How far the type of a ClassID was loaded. */
  public LookupAnswer<ClassID> loadedness(ClassID id) {
    return loadedness().of(id);
  }

  /**
   * How far the definition that a reference leads to was loaded, or that of a candidate which it
   * may lead to, and its ClassIDs.
   */
  public LookupAnswer<ClassID> loadedness(TypeResolution.Resolved reference) {
    return loadedness().classIDs(reference.module().id(), reference.type().token());
  }

  Loadedness loadedness() {
    return loadedness.get();
  }

  // ---- references

  /**
   * The TypeDef that a TypeRef or ExportedType of a module meant; a TypeDef means itself.
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
        .orElseGet(() -> new LoadContext.Unknown(LoadContext.Reason.NO_METADATA));
  }

  private References references() {
    return references.get();
  }

  // ---- inside types and code

  /** The type that a ClassID stood for. */
  public RuntimeType typeOf(ClassID id) {
    return loadedness().typeOf(id);
  }

  /** The fields of the type that a ClassID stood for, each with the type it really had. */
  public FieldsAnswer fields(ClassID id) {
    return fields.get().of(id);
  }

  /** The fields of a type, whether it had a ClassID or not. */
  public FieldsAnswer fields(RuntimeType type) {
    return fields.get().of(type);
  }

  /** The method whose code lay at a native address, and the IL the instruction came from. */
  public CodeLocation codeAt(long address) {
    return ids.codeAt(address);
  }

  /**
   * The source line that the instruction at a native address came from; needs the portable PDB of
   * its module, or a symbol index.
   */
  public SourcePlace sourceAt(long address) {
    return session.sourceOf(codeAt(address));
  }

  // ---- names

  /**
   * What a stack shows of a frame: the name of the method, the method as it was written, and the
   * source line.
   *
   * @param ilOffset the IL offset in the method; 0 also where it is not known
   */
  public RuntimeFrame frame(FunctionID id, int ilOffset, NameStyle style) {
    Meaning<FunctionFact> meaning = ids.meaningOf(id);
    return meaning
        .valid()
        .<RuntimeFrame>map(method -> session.frame(method, ilOffset, style))
        .orElseGet(() -> new RuntimeFrame.Unknown(meaning));
  }

  /** The name of a type in the style of reflection. */
  public String nameOf(ClassID id) {
    return nameOf(id, NameStyle.REFLECTION);
  }

  /** The name of a type, with its type arguments; {@code ?} for what is not known. */
  public String nameOf(ClassID id, NameStyle style) {
    return session.names().nameOf(id, time(), style);
  }

  /** The name of a type in the style of reflection. */
  public String nameOf(RuntimeType type) {
    return loadedness().nameOf(type);
  }

  /** The name of a type, with its type arguments; {@code ?} for what is not known. */
  public String nameOf(RuntimeType type, NameStyle style) {
    return style == NameStyle.REFLECTION
        ? nameOf(type)
        : session.names().nameOf(type, time(), style);
  }

  /** The name of a method in the style of reflection. */
  public String nameOf(FunctionID id) {
    return nameOf(id, NameStyle.REFLECTION);
  }

  /** The name of a method, with its type arguments; {@code ?} for what is not known. */
  public String nameOf(FunctionID id, NameStyle style) {
    return session.names().nameOf(id, time(), style);
  }

  /** The name of a row, such as a TypeDef's, in the style of reflection. */
  public String nameOf(ModuleID module, Token token) {
    return nameOf(module, token, NameStyle.REFLECTION);
  }

  /** The name of a row, such as a TypeDef's; {@code ?} for what is not known. */
  public String nameOf(ModuleID module, Token token, NameStyle style) {
    return session.names().nameOf(module, token, time(), style);
  }
}
