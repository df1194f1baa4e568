// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.attribute.SerializedTypeName;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.bytes.Cursor;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The state machines of a module, and the methods that start them. Thread-safe. */
final class StateMachines {

  /** Attributes of methods that start a machine, whose argument is its type. */
  private static final Set<String> ATTRIBUTES =
      Set.of(
          "AsyncStateMachineAttribute",
          "IteratorStateMachineAttribute",
          "AsyncIteratorStateMachineAttribute");

  /**
   * The method that starts a machine.
   *
   * @param method the written method
   * @param source how it was found
   */
  record Kickoff(MethodDef method, Source source) {}

  /** No compiler writes a longer name of a type. */
  private static final int LONGEST_ARGUMENT = 1 << 12;

  /** The size of the number that begins the value of an attribute. */
  private static final int PROLOG = 2;

  private final Image image;
  private final Optional<Image> pdb;
  private final Map<Integer, Construct> constructs = new ConcurrentHashMap<>();

  /** By the row of the machine. */
  private volatile @Nullable Map<Integer, Kickoff> kickoffs;

  StateMachines(Image image, Optional<Image> pdb) {
    this.image = image;
    this.pdb = pdb;
  }

  /** Returns the method that starts a machine, by the PDB or by an attribute. */
  Optional<Kickoff> kickoff(TypeDef machine) {
    Map<Integer, Kickoff> known = kickoffs;
    if (known == null) {
      known = new HashMap<>();
      readTable(known);
      readAttributes(known);
      kickoffs = known;
    }
    return Optional.ofNullable(known.get(machine.rid()));
  }

  private void readTable(Map<Integer, Kickoff> found) {
    pdb.ifPresent(
        each ->
            each.rows(StateMachineMethod.TABLE, StateMachineMethod::new)
                .forEach(row -> readRow(row, found)));
  }

  private void readRow(StateMachineMethod row, Map<Integer, Kickoff> found) {
    try {
      if (image.contains(row.moveNextMethod()) && image.contains(row.kickoffMethod())) {
        MethodDef moveNext = new MethodDef(image, row.moveNextMethod().rid());
        MethodDef kickoff = new MethodDef(image, row.kickoffMethod().rid());
        found.putIfAbsent(
            moveNext.declaringType().rid(), new Kickoff(kickoff, Source.STATE_MACHINE_TABLE));
      }
    } catch (MetadataFormatException damage) {
      // The machine has an attribute or a name all the same.
    }
  }

  /** Returns the form of a machine, by the interfaces that it implements. */
  Construct construct(TypeDef machine) {
    return constructs.computeIfAbsent(machine.rid(), any -> read(machine));
  }

  private static Construct read(TypeDef machine) {
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

  private void readAttributes(Map<Integer, Kickoff> found) {
    Map<Token, Boolean> constructors = new HashMap<>();
    for (CustomAttribute each : image.rows(CustomAttribute.TABLE, CustomAttribute::new)) {
      try {
        if (each.parent().table() == MethodDef.TABLE
            && constructors.computeIfAbsent(each.constructor(), this::isOfMachines)
            && each.value().length() <= LONGEST_ARGUMENT) {
          MethodDef method = new MethodDef(image, each.parent().rid());
          machine(each.value())
              .ifPresent(
                  type -> found.putIfAbsent(type.rid(), new Kickoff(method, Source.ATTRIBUTE)));
        }
      } catch (MetadataFormatException damage) {
        // The machine has a name all the same.
      }
    }
  }

  private boolean isOfMachines(Token constructor) {
    try {
      return ATTRIBUTES.contains(typeName(constructor));
    } catch (MetadataFormatException damage) {
      return false;
    }
  }

  /**
   * The type that is the only argument.
   *
   * @ecma II.23.3
   */
  private Optional<TypeDef> machine(Bytes value) {
    Bytes argument = value.slice(PROLOG, value.length() - PROLOG);
    Cursor cursor = new Cursor(argument);
    int length = cursor.compressed();
    return SerializedTypeName.parse(argument.utf8(cursor.position(), length))
        .flatMap(name -> name.in(image));
  }

  private String typeName(Token token) {
    if (token.table() == MemberRef.TABLE) {
      MemberRef constructor = new MemberRef(image, token.rid());
      return constructor.parent().table() == TypeRef.TABLE
          ? new TypeRef(image, constructor.parent().rid()).name()
          : "";
    }
    return new MethodDef(image, token.rid()).declaringType().name();
  }
}
