// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.body.Body;
import dev.tiptoe.metadata.body.MethodBody;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A module's file that is cut, overwritten, replaced or deleted while its image is used: the
 * metadata is answered as before, bodies are refused.
 */
class ChangedFileTest {

  private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

  @TempDir private Path folder = Path.of("");
  private Path file = Path.of("");

  @BeforeEach
  void write() throws IOException {
    file = copy(TestAssembly.DEMO, "Module.dll");
  }

  private Path copy(TestAssembly assembly, String name) throws IOException {
    Path copy = Files.copy(assembly.path(), folder.resolve(name));
    return Files.setLastModifiedTime(copy, LONG_AGO);
  }

  /** The ways in which a file can change. */
  enum Change {
    CUT_TO_NOTHING {
      @Override
      void of(Path file, Path other) throws IOException {
        cut(file, 0);
      }
    },
    CUT_BY_A_BYTE {
      @Override
      void of(Path file, Path other) throws IOException {
        cut(file, Files.size(file) - 1);
      }
    },
    OVERWRITTEN {
      @Override
      void of(Path file, Path other) throws IOException {
        Files.write(file, Files.readAllBytes(other));
      }
    },
    REPLACED {
      @Override
      void of(Path file, Path other) throws IOException {
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
      }
    },
    DELETED {
      @Override
      void of(Path file, Path other) throws IOException {
        Files.delete(file);
      }
    };

    abstract void of(Path file, Path other) throws IOException;
  }

  /** Cuts a file off. */
  static void cut(Path file, long size) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(size);
    }
  }

  /** Returns the methods that have a body. */
  static List<MethodDef> methods(Image image) {
    return image.methodDefs().stream()
        .filter(method -> method.rva() != 0 && Body.of(method) instanceof MethodBody)
        .toList();
  }

  private static List<String> metadata(Image image) {
    List<String> texts = new ArrayList<>();
    image.methodDefs().forEach(method -> texts.add(method.name() + method.signature().length()));
    image.typeDefs().forEach(type -> texts.add(type.name() + type.methods().size()));
    texts.add(image.findType("Tiptoe.Demo", "Ship").orElseThrow().token().toString());
    texts.add(image.mvid().toString());
    return texts;
  }

  @ParameterizedTest
  @EnumSource
  void metadata_ofAFileThatWasChanged_isAnsweredAsBefore(Change change) throws IOException {
    List<String> expected = metadata(Image.open(TestAssembly.DEMO.path()));
    Image image = Image.open(file);
    change.of(file, copy(TestAssembly.HELLO, "Other.dll"));
    assertEquals(expected, metadata(image));
  }

  @ParameterizedTest
  @EnumSource
  void bodies_ofAFileThatWasChanged_areRefusedWithItsName(Change change) throws IOException {
    Image image = Image.open(file);
    List<MethodDef> methods = methods(Image.open(TestAssembly.DEMO.path()));
    change.of(file, copy(TestAssembly.HELLO, "Other.dll"));
    for (MethodDef method : methods) {
      MethodDef changed = new MethodDef(image, method.rid());
      MetadataFormatException e =
          assertThrows(MetadataFormatException.class, () -> Body.of(changed));
      assertEquals(file.toString(), e.file());
    }
  }

  @Test
  void bodies_ofAFileThatIsAsItWas_areRead() throws IOException {
    Image image = Image.open(file);
    byte[] content = Files.readAllBytes(file);
    MethodDef method = methods(Image.open(TestAssembly.DEMO.path())).get(0);
    MethodDef same = new MethodDef(image, method.rid());
    cut(file, 0);
    assertThrows(MetadataFormatException.class, () -> Body.of(same));
    Files.write(file, content);
    Files.setLastModifiedTime(file, LONG_AGO);
    assertEquals(code(method), code(same));
  }

  /** Returns a number for the code of a method. */
  static int code(MethodDef method) {
    MethodBody body = assertInstanceOf(MethodBody.class, Body.of(method));
    byte[] code = body.code().copy(0, body.code().length());
    return 31 * Arrays.hashCode(code) + body.clauses().hashCode();
  }
}
