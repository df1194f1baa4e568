// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.ImageSymbols;
import dev.tiptoe.testdata.Corpus;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Compares the parameters of every method, as the runtime writes them, with those that are shown.
 */
public final class ParametersCheck implements Corpus.Check<Image> {

  /** A type of one source file only, whose name is shown without the file; that fits not yet. */
  private static final Pattern FILE_LOCAL = Pattern.compile("<\\w+>F[0-9A-F]{64}__");

  private int compared;

  @Override
  public void visit(Image image) {
    List<String> wrong = new ArrayList<>();
    ImageSymbols module = ImageSymbols.of(image, new PortablePdb.Missing("none"));
    for (MethodDef method : image.methodDefs()) {
      String parameters = RuntimeParameters.of(method);
      String member = module.method(method.token()).shownMember();
      if (!ParameterTexts.fit(parameters, member) && !FILE_LOCAL.matcher(parameters).find()) {
        wrong.add(parameters + " is not " + member);
      }
      compared++;
    }
    assertEquals(List.of(), wrong);
  }

  @Override
  public void end(boolean all) {
    assertTrue(all ? compared == 285_325 : compared > 1_000, compared + " methods");
  }
}
