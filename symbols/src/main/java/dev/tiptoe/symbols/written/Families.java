// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.Assembly;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.symbols.written.GeneratedName.Kind;
import dev.tiptoe.symbols.written.NamedRows.Form;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The methods of a module that use a generated method or type. Reads the IL of a type and its
 * nested types when it is first needed, and keeps the results. Thread-safe.
 */
final class Families {

  private static final String FSHARP = "FSharp.Core";

  private static final int MOST_REFERENCES = 1 << 10;

  /** How many methods may lie between a local function and the written method, over all ways. */
  private static final int MOST_USERS = 64;

  /** The bytes of IL that are read from a module, for each byte of its file. */
  private static final int IL_FOR_A_BYTE = 2;

  private final Image image;
  private final NamedRows rows;
  private final StateMachines machines;
  private final boolean isFSharp;
  private final AtomicLong left;
  private final Map<Integer, Family> families = new ConcurrentHashMap<>();

  /** The outermost type around each type, by rid; 0 where it is not yet known. */
  private final int[] outermost;

  Families(Image image, NamedRows rows, StateMachines machines) {
    this.image = image;
    this.rows = rows;
    this.machines = machines;
    this.isFSharp = isFSharp(image);
    this.left = new AtomicLong(IL_FOR_A_BYTE * (long) image.bytes().length());
    this.outermost = new int[image.count(TypeDef.TABLE) + 1];
  }

  private static boolean isFSharp(Image image) {
    return image.rows(Assembly.TABLE, Assembly::new).stream()
            .limit(MOST_REFERENCES)
            .anyMatch(own -> isFSharp(own::name))
        || image.rows(AssemblyRef.TABLE, AssemblyRef::new).stream()
            .limit(MOST_REFERENCES)
            .anyMatch(reference -> isFSharp(reference::name));
  }

  private static boolean isFSharp(Supplier<String> name) {
    try {
      return name.get().equals(FSHARP);
    } catch (MetadataFormatException damage) {
      return false;
    }
  }

  /** Returns whether the module was compiled from F#. */
  boolean isFSharp() {
    return isFSharp;
  }

  /** Returns the methods that name a generated method. */
  Users usersOf(MethodDef method) {
    return family(method.declaringType()).usersOf(method);
  }

  /** Returns the methods, not of the type itself, that make or fill a generated type. */
  Users usersOf(TypeDef type) {
    return family(type).usersOf(type);
  }

  /** F# puts a closure into another type than the method that makes it. */
  private Family family(TypeDef type) {
    return isFSharp
        ? families.computeIfAbsent(0, any -> Family.ofAll(image, rows, left))
        : families.computeIfAbsent(
            outermost(type.rid()), root -> Family.of(new TypeDef(image, root), rows, left));
  }

  /** Types of a damaged module may be nested in themselves: then any of them is the outermost. */
  private int outermost(int type) {
    if (type <= 0 || type >= outermost.length) {
      return type;
    }
    int root = type;
    for (int i = 0; i < outermost.length && outermost[root] == 0; i++) {
      Optional<TypeDef> outer = new TypeDef(image, root).enclosing();
      if (outer.isEmpty() || outer.get().rid() >= outermost.length) {
        break;
      }
      root = outer.get().rid();
    }
    root = outermost[root] == 0 ? root : outermost[root];
    for (int each = type; outermost[each] == 0; ) {
      outermost[each] = root;
      int inner = each;
      each =
          new TypeDef(image, each)
              .enclosing()
              .map(TypeDef::rid)
              .filter(rid -> rid < outermost.length)
              .orElse(inner);
    }
    return root;
  }

  // ---- written methods

  /**
   * Returns the one written method that some methods belong to, through any lambdas, local
   * functions and state machines; empty if there are several, or too many ways to it.
   */
  Optional<MethodDef> written(List<Integer> users) {
    if (users.size() == 1) {
      MethodDef user = new MethodDef(image, users.get(0));
      if (usersOfUser(user).isEmpty()) {
        return Optional.of(user);
      }
    }
    Set<Integer> roots = new HashSet<>();
    Set<Integer> seen = new HashSet<>(users);
    Deque<Integer> next = new ArrayDeque<>(users);
    while (!next.isEmpty() && roots.size() < 2) {
      MethodDef user = new MethodDef(image, next.remove());
      Optional<Users> further = usersOfUser(user);
      if (further.isEmpty()) {
        roots.add(user.rid());
      } else {
        further.get().rids().stream().filter(seen::add).forEach(next::add);
        if (further.get().isCut() || seen.size() > MOST_USERS) {
          return Optional.empty();
        }
      }
    }
    return roots.size() == 1
        ? Optional.of(new MethodDef(image, roots.iterator().next()))
        : Optional.empty();
  }

  /** What uses a method that is within another; empty for one that was written. */
  private Optional<Users> usersOfUser(MethodDef user) {
    TypeDef type = user.declaringType();
    Form form = rows.form(type.rid());
    if (form != Form.OTHER) {
      Optional<StateMachines.Kickoff> kickoff = machines.kickoff(type);
      if (kickoff.isPresent()) {
        Users one = new Users();
        one.add(kickoff.get().method().rid());
        return Optional.of(one);
      }
      if (form != Form.CLOSURE) {
        return Optional.of(usersOf(type));
      }
    }
    return rows.method(user.rid()).filter(Families::isWithinAnother).map(any -> usersOf(user));
  }

  private static boolean isWithinAnother(GeneratedName name) {
    return name.kind() == Kind.LAMBDA
        || name.kind() == Kind.LOCAL_FUNCTION
        || name.kind() == Kind.CONVERSION
        || name.kind() == Kind.FSHARP_CLOSURE;
  }

  /** Returns the written type around generated ones. */
  TypeDef home(TypeDef type) {
    TypeDef home = type;
    for (int i = 0; i < WrittenMethods.DEEPEST && rows.form(home.rid()) != Form.OTHER; i++) {
      Optional<TypeDef> outer = home.enclosing();
      if (outer.isEmpty()) {
        return home;
      }
      home = outer.get();
    }
    return home;
  }
}
