// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.srm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.answer.MemberResolution;
import dev.tiptoe.resolver.answer.MemberResolution.ArrayMethod;
import dev.tiptoe.resolver.answer.MemberResolution.FieldOf;
import dev.tiptoe.resolver.answer.MemberResolution.Member;
import dev.tiptoe.resolver.answer.MemberResolution.Method;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.reference.LoadedModules;
import dev.tiptoe.resolver.reference.References;
import dev.tiptoe.testdata.CorpusFolder;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every TypeRef, MemberRef and MethodSpec of the visited assemblies, beside what a running CLR
 * resolves it to: {@code ResolveTokens}, whose source is in {@code testdata/assemblies}, asks it
 * through reflection.
 *
 * <p>Reflection needs a type for each parameter and is given {@code object}: where that does not
 * satisfy a constraint, it gives no answer.
 */
class ResolveTokensTest {

  private static final String MADE_BY_THE_RUNTIME = "0x06000000";

  @TempDir private Path folder = Path.of("");

  private final Map<String, ModuleID> modules = new HashMap<>();
  private final Map<String, Integer> counts = new HashMap<>();
  private final List<String> differences = new ArrayList<>();

  @Test
  void references_ofTheRuntime_leadWhereTheRuntimeItselfTakesThem() throws Exception {
    CorpusFolder visited = CorpusFolder.in(folder);
    References references = references();
    Process process = start(visited.path());
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        compare(references, line);
      }
    }
    assertEquals(0, process.waitFor());
    assertEquals(List.of(), differences);
    assertTrue(counts.getOrDefault("same", 0) > 0, counts::toString);
    if (visited.isAll()) {
      assertEquals(Map.of("same", 256_666, "array method", 21, "no answer", 6_316), counts);
    }
  }

  private static Process start(Path assemblies) throws IOException {
    return new ProcessBuilder(
            Installation.current().host().toString(),
            TestRuntime.directory().toString(),
            TestAssembly.RESOLVE_TOKENS.path().toString(),
            assemblies.toString())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private References references() throws IOException {
    List<Image> images = new ArrayList<>();
    for (Path dll : TestRuntime.managedDlls()) {
      images.add(Image.open(dll));
    }
    LoadedModules loaded = LoadedModules.of(images);
    for (LoadedImage module : loaded.all()) {
      String file = Path.of(module.image().file()).getFileName().toString();
      modules.put(file, module.id());
    }
    return References.among(loaded);
  }

  private void compare(References references, String line) {
    String[] fields = line.split("\t", -1);
    ModuleID module = modules.getOrDefault(fields[0], new ModuleID(0));
    String ours = answer(references, module, new Token(Integer.decode(fields[1])));
    if (fields[2].equals("!")) {
      counts.merge("no answer", 1, Integer::sum);
    } else if (fields[3].equals(MADE_BY_THE_RUNTIME) && ours.isEmpty()) {
      counts.merge("array method", 1, Integer::sum);
    } else if (ours.equals(fields[2] + " " + fields[3])) {
      counts.merge("same", 1, Integer::sum);
    } else {
      differences.add(line + ", and not " + ours);
    }
  }

  /** Module and token; empty for a method that has none. */
  private static String answer(References references, ModuleID from, Token token) {
    if (token.table() == TypeRef.TABLE) {
      TypeResolution answer = references.typeDef(from, token);
      return answer instanceof TypeResolution.Resolved type
          ? name(type.module(), type.type().token())
          : answer.why();
    }
    MemberResolution answer = references.member(from, token);
    return answer instanceof MemberResolution.Resolved found ? name(found.member()) : answer.why();
  }

  private static String name(Member member) {
    if (member instanceof ArrayMethod) {
      return "";
    }
    return member instanceof Method method
        ? name(method.module(), method.token())
        : name(((FieldOf) member).module(), ((FieldOf) member).token());
  }

  private static String name(LoadedImage module, Token token) {
    return module.image().moduleName() + " " + token;
  }
}
