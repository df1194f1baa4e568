// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.Buffer;
import java.nio.channels.Channel;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  private static final JavaClasses CLASSES = new ClassFileImporter().importPath("target/classes");

  private static final String ROOT = "dev.tiptoe.metadata";

  /** The layers, from the file upwards. */
  private static final List<String> LAYERS =
      List.of(
          ROOT,
          ROOT + ".map",
          ROOT + ".bytes",
          ROOT + ".container",
          ROOT + ".bundle",
          ROOT + ".heap",
          ROOT + ".table",
          ROOT + ".parser",
          ROOT + ".signature",
          ROOT + ".image",
          ROOT + ".name",
          ROOT + ".attribute",
          ROOT + ".body",
          ROOT + ".pdb",
          ROOT + ".r2r");

  @Test
  void packages_areTheLayers() {
    Set<String> packages =
        CLASSES.stream()
            .map(type -> type.getPackageName())
            .filter(name -> !name.isEmpty())
            .collect(Collectors.toSet());
    assertEquals(Set.copyOf(LAYERS), packages);
  }

  /** No layer depends on one above it, so there is no cycle either. */
  @Test
  void layers_knowOnlyThoseBelow() {
    for (int i = 0; i < LAYERS.size(); i++) {
      List<String> above = LAYERS.subList(i + 1, LAYERS.size());
      noClasses()
          .that(resideInAPackage(LAYERS.get(i)))
          .should()
          .dependOnClassesThat(describe("lie above", type -> above.contains(type.getPackageName())))
          .check(CLASSES);
    }
  }

  @Test
  void module_dependsOnTheJdkAndOnAnnotationsAlone() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(ROOT + "..", "java..", "org.jspecify.annotations")
        .check(CLASSES);
  }

  /** Others may be handed a buffer and hand it on, but only {@code bytes} reads one. */
  @Test
  void buffersAndChannels_areUsedInBytesAlone() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".bytes")
        .should()
        .callMethodWhere(target(owner(assignableTo(Buffer.class).or(assignableTo(Channel.class)))))
        .check(CLASSES);
  }
}
