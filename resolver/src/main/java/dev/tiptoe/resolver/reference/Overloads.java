// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.signature.MethodSignature;
import dev.tiptoe.metadata.signature.Signature;
import dev.tiptoe.metadata.signature.TypeSignature;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The methods and fields of types by name, with their signatures. Thread-safe; caches the most
 * recently used ones, with eight million bytes of signatures.
 *
 * <p>At most {@value #MOST} members of one name in one type take part. Normal types have a few
 * hundred at most; with a million, each reference would be compared with each member.
 */
final class Overloads {

  static final int MOST = 4096;

  private static final int MOST_KEPT = 1 << 23;

  private static final int VIRTUAL = 0x40;

  /**
   * A method with its signature.
   *
   * @param signature empty when it cannot be read
   */
  record Method(MethodDef row, Optional<MethodSignature> signature, boolean isVirtual) {}

  /**
   * A field with its type.
   *
   * @param type empty when it cannot be read
   */
  record FieldOf(Field row, Optional<TypeSignature> type) {}

  private record Key(TypeDef type, String name) {}

  private final Cache<Key, List<Method>> methods =
      Caffeine.newBuilder().maximumWeight(MOST_KEPT).weigher(Overloads::weight).build();

  /**
   * Returns the methods of that name, in the order of the table; reading them is charged to {@code
   * work}.
   */
  List<Method> methods(TypeDef type, String name, SearchWork work) {
    return methods.get(new Key(type, name), key -> read(key, work));
  }

  private static List<Method> read(Key key, SearchWork work) {
    return key.type().findMethods(key.name()).stream()
        .limit(MOST)
        .map(row -> method(row, work))
        .toList();
  }

  private static Method method(MethodDef row, SearchWork work) {
    Optional<Bytes> blob = unlessDamaged(row::signature);
    blob.ifPresent(work::read);
    Optional<MethodSignature> signature =
        blob.flatMap(bytes -> unlessDamaged(() -> MethodSignature.of(bytes)));
    return new Method(row, signature, (row.flags() & VIRTUAL) != 0);
  }

  /** The weight is in bytes of signatures, which bound the number of their parts. */
  private static int weight(Key key, List<Method> all) {
    return 8 + all.stream().mapToInt(each -> 4 + each.row().signature().length()).sum();
  }

  /** Returns the fields of that name, in the order of the table. */
  static Stream<FieldOf> fields(TypeDef type, String name, SearchWork work) {
    return type.findFields(name).stream().limit(MOST).map(row -> field(row, work));
  }

  private static FieldOf field(Field row, SearchWork work) {
    unlessDamaged(row::signature).ifPresent(work::read);
    return new FieldOf(row, unlessDamaged(() -> type(row)));
  }

  private static TypeSignature type(Field row) {
    return ((Signature.OfField) Signature.of(row.signature())).type();
  }

  private static <T> Optional<T> unlessDamaged(Supplier<T> signature) {
    try {
      return Optional.of(signature.get());
    } catch (MetadataFormatException | ClassCastException damage) {
      return Optional.empty();
    }
  }
}
