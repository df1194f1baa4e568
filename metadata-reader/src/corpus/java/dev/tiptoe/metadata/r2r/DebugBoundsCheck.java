// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.body.Body;
import dev.tiptoe.metadata.body.Instruction;
import dev.tiptoe.metadata.body.MethodBody;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.testdata.Corpus;
import java.util.BitSet;

/** Compares the bounds in a ReadyToRun image with the IL of its methods. */
public final class DebugBoundsCheck implements Corpus.Check<Image> {

  private int methods;
  private int bounds;
  private int offsets;

  @Override
  public void visit(Image image) {
    ReadyToRun.of(image)
        .ifPresent(code -> code.methods().forEach(method -> check(image, code, method)));
  }

  @Override
  public void end(boolean all) {
    assertTrue(methods > (all ? 250_000 : 1_000), methods + " methods");
    assertTrue(bounds > (all ? 1_000_000 : 5_000), bounds + " bounds");
    assertTrue(offsets > bounds / 2, offsets + " IL offsets");
  }

  private void check(Image image, ReadyToRun code, EntryPoint method) {
    DebugBounds found = code.bounds(method);
    int size = code.code(method).stream().mapToInt(CodeRange::size).sum();
    int begin = code.code(method).get(0).begin();
    int end = code.code(method).stream().mapToInt(CodeRange::end).max().orElse(0);
    boolean hasIl =
        method.method().table() == MethodDef.TABLE
            && isOwn(code, method)
            && isCompiledAsItIs(new MethodDef(image, method.method().rid()));
    BitSet instructions = hasIl ? instructions(image, method.method().rid()) : new BitSet();
    int last = 0;
    for (int i = 0; i < found.count(); i++) {
      String at = image + " " + method + " bound " + i + " of " + size;
      assertTrue(found.nativeOffset(i) >= last, at);
      last = found.nativeOffset(i);
      assertTrue(begin + last <= end, at);
      int il = found.ilOffset(i);
      assertTrue(il >= DebugBounds.EPILOG, at);
      if (il >= 0 && hasIl) {
        assertTrue(instructions.get(il), at + ": IL offset " + il);
        offsets++;
      }
    }
    methods++;
    bounds += found.count();
  }

  /** The compiler has other IL for P/Invokes, which have none, and for the methods of Unsafe. */
  private static boolean isCompiledAsItIs(MethodDef method) {
    return Body.of(method) instanceof MethodBody && !method.declaringType().name().equals("Unsafe");
  }

  private static boolean isOwn(ReadyToRun code, EntryPoint method) {
    return method.module() != ZapSigParser.ELSEWHERE
        && code.module(method.module()) instanceof ModuleOverride.Own;
  }

  private static BitSet instructions(Image image, int rid) {
    BitSet offsets = new BitSet();
    if (Body.of(new MethodDef(image, rid)) instanceof MethodBody body) {
      for (Instruction each : body.instructions()) {
        offsets.set(each.offset());
      }
      offsets.set(body.code().length());
    }
    return offsets;
  }
}
