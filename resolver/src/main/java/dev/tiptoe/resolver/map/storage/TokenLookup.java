// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.IdFilter;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.Interval;
import dev.tiptoe.resolver.map.LoadContext;
import dev.tiptoe.resolver.map.LookupAnswer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/** Answers which IDs a token has, for one kind of token, at one time. Used once, by one thread. */
final class TokenLookup<I extends RuntimeID> {

  private final MapTables tables;
  private final long time;
  private final TokenKind<I> kind;
  private final IdTable ids;
  private final IdFilter filter;
  private final ConstituentModules constituents;
  private final Optional<Predicate<ModuleID>> inContext;

  private final List<I> valid = new ArrayList<>();
  private final Map<EvidenceKind, Evidence.Observed> evidence = new EnumMap<>(EvidenceKind.class);
  private long unloaded = Long.MIN_VALUE;
  private long doubted = Long.MIN_VALUE;

  TokenLookup(IdView view, MapTables tables, long time, TokenKind<I> kind, IdFilter filter) {
    this.tables = tables;
    this.time = time;
    this.kind = kind;
    this.ids = kind.ids();
    this.filter = filter;
    this.constituents = new ConstituentModules(tables, time);
    this.inContext = filter.contextOf().map(module -> inContextOf(module, view));
  }

  LookupAnswer<I> answer(ModuleID module, Token token) {
    LookupAnswer<I> kept = keptAnswer(module, token);
    return tables.forgotten().has(time) && !kept.isLoaded()
        ? new LookupAnswer.NotSeen<>(
            kept.subject(), LookupAnswer.Reason.FORGOTTEN, tables.forgotten().inWords())
        : kept;
  }

  private LookupAnswer<I> keptAnswer(ModuleID module, Token token) {
    IdTable modules = tables.modules().ids();
    int row = modules.begunAt(module.value(), time);
    boolean isThere = row != Pages.NONE && modules.to(row) > time;
    return isThere
        ? answer(module, token, row)
        : early(module, token).orElseGet(() -> notThere(module, token, row));
  }

  /** What was observed before any fact named its module. */
  private Optional<LookupAnswer<I>> early(ModuleID module, Token token) {
    int next = tables.modules().ids().nextAfter(module.value(), time);
    if (next == Pages.NONE) {
      return Optional.empty();
    }
    collect(kind.index().apply(tables.modules().entry(next)).newest(token.rid()), module);
    return valid.isEmpty()
        ? Optional.empty()
        : Optional.of(answer(subject(module, token, next), OptionalLong.empty(), false));
  }

  private LookupAnswer<I> notThere(ModuleID module, Token token, int row) {
    IdTable modules = tables.modules().ids();
    if (row == Pages.NONE) {
      String subject = token + " in " + module;
      return new LookupAnswer.NotSeen<>(
          subject, LookupAnswer.Reason.MODULE_NOT_MET, "no fact named its module");
    }
    String subject = subject(module, token, row);
    boolean uncertain = modules.isDoubted(row);
    long to = modules.to(row);
    uncertain |= modules.isDoubted(row);
    return uncertain
        ? new LookupAnswer.NotSeen<>(
            subject, LookupAnswer.Reason.UNCERTAIN, "it is not known which module its ID means")
        : new LookupAnswer.Unloaded<>(subject, to);
  }

  private String subject(ModuleID module, Token token, int row) {
    String file = tables.modules().entry(row).loaded().fileName();
    return token + " in " + (file.isEmpty() ? module : file);
  }

  private LookupAnswer<I> answer(ModuleID module, Token token, int row) {
    IdTable modules = tables.modules().ids();
    ModuleEntry entry = tables.modules().entry(row);
    String subject = subject(module, token, row);
    OptionalLong absent = kind.absent().last(entry, token.rid(), time);
    long since = Math.max(modules.certainEndBefore(row), absent.orElse(Span.BEGINNING));
    // The writer places a fact before it is named no more, and names it before it has no place.
    boolean claimed = kind.claimed().isNamed(module, token.rid(), since, time);
    collect(kind.index().apply(entry).newest(token.rid()), module);
    claimed |= kind.claimed().isNamed(module, token.rid(), since, time);
    if (modules.from(row) <= tables.forgotten().before()) {
      addForgotten(module, token);
    }
    return answer(subject, absent, claimed);
  }

  /** Adds when the last ID ended of those whose facts were dropped. */
  private void addForgotten(ModuleID module, Token token) {
    End end = filter.equals(IdFilter.all()) ? tables.forgotten().end(module, token) : null;
    if (end != null && end.certain()) {
      unloaded = Math.max(unloaded, end.at());
    } else if (end != null) {
      doubted = Math.max(doubted, end.at());
    }
  }

  private LookupAnswer<I> answer(String subject, OptionalLong absent, boolean claimed) {
    if (!valid.isEmpty()) {
      List<Evidence> strongestFirst = List.copyOf(evidence.values());
      return new LookupAnswer.Loaded<>(
          subject, Evidence.highest(strongestFirst), valid, strongestFirst);
    }
    if (!claimed && absent.isPresent() && absent.getAsLong() >= unloaded) {
      return new LookupAnswer.NotPublished<>(subject, absent.getAsLong());
    }
    if (doubted != Long.MIN_VALUE) {
      String when = Interval.timeInWords(doubted);
      return new LookupAnswer.NotSeen<>(
          subject,
          LookupAnswer.Reason.UNCERTAIN,
          "it may have been unloaded at " + when + ", with types that it is made of");
    }
    if (claimed) {
      return new LookupAnswer.NotSeen<>(
          subject, LookupAnswer.Reason.UNCERTAIN, "a fact named it that others contradict");
    }
    return unloaded != Long.MIN_VALUE
        ? new LookupAnswer.Unloaded<>(subject, unloaded)
        : new LookupAnswer.NotSeen<>(subject, LookupAnswer.Reason.NOT_MET, unseen());
  }

  private String unseen() {
    return filter.equals(IdFilter.all())
        ? "no fact named it, which alone proves nothing"
        : "no fact named one of the requested kind, which alone proves nothing";
  }

  private void collect(int newest, ModuleID module) {
    List<Integer> rows = new ArrayList<>();
    for (int row = newest; row != Pages.NONE; row = ids.older(row)) {
      if (ids.isVoid(row) || ids.from(row) > time || !isWanted(row, module)) {
        continue;
      }
      boolean uncertain = ids.isDoubted(row);
      long to = ids.to(row);
      List<Evidence> seen = ids.evidence(row, time);
      uncertain |= ids.isDoubted(row);
      if (ids.isVoid(row) || seen.isEmpty()) {
        continue; // a late fact took it out of all answers
      }
      if (to > time) {
        rows.add(row);
        seen.forEach(this::add);
      } else if (uncertain) {
        doubted = Math.max(doubted, to);
      } else {
        unloaded = Math.max(unloaded, to);
      }
    }
    // Rows are linked newest first; people read them in the order of their beginnings.
    Collections.reverse(rows);
    rows.sort(Comparator.comparingLong(ids::from));
    // While a late fact is taken in, an ID may have two rows: one comes, the other goes.
    rows.stream().mapToLong(ids::id).distinct().forEach(id -> valid.add(kind.typed().apply(id)));
  }

  private boolean isWanted(int row, ModuleID module) {
    return filter.typeArguments().map(kind.arguments().apply(row)::equals).orElse(true)
        && filter.declaringClass().map(kind.declaringClass().apply(row)::equals).orElse(true)
        && filter.appDomain().map(domain -> isMadeIn(domain, row, module)).orElse(true)
        && inContext.map(passes -> isMade(passes, row, module)).orElse(true);
  }

  /**
   * A module that is not known to be in a context may be in the default one, which others share.
   */
  private static Predicate<ModuleID> inContextOf(ModuleID module, IdView view) {
    LoadContexts contexts = LoadContexts.in(view);
    return other -> {
      LoadContext of = contexts.of(other);
      return contexts.sameness(module, other) != LoadContext.Sameness.DIFFERENT
          || of instanceof LoadContext.Default
          || (of instanceof LoadContext.Unknown
              && !(contexts.of(module) instanceof LoadContext.Unknown));
    };
  }

  private boolean isMadeIn(AppDomainID domain, int row, ModuleID module) {
    return isMade(each -> constituents.isIn(domain, each), row, module);
  }

  private boolean isMade(Predicate<ModuleID> passes, int row, ModuleID module) {
    return constituents.all(passes, module, kind.arguments().apply(row));
  }

  private void add(Evidence each) {
    if (each instanceof Evidence.Observed observed) {
      evidence.merge(observed.kind(), observed, Evidence.Observed::earlier);
    }
  }
}
