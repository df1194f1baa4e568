// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.r2r.CodeAt;
import dev.tiptoe.metadata.r2r.CodeRange;
import dev.tiptoe.metadata.r2r.DebugBounds;
import dev.tiptoe.metadata.r2r.EntryPoint;
import dev.tiptoe.metadata.r2r.ModuleOverride;
import dev.tiptoe.metadata.r2r.ReadyToRun;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the {@link CodeTable} of an image. Stateless. */
final class CodeTableWriter {

  /** A piece of code; the rid is 0 if its method is not of this module. */
  private static final class Piece {

    private final int begin;
    private final int end;
    private final int rid;

    /** The offset of the piece in its method. */
    private final int offset;

    private final byte[] bounds;

    Piece(int begin, int end, int rid, int offset, byte[] bounds) {
      this.begin = begin;
      this.end = end;
      this.rid = rid;
      this.offset = offset;
      this.bounds = bounds;
    }
  }

  private static final byte[] NOT_OURS = {};

  private CodeTableWriter() {}

  /** Returns the table; empty if no code can be distinguished. */
  static IndexOutput write(ReadyToRun code) {
    List<Piece> pieces = pieces(code);
    if (pieces.isEmpty()) {
      return new IndexOutput();
    }
    IndexOutput out = new IndexOutput().i32(pieces.size());
    IndexOutput data = new IndexOutput();
    for (int i = 0; i < pieces.size(); i += CodeTable.GROUP) {
      out.i32(pieces.get(i).begin).i32(data.length());
      group(data, pieces.subList(i, Math.min(pieces.size(), i + CodeTable.GROUP)));
    }
    return out.bytes(data);
  }

  private static List<Piece> pieces(ReadyToRun code) {
    List<Piece> pieces = new ArrayList<>();
    List<EntryPoint> methods = code.methods();
    int last = -1;
    // Decoding an entry takes a while, so each is decoded once.
    @Nullable EntryPoint next = methods.isEmpty() ? null : methods.get(0);
    for (int i = 0; next != null; i++) {
      EntryPoint method = next;
      next = i + 1 < methods.size() ? methods.get(i + 1) : null;
      boolean isShared =
          method.function() == last || (next != null && next.function() == method.function());
      if (!isShared) {
        add(pieces, code, method);
      }
      last = method.function();
    }
    pieces.sort((one, other) -> Integer.compareUnsigned(one.begin, other.begin));
    return pieces;
  }

  private static void add(List<Piece> pieces, ReadyToRun code, EntryPoint method) {
    boolean isOwn =
        method.method().table() == MethodDef.TABLE
            && code.module(method.module()) instanceof ModuleOverride.Own;
    byte[] bounds = isOwn ? bounds(code, method) : NOT_OURS;
    int rid = bounds == NOT_OURS ? 0 : method.method().rid();
    List<CodeRange> ranges = code.code(method);
    for (int i = 0; i < ranges.size(); i++) {
      CodeRange range = ranges.get(i);
      int offset = i == 0 ? 0 : offset(code, range);
      pieces.add(new Piece(range.begin(), range.end(), rid, offset, bounds));
    }
  }

  private static int offset(ReadyToRun code, CodeRange range) {
    return code.methodAt(range.begin()) instanceof CodeAt.Method at ? at.offset() : 0;
  }

  /** Returns the bounds of a method; nothing when they are damaged. */
  private static byte[] bounds(ReadyToRun code, EntryPoint method) {
    try {
      return bounds(code.bounds(method));
    } catch (MetadataFormatException e) {
      return NOT_OURS;
    }
  }

  private static void group(IndexOutput out, List<Piece> pieces) {
    int end = pieces.get(0).begin;
    int rid = 0;
    @Nullable Piece last = null;
    int lastMethodBegin = 0;
    for (Piece piece : pieces) {
      out.number(piece.begin - end).number(piece.end - piece.begin);
      end = piece.end;
      if (piece.rid == 0) {
        out.number(CodeTable.ELSEWHERE);
        continue;
      }
      int methodBegin = piece.begin - piece.offset;
      if (last != null && last.bounds == piece.bounds && lastMethodBegin == methodBegin) {
        out.number(CodeTable.CONTINUES);
        continue;
      }
      out.number(piece.offset == 0 ? CodeTable.BEGINS : CodeTable.PART).signed(piece.rid - rid);
      if (piece.offset != 0) {
        out.number(piece.offset);
      }
      out.bytes(piece.bounds, 0, piece.bounds.length);
      rid = piece.rid;
      last = piece;
      lastMethodBegin = methodBegin;
    }
  }

  private static byte[] bounds(DebugBounds bounds) {
    int[] offsets = new int[bounds.count()];
    int[] ils = new int[bounds.count()];
    int count = 0;
    int il = 0;
    for (int i = 0; i < bounds.count(); i++) {
      boolean isOverridden =
          i + 1 < bounds.count() && bounds.nativeOffset(i + 1) == bounds.nativeOffset(i);
      int next = bounds.ilOffsetOf(i).orElse(-1) + 1;
      if (!isOverridden && next != il) {
        offsets[count] = bounds.nativeOffset(i);
        ils[count++] = next;
        il = next;
      }
    }
    return written(offsets, ils, count);
  }

  private static byte[] written(int[] offsets, int[] ils, int count) {
    int first = count > 0 && offsets[0] == 0 && ils[0] == 1 ? 1 : 0;
    IndexOutput out = new IndexOutput().number(((count - first) << 1) | first);
    int nativeWidth = 0;
    int ilWidth = 0;
    for (int i = first; i < count; i++) {
      nativeWidth = Math.max(nativeWidth, IndexOutput.width(offsets[i]));
      ilWidth = Math.max(ilWidth, IndexOutput.width(ils[i]));
    }
    if (count > first) {
      out.u8(nativeWidth).u8(ilWidth);
      out.number((int) (((long) (count - first) * (nativeWidth + ilWidth) + 7) / 8));
      for (int i = first; i < count; i++) {
        out.bits(offsets[i], nativeWidth).bits(ils[i], ilWidth);
      }
    }
    return out.toArray();
  }
}
