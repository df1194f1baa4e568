// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.written.WrittenMethod;
import dev.tiptoe.symbols.written.WrittenMethods;
import java.util.BitSet;

/** Reads the types and methods of a module for its index. Mutable, for one module and thread. */
final class ImageMethods {

  private final Image image;
  private final Names shownNames;
  private final Names systemNames;
  private final WrittenMethods writtenMethods;
  private final DamageWriter damage;
  private final MethodTableWriter out = new MethodTableWriter();

  /** The type of the last method, and whether the compiler may have made it. */
  private int type;

  private String shownType = "";
  private boolean isGeneratedType;

  ImageMethods(Image image, PortablePdb pdb, DamageWriter damage) {
    this.image = image;
    this.shownNames = new Names(image, NameStyle.CSHARP);
    this.systemNames = new Names(image, NameStyle.REFLECTION);
    this.writtenMethods = new WrittenMethods(image, pdb.found());
    this.damage = damage;
  }

  /** Reads all types and methods. */
  MethodTableWriter read() {
    BitSet withMethods = new BitSet();
    int count = image.count(MethodDef.TABLE);
    for (int rid = 1; rid <= count; rid++) {
      try {
        MethodDef method = new MethodDef(image, rid);
        enter(method, withMethods);
        add(method);
      } catch (MetadataFormatException e) {
        damage.add(rid, DamageWriter.NAMES, String.valueOf(e.getMessage()));
        out.addUnnamed();
      }
    }
    for (int rid = withMethods.nextClearBit(1); rid <= image.count(TypeDef.TABLE); ) {
      addEmpty(Token.of(TypeDef.TABLE, rid));
      rid = withMethods.nextClearBit(rid + 1);
    }
    return out;
  }

  private void addEmpty(Token type) {
    try {
      out.addType(systemNames.of(type), shownNames.of(type));
    } catch (MetadataFormatException e) {
      // A type whose name is damaged cannot be requested.
    }
  }

  private void enter(MethodDef method, BitSet withMethods) {
    TypeDef owner = method.declaringType();
    if (owner.rid() != type) {
      String name = systemNames.declaringType(method.token());
      shownType = shownNames.declaringType(method.token());
      // With the types around it, and the namespace, which F# makes for start-up code.
      isGeneratedType = mayBeGenerated(name);
      type = owner.rid();
      withMethods.set(type);
      out.addType(name, shownType);
    }
  }

  private static boolean mayBeGenerated(String name) {
    return name.indexOf('<') >= 0 || name.indexOf('$') >= 0 || name.indexOf('@') >= 0;
  }

  /** Whether a signature has an anonymous type, say. */
  private static boolean mentionsGenerated(String member) {
    return member.contains("<>") || member.indexOf('$') >= 0 || member.contains(">j__");
  }

  /** Whether the runtime makes the state machine: {@code MethodImplAttributes.Async}. */
  private static boolean isAsync(MethodDef method) {
    return (method.implFlags() & 0x2000) != 0;
  }

  private void add(MethodDef method) {
    String name = method.name();
    String member = shownNames.member(method.token());
    if (isGeneratedType || mayBeGenerated(name) || mentionsGenerated(member) || isAsync(method)) {
      addWritten(method, shownType.isEmpty() ? member : shownType + "." + member);
    }
    out.addMethod(name, shownType, member);
  }

  private void addWritten(MethodDef method, String shown) {
    WrittenMethod source = writtenMethods.of(method.token());
    String text = source.in(shownNames);
    if (source.method().equals(method.token())
        && text.equals(shown)
        && source.source() == WrittenMethod.Source.WRITTEN) {
      return;
    }
    String outer =
        source.method().isNil()
            ? ""
            : source.method().equals(method.token()) ? shown : shownNames.of(source.method());
    out.addWritten(method.rid(), source.method().rid(), outer, text, source.source());
  }
}
