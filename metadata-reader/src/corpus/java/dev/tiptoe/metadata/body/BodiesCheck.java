// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.body;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.testdata.Corpus;
import java.util.HashSet;
import java.util.Set;

/** Reads every method body to its end. */
public final class BodiesCheck implements Corpus.Check<Image> {

  private int bodies;
  private int locals;
  private int clauses;

  @Override
  public void visit(Image image) {
    for (MethodDef method : image.methodDefs()) {
      if (Body.of(method) instanceof MethodBody body) {
        check(method, body);
      }
    }
  }

  @Override
  public void end(boolean all) {
    assertTrue(bodies > (all ? 200_000 : 1_000), bodies + " bodies");
    assertTrue(locals > (all ? 200_000 : 1_000), locals + " locals");
    assertTrue(clauses > (all ? 10_000 : 100), clauses + " clauses");
  }

  /** Instructions follow one another to the end, and all that points into them hits one. */
  private void check(MethodDef method, MethodBody body) {
    bodies++;
    assertEquals(body.code().length(), Body.codeSize(method));
    locals += body.locals(method.image()).size();
    clauses += body.clauses().size();
    Set<Integer> starts = new HashSet<>();
    Set<Integer> wanted = new HashSet<>();
    int end = 0;
    for (Instruction instruction : body.instructions()) {
      assertEquals(end, instruction.offset());
      end = instruction.end();
      starts.add(instruction.offset());
      wanted.addAll(instruction.targets());
    }
    assertEquals(body.code().length(), end, method.toString());
    starts.add(end);
    for (ExceptionClause clause : body.clauses()) {
      wanted.add(clause.tryOffset());
      wanted.add(clause.tryOffset() + clause.tryLength());
      wanted.add(clause.handlerOffset());
      wanted.add(clause.handlerOffset() + clause.handlerLength());
      if (clause.handler() instanceof ExceptionClause.Filter filter) {
        wanted.add(filter.offset());
      }
    }
    assertTrue(starts.containsAll(wanted), method.toString());
  }
}
