// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.signature.MethodSignature;
import dev.tiptoe.metadata.signature.TypeSignature;
import dev.tiptoe.resolver.reference.Ancestry.Ancestor;
import dev.tiptoe.resolver.reference.MemberResolution.FieldOf;
import dev.tiptoe.resolver.reference.MemberResolution.Member;
import dev.tiptoe.resolver.reference.MemberResolution.Method;
import dev.tiptoe.resolver.reference.MemberResolution.Reason;
import dev.tiptoe.resolver.reference.MemberResolution.Unresolved;
import dev.tiptoe.resolver.reference.SignatureMatch.Place;
import dev.tiptoe.resolver.reference.SignatureMatch.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Searches a type and its base types for a member by name and signature. For one reference, not
 * thread-safe.
 *
 * <p>The search is the CLR's: fields, constructors and the methods of an interface only in the type
 * itself; other methods there, then among the virtual methods of the base types, and unless the
 * type is a value type, among all their methods. So a virtual method of a base type precedes one
 * that is nearer and only hides it. Interfaces are never searched.
 */
final class MemberSearch {

  /** A found member, and its level in the chain of base types. */
  record Found(Member member, int level) {}

  private final Overloads overloads;
  private final LoadedImage from;
  private final String name;
  private final SignatureMatch match;
  private final SearchWork work;

  /**
   * The reason why later members do not count: an earlier member may be the right one, and this is
   * not known.
   */
  private Optional<Unresolved> obstacle = Optional.empty();

  private boolean sawDamage;
  private boolean sawTooMany;

  MemberSearch(
      Overloads overloads, SignatureMatch match, LoadedImage from, String name, SearchWork work) {
    this.overloads = overloads;
    this.match = match;
    this.from = from;
    this.name = name;
    this.work = work;
  }

  /** Returns the field in the type itself. */
  Optional<Found> field(Ancestor type, TypeSignature wanted) {
    // Parameters of the type remain its own, whatever the reference's arguments.
    Place own = new Place(type.module(), null);
    return Overloads.fields(type.type(), name, work)
        .filter(each -> matches(each.type().map(has -> match.types(has, own, wanted, at()))))
        .findFirst()
        .map(each -> new Found(new FieldOf(type.module(), each.row()), 0));
  }

  /** Returns the method in the type itself. */
  Optional<Found> method(Ancestor type, MethodSignature wanted) {
    return in(type, 0, wanted, each -> true);
  }

  /** Returns whether a method that the type itself lacks can be inherited. */
  boolean goesOn(Ancestor type) {
    return obstacle.isEmpty() && !type.type().isInterface() && !name.equals(".ctor");
  }

  /** Returns the method in the base types. */
  Optional<Found> inherited(Ancestry ancestry, MethodSignature wanted) {
    List<Ancestor> types = ancestry.types();
    Optional<Found> virtual = among(types, wanted, Overloads.Method::isVirtual);
    if (isDecided(virtual) || ancestry.isValueType()) {
      return virtual;
    }
    return among(types, wanted, each -> true);
  }

  private boolean isDecided(Optional<Found> found) {
    return found.isPresent() || obstacle.isPresent();
  }

  private Optional<Found> among(
      List<Ancestor> types, MethodSignature wanted, Predicate<Overloads.Method> such) {
    Optional<Found> found = Optional.empty();
    for (int level = 1; level < types.size() && !isDecided(found); level++) {
      found = in(types.get(level), level, wanted, such);
    }
    return found;
  }

  private Optional<Found> in(
      Ancestor type, int level, MethodSignature wanted, Predicate<Overloads.Method> such) {
    List<Overloads.Method> methods = overloads.methods(type.type(), name, work);
    work.add(SearchWork.OF_A_TYPE + methods.size());
    sawTooMany |= methods.size() == Overloads.MOST;
    Optional<Found> found =
        methods.stream()
            .filter(such)
            .filter(each -> matches(verdict(wanted, each, type)))
            .findFirst()
            .map(each -> new Found(new Method(type.module(), each.row()), level));
    obstacle = found.isPresent() ? Optional.empty() : obstacle;
    return found;
  }

  private Optional<Verdict> verdict(
      MethodSignature wanted, Overloads.Method method, Ancestor type) {
    return method.signature().map(has -> match.methods(wanted, at(), has, type.place()));
  }

  private boolean matches(Optional<Verdict> verdict) {
    sawDamage |= verdict.isEmpty();
    if (verdict.isPresent() && verdict.get() == Verdict.UNKNOWN && obstacle.isEmpty()) {
      obstacle = match.doubt().map(MemberSearch::because);
    }
    return verdict.isPresent() && verdict.get() == Verdict.SAME;
  }

  private Place at() {
    return new Place(from, null);
  }

  /** Returns the answer that nothing was found, with the best available reason. */
  Unresolved nothing(String type, Optional<TypeResolution> end) {
    if (obstacle.isPresent()) {
      return obstacle.get();
    }
    if (end.isPresent()) {
      return because(end.get());
    }
    String member = type + " has no member " + name + " of that signature";
    if (sawTooMany) {
      return new Unresolved(Reason.NO_SUCH_MEMBER, member + " among the first " + Overloads.MOST);
    }
    return sawDamage
        ? new Unresolved(Reason.DAMAGED, member + " that can be read")
        : new Unresolved(Reason.NO_SUCH_MEMBER, member);
  }

  /** Returns the answer that a type on the way is not known. */
  static Unresolved because(TypeResolution type) {
    return type instanceof TypeResolution.Unresolved none
        ? Unresolved.of(none)
        : new Unresolved(Reason.AMBIGUOUS_TYPE, type.why());
  }
}
