// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.testdata.TestRuntime;
import dev.tiptoe.testdata.image.BuiltImage;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * One image, opened once, and many threads that are the first to ask for everything it works out.
 */
class ConcurrencyTest {

  private static final int THREADS = 8;
  private static final int ROUNDS = 100;
  private static final int TYPES = 50;

  /** Types inside one another, members through pointers, and tables that are not sorted. */
  private static BuiltImage module() {
    ImageBuilder builder = ImageBuilder.netmodule("a.netmodule").uncompressed();
    for (int i = 0; i < TYPES; i++) {
      int type = builder.typeDef("N", "T" + i);
      builder.method("M");
      builder.field("F");
      builder.genericParam(Table.TYPE_DEF.token(TYPES + 1 - i), 0, "T");
      builder.row(Table.INTERFACE_IMPL, TYPES + 1 - i, 0);
      builder.row(Table.METHOD_PTR, TYPES - i);
      builder.nest(type, Table.TYPE_DEF.token(1 + i));
    }
    return builder.build();
  }

  /** All that an image works out on first use, in words. */
  private static String everything(Image image) {
    StringBuilder all = new StringBuilder();
    for (TypeDef type : image.typeDefs()) {
      all.append(type.enclosing()).append(type.isGeneric()).append(type.interfaces());
      all.append(type.nestedTypes()).append(type.findMethods("M")).append(type.findFields("F"));
      type.enclosing().ifPresent(around -> all.append(image.findNested(around, type.name())));
    }
    image.methodDefs().forEach(method -> all.append(method.declaringType()));
    return all.toString();
  }

  @Test
  void image_askedFirstByManyThreads_answersAllAlike() throws Exception {
    BuiltImage module = module();
    String expected = everything(Given.image(module));
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        Image image = Given.image(module);
        CyclicBarrier together = new CyclicBarrier(THREADS);
        Callable<String> ask =
            () -> {
              together.await();
              return everything(image);
            };
        List<Callable<String>> all = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          all.add(ask);
        }
        for (Future<String> answer : threads.invokeAll(all)) {
          assertEquals(expected, answer.get());
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void coreLib_askedByManyThreads_givesTheSameNames() throws IOException {
    Path file = TestRuntime.directory().resolve("System.Private.CoreLib.dll");
    Image image = Image.open(file);
    Names shared = new Names(image);
    Names alone = new Names(Image.open(file));
    List<Token> tokens = image.methodDefs().stream().map(MethodDef::token).toList();
    assertEquals(
        tokens.stream().map(alone::of).toList(), tokens.parallelStream().map(shared::of).toList());
  }
}
