// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * From a token to the closed answer about its IDs, for one kind of token, at one time. Used once,
 * by one thread.
 */
final class TokenLookup<I extends RuntimeID> {

  private final MapTables tables;
  private final long time;
  private final IdTable ids;
  private final Function<ModuleEntry, TokenIndex> index;
  private final LongFunction<I> typed;

  private final List<I> valid = new ArrayList<>();
  private final Map<EvidenceKind, Evidence.Observed> evidence = new EnumMap<>(EvidenceKind.class);
  private long unloaded = Long.MIN_VALUE;

  TokenLookup(
      MapTables tables,
      long time,
      IdTable ids,
      Function<ModuleEntry, TokenIndex> index,
      LongFunction<I> typed) {
    this.tables = tables;
    this.time = time;
    this.ids = ids;
    this.index = index;
    this.typed = typed;
  }

  LookupAnswer<I> answer(ModuleID module, Token token) {
    IdTable modules = tables.modules().ids();
    int row = modules.begunAt(module.value(), time);
    if (row == Pages.NONE) {
      Subject subject = new Subject(token, module.toString(), "");
      return new LookupAnswer.NotSeen<>(subject, "its module was not met");
    }
    ModuleEntry entry = tables.modules().entry(row);
    String file = entry.loaded().fileName();
    Subject subject = new Subject(token, file.isEmpty() ? module.toString() : file, "");
    if (!modules.isValidAt(row, time)) {
      return new LookupAnswer.Unloaded<>(subject, modules.to(row));
    }
    collect(index.apply(entry).newest(token.rid()));
    return answer(subject);
  }

  private LookupAnswer<I> answer(Subject subject) {
    if (!valid.isEmpty()) {
      List<Evidence> strongestFirst = List.copyOf(evidence.values());
      Level level =
          strongestFirst.stream()
              .map(Evidence::proves)
              .max(Comparator.naturalOrder())
              .orElse(Level.PUBLISHED);
      return new LookupAnswer.Loaded<>(subject, level, valid, strongestFirst);
    }
    return unloaded != Long.MIN_VALUE
        ? new LookupAnswer.Unloaded<>(subject, unloaded)
        : new LookupAnswer.NotSeen<>(subject, "no fact named it, which alone proves nothing");
  }

  private void collect(int newest) {
    for (int row = newest; row != Pages.NONE; row = ids.older(row)) {
      if (ids.isValidAt(row, time)) {
        valid.add(typed.apply(ids.id(row)));
        ids.evidence(row, time).forEach(this::add);
      } else if (ids.from(row) <= time) {
        unloaded = Math.max(unloaded, ids.to(row));
      }
    }
    // Rows are linked newest first; people read them in the order of their beginnings.
    Collections.reverse(valid);
  }

  private void add(Evidence each) {
    if (each instanceof Evidence.Observed observed) {
      evidence.merge(
          observed.kind(), observed, (one, other) -> one.since() <= other.since() ? one : other);
    }
  }
}
