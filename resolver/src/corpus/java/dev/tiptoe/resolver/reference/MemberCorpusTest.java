// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodSpec;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.answer.MemberResolution;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.testdata.Corpus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every reference of a whole .NET runtime, taken as loaded: it was compiled and tested as it is, so
 * there is nothing that does not resolve.
 */
class MemberCorpusTest {

  /** The assemblies that facades forward to, and that a program can add; this one did not. */
  private static final Set<String> ABSENT =
      Stream.of(
              "CodeDom",
              "Data.Odbc",
              "Data.OleDb",
              "Data.SqlClient",
              "Diagnostics.PerformanceCounter",
              "IO.Packaging",
              "IO.Ports",
              "Runtime.Serialization.Schema",
              "ServiceModel.Syndication",
              "ServiceProcess.ServiceController",
              "Threading.AccessControl")
          .map(name -> "assembly System." + name + " is not loaded")
          .collect(Collectors.toSet());

  /** A row of a loaded module. */
  private record Row(ModuleID module, Token token) {}

  /** Asks about each row of a table, and expects so many of them in all files. */
  private static final class Asked implements Corpus.Check<Image> {

    private final References references;
    private final int table;
    private final int expected;
    private final BiFunction<References, Row, String> problem;
    private int asked;

    Asked(
        References references,
        int table,
        int expected,
        BiFunction<References, Row, String> problem) {
      this.references = references;
      this.table = table;
      this.expected = expected;
      this.problem = problem;
    }

    @Override
    public void visit(Image image) {
      LoadedImage module =
          references.modules().all().stream()
              .filter(each -> each.image() == image)
              .findFirst()
              .orElseThrow();
      List<String> problems = new ArrayList<>();
      for (int rid = 1; rid <= image.count(table); rid++) {
        Row row = new Row(module.id(), Token.of(table, rid));
        String found = problem.apply(references, row);
        asked++;
        if (!found.isEmpty()) {
          problems.add(row + ": " + found);
        }
      }
      assertEquals(List.of(), problems);
    }

    @Override
    public void end(boolean all) {
      if (all) {
        assertEquals(expected, asked);
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> references_ofTheRuntime() throws Exception {
    Corpus<Image> corpus = Corpus.of(Image::open);
    List<Image> images = new ArrayList<>();
    for (Path file : corpus.files()) {
      images.add(corpus.open(file));
    }
    References references = References.among(LoadedModules.of(images));
    corpus.check(
        "memberRefs_ofTheRuntime_allResolve",
        new Asked(references, MemberRef.TABLE, 179_916, MemberCorpusTest::member));
    corpus.check(
        "methodSpecs_ofTheRuntime_allResolve",
        new Asked(references, MethodSpec.TABLE, 38_097, MemberCorpusTest::member));
    corpus.check(
        "typeSpecs_ofTheRuntime_haveNoPartThatIsNotKnown",
        new Asked(references, TypeSpec.TABLE, 40_403, MemberCorpusTest::type));
    corpus.check(
        "exportedTypes_ofTheRuntime_leadToATypeOrNameTheAssemblyThatIsNotThere",
        new ExportedTypes(references));
    return corpus.visit().stream().map(result -> dynamicTest(result.name(), result::assertPassed));
  }

  private static String member(References references, Row row) {
    MemberResolution answer = references.member(row.module(), row.token());
    return answer instanceof MemberResolution.Resolved ? "" : answer.why();
  }

  private static String type(References references, Row row) {
    RuntimeType type = references.type(row.module(), row.token());
    return type.contains(RuntimeType.Unresolved.class) ? type.toString() : "";
  }

  /** Facades forward to assemblies that are not there. */
  private static final class ExportedTypes implements Corpus.Check<Image> {

    private final Set<String> missing = new TreeSet<>();
    private final Asked rows;

    ExportedTypes(References among) {
      rows =
          new Asked(
              among,
              ExportedType.TABLE,
              8_963,
              (references, row) -> {
                TypeResolution answer = references.typeDef(row.module(), row.token());
                if (answer instanceof TypeResolution.Unresolved none
                    && none.reason() == TypeResolution.Reason.NOT_LOADED) {
                  missing.add(none.detail());
                  return "";
                }
                return answer instanceof TypeResolution.Resolved ? "" : answer.why();
              });
    }

    @Override
    public void visit(Image image) {
      rows.visit(image);
    }

    @Override
    public void end(boolean all) {
      rows.end(all);
      assertTrue(ABSENT.containsAll(missing), missing::toString);
      if (all) {
        assertEquals(ABSENT, missing);
      }
    }
  }
}
