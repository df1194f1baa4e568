// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.signature.ArrayShape;
import dev.tiptoe.metadata.signature.ElementType;
import dev.tiptoe.metadata.table.CodedIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Parses the signature of an instantiated method. Depth and size are bounded. Mutable, not
 * thread-safe.
 *
 * <p>Source: "Method Signatures" and "ManifestMetadata" in readytorun-format.md; the element types
 * beyond ECMA-335 are {@code CorElementTypeZapSig}.
 */
final class ZapSigParser {

  /** The module of a signature's own context. */
  static final int OWN = 0;

  /** The module with the primitives. */
  static final int SYSTEM = -1;

  /** A module that the signature does not give. */
  static final int ELSEWHERE = -2;

  private static final int DEEPEST = 200;
  private static final int MOST_PARTS = 100_000;
  private static final int KNOWN_FLAGS = 0x1ff;

  /** Followed by a value type: its layout for native code. */
  private static final int NATIVE_VALUETYPE_ZAPSIG = 0x3d;

  /** {@code System.__Canon}. */
  private static final int CANON_ZAPSIG = 0x3e;

  /** Followed by a module override index and a type. */
  private static final int MODULE_ZAPSIG = 0x3f;

  private final Cursor cursor;
  private int depth;
  private int parts;

  /** Creates a parser at the position of {@code cursor}. */
  ZapSigParser(Cursor cursor) {
    this.cursor = cursor;
  }

  /** Reads one signature and leaves the cursor behind it. */
  InstanceSignature method() {
    int flags = cursor.compressed();
    if ((flags & ~KNOWN_FLAGS) != 0 || (flags & InstanceSignature.SLOT_INSTEAD_OF_TOKEN) != 0) {
      throw cursor.damaged("0x" + Integer.toHexString(flags) + " begins no instantiated method");
    }
    int context = has(flags, InstanceSignature.UPDATE_CONTEXT) ? cursor.compressed() : OWN;
    Optional<ZapSig> owner =
        has(flags, InstanceSignature.OWNER_TYPE) ? Optional.of(type(context)) : Optional.empty();
    int table = has(flags, InstanceSignature.MEMBER_REF_TOKEN) ? MemberRef.TABLE : MethodDef.TABLE;
    int module = has(flags, InstanceSignature.UPDATE_CONTEXT) ? context : moduleOf(owner);
    Token method = token(table, cursor.compressed());
    List<ZapSig> arguments =
        has(flags, InstanceSignature.METHOD_INSTANTIATION) ? types(cursor.compressed()) : List.of();
    Optional<ZapSig> constraint =
        has(flags, InstanceSignature.CONSTRAINED) ? Optional.of(type(OWN)) : Optional.empty();
    return new InstanceSignature(flags, module, owner, method, arguments, constraint);
  }

  private static boolean has(int flags, int flag) {
    return (flags & flag) != 0;
  }

  /** A method's token belongs to the same module as its owner's. */
  private static int moduleOf(Optional<ZapSig> owner) {
    if (owner.isEmpty()) {
      return OWN;
    }
    if (owner.get().definition() instanceof ZapSig.Named named) {
      // A TypeRef has the owner's name, but not the module of its definition.
      return named.token().table() == TypeDef.TABLE ? named.module() : ELSEWHERE;
    }
    return SYSTEM;
  }

  private Token token(int table, int rid) {
    if (rid == 0 || rid > 0xffffff) {
      throw cursor.damaged("row " + rid + " of no table");
    }
    return Token.of(table, rid);
  }

  private List<ZapSig> types(int count) {
    List<ZapSig> types = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      types.add(type(OWN));
    }
    return types;
  }

  private ZapSig type(int module) {
    if (++depth > DEEPEST) {
      throw cursor.damaged("types nested deeper than " + DEEPEST);
    }
    if (++parts > MOST_PARTS) {
      throw cursor.damaged("a signature of more than " + MOST_PARTS + " parts");
    }
    ZapSig type = type(cursor.u8(), module);
    depth--;
    return type;
  }

  private ZapSig type(int code, int module) {
    return switch (code) {
      case MODULE_ZAPSIG -> type(cursor.compressed());
      case NATIVE_VALUETYPE_ZAPSIG -> type(module);
      case CANON_ZAPSIG -> new ZapSig.Canon();
      case ElementType.CLASS, ElementType.VALUETYPE -> new ZapSig.Named(module, typeToken());
      case ElementType.VAR -> new ZapSig.TypeParameter(cursor.compressed());
      case ElementType.MVAR -> new ZapSig.MethodParameter(cursor.compressed());
      case ElementType.SZARRAY -> new ZapSig.SzArray(type(module));
      case ElementType.PTR -> new ZapSig.Pointer(type(module));
      case ElementType.BYREF -> new ZapSig.ByRef(type(module));
      case ElementType.ARRAY -> array(module);
      // Arguments use the signature's own module again, whatever the module of the generic type.
      case ElementType.GENERICINST ->
          new ZapSig.GenericInstance(type(module), types(cursor.compressed()));
      case ElementType.FNPTR -> functionPointer();
      case ElementType.CMOD_REQD, ElementType.CMOD_OPT -> modified(module);
      default -> primitive(code);
    };
  }

  private ZapSig primitive(int code) {
    if (!ElementType.isPrimitive(code)) {
      throw cursor.damaged("0x" + Integer.toHexString(code) + " begins no type");
    }
    return new ZapSig.Primitive(code);
  }

  private Token typeToken() {
    int token = CodedIndex.typeDefOrRefEncoded(cursor.compressed());
    if (token == -1 || new Token(token).isNil()) {
      throw cursor.damaged("a type token that names no row");
    }
    return new Token(token);
  }

  private ZapSig modified(int module) {
    typeToken();
    return type(module);
  }

  private ZapSig array(int module) {
    ZapSig element = type(module);
    int rank = cursor.compressed();
    if (rank == 0 || rank > ArrayShape.HIGHEST_RANK) {
      throw cursor.damaged("an array of rank " + rank);
    }
    for (int sizes = cursor.compressed(); sizes > 0; sizes--) {
      cursor.compressed();
    }
    for (int lowerBounds = cursor.compressed(); lowerBounds > 0; lowerBounds--) {
      cursor.compressedSigned();
    }
    return new ZapSig.GeneralArray(element, rank);
  }

  private ZapSig functionPointer() {
    cursor.u8();
    int count = cursor.compressed();
    ZapSig returnType = type(OWN);
    List<ZapSig> parameters = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (cursor.peek() == ElementType.SENTINEL) {
        cursor.u8();
      }
      parameters.add(type(OWN));
    }
    return new ZapSig.FunctionPointer(returnType, parameters);
  }
}
