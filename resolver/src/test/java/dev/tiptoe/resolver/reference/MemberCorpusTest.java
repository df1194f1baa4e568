// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every reference of a whole .NET runtime, taken as loaded: it was compiled and tested as it is, so
 * there is nothing that does not resolve.
 */
@Tag("clr")
class MemberCorpusTest {

  private static final List<Image> IMAGES = new ArrayList<>();

  @BeforeAll
  static void open() throws IOException {
    for (Path dll : TestRuntime.managedDlls()) {
      IMAGES.add(Image.open(dll));
    }
  }

  @Test
  void memberRefs_ofTheRuntime_allResolve() {
    assertAllResolved(179_916, MemberRef.TABLE, MemberCorpusTest::member);
  }

  @Test
  void methodSpecs_ofTheRuntime_allResolve() {
    assertAllResolved(38_097, MethodSpec.TABLE, MemberCorpusTest::member);
  }

  @Test
  void typeSpecs_ofTheRuntime_haveNoPartThatIsNotKnown() {
    assertAllResolved(
        40_403,
        TypeSpec.TABLE,
        (references, row) -> {
          RuntimeType type = references.type(row.module().id(), row.token());
          return type.contains(RuntimeType.Unresolved.class) ? type.toString() : "";
        });
  }

  /** Facades forward to assemblies that a program can add, and that this one did not. */
  @Test
  void exportedTypes_ofTheRuntime_leadToATypeOrNameTheAssemblyThatIsNotThere() {
    Set<String> missing = new TreeSet<>();
    assertAllResolved(
        8_963,
        ExportedType.TABLE,
        (references, row) -> {
          TypeResolution answer = references.typeDef(row.module().id(), row.token());
          if (answer instanceof TypeResolution.Unresolved none
              && none.reason() == TypeResolution.Reason.NOT_LOADED) {
            missing.add(none.detail());
            return "";
          }
          return answer instanceof TypeResolution.Resolved ? "" : answer.why();
        });
    assertEquals(
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
            .collect(Collectors.toSet()),
        missing);
  }

  /** A row of a loaded module. */
  private record Row(LoadedImage module, Token token) {}

  private static String member(References references, Row row) {
    MemberResolution answer = references.member(row.module().id(), row.token());
    return answer instanceof MemberResolution.Resolved ? "" : answer.why();
  }

  private static void assertAllResolved(
      int count, int table, BiFunction<References, Row, String> problem) {
    References references = References.among(LoadedModules.of(IMAGES));
    List<String> problems = new ArrayList<>();
    int asked = 0;
    for (LoadedImage module : references.modules().all()) {
      for (int rid = 1; rid <= module.image().count(table); rid++) {
        Row row = new Row(module, Token.of(table, rid));
        String found = problem.apply(references, row);
        asked++;
        if (!found.isEmpty()) {
          problems.add(row + ": " + found);
        }
      }
    }
    assertEquals(List.of(), problems);
    assertEquals(count, asked);
  }
}
