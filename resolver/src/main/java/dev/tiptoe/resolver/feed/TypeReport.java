// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.List;
import java.util.Optional;

/**
 * Reports facts about one type to a feed: first what it is, then when it was observed.
 *
 * <pre>{@code
 * feed.type(order).in(app, orderToken).parent(object).announced(12_000_000);
 * }</pre>
 *
 * <p>Immutable; the steps that describe the type return a new report. Each step with a time is one
 * call of the feed. {@link RuntimeFeed#type} makes one.
 */
public final class TypeReport {

  private final RuntimeFeed feed;
  private final ClassID id;
  private final Optional<ClassShape> shape;

  private TypeReport(RuntimeFeed feed, ClassID id, Optional<ClassShape> shape) {
    this.feed = feed;
    this.id = id;
    this.shape = shape;
  }

  static TypeReport of(RuntimeFeed feed, ClassID id) {
    return new TypeReport(feed, id, Optional.empty());
  }

  /** Says which TypeDef it is of. */
  public TypeReport in(ModuleID module, Token typeDef) {
    return as(new ClassShape.Defined(module, typeDef, new ClassID(0), List.of()));
  }

  /** Says its base type; left out for what has none, and where it is not known. */
  public TypeReport parent(ClassID parent) {
    ClassShape.Defined known = defined();
    return as(
        new ClassShape.Defined(known.module(), known.typeDef(), parent, known.typeArguments()));
  }

  /** Says its type arguments. */
  public TypeReport over(ClassID... typeArguments) {
    ClassShape.Defined known = defined();
    return as(
        new ClassShape.Defined(
            known.module(), known.typeDef(), known.parent(), List.of(typeArguments)));
  }

  /**
   * Says that it is an array.
   *
   * @param elementType the {@code CorElementType} of its elements
   * @param rank 1 or more; 1 is the vector
   */
  public TypeReport arrayOf(ClassID element, int elementType, int rank) {
    return as(new ClassShape.Array(element, elementType, rank));
  }

  /** Says that it is a pointer, by-ref, or function pointer. */
  public TypeReport composite() {
    return as(new ClassShape.Composite());
  }

  private TypeReport as(ClassShape now) {
    return new TypeReport(feed, id, Optional.of(now));
  }

  private ClassShape described() {
    return shape.orElseThrow(TypeReport::undescribed);
  }

  private ClassShape.Defined defined() {
    return shape
        .filter(ClassShape.Defined.class::isInstance)
        .map(ClassShape.Defined.class::cast)
        .orElseThrow(TypeReport::undescribed);
  }

  private static IllegalStateException undescribed() {
    return new IllegalStateException("in(module, token) must say first which type it is");
  }

  /** Reports that the runtime announced it ({@code ClassLoadFinished}). */
  public TypeReport announced(long at) {
    feed.classLoaded(at, id, described());
    return this;
  }

  /** Reports that it was found in another way. */
  public TypeReport seen(long at, ClassSource source) {
    feed.classSeen(at, id, described(), source);
    return this;
  }

  /** Reports an instance; the type need not be described. */
  public TypeReport instance(long at, InstanceSource source) {
    feed.instanceSeen(at, id, source);
    return this;
  }

  /** Reports how many instances a walk over the heap found, and their bytes. */
  public TypeReport instances(long at, long objects, long bytes) {
    feed.instancesCounted(at, id, objects, bytes);
    return this;
  }

  /** Reports that its unload began. */
  public void unloaded(long at) {
    feed.unloadStarted(at, id);
  }
}
