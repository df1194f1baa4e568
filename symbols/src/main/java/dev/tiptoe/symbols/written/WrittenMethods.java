// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.symbols.written.GeneratedName.Kind;
import dev.tiptoe.symbols.written.WrittenMethod.Construct;
import dev.tiptoe.symbols.written.WrittenMethod.Part;
import dev.tiptoe.symbols.written.WrittenMethod.Source;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Finds the written methods of a module: for the method of a lambda, a local function or a state
 * machine, the method in whose source it is; for any other method, itself.
 *
 * <p>Thread-safe. Reads the IL of a type with all that is nested in it when the first of its
 * generated methods is asked for, and keeps what it says about generated ones.
 */
public final class WrittenMethods {

  /** How many generated methods may be within one another; real ones stay below ten. */
  private static final int DEEPEST = 64;

  private final Image image;
  private final StateMachines machines;
  private final Candidates candidates;
  private final Map<Integer, Family> families = new ConcurrentHashMap<>();

  /**
   * Creates a finder for a module.
   *
   * @param pdb its portable PDB, if there is one; it makes some answers more certain
   */
  public WrittenMethods(Image module, Optional<Image> pdb) {
    this.image = module;
    this.machines = new StateMachines(module, pdb);
    this.candidates = new Candidates(pdb);
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
    return written(new MethodDef(image, method.rid()), DEEPEST);
  }

  private WrittenMethod written(MethodDef method, int depth) {
    TypeDef type = method.declaringType();
    Optional<GeneratedName> name = GeneratedName.parse(method.name());
    Optional<GeneratedName> ofType = GeneratedName.parse(type.name());
    if (depth > 0) {
      Optional<StateMachines.Kickoff> kickoff = machines.kickoff(type, ofType);
      if (kickoff.isPresent()) {
        return ofMachine(method, name, kickoff.get(), depth);
      }
      if (isMachine(ofType)) {
        return ofMachine(type, ofType.orElseThrow(), machines.construct(type), inner(name), depth);
      }
      if (name.isPresent()) {
        return generated(method, name.get(), depth);
      }
      if (ofType.filter(each -> isFSharpClosure(each, type)).isPresent()) {
        return ofClosure(type, ofType.get(), depth);
      }
    }
    return new WrittenMethod(method.token(), method.name(), List.of(), Source.WRITTEN);
  }

  private static boolean isMachine(Optional<GeneratedName> type) {
    return type.filter(each -> each.kind() == Kind.STATE_MACHINE).isPresent();
  }

  private static boolean isFSharpClosure(GeneratedName name, TypeDef type) {
    return name.kind() == Kind.CLOSURE && type.name().indexOf('@') > 0;
  }

  // ---- state machines

  private WrittenMethod ofMachine(
      MethodDef method, Optional<GeneratedName> name, StateMachines.Kickoff kickoff, int depth) {
    WrittenMethod outer = written(kickoff.method(), depth - 1);
    return outer
        .with(kickoff.source(), new Part(machines.construct(method.declaringType())))
        .with(kickoff.source(), inner(name));
  }

  private WrittenMethod ofMachine(
      TypeDef machine, GeneratedName name, Construct construct, Part[] inner, int depth) {
    TypeDef home = home(machine);
    Set<Integer> makers = family(machine).usersOf(machine);
    WrittenMethod outer =
        maker(makers, machine, depth)
            .orElseGet(
                () -> candidates.of(home, name.source(), name.methodOrdinal(), Optional.empty()));
    return outer.with(outer.source(), new Part(construct)).with(outer.source(), inner);
  }

  /** The method that alone makes a generated type, its own methods left out. */
  private Optional<WrittenMethod> maker(Set<Integer> makers, TypeDef made, int depth) {
    List<MethodDef> others =
        makers.stream()
            .map(rid -> new MethodDef(image, rid))
            .filter(each -> each.declaringType().rid() != made.rid())
            .toList();
    return others.size() == 1
        ? Optional.of(written(others.get(0), depth - 1).with(Source.IL))
        : Optional.empty();
  }

  private static Part[] inner(Optional<GeneratedName> method) {
    boolean ends = method.filter(each -> each.kind() == Kind.ITERATOR_FINALLY).isPresent();
    return ends ? new Part[] {new Part(Construct.FINALLY)} : new Part[0];
  }

  // ---- lambdas, local functions and their like

  private WrittenMethod generated(MethodDef method, GeneratedName name, int depth) {
    return switch (name.kind()) {
      case LAMBDA -> within(method, name, new Part(Construct.LAMBDA), depth);
      case LOCAL_FUNCTION -> localFunction(method, name);
      case BASE_CALL -> within(method, name, new Part(Construct.BASE_CALL), depth);
      case ENTRY_POINT -> within(method, name, new Part(Construct.ENTRY_POINT), depth);
      default -> new WrittenMethod(method.token(), method.name(), List.of(), Source.WRITTEN);
    };
  }

  /** The one method that names a lambda is the one that it is written in. */
  private WrittenMethod within(MethodDef method, GeneratedName name, Part part, int depth) {
    Set<Integer> users = others(family(method.declaringType()).usersOf(method), method);
    if (name.kind() == Kind.ENTRY_POINT) {
      return called(method, part);
    }
    if (users.size() == 1) {
      int user = users.iterator().next();
      return written(new MethodDef(image, user), depth - 1).with(Source.IL, part);
    }
    WrittenMethod outer = outermost(method, name, users);
    return outer.with(outer.source(), part);
  }

  /** A local function may be called from anywhere in the method that it is written in. */
  private WrittenMethod localFunction(MethodDef method, GeneratedName name) {
    Set<Integer> users = others(family(method.declaringType()).usersOf(method), method);
    WrittenMethod outer = outermost(method, name, users);
    return outer.with(outer.source(), new Part(Construct.LOCAL_FUNCTION, name.own()));
  }

  private static Set<Integer> others(Set<Integer> users, MethodDef method) {
    return users.stream().filter(rid -> rid != method.rid()).collect(Collectors.toSet());
  }

  /** The written method alone: the one that all users lead to, or else by the name. */
  private WrittenMethod outermost(MethodDef method, GeneratedName name, Set<Integer> users) {
    Set<Integer> roots = roots(users);
    if (roots.size() == 1) {
      MethodDef root = new MethodDef(image, roots.iterator().next());
      return new WrittenMethod(root.token(), root.name(), List.of(), Source.IL);
    }
    return candidates.of(
        home(method.declaringType()), name.source(), ordinal(method, name), Optional.of(method));
  }

  /** The ordinal of the source method: in a closure it stands in the name of the type. */
  static OptionalInt ordinal(MethodDef method, GeneratedName name) {
    return name.methodOrdinal().isPresent()
        ? name.methodOrdinal()
        : GeneratedName.parse(method.declaringType().name())
            .map(GeneratedName::methodOrdinal)
            .orElse(OptionalInt.empty());
  }

  /** The written methods that use some methods, through any lambdas and local functions. */
  private Set<Integer> roots(Set<Integer> users) {
    Set<Integer> roots = new HashSet<>();
    Set<Integer> seen = new HashSet<>(users);
    Deque<Integer> next = new ArrayDeque<>(users);
    while (!next.isEmpty()) {
      MethodDef user = starter(new MethodDef(image, next.remove()));
      if (isWithinAnother(user)) {
        family(user.declaringType()).usersOf(user).stream().filter(seen::add).forEach(next::add);
      } else {
        roots.add(user.rid());
      }
    }
    return roots;
  }

  /** The method that starts the state machine of a method; the method itself if it is of none. */
  private MethodDef starter(MethodDef method) {
    TypeDef type = method.declaringType();
    return machines
        .kickoff(type, GeneratedName.parse(type.name()))
        .map(StateMachines.Kickoff::method)
        .orElse(method);
  }

  private static boolean isWithinAnother(MethodDef method) {
    return GeneratedName.parse(method.name())
        .filter(name -> name.kind() == Kind.LAMBDA || name.kind() == Kind.LOCAL_FUNCTION)
        .isPresent();
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

  private WrittenMethod ofClosure(TypeDef closure, GeneratedName name, int depth) {
    WrittenMethod outer =
        maker(family(closure).usersOf(closure), closure, depth)
            .orElseGet(
                () ->
                    candidates.of(
                        home(closure), name.source(), name.methodOrdinal(), Optional.empty()));
    return outer.with(outer.source(), new Part(Construct.LAMBDA));
  }

  // ---- types

  /** The written type around generated ones. */
  static TypeDef home(TypeDef type) {
    TypeDef home = type;
    for (int i = 0; i < DEEPEST && holdsCodeOfOthers(home); i++) {
      Optional<TypeDef> outer = home.enclosing();
      if (outer.isEmpty()) {
        return home;
      }
      home = outer.get();
    }
    return home;
  }

  private static boolean holdsCodeOfOthers(TypeDef type) {
    return GeneratedName.parse(type.name()).filter(GeneratedName::holdsCodeOfOthers).isPresent();
  }

  private Family family(TypeDef type) {
    TypeDef outermost = type;
    for (int i = 0; i < DEEPEST && outermost.enclosing().isPresent(); i++) {
      outermost = outermost.enclosing().get();
    }
    TypeDef root = outermost;
    return families.computeIfAbsent(root.rid(), any -> Family.of(root));
  }
}
