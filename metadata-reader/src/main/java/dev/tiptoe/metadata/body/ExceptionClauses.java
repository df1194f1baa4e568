// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.body;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.body.ExceptionClause.Catch;
import dev.tiptoe.metadata.body.ExceptionClause.Filter;
import dev.tiptoe.metadata.body.ExceptionClause.Handler;
import dev.tiptoe.metadata.body.ExceptionClause.Unconditional;
import dev.tiptoe.metadata.bytes.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the sections behind a method's code; only those with exception clauses are in use.
 *
 * <pre>
 *  section  |kind:8|size:8 |0:16|  or  |kind:8|size:24|
 *  small    |flags:16|try offset:16|length:8|handler offset:16|length:8|type or filter:32|
 *  fat      |flags:32|try offset:32|length:32|handler offset:32|length:32|type or filter:32|
 * </pre>
 *
 * @ecma II.25.4.5, II.25.4.6
 */
final class ExceptionClauses {

  private static final int EH_TABLE = 0x01;
  private static final int FAT_FORMAT = 0x40;
  private static final int MORE_SECTS = 0x80;

  private static final int SECTION_HEADER = 4;
  private static final int SMALL = 12;
  private static final int FAT = 24;

  private static final int EXCEPTION = 0;
  private static final int FILTER = 1;
  private static final int FINALLY = 2;
  private static final int FAULT = 4;

  private ExceptionClauses() {}

  /** Reads the clauses of all sections from {@code end}, where the code ends. */
  static List<ExceptionClause> read(Bytes body, int end) {
    List<ExceptionClause> clauses = new ArrayList<>();
    int at = aligned(end);
    int kind;
    do {
      int header = body.i32(at);
      kind = header & 0xff;
      boolean fat = (kind & FAT_FORMAT) != 0;
      int size = fat ? header >>> 8 : header >>> 8 & 0xff;
      // Compilers disagree on whether the size includes the header; the division gives the same
      // result.
      int count = (kind & EH_TABLE) == 0 ? 0 : size / (fat ? FAT : SMALL);
      int clause = at + SECTION_HEADER;
      for (int i = 0; i < count; i++) {
        clauses.add(fat ? fat(body, clause) : small(body, clause));
        clause += fat ? FAT : SMALL;
      }
      at = aligned(Math.max(clause, at + size));
    } while ((kind & MORE_SECTS) != 0);
    return clauses;
  }

  private static int aligned(int at) {
    return at + 3 & ~3;
  }

  private static ExceptionClause small(Bytes body, int at) {
    return new ExceptionClause(
        body.u16(at + 2),
        body.u8(at + 4),
        body.u16(at + 5),
        body.u8(at + 7),
        handler(body, at, body.u16(at), at + 8));
  }

  private static ExceptionClause fat(Bytes body, int at) {
    return new ExceptionClause(
        body.size(at + 4),
        body.size(at + 8),
        body.size(at + 12),
        body.size(at + 16),
        handler(body, at, body.i32(at), at + 20));
  }

  private static Handler handler(Bytes body, int at, int flags, int typeOrFilter) {
    // The field exists for every kind, also for those that do not use it.
    int type = body.i32(typeOrFilter);
    return switch (flags) {
      case EXCEPTION -> new Catch(new Token(type));
      case FILTER -> new Filter(body.size(typeOrFilter));
      case FINALLY -> Unconditional.FINALLY;
      case FAULT -> Unconditional.FAULT;
      default ->
          throw body.damaged(at, "an exception clause of kind 0x" + Integer.toHexString(flags));
    };
  }
}
