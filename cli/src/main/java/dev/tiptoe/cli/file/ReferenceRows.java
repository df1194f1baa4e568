// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.option.RowFormat;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.ResultSection;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodSpec;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.resolver.Moment;
import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.answer.MemberResolution;
import dev.tiptoe.resolver.answer.MemberResolution.Member;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.answer.TypeResolution.Kind;
import dev.tiptoe.resolver.answer.TypeResolution.Reason;
import dev.tiptoe.resolver.answer.TypeResolution.Resolved;
import dev.tiptoe.resolver.answer.TypeResolution.Unresolved;
import java.util.List;
import java.util.Optional;

/**
 * Prints where the references of one module lead: all of them as rows, or those that are not
 * resolved as lines. Not thread-safe.
 */
final class ReferenceRows {

  private static final byte[] UNREADABLE = {'?'};

  private static final List<String> COLUMNS =
      List.of("file", "token", "name", "status", "target_file", "target_token", "tier", "hops");

  private final LoadedImage module;
  private final Moment now;
  private final ShownFiles shown;
  private final RowFormat format;
  private final ResultSection section;
  private final Problems problems;
  private final Names names;
  private int total;
  private int resolved;

  ReferenceRows(
      LoadedImage module,
      Moment now,
      ShownFiles shown,
      RowFormat format,
      ResultSection section,
      Problems problems) {
    this.module = module;
    this.now = now;
    this.shown = shown;
    this.format = format;
    this.section = section;
    this.problems = problems;
    this.names = new Names(module.image());
  }

  /** Returns how many references were resolved or not. */
  int total() {
    return total;
  }

  /** Returns how many references were resolved. */
  int resolved() {
    return resolved;
  }

  /** Prints all references to types, and those to members on request. */
  void printAll(boolean members) {
    String file = shown.of(module.image());
    try {
      long before = problems.met();
      for (TypeRef reference : module.image().typeRefs()) {
        if (problems.areTooMany(file, before)) {
          break;
        }
        type(reference.token());
      }
      if (members) {
        members(file, MemberRef.TABLE);
        members(file, MethodSpec.TABLE);
      }
    } catch (MetadataFormatException e) {
      problems.badInput(Problems.describe(file, e));
    }
  }

  private void members(String file, int table) {
    long before = problems.met();
    int rows = module.image().count(table);
    for (int rid = 1; rid <= rows; rid++) {
      if (problems.areTooMany(file, before)) {
        return;
      }
      member(Token.of(table, rid));
    }
  }

  private void type(Token reference) {
    TypeResolution answer = now.typeDef(module.id(), reference);
    if (answer instanceof Unresolved none && none.reason() == Reason.DAMAGED) {
      problems.badInput(reference, none.detail());
      return;
    }
    count(answer.isResolved());
    if (format.isGiven()) {
      row(reference, answer);
    } else if (!answer.isResolved()) {
      line(reference, answer.why());
    }
  }

  private void member(Token reference) {
    MemberResolution answer = now.member(module.id(), reference);
    count(answer.isResolved());
    if (format.isGiven()) {
      row(reference, answer);
    } else if (!answer.isResolved()) {
      line(reference, answer.why());
    }
  }

  private void count(boolean isResolved) {
    total++;
    if (isResolved) {
      resolved++;
    } else {
      problems.no();
    }
  }

  private void row(Token reference, TypeResolution answer) {
    List<Resolved> candidates = answer.candidates();
    Optional<Resolved> only =
        candidates.size() == 1 ? Optional.of(candidates.get(0)) : Optional.empty();
    if (format.isJson()) {
      json(
          reference,
          answer.kind(),
          only.map(one -> one.type().image()),
          only.map(one -> one.type().token()),
          answer.worstTier(),
          candidates.isEmpty() ? Optional.empty() : Optional.of(mostForwarders(candidates)));
      return;
    }
    begin(reference, answer.kind());
    target(only.map(one -> one.type().image()), only.map(one -> one.type().token()));
    answer.worstTier().ifPresent(tier -> section.add(tier.toString()));
    section.add("\t");
    if (!candidates.isEmpty()) {
      section.add(String.valueOf(mostForwarders(candidates)));
    }
    section.end();
  }

  private static int mostForwarders(List<Resolved> candidates) {
    int most = 0;
    for (Resolved candidate : candidates) {
      most = Math.max(most, candidate.forwarders());
    }
    return most;
  }

  /** Tier and number of forwarders are those of types. */
  private void row(Token reference, MemberResolution answer) {
    Optional<Member> member = answer.resolved().map(MemberResolution.Resolved::member);
    Optional<Image> file = member.flatMap(Member::definedIn).map(LoadedImage::image);
    Optional<Token> token = member.flatMap(Member::definition);
    if (format.isJson()) {
      json(reference, answer.kind(), file, token, Optional.empty(), Optional.empty());
      return;
    }
    begin(reference, answer.kind());
    target(file, token);
    section.add("\t").end();
  }

  private void json(
      Token reference,
      Kind kind,
      Optional<Image> file,
      Optional<Token> token,
      Optional<?> tier,
      Optional<Integer> hops) {
    format.row(
        section,
        COLUMNS,
        shown.of(module.image()),
        reference,
        nameOf(reference),
        kind,
        file.map(shown::of),
        token,
        tier,
        hops);
  }

  /** Begins a row: file, token, name, kind. */
  private void begin(Token reference, Kind kind) {
    try {
      names.write(reference, ignored -> {}, (name, length) -> begin(reference, name, length, kind));
    } catch (MetadataFormatException e) {
      unreadable(reference, e);
      begin(reference, UNREADABLE, UNREADABLE.length, kind);
    }
  }

  private void begin(Token reference, byte[] name, int length, Kind kind) {
    section.add(shown.fieldOf(module.image())).add(reference).add("\t").field(name, length);
    section.add("\t").add(kind.toString()).add("\t");
  }

  private void target(Optional<Image> file, Optional<Token> token) {
    file.ifPresentOrElse(image -> section.add(shown.fieldOf(image)), () -> section.add("\t"));
    token.ifPresent(section::add);
    section.add("\t");
  }

  private void line(Token reference, String why) {
    section.line(
        shown.of(module.image()) + ": " + reference + " " + nameOf(reference) + ": " + why);
  }

  private String nameOf(Token token) {
    try {
      return names.of(token);
    } catch (MetadataFormatException e) {
      unreadable(token, e);
      return "?";
    }
  }

  /** Reports a name that cannot be read; its reference has an answer all the same. */
  private void unreadable(Token reference, MetadataFormatException problem) {
    problems.badInput(reference, String.valueOf(problem.getMessage()));
  }
}
