// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.True;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.Unasked;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.Unclaimed;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.Wrong;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Claims about each MethodDef that is not generic, of a type that is not generic: that these are
 * its FunctionIDs.
 */
final class MethodDefClaims {

  private record HasOnly(
      ModuleID module, MethodDef method, ClassID declaring, LookupAnswer<FunctionID> claim)
      implements Claim {

    @Override
    public ClrQuestion question() {
      return ClrQuestion.functionOf(module, method.token(), declaring, List.of());
    }

    @Override
    public ClaimVerdict judge(Reply reply, Announced announced) {
      if (Hresult.isFailure(reply.hresult()) || reply.id() == 0) {
        return new Unasked(Hresult.describe(reply.hresult()));
      }
      if (!(claim instanceof Loaded<FunctionID> loaded)) {
        return new Unclaimed("the function was not recorded");
      }
      return loaded.ids().equals(List.of(new FunctionID(reply.id())))
          ? new True("the only ID")
          : new Wrong(
              method.token()
                  + " "
                  + method.name()
                  + " is claimed to have "
                  + loaded.ids()
                  + ", and the CLR gives 0x"
                  + Long.toHexString(reply.id()));
    }
  }

  private MethodDefClaims() {}

  /** Returns the claims about all methods of these modules; counts those that cannot be tested. */
  static Stream<Claim> of(LoadedMetadata modules, IdView view, ClaimTally tally) {
    return modules.types().flatMap(each -> of(each.getKey(), each.getValue(), view, tally));
  }

  private static Stream<Claim> of(ModuleID module, TypeDef type, IdView view, ClaimTally tally) {
    Optional<ClassID> declaring = only(view.observedClassIDs(module, type.token()));
    if (type.isGeneric() || declaring.isEmpty()) {
      String why = type.isGeneric() ? "of a generic type" : "of a type that cannot be loaded";
      tally.unasked(why, type.methods().size());
      return Stream.empty();
    }
    return type.methods().stream()
        .flatMap(method -> claim(module, method, declaring.get(), view, tally).stream());
  }

  private static Optional<ClassID> only(LookupAnswer<ClassID> answer) {
    return answer instanceof Loaded<ClassID> loaded && loaded.ids().size() == 1
        ? Optional.of(loaded.ids().get(0))
        : Optional.empty();
  }

  private static Optional<Claim> claim(
      ModuleID module, MethodDef method, ClassID declaring, IdView view, ClaimTally tally) {
    if (!method.genericParameters().isEmpty()) {
      tally.unasked("generic", 1);
      return Optional.empty();
    }
    return Optional.of(
        new HasOnly(module, method, declaring, view.observedFunctionIDs(module, method.token())));
  }
}
