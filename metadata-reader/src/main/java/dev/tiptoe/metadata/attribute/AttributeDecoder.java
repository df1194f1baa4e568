// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.attribute.AttributeArguments.Complete;
import dev.tiptoe.metadata.attribute.AttributeArguments.Incomplete;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.CustomAttribute;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.signature.MethodSignature;
import dev.tiptoe.metadata.signature.TypeSignature;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decodes the arguments of custom attributes. Immutable; as thread-safe as its resolver.
 *
 * <p>However damaged an attribute is, decoding it allocates at most 512 bytes for each byte of its
 * value and of its constructor's signature, and a mebibyte for the names of the types in that
 * signature. These may have 65,536 characters together; the name that exceeds this is read before
 * it is refused. An answer retains less: 28 bytes for an element of an array of numbers, which are
 * objects.
 *
 * @ecma II.23.3
 */
public final class AttributeDecoder {

  private static final int PROLOG = 0x0001;

  private final EnumResolver enums;

  /** Creates a decoder that uses {@code enums} for enums of other modules. */
  public AttributeDecoder(EnumResolver enums) {
    this.enums = enums;
  }

  /**
   * The arguments of an attribute.
   *
   * @throws MetadataFormatException when it or its constructor is damaged; the reason names the
   *     attribute's row
   */
  public AttributeArguments decode(CustomAttribute attribute) {
    Image image = attribute.image();
    try {
      return decode(
          Constructor.of(image, attribute.constructor()),
          attribute.value(),
          new EnumTypes(image, enums));
    } catch (MetadataFormatException e) {
      throw e.about(attribute.token());
    }
  }

  /** A constructor, and the type arguments of the generic attribute that it constructs. */
  private record Constructor(
      Image image, MethodSignature signature, List<TypeSignature> typeArguments) {

    static Constructor of(Image image, Token token) {
      if (token.table() == MethodDef.TABLE) {
        Bytes signature = new MethodDef(image, token.rid()).signature();
        return new Constructor(image, MethodSignature.of(signature), List.of());
      }
      MemberRef member = new MemberRef(image, token.rid());
      MethodSignature signature = MethodSignature.of(member.signature());
      return new Constructor(image, signature, typeArguments(image, member.parent()));
    }

    private static List<TypeSignature> typeArguments(Image image, Token parent) {
      return parent.table() == TypeSpec.TABLE
              && TypeSignature.of(new TypeSpec(image, parent.rid()).signature())
                  instanceof TypeSignature.GenericInstance instance
          ? instance.arguments()
          : List.of();
    }
  }

  private static AttributeArguments decode(Constructor constructor, Bytes blob, EnumTypes enums) {
    List<TypeSignature> parameters = constructor.signature().parameters();
    List<Argument> fixed = new ArrayList<>();
    List<NamedArgument> named = new ArrayList<>();
    if (blob.length() == 0 && parameters.isEmpty()) {
      // The specification does not allow this; the runtime reads it as an attribute without
      // arguments.
      return new Complete(fixed, named);
    }
    ParameterTypes types =
        new ParameterTypes(constructor.image(), blob, constructor.typeArguments(), enums);
    Cursor cursor = new Cursor(blob);
    if (cursor.u16() != PROLOG) {
      throw blob.damaged(0, "an attribute that does not begin with its prolog");
    }
    ArgumentReader reader = new ArgumentReader(cursor, enums);
    return fixed(parameters, types, reader, fixed) && named(cursor, reader, named)
        ? new Complete(fixed, named)
        : new Incomplete(fixed, named, enums.unresolved());
  }

  /** Returns whether all could be read. */
  private static boolean fixed(
      List<TypeSignature> parameters,
      ParameterTypes types,
      ArgumentReader reader,
      List<Argument> fixed) {
    for (TypeSignature parameter : parameters) {
      Optional<Argument> argument = types.of(parameter).flatMap(reader::argument);
      if (argument.isEmpty()) {
        return false;
      }
      fixed.add(argument.get());
    }
    return true;
  }

  /** Returns whether all could be read. */
  private static boolean named(Cursor cursor, ArgumentReader reader, List<NamedArgument> named) {
    // Some compilers leave out a count of zero, and the runtime accepts it.
    int count = cursor.atEnd() ? 0 : cursor.u16();
    for (int i = 0; i < count; i++) {
      Optional<NamedArgument> argument = reader.named();
      if (argument.isEmpty()) {
        return false;
      }
      named.add(argument.get());
    }
    if (!cursor.atEnd()) {
      throw cursor.damaged(cursor.left() + " bytes behind an attribute's last argument");
    }
    return true;
  }
}
