// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.body.Body;
import dev.tiptoe.metadata.body.Instruction;
import dev.tiptoe.metadata.body.MethodBody;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.MethodSpec;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.signature.TypeSignature;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A type with all that is nested in it, and which of their methods use which generated methods and
 * types in their IL. Immutable.
 */
final class Family {

  /** The methods whose IL names a generated method, by its row. */
  private final Map<Integer, Set<Integer>> usersOfMethods = new HashMap<>();

  /** The methods whose IL makes or fills a generated type, by its row. */
  private final Map<Integer, Set<Integer>> usersOfTypes = new HashMap<>();

  private final Image image;

  private Family(Image image) {
    this.image = image;
  }

  /** Reads the IL of all methods of a type and of those nested in it. */
  static Family of(TypeDef outermost) {
    Family family = new Family(outermost.image());
    Deque<TypeDef> types = new ArrayDeque<>();
    types.add(outermost);
    while (!types.isEmpty()) {
      TypeDef type = types.remove();
      types.addAll(type.nestedTypes());
      type.methods().forEach(family::read);
    }
    return family;
  }

  /** Returns the methods that name a generated method. */
  Set<Integer> usersOf(MethodDef method) {
    return usersOfMethods.getOrDefault(method.rid(), Set.of());
  }

  /** Returns the methods that make or fill a generated type. */
  Set<Integer> usersOf(TypeDef type) {
    return usersOfTypes.getOrDefault(type.rid(), Set.of());
  }

  /** Damaged IL is read up to the damage. */
  private void read(MethodDef method) {
    try {
      if (Body.of(method) instanceof MethodBody body) {
        for (Instruction each : body.instructions()) {
          if (each.opcode().operand().isToken()) {
            use(each.token(), method);
          }
        }
      }
    } catch (MetadataFormatException damage) {
      // What was read so far stands.
    }
  }

  private void use(Token used, MethodDef by) {
    if (!image.contains(used)) {
      return;
    }
    switch (used.table()) {
      case MethodDef.TABLE -> use(new MethodDef(image, used.rid()), by);
      case MethodSpec.TABLE -> use(new MethodSpec(image, used.rid()).method(), by);
      case Field.TABLE -> use(new Field(image, used.rid()).declaringType(), by);
      case MemberRef.TABLE -> use(new MemberRef(image, used.rid()), by);
      default -> {}
    }
  }

  private void use(MethodDef used, MethodDef by) {
    if (GeneratedName.parse(used.name()).isPresent()) {
      usersOfMethods.computeIfAbsent(used.rid(), any -> new LinkedHashSet<>(2)).add(by.rid());
    }
    use(used.declaringType(), by);
  }

  private void use(TypeDef type, MethodDef by) {
    if (GeneratedName.parse(type.name()).filter(GeneratedName::holdsCodeOfOthers).isPresent()) {
      usersOfTypes.computeIfAbsent(type.rid(), any -> new LinkedHashSet<>(2)).add(by.rid());
    }
  }

  /** A member of an instantiation: in generated types, a method's name is enough to find it. */
  private void use(MemberRef used, MethodDef by) {
    Optional<TypeDef> type = type(used.parent());
    if (type.isPresent()) {
      type.get().findMethods(used.name()).forEach(method -> use(method, by));
      use(type.get(), by);
    }
  }

  private Optional<TypeDef> type(Token parent) {
    if (parent.table() == TypeDef.TABLE && image.contains(parent)) {
      return Optional.of(new TypeDef(image, parent.rid()));
    }
    if (parent.table() == TypeSpec.TABLE && image.contains(parent)) {
      TypeSignature type = TypeSignature.of(new TypeSpec(image, parent.rid()).signature());
      return type instanceof TypeSignature.GenericInstance instance
              && instance.type() instanceof TypeSignature.Named named
              && named.token().table() == TypeDef.TABLE
          ? type(named.token())
          : Optional.empty();
    }
    return Optional.empty();
  }
}
