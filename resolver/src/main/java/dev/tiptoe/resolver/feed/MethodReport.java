// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.NativeCode.Range;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.List;
import java.util.Optional;

/**
 * Reports facts about one method to a feed: first what it is, then when it was observed.
 *
 * <pre>{@code
 * feed.method(place).in(app, placeToken).of(order).jitted(14_000_000).code(14_000_000, start, size);
 * }</pre>
 *
 * <p>Immutable; the steps that describe the method return a new report. Each step with a time is
 * one call of the feed. {@link RuntimeFeed#method} makes one.
 */
public final class MethodReport {

  private static final Token DYNAMIC = new Token(0x06000000);

  private final RuntimeFeed feed;
  private final FunctionID id;
  private final Optional<FunctionShape> shape;

  private MethodReport(RuntimeFeed feed, FunctionID id, Optional<FunctionShape> shape) {
    this.feed = feed;
    this.id = id;
    this.shape = shape;
  }

  static MethodReport of(RuntimeFeed feed, FunctionID id) {
    return new MethodReport(feed, id, Optional.empty());
  }

  /** Says which method it is. Its class is not known yet; {@link #of(ClassID)} says it. */
  public MethodReport in(ModuleID module, Token methodDef) {
    return as(new FunctionShape(new ClassID(0), module, methodDef, List.of(), ""));
  }

  /** Says that it is a dynamic method with a name, which has no row. */
  public MethodReport dynamic(ModuleID module, String name) {
    return as(new FunctionShape(new ClassID(0), module, DYNAMIC, List.of(), name));
  }

  /** Says which class declares it; left out for code that instantiations share. */
  public MethodReport of(ClassID declaringClass) {
    FunctionShape known = described();
    return as(
        new FunctionShape(
            declaringClass,
            known.module(),
            known.methodDef(),
            known.typeArguments(),
            known.dynamicName()));
  }

  /** Says its own type arguments, which are not those of its class. */
  public MethodReport over(ClassID... typeArguments) {
    FunctionShape known = described();
    return as(
        new FunctionShape(
            known.declaringClass(),
            known.module(),
            known.methodDef(),
            List.of(typeArguments),
            known.dynamicName()));
  }

  private MethodReport as(FunctionShape now) {
    return new MethodReport(feed, id, Optional.of(now));
  }

  private FunctionShape described() {
    return shape.orElseThrow(
        () -> new IllegalStateException("in(module, token) must say first which method it is"));
  }

  /** Reports that the JIT compiled it, or listed it among the compiled methods. */
  public MethodReport jitted(long at) {
    return seen(at, FunctionSource.JITTED);
  }

  /** Reports that it was executing. */
  public MethodReport executing(long at) {
    return seen(at, FunctionSource.STACK);
  }

  /** Reports that a look-up which loads nothing found it. */
  public MethodReport probed(long at) {
    return seen(at, FunctionSource.PROBED);
  }

  private MethodReport seen(long at, FunctionSource source) {
    feed.functionSeen(at, id, described(), source);
    return this;
  }

  /** Reports its code, in one piece and without an IL map. */
  public MethodReport code(long at, long start, int size) {
    return code(at, NativeCode.at(start, size));
  }

  /** Reports its code in several ranges, with an IL map. */
  public MethodReport code(long at, NativeCode code) {
    feed.codeSeen(at, id, code);
    return this;
  }

  /** Reports its code in several ranges, without an IL map. */
  public MethodReport code(long at, Range... ranges) {
    return code(at, new NativeCode(0, List.of(ranges), List.of()));
  }

  /** Reports the runtime's own name for it. */
  public MethodReport named(long at, ReportedName name) {
    feed.methodNamed(at, id, name);
    return this;
  }

  /** Reports that its unload began. */
  public void unloaded(long at) {
    feed.unloadStarted(at, id);
  }
}
