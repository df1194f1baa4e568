// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.symbols.written.GeneratedName.Kind;
import dev.tiptoe.symbols.written.NamedRows.Form;
import dev.tiptoe.symbols.written.WrittenMethod.Construct;
import dev.tiptoe.symbols.written.WrittenMethod.Part;
import dev.tiptoe.symbols.written.WrittenMethod.Source;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Finds the written methods of a module: for the method of a lambda, a local function or a state
 * machine, the method in whose source it is; for any other method, itself.
 *
 * <p>Thread-safe. Reads the IL of a type and its nested types when the first of its generated
 * methods is requested, and keeps the results about generated methods.
 */
public final class WrittenMethods {

  /** How many generated methods may be within one another; real ones stay below ten. */
  static final int DEEPEST = 64;

  /** {@code MethodImplAttributes.Async}: the runtime suspends the method, from .NET 11 on. */
  private static final int ASYNC = 0x2000;

  /** {@code MethodAttributes.SpecialName}: F# has it on the accessors of values of its own. */
  private static final int SPECIAL_NAME = 0x800;

  /** The namespace of the types that F# makes for files. */
  private static final String FSHARP_FILES = "<StartupCode$";

  private final Image image;
  private final NamedRows rows;
  private final StateMachines machines;
  private final Families families;
  private final MethodChoice candidates;

  /**
   * Creates a finder for a module.
   *
   * @param pdb its portable PDB, if there is one; it makes some answers more certain
   */
  public WrittenMethods(Image module, Optional<Image> pdb) {
    this.image = module;
    this.rows = new NamedRows(module);
    this.machines = new StateMachines(module, pdb);
    this.families = new Families(module, rows, machines);
    this.candidates = new MethodChoice(pdb);
  }

  /**
   * Returns the written method of a method.
   *
   * @throws MetadataFormatException when there is no such method, or its row or that of its type is
   *     damaged
   * @throws IllegalArgumentException if the token is not of the MethodDef table
   */
  public WrittenMethod of(Token method) {
    if (method.table() != MethodDef.TABLE) {
      throw new IllegalArgumentException(method + " is not a MethodDef token");
    }
    if (!image.contains(method)) {
      // Reading the name states what is wrong.
      new MethodDef(image, method.rid()).name();
    }
    return written(new MethodDef(image, method.rid()), DEEPEST);
  }

  private WrittenMethod written(MethodDef method, int depth) {
    WrittenMethod found = depth == 0 ? itself(method) : found(method, depth);
    return (method.implFlags() & ASYNC) == 0
        ? found
        : found.with(found.source(), new Part(Construct.ASYNC));
  }

  private WrittenMethod found(MethodDef method, int depth) {
    TypeDef type = method.declaringType();
    Form form = rows.form(type.rid());
    String own = method.name();
    Optional<GeneratedName> name = rows.method(method.rid(), own);
    if (form != Form.OTHER) {
      Optional<StateMachines.Kickoff> kickoff = machines.kickoff(type);
      if (kickoff.isPresent()) {
        return ofMachine(method, name, kickoff.get(), depth);
      }
      if (form == Form.MACHINE) {
        return ofMachine(type, inner(own, name), depth);
      }
    }
    if (name.isPresent()) {
      return generated(method, name.get(), depth);
    }
    if (form == Form.FSHARP_CLOSURE) {
      return ofClosure(type, own, depth);
    }
    if (form == Form.CLOSURE) {
      return ofConstructor(type, own, depth);
    }
    WrittenMethod itself = new WrittenMethod(method.token(), own, List.of(), Source.WRITTEN);
    return families.isFSharp() ? ofFile(itself, type) : itself;
  }

  private static WrittenMethod itself(MethodDef method) {
    return written(method, Source.WRITTEN);
  }

  private static WrittenMethod written(MethodDef method, Source source) {
    return new WrittenMethod(method.token(), method.name(), List.of(), source);
  }

  // ---- state machines

  private WrittenMethod ofMachine(
      MethodDef method, Optional<GeneratedName> name, StateMachines.Kickoff kickoff, int depth) {
    WrittenMethod outer = written(kickoff.method(), depth - 1);
    return outer
        .with(kickoff.source(), new Part(machines.construct(method.declaringType())))
        .with(kickoff.source(), inner(method.name(), name));
  }

  private WrittenMethod ofMachine(TypeDef machine, Part[] inner, int depth) {
    GeneratedName name = rows.holder(machine.rid()).orElseThrow();
    WrittenMethod outer =
        maker(machine, depth)
            .orElseGet(
                () ->
                    candidates.of(
                        families.home(machine),
                        name.source(),
                        name.methodOrdinal(),
                        Optional.empty()));
    return outer
        .with(outer.source(), new Part(machines.construct(machine)))
        .with(outer.source(), inner);
  }

  /** What the methods that make a generated type are within. */
  private Optional<WrittenMethod> maker(TypeDef made, int depth) {
    Users makers = families.usersOf(made);
    return makers.isCut() ? Optional.empty() : within(makers.rids(), depth);
  }

  /** The one user itself, with what that is within; of several, the written method of all. */
  private Optional<WrittenMethod> within(List<Integer> users, int depth) {
    return users.size() == 1
        ? Optional.of(written(new MethodDef(image, users.get(0)), depth - 1).with(Source.IL))
        : families.written(users).map(root -> written(root, Source.IL));
  }

  /** What a method of a machine is within its body, or beside it. */
  private static Part[] inner(String method, Optional<GeneratedName> name) {
    if (name.isPresent()) {
      boolean ends = name.get().kind() == Kind.ITERATOR_FINALLY;
      return ends ? new Part[] {new Part(Construct.FINALLY)} : new Part[0];
    }
    return GeneratedMembers.part(method).stream().toArray(Part[]::new);
  }

  // ---- lambdas, local functions and their like

  private WrittenMethod generated(MethodDef method, GeneratedName name, int depth) {
    return switch (name.kind()) {
      case LAMBDA -> ofLambda(method, name, depth);
      case LOCAL_FUNCTION -> localFunction(method, name);
      case BASE_CALL -> within(method, name, new Part(Construct.BASE_CALL), depth);
      case CONVERSION -> within(method, name, new Part(Construct.CONVERSION), depth);
      case ENTRY_POINT -> called(method, new Part(Construct.ENTRY_POINT));
      case FSHARP_CLOSURE ->
          (method.flags() & SPECIAL_NAME) == 0 ? ofFunction(method, name, depth) : itself(method);
      default -> itself(method);
    };
  }

  /** A lambda is written where its conversion is. */
  private WrittenMethod ofLambda(MethodDef method, GeneratedName name, int depth) {
    Users users = families.usersOf(method);
    List<Integer> others = users.except(method.rid());
    boolean isConverted =
        others.size() == 1
            && rows.method(others.get(0))
                .filter(user -> user.kind() == Kind.CONVERSION)
                .isPresent();
    return isConverted
        ? within(new MethodDef(image, others.get(0)), name, new Part(Construct.LAMBDA), depth - 1)
        : within(method, name, new Part(Construct.LAMBDA), depth);
  }

  /** The one method that names a lambda is the one that it is written in. */
  private WrittenMethod within(MethodDef method, GeneratedName name, Part part, int depth) {
    Users users = families.usersOf(method);
    List<Integer> others = users.except(method.rid());
    WrittenMethod outer =
        others.size() == 1 && !users.isCut() && depth > 0
            ? written(new MethodDef(image, others.get(0)), depth - 1).with(Source.IL)
            : outermost(method, name, users);
    return outer.with(outer.source(), part);
  }

  /** A closure for one scope is made in one method; one for all lambdas without captures is not. */
  private WrittenMethod ofConstructor(TypeDef closure, String method, int depth) {
    WrittenMethod outer =
        maker(closure, depth).orElseGet(() -> MethodChoice.byName(families.home(closure).name()));
    WrittenMethod within = outer.with(outer.source(), new Part(Construct.CLOSURE));
    return method.equals(".ctor")
        ? within
        : within.with(outer.source(), GeneratedMembers.part(method).stream().toArray(Part[]::new));
  }

  /** A local function may be called from anywhere in the method that it is written in. */
  private WrittenMethod localFunction(MethodDef method, GeneratedName name) {
    WrittenMethod outer = outermost(method, name, families.usersOf(method));
    return outer.with(outer.source(), new Part(Construct.LOCAL_FUNCTION, name.own()));
  }

  /** The written method alone: the one that all users lead to, or else by the name. */
  private WrittenMethod outermost(MethodDef method, GeneratedName name, Users users) {
    Optional<MethodDef> root =
        users.isCut() ? Optional.empty() : families.written(users.except(method.rid()));
    return root.map(each -> written(each, Source.IL))
        .orElseGet(
            () ->
                candidates.of(
                    families.home(method.declaringType()),
                    name.source(),
                    ordinal(method, name),
                    Optional.of(method)));
  }

  /** The ordinal of the source method: in a closure it is in the name of the type. */
  static OptionalInt ordinal(MethodDef method, GeneratedName name) {
    return name.methodOrdinal().isPresent()
        ? name.methodOrdinal()
        : GeneratedName.parse(method.declaringType().name())
            .map(GeneratedName::methodOrdinal)
            .orElse(OptionalInt.empty());
  }

  /** The entry point's own source is the asynchronous method that it calls. */
  private WrittenMethod called(MethodDef entry, Part part) {
    WrittenMethod main =
        candidates.of(
            entry.declaringType(),
            entry.declaringType().findMethods("<Main>$").isEmpty() ? "Main" : "<Main>$",
            OptionalInt.empty(),
            Optional.empty());
    return main.with(main.source(), part);
  }

  // ---- F#

  private WrittenMethod ofClosure(TypeDef closure, String method, int depth) {
    GeneratedName name = rows.holder(closure.rid()).orElseThrow();
    WrittenMethod outer = maker(closure, depth).orElseGet(() -> MethodChoice.byName(name.source()));
    return outer.with(outer.source(), FSharpClosures.parts(outer, closure, name, method));
  }

  /** A function that was moved out of the one in which it is written. */
  private WrittenMethod ofFunction(MethodDef method, GeneratedName name, int depth) {
    Users users = families.usersOf(method);
    WrittenMethod outer =
        (users.isCut()
                ? Optional.<WrittenMethod>empty()
                : within(users.except(method.rid()), depth))
            .orElseGet(() -> MethodChoice.byName(name.source()));
    return outer.with(outer.source(), FSharpClosures.parts(outer, name));
  }

  /** F# keeps the bindings at the top level of a file in methods of a type for that file. */
  private static WrittenMethod ofFile(WrittenMethod itself, TypeDef type) {
    boolean isOfFile =
        type.namespace().startsWith(FSHARP_FILES)
            && (itself.name().equals(".cctor") || itself.name().endsWith("@"));
    String file = type.name().startsWith("$") ? type.name().substring(1) : type.name();
    return isOfFile ? itself.with(Source.IL, new Part(Construct.INITIALIZATION, file)) : itself;
  }
}
