// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.srm;

import static java.util.stream.Collectors.joining;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.attribute.Scalar;
import dev.tiptoe.metadata.image.ImportScope;
import dev.tiptoe.metadata.image.LocalConstant;
import dev.tiptoe.metadata.pdb.Import;
import dev.tiptoe.metadata.pdb.LocalConstantSig;
import dev.tiptoe.metadata.pdb.SequencePoint;
import dev.tiptoe.metadata.pdb.SequencePoints;
import dev.tiptoe.metadata.signature.PrimitiveType;
import dev.tiptoe.metadata.signature.TypeSignature;
import java.util.HexFormat;
import java.util.function.Supplier;

/**
 * The blobs of a PDB as text, in the notation of {@code MetadataDump}, see its Symbols.cs and
 * LocalConstants.cs. Stateless.
 */
final class SymbolTexts {

  private SymbolTexts() {}

  static String orDamaged(Supplier<String> text) {
    try {
      return text.get();
    } catch (MetadataFormatException e) {
      return "?";
    }
  }

  static String points(SequencePoints points) {
    return points.points().stream().map(SymbolTexts::point).collect(joining(" "));
  }

  private static String point(SequencePoint point) {
    String document = point.offset() + "@" + Lines.token(point.document()) + " ";
    return document
        + (point.isHidden()
            ? "hidden"
            : point.startLine()
                + ":"
                + point.startColumn()
                + "-"
                + point.endLine()
                + ":"
                + point.endColumn());
  }

  static String imports(ImportScope scope) {
    return Import.of(scope).stream().map(SymbolTexts::text).collect(joining(" "));
  }

  private static String text(Import each) {
    StringBuilder text = new StringBuilder().append(each.kind().code());
    each.alias().ifPresent(alias -> text.append(' ').append(alias).append('='));
    token(each.assembly(), text);
    each.namespace().ifPresent(namespace -> text.append(' ').append(namespace));
    token(each.type(), text);
    return text.toString();
  }

  private static void token(Token token, StringBuilder to) {
    if (!token.isNil()) {
      to.append(' ').append(Lines.token(token));
    }
  }

  static String constant(LocalConstant row) {
    LocalConstantSig signature = LocalConstantSig.of(row);
    TypeSignature type = signature.type();
    StringBuilder text = new StringBuilder();
    while (type instanceof TypeSignature.Modified modified) {
      text.append(modified.required() ? "modreq{" : "modopt{");
      text.append(Lines.token(modified.modifier())).append("} ");
      type = modified.type();
    }
    return text.append(plain(type, signature)).toString();
  }

  private static String plain(TypeSignature type, LocalConstantSig signature) {
    String value = signature.value().map(ConstantText::of).orElse("");
    if (type instanceof PrimitiveType) {
      return SignatureText.of(type) + " " + value;
    }
    if (signature.value().orElse(null) instanceof Scalar scalar) {
      String token = Lines.token(((TypeSignature.Named) type).token());
      return SignatureText.of(scalar.type()) + " " + value + " enum " + token;
    }
    byte[] general = signature.general().copy(0, signature.general().length());
    return SignatureText.of(type) + " " + HexFormat.of().formatHex(general);
  }
}
