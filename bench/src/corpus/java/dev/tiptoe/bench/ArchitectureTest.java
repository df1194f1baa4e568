// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.tiptoe.testdata.Modules;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** The architecture: allowed dependencies, and what is visible from outside. */
class ArchitectureTest {

  private static final Path HOME = Path.of(System.getProperty("tiptoe.home"));

  private static final List<String> PRODUCT = Modules.published();

  private static final JavaClasses ALL =
      new ClassFileImporter()
          .importPaths(
              Stream.concat(PRODUCT.stream(), Stream.of("proof", "bench"))
                  .map(module -> HOME.resolve(module).resolve("target/classes"))
                  .toList());

  private static final List<String> NOT_THE_PRODUCTS =
      List.of(
          "dev.tiptoe.proof",
          "dev.tiptoe.bench",
          "proof/",
          "testdata",
          "src/test",
          "benchmarks",
          "./prove");

  private static final List<String> LIBRARIES =
      List.of(
          "dev.tiptoe.metadata",
          "dev.tiptoe.symbols",
          "dev.tiptoe.nativesymbols",
          "dev.tiptoe.stores",
          "dev.tiptoe.resolver",
          "dev.tiptoe.trace",
          "dev.tiptoe.profile",
          "dev.tiptoe.duckdb",
          "dev.tiptoe.serve",
          "dev.tiptoe.spark",
          "dev.tiptoe.bridge",
          "dev.tiptoe.framework");

  private static final List<String> HIDDEN =
      List.of(
          "com.google.",
          "com.github.benmanes.",
          "com.sun.jna",
          "io.grpc.",
          "io.netty.",
          "io.prometheus.",
          "org.duckdb.",
          "picocli.");

  /** Not exported, and made of the libraries that they use. */
  private static final Set<String> INTERNAL =
      Set.of(
          "dev.tiptoe.serve.message",
          "dev.tiptoe.serve.command",
          "dev.tiptoe.serve.receive",
          "dev.tiptoe.serve.send",
          "dev.tiptoe.serve.tls");

  private static final DescribedPredicate<JavaClass> COMMAND_OF_SERVE =
      resideInAPackage("dev.tiptoe.serve.command..");

  @Test
  void modules_know_onlyThoseBeforeThem() {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("dev.tiptoe..")
        .layer("metadata-reader")
        .definedBy("dev.tiptoe.metadata..")
        .layer("symbols")
        .definedBy("dev.tiptoe.symbols..")
        .layer("native-symbols")
        .definedBy("dev.tiptoe.nativesymbols..")
        .layer("stores")
        .definedBy("dev.tiptoe.stores..")
        .layer("resolver")
        .definedBy("dev.tiptoe.resolver..")
        .layer("trace")
        .definedBy("dev.tiptoe.trace..")
        .layer("profile")
        .definedBy("dev.tiptoe.profile..")
        .layer("duckdb")
        .definedBy("dev.tiptoe.duckdb..")
        .layer("serve")
        .definedBy(resideInAPackage("dev.tiptoe.serve..").and(not(COMMAND_OF_SERVE)))
        .layer("spark")
        .definedBy("dev.tiptoe.spark..")
        .layer("native-bridge")
        .definedBy("dev.tiptoe.bridge..")
        .layer("framework-bridge")
        .definedBy("dev.tiptoe.framework..")
        .layer("cli")
        .definedBy("dev.tiptoe.cli..")
        .layer("serve-command")
        .definedBy(COMMAND_OF_SERVE)
        .layer("proof")
        .definedBy("dev.tiptoe.proof..")
        .layer("bench")
        .definedBy("dev.tiptoe.bench..")
        .whereLayer("metadata-reader")
        .mayNotAccessAnyLayer()
        .whereLayer("symbols")
        .mayOnlyAccessLayers("metadata-reader")
        .whereLayer("native-symbols")
        .mayOnlyAccessLayers("symbols", "metadata-reader")
        .whereLayer("stores")
        .mayOnlyAccessLayers("native-symbols", "symbols", "metadata-reader")
        .whereLayer("resolver")
        .mayOnlyAccessLayers("symbols", "metadata-reader")
        .whereLayer("trace")
        .mayOnlyAccessLayers("resolver", "symbols", "metadata-reader")
        .whereLayer("profile")
        .mayOnlyAccessLayers("native-symbols", "symbols", "trace", "resolver", "metadata-reader")
        .whereLayer("duckdb")
        .mayOnlyAccessLayers(
            "stores",
            "native-symbols",
            "profile",
            "symbols",
            "trace",
            "resolver",
            "metadata-reader")
        .whereLayer("serve")
        .mayOnlyAccessLayers("profile", "symbols")
        .whereLayer("spark")
        .mayOnlyAccessLayers(
            "stores",
            "native-symbols",
            "profile",
            "symbols",
            "trace",
            "resolver",
            "metadata-reader")
        .whereLayer("native-bridge")
        .mayOnlyAccessLayers("trace", "resolver", "metadata-reader")
        .whereLayer("framework-bridge")
        .mayOnlyAccessLayers("native-bridge")
        .whereLayer("framework-bridge")
        .mayOnlyBeAccessedByLayers("proof")
        .whereLayer("cli")
        .mayOnlyBeAccessedByLayers("serve-command", "proof", "bench")
        .whereLayer("cli")
        .mayOnlyAccessLayers(
            "native-bridge",
            "duckdb",
            "stores",
            "native-symbols",
            "profile",
            "symbols",
            "trace",
            "resolver",
            "metadata-reader")
        .whereLayer("serve-command")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("proof")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("bench")
        .mayNotBeAccessedByAnyLayer()
        .ensureAllClassesAreContainedInArchitecture()
        .check(ALL);
  }

  @Test
  void packages_formNoCycles() {
    slices().matching("dev.tiptoe.(**)").should().beFreeOfCycles().check(ALL);
  }

  @Test
  void publicSignatures_ofTheLibraries_mentionOnlyTheJdkAndUs() {
    List<String> mentions = new ArrayList<>();
    int signatures = 0;
    for (JavaClass type : ALL) {
      if (isSeenFromOutside(type)) {
        for (JavaMember member : type.getMembers()) {
          if (isSeenFromOutside(member)) {
            signatures++;
            mentionedBy(member)
                .forEach(hidden -> mentions.add(member.getFullName() + ": " + hidden));
          }
        }
        supertypes(type)
            .flatMap(ArchitectureTest::hiddenIn)
            .forEach(hidden -> mentions.add(type.getName() + ": " + hidden));
      }
    }
    assertEquals(List.of(), mentions);
    assertTrue(signatures > 300, signatures + " signatures");
  }

  /** Reading a trace needs nothing native. */
  @Test
  void jna_isKnown_onlyWhereProcessesAreSteered() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.tiptoe.metadata..", "dev.tiptoe.resolver..", "dev.tiptoe.trace..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.sun.jna..")
        .check(ALL);
  }

  /**
   * The JDK's reader of gzip data calls itself for each empty member, until the stack overflows.
   */
  @Test
  void gzipData_isRead_byOurReaderOnly() {
    noClasses().should().dependOnClassesThat().belongToAnyOf(GZIPInputStream.class).check(ALL);
  }

  /** No hidden way leads from the product to what only proves or tests it. */
  @Test
  void product_namesNothingThatOnlyProvesOrTests() throws IOException {
    List<String> named = new ArrayList<>();
    int files = 0;
    for (String module : PRODUCT) {
      for (Path file : files(HOME.resolve(module).resolve("src/main"))) {
        files++;
        String text = Files.readString(file);
        NOT_THE_PRODUCTS.stream()
            .filter(text::contains)
            .forEach(word -> named.add(HOME.relativize(file) + ": " + word));
      }
    }
    for (String script : List.of("tiptoe", "tiptoe-serve", "src/launcher.sh")) {
      String text = Files.readString(HOME.resolve(script));
      NOT_THE_PRODUCTS.stream()
          .filter(text::contains)
          .forEach(word -> named.add(script + ": " + word));
    }
    assertEquals(List.of(), named);
    assertTrue(files > 500, files + " files");
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void metadataReader_dependsOn_nothingButTheJdk() {
    Set<String> foreign = new TreeSet<>();
    ALL.that(resideInAnyPackage("dev.tiptoe.metadata.."))
        .forEach(
            type ->
                type.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                    .filter(target -> !target.isPrimitive())
                    .filter(
                        not(
                            resideInAnyPackage(
                                "java..", "dev.tiptoe.metadata..", "org.jspecify..")))
                    .forEach(target -> foreign.add(type.getName() + " → " + target.getName())));
    assertEquals(Set.of(), foreign);
  }

  /**
   * All that a command prints goes through the terminal, which escapes it. Beside it there are what
   * gives the terminal its streams, what talks to a process that started it, and what hands the
   * streams to a program that is not ours.
   */
  @Test
  void terminal_alone_writesToTheStreamsOfTheProcess() {
    Set<String> writers = new TreeSet<>();
    for (JavaClass type : ALL) {
      type.getAccessesFromSelf().stream()
          .filter(access -> reachesTheStreams(access.getTarget()))
          .forEach(access -> writers.add(outermost(type) + " → " + access.getName()));
    }
    assertEquals(
        Set.of(
            "Launcher → out",
            "Launcher → err",
            "Launcher → setOut",
            "Launcher → setErr",
            // Into what the launcher has put there.
            "ErrorRelay → err",
            // Processes of ours that answer the one that started them.
            "Stage → out",
            "Opening → out",
            "Opening → INHERIT",
            "WitnessMain → out",
            "WitnessMain → err",
            "WitnessMain → setOut",
            // The program that is recorded.
            "Recording → inheritIO"),
        writers);
  }

  private static boolean reachesTheStreams(AccessTarget target) {
    boolean systems =
        target.getOwner().isEquivalentTo(System.class)
            && Set.of("out", "err", "setOut", "setErr", "console").contains(target.getName());
    return systems
        || target.getOwner().isEquivalentTo(FileDescriptor.class)
        || target.getName().equals("printStackTrace")
        || Set.of("inheritIO", "INHERIT").contains(target.getName());
  }

  private static String outermost(JavaClass type) {
    return type.getEnclosingClass().map(ArchitectureTest::outermost).orElse(type.getSimpleName());
  }

  /** No other class has a stream: only the terminal. */
  @Test
  void commands_have_noStreamToWriteTo() {
    Set<String> holders = new TreeSet<>();
    ALL.that(resideInAnyPackage("dev.tiptoe.cli.."))
        .forEach(
            type ->
                type.getDirectDependenciesFromSelf().stream()
                    .map(Dependency::getTargetClass)
                    .filter(target -> target.isAssignableTo(OutputStream.class))
                    .forEach(target -> holders.add(outermost(type))));
    assertEquals(
        Set.of(
            "Launcher",
            "LineStream",
            "Terminal",
            "Tiptoe",
            // What comes through a pipe is put into a temporary file.
            "TemporaryFile",
            // A profile passes through to the terminal as bytes.
            "ProfileOutput",
            "ProfileWork",
            // Files of its own.
            "OutputFile"),
        holders);
  }

  private static boolean isSeenFromOutside(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && !INTERNAL.contains(type.getPackageName())
        && LIBRARIES.stream().anyMatch(library -> type.getPackageName().startsWith(library))
        && type.getEnclosingClass().map(ArchitectureTest::isSeenFromOutside).orElse(true);
  }

  private static boolean isSeenFromOutside(JavaMember member) {
    return member.getModifiers().contains(JavaModifier.PUBLIC)
        || member.getModifiers().contains(JavaModifier.PROTECTED);
  }

  private static Stream<String> mentionedBy(JavaMember member) {
    return member instanceof JavaCodeUnit unit
        ? Stream.concat(
                Stream.of(unit.getReturnType()),
                Stream.concat(
                    unit.getParameterTypes().stream(),
                    unit.getExceptionTypes().stream().map(JavaType.class::cast)))
            .flatMap(ArchitectureTest::hiddenIn)
        : hiddenIn(((JavaField) member).getType());
  }

  private static Stream<JavaType> supertypes(JavaClass type) {
    return Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
  }

  /** The types in a type, its arguments and bounds included, that are a library's own affair. */
  private static Stream<String> hiddenIn(JavaType type) {
    return type.getAllInvolvedRawTypes().stream()
        .map(JavaClass::getName)
        .filter(name -> HIDDEN.stream().anyMatch(name::startsWith));
  }
}
