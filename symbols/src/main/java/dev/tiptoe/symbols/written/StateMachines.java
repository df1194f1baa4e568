// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.attribute.Argument;
import dev.tiptoe.metadata.attribute.AttributeDecoder;
import dev.tiptoe.metadata.attribute.EnumResolver;
import dev.tiptoe.metadata.attribute.SerializedTypeName;
import dev.tiptoe.metadata.attribute.Value;
import dev.tiptoe.metadata.image.CustomAttribute;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.StateMachineMethod;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.symbols.written.WrittenMethod.Construct;
import dev.tiptoe.symbols.written.WrittenMethod.Source;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The state machines of a module, and the methods that start them. Thread-safe. */
final class StateMachines {

  private static final String MOVE_NEXT = "MoveNext";

  /** Attributes of methods that start a machine, whose argument is its type. */
  private static final Map<String, Construct> ATTRIBUTES =
      Map.of(
          "AsyncStateMachineAttribute", Construct.ASYNC,
          "IteratorStateMachineAttribute", Construct.ITERATOR,
          "AsyncIteratorStateMachineAttribute", Construct.ASYNC_ITERATOR);

  /**
   * The method that starts a machine.
   *
   * @param method the written method
   * @param source how it was found
   */
  record Kickoff(MethodDef method, Source source) {}

  private final Image image;
  private final Optional<Image> pdb;

  /** From the rows of machines to those of the methods whose attributes name them. */
  private volatile @Nullable Map<Integer, Integer> named;

  StateMachines(Image image, Optional<Image> pdb) {
    this.image = image;
    this.pdb = pdb;
  }

  /** Returns the method that starts a machine, by the PDB or by an attribute. */
  Optional<Kickoff> kickoff(TypeDef machine, Optional<GeneratedName> name) {
    if (name.isEmpty() || !name.get().holdsCodeOfOthers()) {
      return Optional.empty();
    }
    Optional<Kickoff> inTable = inTable(machine);
    return inTable.isPresent()
        ? inTable
        : Optional.ofNullable(named().get(machine.rid()))
            .map(rid -> new Kickoff(new MethodDef(image, rid), Source.ATTRIBUTE));
  }

  private Optional<Kickoff> inTable(TypeDef machine) {
    if (pdb.isEmpty()) {
      return Optional.empty();
    }
    return machine.methods().stream()
        .filter(method -> method.name().equals(MOVE_NEXT))
        .flatMap(method -> StateMachineMethod.of(pdb.get(), method.token()).stream())
        .map(StateMachineMethod::kickoffMethod)
        .filter(image::contains)
        .map(kickoff -> new MethodDef(image, kickoff.rid()))
        .map(kickoff -> new Kickoff(kickoff, Source.STATE_MACHINE_TABLE))
        .findFirst();
  }

  /** Returns the form of a machine, by the interfaces that it implements. */
  Construct construct(TypeDef machine) {
    boolean isAsync = false;
    boolean isIterator = false;
    for (String name : Interfaces.of(machine)) {
      isAsync |= name.equals("IAsyncStateMachine");
      isIterator |= name.equals("IEnumerator") || name.startsWith("IAsyncEnumerator");
    }
    if (isAsync) {
      return isIterator ? Construct.ASYNC_ITERATOR : Construct.ASYNC;
    }
    return isIterator ? Construct.ITERATOR : Construct.ASYNC;
  }

  // ---- attributes

  private Map<Integer, Integer> named() {
    Map<Integer, Integer> known = named;
    if (known == null) {
      known = readNamed();
      named = known;
    }
    return known;
  }

  private Map<Integer, Integer> readNamed() {
    Map<Integer, Integer> found = new HashMap<>();
    AttributeDecoder decoder = new AttributeDecoder(EnumResolver.NONE);
    for (CustomAttribute each : image.rows(CustomAttribute.TABLE, CustomAttribute::new)) {
      try {
        if (each.parent().table() == MethodDef.TABLE && ATTRIBUTES.containsKey(typeName(each))) {
          machine(decoder, each)
              .ifPresent(machine -> found.putIfAbsent(machine.rid(), each.parent().rid()));
        }
      } catch (MetadataFormatException damage) {
        // The machine has a name all the same.
      }
    }
    return found;
  }

  private Optional<TypeDef> machine(AttributeDecoder decoder, CustomAttribute attribute) {
    return decoder.decode(attribute).fixed().stream()
        .map(Argument::value)
        .filter(Value.OfType.class::isInstance)
        .flatMap(value -> SerializedTypeName.parse(((Value.OfType) value).name()).stream())
        .flatMap(name -> name.in(image).stream())
        .findFirst();
  }

  private String typeName(CustomAttribute attribute) {
    if (attribute.constructor().table() == MemberRef.TABLE) {
      MemberRef constructor = new MemberRef(image, attribute.constructor().rid());
      return constructor.parent().table() == TypeRef.TABLE
          ? new TypeRef(image, constructor.parent().rid()).name()
          : "";
    }
    return new MethodDef(image, attribute.constructor().rid()).declaringType().name();
  }
}
