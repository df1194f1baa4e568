// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.shape;

import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import dev.tiptoe.testdata.image.Table;

/**
 * A type and its names, which are composed as the type is: each follows from those of its parts.
 * The rows that it refers to are those of {@link #module}. Immutable.
 *
 * @param blob its signature
 * @param kind what it may be a part of
 * @param element in C#, what stands before the ranks of arrays
 * @param ranks in C#, the ranks of arrays, the outermost first
 * @param reflection the name in the style of reflection
 * @param clr the name as the runtime writes it, {@code Type.ToString()}
 * @param docid the name in a documentation ID
 * @param simple the name that the runtime writes into stack traces, {@code Type.Name}
 */
@SuppressWarnings("ArrayRecordComponent") // only read
public record TypeShape(
    byte[] blob,
    Kind kind,
    String element,
    String ranks,
    String reflection,
    String clr,
    String docid,
    String simple) {

  /** What a type may be a part of; the runtime loads no other types. */
  public enum Kind {
    /** A class or an array. */
    REFERENCE,
    /** A value type that is not nullable. */
    VALUE,
    /** A nullable value type. */
    NULLABLE,
    /** A pointer, also one to a function: no argument of a type. */
    POINTER,
    /** A reference to a variable: no part of another type, but of a function pointer. */
    BY_REF,
    /** Composed of parts that do not go together. */
    NONE
  }

  private static final byte[] PUBLIC_KEY_TOKEN = {
    (byte) 0xb0, 0x3f, 0x5f, 0x7f, 0x11, (byte) 0xd5, 0x0a, 0x3a
  };

  /** The signatures of all shapes take megabytes. */
  private static final int WIDE_BLOBS = 0x04;

  static final int OBJECT = 0x01000001;
  private static final int LIST = 0x01000002;
  private static final int NULLABLE = 0x01000003;
  private static final int INNER = 0x02000003;

  /** {@code int}. */
  public static final TypeShape INT =
      new TypeShape(SignatureBlobs.I4, Kind.VALUE, "int", "System.Int32", "Int32");

  /** {@code string}. */
  public static final TypeShape STRING =
      new TypeShape(SignatureBlobs.STRING, Kind.REFERENCE, "string", "System.String", "String");

  private TypeShape(int elementType, Kind kind, String csharp, String full, String simple) {
    this(SignatureBlobs.primitive(elementType), kind, csharp, "", full, full, full, simple);
  }

  /** Returns a module with the rows that the types of all shapes refer to. */
  public static ImageBuilder module(String name) {
    ImageBuilder builder = ImageBuilder.assembly(name, "1.0.0.0").heapSizes(WIDE_BLOBS);
    int library = builder.assemblyRef("System.Runtime", "4.2.2.0", PUBLIC_KEY_TOKEN);
    int object = builder.typeRef(library, "System", "Object");
    builder.typeRef(
        builder.assemblyRef("System.Collections", "4.1.2.0", PUBLIC_KEY_TOKEN),
        "System.Collections.Generic",
        "List`1");
    builder.typeRef(library, "System", "Nullable`1");
    int outer = builder.typeDef("N", "Outer`1", object);
    int inner = builder.nested(outer, "Inner`2");
    builder.set(inner, "Extends", ImageBuilder.index(Table.TYPE_DEF, "Extends", OBJECT));
    builder.genericParam(outer, 0, "T");
    builder.genericParam(inner, 0, "T");
    builder.genericParam(inner, 1, "U");
    builder.genericParam(inner, 2, "V");
    return builder;
  }

  /** Returns the name in C#. */
  public String csharp() {
    return element + ranks;
  }

  /** Returns whether there may be such a type, by itself. */
  public boolean isValid() {
    return kind != Kind.NONE;
  }

  private boolean isArgument() {
    return kind == Kind.REFERENCE || kind == Kind.VALUE || kind == Kind.NULLABLE;
  }

  private boolean isTarget() {
    return isArgument() || kind == Kind.POINTER;
  }

  /** Returns the vector of this. */
  public TypeShape vector() {
    return array(SignatureBlobs.szArray(blob), "[]", "[]");
  }

  /** Returns the general array of this, of a rank. */
  public TypeShape array(int rank) {
    return array(
        SignatureBlobs.array(blob, rank),
        rank == 1 ? "[*]" : "[" + ",".repeat(rank - 1) + "]",
        "[0:" + ",0:".repeat(rank - 1) + "]");
  }

  private TypeShape array(byte[] signature, String rank, String inDocid) {
    return new TypeShape(
        signature,
        isTarget() ? Kind.REFERENCE : Kind.NONE,
        element,
        rank + ranks,
        reflection + rank,
        clr + rank,
        docid + inDocid,
        simple + rank);
  }

  /** Returns the pointer to this. */
  public TypeShape pointer() {
    return new TypeShape(
        SignatureBlobs.pointer(blob),
        isTarget() ? Kind.POINTER : Kind.NONE,
        csharp() + "*",
        "",
        reflection + "*",
        clr + "*",
        docid + "*",
        simple + "*");
  }

  /** Returns the reference to a variable of this. */
  public TypeShape byRef() {
    return new TypeShape(
        SignatureBlobs.byRef(blob),
        isTarget() ? Kind.BY_REF : Kind.NONE,
        "ref " + csharp(),
        "",
        reflection + "&",
        clr + "&",
        docid + "@",
        simple + "&");
  }

  /** Returns {@code Nullable} of this. */
  public TypeShape nullable() {
    return new TypeShape(
        SignatureBlobs.generic(SignatureBlobs.valueType(NULLABLE), blob),
        kind == Kind.VALUE ? Kind.NULLABLE : Kind.NONE,
        csharp() + "?",
        "",
        "System.Nullable`1<" + reflection + ">",
        "System.Nullable`1[" + clr + "]",
        "System.Nullable{" + docid + "}",
        "Nullable`1");
  }

  /** Returns the list of this. */
  public TypeShape list() {
    return new TypeShape(
        SignatureBlobs.generic(SignatureBlobs.classType(LIST), blob),
        isArgument() ? Kind.REFERENCE : Kind.NONE,
        "List<" + csharp() + ">",
        "",
        "System.Collections.Generic.List`1<" + reflection + ">",
        "System.Collections.Generic.List`1[" + clr + "]",
        "System.Collections.Generic.List{" + docid + "}",
        "List`1");
  }

  /** Returns a nested type of three arguments: this, which is the outer type's, and two others. */
  public TypeShape outer(TypeShape second, TypeShape third) {
    return new TypeShape(
        SignatureBlobs.generic(SignatureBlobs.classType(INNER), blob, second.blob, third.blob),
        isArgument() && second.isArgument() && third.isArgument() ? Kind.REFERENCE : Kind.NONE,
        "Outer<" + csharp() + ">.Inner<" + second.csharp() + ", " + third.csharp() + ">",
        "",
        "N.Outer`1+Inner`2<"
            + String.join(",", reflection, second.reflection, third.reflection)
            + ">",
        "N.Outer`1+Inner`2[" + String.join(",", clr, second.clr, third.clr) + "]",
        "N.Outer{" + docid + "}.Inner{" + second.docid + "," + third.docid + "}",
        "Inner`2");
  }

  /** Returns the pointer to a function that takes this and returns another type. */
  public TypeShape function(TypeShape result) {
    return new TypeShape(
        SignatureBlobs.functionPointer(SignatureBlobs.method(result.blob, blob)),
        isValid() && result.isValid() ? Kind.POINTER : Kind.NONE,
        "delegate*<" + csharp() + ", " + result.csharp() + ">",
        "",
        "method " + result.reflection + "(" + reflection + ")",
        result.clr + "(" + clr + ")",
        "",
        "");
  }
}
