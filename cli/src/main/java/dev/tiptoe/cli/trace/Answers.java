// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import dev.tiptoe.resolver.map.LookupAnswer.NeverAnnounced;
import dev.tiptoe.resolver.map.LookupAnswer.NotPublished;
import dev.tiptoe.resolver.map.LookupAnswer.NotSeen;
import dev.tiptoe.resolver.map.LookupAnswer.Unloaded;
import java.util.List;

/** The answers to look-ups as scripts and people read them. */
final class Answers {

  private Answers() {}

  /** The answer's name. */
  static String name(LookupAnswer<?> answer) {
    if (answer instanceof Loaded<?>) {
      return "loaded";
    }
    if (answer instanceof NotSeen<?>) {
      return "not-seen";
    }
    if (answer instanceof NeverAnnounced<?>) {
      return "never-announced";
    }
    if (answer instanceof NotPublished<?>) {
      return "not-published";
    }
    if (answer instanceof Unloaded<?>) {
      return "unloaded";
    }
    throw new IllegalStateException("an answer of no known kind: " + answer);
  }

  /** The level of a loaded thing; empty for any other answer. */
  static String level(LookupAnswer<?> answer) {
    return answer instanceof Loaded<?> loaded ? loaded.level().inWords() : "";
  }

  /** The IDs of a loaded thing; none for any other answer. */
  static <I extends RuntimeID> List<I> ids(LookupAnswer<I> answer) {
    return answer instanceof Loaded<I> loaded ? loaded.ids() : List.of();
  }

  /** The reason without the subject it begins with. */
  static String reason(LookupAnswer<?> answer) {
    String why = answer.why();
    String lead = answer.subject() + ": ";
    return why.startsWith(lead) ? why.substring(lead.length()) : why;
  }
}
