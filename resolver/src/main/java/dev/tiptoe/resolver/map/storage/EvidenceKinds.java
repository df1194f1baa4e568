// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.map.EvidenceKind;

/** Kinds of evidence by number, as rows and notes keep them, and by the sources of facts. */
final class EvidenceKinds {

  private static final EvidenceKind[] BY_NUMBER = EvidenceKind.values();

  private EvidenceKinds() {}

  /** The number of a kind: its place, from 0. */
  @SuppressWarnings("EnumOrdinal") // Rows keep it while the process runs, and no longer.
  static int number(EvidenceKind kind) {
    return kind.ordinal();
  }

  /** The kind with a number. */
  static EvidenceKind numbered(int number) {
    return BY_NUMBER[number];
  }

  /** Returns whether most facts of this kind come without a description of the ID. */
  static boolean isMostlyObserved(EvidenceKind kind) {
    return kind == EvidenceKind.EXECUTING
        || kind == EvidenceKind.ON_HEAP
        || kind == EvidenceKind.ALLOCATED;
  }

  static EvidenceKind of(ClassSource source) {
    return switch (source) {
      case FUNCTION_OWNER -> EvidenceKind.DECLARES;
      case TYPE_ARGUMENT -> EvidenceKind.TYPE_ARGUMENT;
      case PARENT -> EvidenceKind.PARENT;
      case PROBED -> EvidenceKind.PROBED;
      case HEAP -> EvidenceKind.ON_HEAP;
      case DESCRIBED -> EvidenceKind.DESCRIBED;
    };
  }

  static EvidenceKind of(FunctionSource source) {
    return switch (source) {
      case STACK -> EvidenceKind.EXECUTING;
      case JITTED -> EvidenceKind.COMPILED;
      case PROBED -> EvidenceKind.PROBED;
    };
  }

  static EvidenceKind of(InstanceSource source) {
    return switch (source) {
      case HEAP -> EvidenceKind.ON_HEAP;
      case ALLOCATION -> EvidenceKind.ALLOCATED;
    };
  }
}
