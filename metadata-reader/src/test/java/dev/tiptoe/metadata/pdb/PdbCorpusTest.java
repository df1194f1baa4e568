// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.pdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.body.Body;
import dev.tiptoe.metadata.body.Instruction;
import dev.tiptoe.metadata.body.MethodBody;
import dev.tiptoe.metadata.image.Document;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.LocalScope;
import dev.tiptoe.metadata.image.MethodDebugInformation;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The PDBs that the C# compiler made, beside the modules that they describe. */
class PdbCorpusTest {

  @Test
  void points_ofAFileBesideItsModule_beginInstructions() throws IOException {
    Path dll = TestAssembly.CONSTRUCTS.path();
    Image pdb = Image.open(dll.resolveSibling("Constructs.pdb"));
    assertTrue(pointsChecked(Image.open(dll), pdb) > 300);
  }

  @Test
  void points_ofAnEmbeddedPdb_areInTheDocumentsOfTheSource() throws IOException {
    Image module = Image.open(TestAssembly.EMBEDDED.path());
    Image pdb = module.embeddedPdb().orElseThrow();
    assertTrue(pointsChecked(module, pdb) > 20);
    MethodDef main = method(module, "Main");
    List<SequencePoint> points = points(pdb, main).points();
    Set<String> names =
        points.stream()
            .map(point -> new Document(pdb, point.document().rid()).name())
            .collect(Collectors.toSet());
    assertEquals(Set.of("/Embedded/Program.cs", "/elsewhere/Generated.cs"), names);
    SequencePoint generated =
        points.stream().filter(point -> point.startLine() == 100).findFirst().orElseThrow();
    assertEquals("/elsewhere/Generated.cs", new Document(pdb, generated.document().rid()).name());
    assertTrue(points.stream().anyMatch(SequencePoint::isHidden));
  }

  @Test
  void constant_inAnInnerScope_isFoundThere() throws IOException {
    Image module = Image.open(TestAssembly.EMBEDDED.path());
    Image pdb = module.embeddedPdb().orElseThrow();
    List<String> constants =
        LocalScope.of(pdb, method(module, "All").token()).stream()
            .flatMap(scope -> scope.constants().stream())
            .filter(constant -> constant.name().startsWith("I"))
            .map(constant -> constant.name() + ": " + LocalConstantSig.of(constant))
            .toList();
    assertEquals(
        List.of(
            "I1: System.SByte = -1",
            "I2: System.Int16 = -32768",
            "I4: System.Int32 = -2147483648",
            "I8: System.Int64 = -9223372036854775808",
            "I: System.Int32 = -5",
            "Inside: System.Int32 = 1"),
        constants);
  }

  private static MethodDef method(Image module, String name) {
    return module.methodDefs().stream()
        .filter(method -> method.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static SequencePoints points(Image pdb, MethodDef method) {
    return MethodDebugInformation.of(pdb, method.token())
        .map(SequencePoints::of)
        .orElse(SequencePoints.NONE);
  }

  private static int pointsChecked(Image module, Image pdb) {
    int checked = 0;
    for (MethodDef method : module.methodDefs()) {
      SequencePoints points = points(pdb, method);
      if (Body.of(method) instanceof MethodBody body && !points.points().isEmpty()) {
        Set<Integer> starts = new HashSet<>();
        for (Instruction instruction : body.instructions()) {
          starts.add(instruction.offset());
        }
        Token locals = points.localSignature();
        assertEquals(body.localVarSig().rid(), locals.rid(), method.toString());
        for (SequencePoint point : points.points()) {
          assertTrue(starts.contains(point.offset()), () -> point + " of " + method);
          checked++;
        }
      }
    }
    return checked;
  }
}
