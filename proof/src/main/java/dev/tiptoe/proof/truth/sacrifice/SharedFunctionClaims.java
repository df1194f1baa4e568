// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.True;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.Unasked;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.Unclaimed;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Claims about each FunctionID of shared code, for which the runtime gives no declaring class: that
 * its MethodDef has it in one of the instantiations of its type. These are queried one after
 * another until one has it. Not thread-safe.
 */
final class SharedFunctionClaims {

  private record HasIn(FunctionFact fact, ClassID declaring, Set<FunctionID> found)
      implements Claim {

    @Override
    public ClrQuestion question() {
      FunctionShape shape = fact.shape();
      return ClrQuestion.functionOf(
          shape.module(), shape.methodDef(), declaring, shape.typeArguments());
    }

    @Override
    public ClaimVerdict judge(Reply reply, Announced announced) {
      if (Hresult.isFailure(reply.hresult()) || reply.id() == 0) {
        return new Unasked(Hresult.describe(reply.hresult()));
      }
      if (reply.id() != fact.id().value()) {
        return new Unclaimed("another instantiation");
      }
      return found.add(fact.id()) ? new True("ID") : new Unclaimed("one more instantiation");
    }
  }

  private final IdView view;
  private final LoadedMetadata modules;
  private final List<FunctionFact> shared;
  private final Set<FunctionID> found = new HashSet<>();

  SharedFunctionClaims(IdView view, LoadedMetadata modules) {
    this.view = view;
    this.modules = modules;
    this.shared =
        view.functions()
            .filter(fact -> fact.shape().declaringClass().isNone())
            .filter(fact -> !fact.shape().methodDef().isNil())
            .toList();
  }

  /** Returns the claims. */
  Stream<Claim> all() {
    return shared.stream()
        .flatMap(
            fact ->
                instantiations(fact.shape())
                    .filter(declaring -> !found.contains(fact.id()))
                    .map(declaring -> new HasIn(fact, declaring, found)));
  }

  /** Returns how many functions were found in none of the known instantiations. */
  long notFound() {
    return (long) shared.size() - found.size();
  }

  private Stream<ClassID> instantiations(FunctionShape shape) {
    return declaringType(shape).stream()
        .flatMap(
            type ->
                view.observedClassIDs(shape.module(), type) instanceof Loaded<ClassID> loaded
                    ? loaded.ids().stream()
                    : Stream.empty());
  }

  private Optional<Token> declaringType(FunctionShape shape) {
    return Optional.ofNullable(modules.images().get(shape.module()))
        .filter((Image image) -> image.contains(shape.methodDef()))
        .map(image -> new MethodDef(image, shape.methodDef().rid()).declaringType().token());
  }
}
