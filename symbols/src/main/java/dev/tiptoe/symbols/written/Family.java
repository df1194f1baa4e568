// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.MethodSpec;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.symbols.written.NamedRows.Form;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The uses of generated methods and types in the IL of methods, within a type and its nested types.
 * Immutable once read.
 */
final class Family {

  /** No compiler gives two generated methods of a type the same name. */
  private static final int MOST_OF_A_NAME = 4;

  private final Map<Integer, Users> usersOfMethods = new HashMap<>();
  private final Map<Integer, Users> usersOfTypes = new HashMap<>();

  /** What each MemberRef leads to, if that is generated. */
  private final Map<Integer, Members> members = new HashMap<>();

  private final Map<Named, List<MethodDef>> named = new HashMap<>();

  private final Image image;
  private final NamedRows rows;

  /** The type in which a MemberRef's member is, and the generated methods that it may be. */
  private record Members(TypeDef type, List<MethodDef> methods) {}

  /** The methods of a type with a name. */
  private record Named(int type, String name) {}

  private Family(Image image, NamedRows rows) {
    this.image = image;
    this.rows = rows;
  }

  /**
   * Reads the IL of the methods of a type, and of those nested in it, that may use a generated
   * method.
   *
   * @param left how many bytes of IL may be read
   */
  static Family of(TypeDef outermost, NamedRows rows, AtomicLong left) {
    return of(withNested(outermost), outermost.image(), rows, left);
  }

  /** Reads the IL of all methods of a module. */
  static Family ofAll(Image image, NamedRows rows, AtomicLong left) {
    return of(image.typeDefs(), image, rows, left);
  }

  private static Family of(List<TypeDef> types, Image image, NamedRows rows, AtomicLong left) {
    Family family = new Family(image, rows);
    CodeReader code = new CodeReader(image, left);
    for (MethodDef method : new Selection(types, rows).methods()) {
      code.members(method, token -> family.use(new Token(token), method));
    }
    family.forget();
    return family;
  }

  private static List<TypeDef> withNested(TypeDef outermost) {
    List<TypeDef> all = new ArrayList<>();
    Set<Integer> seen = new HashSet<>();
    Deque<TypeDef> types = new ArrayDeque<>();
    types.add(outermost);
    while (!types.isEmpty()) {
      TypeDef type = types.remove();
      if (type.image().contains(type.token()) && seen.add(type.rid())) {
        all.add(type);
        types.addAll(type.nestedTypes());
      }
    }
    return all;
  }

  /** Returns the methods that name a generated method. */
  Users usersOf(MethodDef method) {
    return usersOfMethods.getOrDefault(method.rid(), Users.NONE);
  }

  /** Returns the methods, not of the type itself, that make or fill a generated type. */
  Users usersOf(TypeDef type) {
    return usersOfTypes.getOrDefault(type.rid(), Users.NONE);
  }

  private void forget() {
    members.clear();
    named.clear();
  }

  // ---- which methods may use generated ones

  /**
   * The methods that may use generated ones: those that are generated, and those whose name is in
   * the name of one. A compiler that does not state that name may use them anywhere.
   */
  private static final class Selection {

    private final List<TypeDef> types;
    private final NamedRows rows;
    private final Set<String> sources = new HashSet<>();
    private boolean hasUnnamed;

    Selection(List<TypeDef> types, NamedRows rows) {
      this.types = types;
      this.rows = rows;
      for (TypeDef type : types) {
        rows.holder(type.rid()).ifPresent(this::note);
        methods(type).forEach(method -> rows.method(method.rid()).ifPresent(this::note));
      }
    }

    /** The methods of a type, as far as they are in the module. */
    private static List<MethodDef> methods(TypeDef type) {
      try {
        return type.methods();
      } catch (MetadataFormatException damage) {
        return List.of();
      }
    }

    private void note(GeneratedName name) {
      switch (name.kind()) {
        case LAMBDA, LOCAL_FUNCTION, STATE_MACHINE, CLOSURE -> sources.add(name.source());
        case FSHARP_CLOSURE, CONVERSION -> hasUnnamed = true;
        default -> {}
      }
      // The closures of C# and the wrappers of base calls are used where lambdas are.
      hasUnnamed |= name.kind() == GeneratedName.Kind.LAMBDA && name.source().isEmpty();
    }

    /** The methods in the order in which their code is in the file. */
    List<MethodDef> methods() {
      List<MethodDef> selected = new ArrayList<>();
      for (TypeDef type : types) {
        boolean all = hasUnnamed || rows.form(type.rid()) != Form.OTHER;
        for (MethodDef method : methods(type)) {
          if (method.image().contains(method.token())
              && (all || rows.isGenerated(method.rid()) || isSource(method))) {
            selected.add(method);
          }
        }
      }
      selected.sort(Comparator.comparingInt(MethodDef::rva));
      return selected;
    }

    private boolean isSource(MethodDef method) {
      try {
        return !sources.isEmpty() && sources.contains(method.name());
      } catch (MetadataFormatException damage) {
        return false;
      }
    }
  }

  // ---- uses

  private void use(Token used, MethodDef by) {
    try {
      if (image.contains(used)) {
        useRow(used, by);
      }
    } catch (MetadataFormatException damage) {
      // What cannot be read is not known to be generated.
    }
  }

  private void useRow(Token used, MethodDef by) {
    switch (used.table()) {
      case MethodDef.TABLE -> use(new MethodDef(image, used.rid()), by);
      case MethodSpec.TABLE -> useGeneric(new MethodSpec(image, used.rid()).method(), by);
      case Field.TABLE -> use(new Field(image, used.rid()).declaringType(), by);
      case MemberRef.TABLE -> useMember(used.rid(), by);
      default -> {}
    }
  }

  private void useGeneric(Token used, MethodDef by) {
    if (used.table() != MethodSpec.TABLE && image.contains(used)) {
      useRow(used, by);
    }
  }

  private void use(MethodDef used, MethodDef by) {
    if (rows.isGenerated(used.rid())) {
      usersOfMethods.computeIfAbsent(used.rid(), any -> new Users()).add(by.rid());
    }
    use(used.declaringType(), by);
  }

  private void use(TypeDef type, MethodDef by) {
    if (rows.form(type.rid()) != Form.OTHER && by.declaringType().rid() != type.rid()) {
      usersOfTypes.computeIfAbsent(type.rid(), any -> new Users()).add(by.rid());
    }
  }

  /** A member of an instantiation: in generated types, a method's name is enough to find it. */
  private void useMember(int memberRef, MethodDef by) {
    if (rows.leadsToGenerated(memberRef)) {
      Members found = members.get(memberRef);
      if (found == null) {
        found = members(new MemberRef(image, memberRef));
        members.put(memberRef, found);
      }
      use(found.type(), by);
      found.methods().forEach(method -> use(method, by));
    }
  }

  private Members members(MemberRef used) {
    TypeDef type = new TypeDef(image, rows.typeDef(used.parent()));
    String name = used.name();
    return new Members(
        type,
        GeneratedName.parse(name).isEmpty()
            ? List.of()
            : named.computeIfAbsent(
                new Named(type.rid(), name),
                any -> type.findMethods(name).stream().limit(MOST_OF_A_NAME).toList()));
  }
}
