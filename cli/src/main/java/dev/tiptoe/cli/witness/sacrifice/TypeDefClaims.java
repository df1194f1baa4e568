// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.witness.sacrifice;

import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.cli.witness.sacrifice.Verdict.True;
import dev.tiptoe.cli.witness.sacrifice.Verdict.Unasked;
import dev.tiptoe.cli.witness.sacrifice.Verdict.Unclaimed;
import dev.tiptoe.cli.witness.sacrifice.Verdict.Wrong;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.Loadedness;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import dev.tiptoe.resolver.map.LookupAnswer.NeverAnnounced;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Of each TypeDef that is not generic: how far it was loaded before anything was asked.
 *
 * <p>What was announced then is not announced again; what was never announced is announced now, at
 * its own question or at an earlier one that loaded it too.
 */
final class TypeDefClaims {

  private record IsLoadedSoFar(ModuleID module, TypeDef type, LookupAnswer<ClassID> claim)
      implements Claim {

    @Override
    public Question question() {
      return Question.classOf(module, type.token(), List.of());
    }

    @Override
    public Verdict judge(Reply reply, Announced announced) {
      if (Hresult.isFailure(reply.hresult()) || reply.id() == 0) {
        return new Unasked(Hresult.describe(reply.hresult()));
      }
      ClassID id = new ClassID(reply.id());
      if (claim instanceof Loaded<ClassID> loaded) {
        return judge(loaded, id, announced.contains(id), reply.announced().isEmpty());
      }
      if (claim instanceof NeverAnnounced<ClassID>) {
        return announced.contains(id)
            ? new True("never announced")
            : new Wrong(wrong(id, "it was not announced when it was asked for"));
      }
      return new Unclaimed(claim.getClass().getSimpleName());
    }

    private Verdict judge(
        Loaded<ClassID> loaded, ClassID id, boolean announcedNow, boolean complete) {
      if (!loaded.ids().isEmpty() && !loaded.ids().equals(List.of(id))) {
        return new Wrong(wrong(id, "the CLR says another ID"));
      }
      if (announcedNow && loaded.level() != Level.PUBLISHED) {
        return new Wrong(wrong(id, "it was announced only when it was asked for"));
      }
      if (!complete && loaded.level() == Level.USABLE) {
        return new Wrong(wrong(id, "not all it needs was loaded before"));
      }
      String ids = loaded.ids().isEmpty() ? ", without an ID" : "";
      return new True(loaded.level().inWords() + ids);
    }

    private String wrong(ClassID id, String how) {
      return Modules.name(type) + " " + id + ": " + how + "; claimed: " + claim.why();
    }
  }

  private TypeDefClaims() {}

  /** The claims about all types of these modules; what cannot be asked is counted. */
  static Stream<Claim> of(Modules modules, Loadedness loadedness, Tally tally) {
    return modules.types().flatMap(type -> claim(type, loadedness, tally));
  }

  private static Stream<Claim> claim(
      Map.Entry<ModuleID, TypeDef> of, Loadedness loadedness, Tally tally) {
    TypeDef type = of.getValue();
    if (type.isGeneric()) {
      tally.unasked("generic, and asked with its type arguments where they are known", 1);
      return Stream.empty();
    }
    return Stream.of(
        new IsLoadedSoFar(of.getKey(), type, loadedness.classIDs(of.getKey(), type.token())));
  }
}
