// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.signature.MethodHead;
import dev.tiptoe.metadata.signature.SignatureParser;
import dev.tiptoe.metadata.table.Cells;
import dev.tiptoe.metadata.table.RunOwners;
import dev.tiptoe.metadata.table.TableSchema;
import org.jspecify.annotations.Nullable;

/** Writes names as in reflection: {@code N.Outer+Inner`1::M`1(!0,!!0[]):System.Void}. */
final class ReflectionNames extends SignedNames {

  private static final int SIGNATURE = TableSchema.ECMA_335.columnOf(MethodDef.TABLE, "Signature");

  private static final int METHOD_LIST = TableSchema.ECMA_335.columnOf(TypeDef.TABLE, "MethodList");

  private static final Notation NOTATION = new Notation("", ":", "(?):?", "<?>");

  private final ReflectionTypes types;

  private final Cells signatures;
  private final Cells methodNames;
  private @Nullable RunOwners owners;

  ReflectionNames(Image image, TypeNames names) {
    super(image, names, NOTATION);
    this.types = new ReflectionTypes(image, text, names);
    this.signatures = image.tables().cells(MethodDef.TABLE, SIGNATURE);
    this.methodNames = image.tables().cells(MethodDef.TABLE, NAMES[MethodDef.TABLE]);
  }

  @Override
  TypeWriter types() {
    return types;
  }

  @Override
  void declaringType(MethodDef method) {
    if (owners == null) {
      owners = image.tables().owners(TypeDef.TABLE, METHOD_LIST);
    }
    type(TypeDef.TABLE << 24 | owners.of(method.rid()));
  }

  @Override
  void member(MethodDef method) {
    text.string(methodNames.at(method.rid()));
    signature(method);
  }

  @Override
  void methodSignature(MethodDef method) {
    methodSignature(types.beginAt(signatures.at(method.rid())));
  }

  @Override
  void methodSignature(Cursor signature) {
    methodSignature(types.begin(signature));
  }

  /** Writes {@code `arity(parameters):returnType}. */
  private void methodSignature(SignatureParser reading) {
    MethodHead head = reading.methodHead();
    if (head.arity() > 0) {
      text.add('`').add(head.arity());
    }
    parameters(head, reading);
  }

  /** Writes {@code :type}; for an indexer {@code (parameters):type}. */
  @Override
  void propertySignature(Cursor signature) {
    SignatureParser reading = types.begin(signature);
    MethodHead head = reading.propertyHead();
    if (head.parameters() > 0) {
      parameters(head, reading);
    } else {
      text.add(':');
      reading.type(types);
    }
  }

  private void parameters(MethodHead head, SignatureParser reading) {
    int returnType = text.length();
    reading.type(types);
    int parameters = text.length();
    text.add('(');
    for (int i = 0; i < head.parameters(); i++) {
      reading.skipSentinel(head);
      types.argument(i);
      reading.type(types);
    }
    text.add("):");
    // The return type is first in the signature and last in the name.
    text.moveToEnd(returnType, parameters);
  }

  @Override
  void fieldType(Cursor signature) {
    SignatureParser reading = types.begin(signature);
    reading.fieldHead();
    reading.type(types);
  }
}
