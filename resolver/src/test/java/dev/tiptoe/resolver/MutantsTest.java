// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.image.Mutant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * All that is asked of IDs, about modules whose rows point where they should not: every question
 * has an answer.
 */
class MutantsTest {

  /** The first mutants; {@code MutantsWitnessTest} has the others. */
  static final int FIRST = 4;

  private static final ModuleID MODULE = new ModuleID(0x1000);

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @EnumSource(
      value = TestAssembly.class,
      names = {"CONSTRUCTS", "TORTURE", "DEMO"})
  void question_aboutAModuleWhoseRowsPointAnywhere_hasAnAnswer(TestAssembly assembly)
      throws IOException {
    ask(assembly, folder, 0, FIRST);
  }

  /** Asks about the mutants of an assembly from one seed to another. */
  static void ask(TestAssembly assembly, Path folder, int from, int to) throws IOException {
    Mutant mutants = new Mutant(Files.readAllBytes(assembly.path()));
    for (int seed = from; seed < to; seed++) {
      Path file = Files.write(folder.resolve("Mutant" + seed + ".dll"), mutants.of(seed));
      ask(file, Image.open(assembly.path()));
    }
  }

  /** The rows that a sound module has are loaded, and every second of its types is generic. */
  private static void ask(Path file, Image sound) {
    Session session = new Session();
    session.feed().moduleLoaded(1, MODULE, LoadedModule.ofFile(file.toString()));
    rows(
        sound,
        TypeDef.TABLE,
        type -> {
          ClassID base = new ClassID(type.rid() / 2);
          List<ClassID> arguments = type.rid() % 2 == 0 ? List.of() : List.of(base, base);
          ClassShape shape = new ClassShape.Defined(MODULE, type, base, arguments);
          session.feed().classLoaded(2, new ClassID(type.rid()), shape);
        });
    rows(
        sound,
        MethodDef.TABLE,
        method -> {
          ClassID owner = new ClassID(method.rid() % 50);
          FunctionShape shape = new FunctionShape(owner, MODULE, method, List.of(owner), "");
          session
              .feed()
              .functionSeen(3, new FunctionID(method.rid()), shape, FunctionSource.JITTED);
        });
    ask(session.now(), sound);
  }

  private static void rows(Image image, int table, Consumer<Token> consumer) {
    for (int rid = 1; rid <= image.count(table); rid++) {
      consumer.accept(Token.of(table, rid));
    }
  }

  private static void ask(Moment now, Image sound) {
    rows(
        sound,
        TypeDef.TABLE,
        type -> {
          ClassID id = new ClassID(type.rid());
          assertFalse(now.nameOf(id).isEmpty());
          assertFalse(now.classIDs(MODULE, type).why().isEmpty());
          assertFalse(now.fields(id).toString().isEmpty());
        });
    rows(
        sound,
        MethodDef.TABLE,
        method -> {
          assertFalse(now.nameOf(new FunctionID(method.rid())).isEmpty());
          assertFalse(now.functionIDs(MODULE, method).why().isEmpty());
        });
    rows(sound, TypeRef.TABLE, row -> assertFalse(now.typeDef(MODULE, row).why().isEmpty()));
    rows(sound, MemberRef.TABLE, row -> assertFalse(now.member(MODULE, row).why().isEmpty()));
  }
}
