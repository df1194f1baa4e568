// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.eventpipe;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

/** Who reads needs nothing native. */
class WithoutJnaTest {

  @Test
  void reading_dependsNeitherOnJnaNorOnWhatStartsProcesses() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.tiptoe.bridge.eventpipe", "dev.tiptoe.bridge.trace")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.sun.jna..", "dev.tiptoe.bridge.launch..")
        .check(new ClassFileImporter().importPath("target/classes"));
  }
}
