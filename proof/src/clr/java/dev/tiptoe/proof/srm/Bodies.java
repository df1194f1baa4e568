// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.srm;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.body.Body;
import dev.tiptoe.metadata.body.ExceptionClause;
import dev.tiptoe.metadata.body.Instruction;
import dev.tiptoe.metadata.body.MethodBody;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Every method body of a module. */
final class Bodies implements Section {

  private static final int FORMAT = 0x3;
  private static final int TINY = 0x2;
  private static final int CODE_TYPE = 0x3;

  @Override
  public void of(Image image, Lines lines) {
    for (MethodDef method : image.methodDefs()) {
      if (method.rva() != 0 && (method.implFlags() & CODE_TYPE) == 0) {
        lines.row(method.token(), () -> fields(method));
      }
    }
  }

  private static List<String> fields(MethodDef method) {
    MethodBody body = (MethodBody) Body.of(method);
    List<String> fields = new ArrayList<>();
    int first = method.image().metadata().container().fromRva(method.rva()).u8(0);
    fields.add((first & FORMAT) == TINY ? "tiny" : "fat");
    fields.add(Integer.toString(body.maxStack()));
    fields.add(body.initLocals() ? "init" : "");
    fields.add(Lines.token(body.localVarSig()));
    fields.add(Integer.toString(body.code().length()));
    fields.add(Fnv1a.of(body.code()));
    fields.add(instructions(body));
    body.clauses().forEach(clause -> fields.add(text(clause)));
    return fields;
  }

  private static String instructions(MethodBody body) {
    int count = 0;
    try {
      for (Instruction instruction : body.instructions()) {
        count += instruction.opcode().size() > 0 ? 1 : 0;
      }
    } catch (MetadataFormatException e) {
      return "?";
    }
    return Integer.toString(count);
  }

  private static String text(ExceptionClause clause) {
    String blocks =
        String.format(
            " %d+%d %d+%d",
            clause.tryOffset(), clause.tryLength(), clause.handlerOffset(), clause.handlerLength());
    if (clause.handler() instanceof ExceptionClause.Catch handler) {
      return "catch" + blocks + " " + Lines.token(handler.type());
    }
    if (clause.handler() instanceof ExceptionClause.Filter handler) {
      return "filter" + blocks + " " + handler.offset();
    }
    return clause.handler().toString().toLowerCase(Locale.ROOT) + blocks;
  }
}
