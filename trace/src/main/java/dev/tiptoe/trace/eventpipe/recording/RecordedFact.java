// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.feed.NativeCode.IlMapping;
import dev.tiptoe.resolver.feed.NativeCode.Range;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodDetails;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.PdbId;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.TypeDetails;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the runtime reported about one ID, without the times and the occasions. Immutable; as small
 * as a record can be, since a file has several for each method.
 */
sealed interface RecordedFact {

  /** Returns the ID that it is about. */
  long about();

  /** A fact about something that is loaded and can be unloaded. */
  sealed interface Loaded extends RecordedFact {

    /** Returns the ID with its kind. */
    RuntimeID id();

    @Override
    default long about() {
      return id().value();
    }
  }

  /** An application domain. */
  record Domain(AppDomainID id, String name) implements Loaded {}

  /** An assembly, with the load context into which it is loaded; empty where that is not known. */
  record Assembly(
      AssemblyID id, AppDomainID appDomain, int flags, String fullName, String loadContext)
      implements Loaded {}

  /** A module. */
  record Module(
      ModuleID id, AssemblyID assembly, int flags, String path, Optional<PdbId> managedPdb)
      implements Loaded {}

  /** Code of a method; {@code token} and the others are as in {@link MethodCode}. */
  record Code(
      long method,
      long module,
      long start,
      int size,
      int token,
      int flags,
      int rejit,
      String type,
      String name,
      String signature)
      implements Loaded {

    @Override
    public FunctionID id() {
      return new FunctionID(method);
    }

    @Override
    public long about() {
      return method;
    }

    ModuleID moduleId() {
      return new ModuleID(module);
    }

    Token methodDef() {
      return new Token(token);
    }

    boolean isShared() {
      return (flags & MethodCode.SHARED) != 0;
    }

    /** Returns whether the method has no metadata. */
    boolean isDynamic() {
      return (flags & MethodCode.DYNAMIC) != 0;
    }

    NativeCode withoutIl() {
      return with(List.of());
    }

    private NativeCode with(List<IlMapping> il) {
      return new NativeCode(rejit, List.of(new Range(start, size)), il);
    }
  }

  /** The IL map of code. */
  final class Il implements RecordedFact {

    private final Code code;

    /** Pairs of an IL offset and a native offset, in the runtime's order. */
    private final int[] mappings;

    Il(Code code, int[] mappings) {
      this.code = code;
      this.mappings = mappings;
    }

    Code code() {
      return code;
    }

    @Override
    public long about() {
      return code.method;
    }

    /** Returns the code with its mappings, each up to the next. */
    NativeCode mapped() {
      List<IlMapping> starts = new ArrayList<>(mappings.length / 2);
      for (int i = 0; i < mappings.length; i += 2) {
        starts.add(new IlMapping(mappings[i], mappings[i + 1], 0));
      }
      starts.sort(Comparator.comparingInt(IlMapping::start));
      List<IlMapping> il = new ArrayList<>(starts.size());
      int end = code.size;
      for (int i = starts.size() - 1; i >= 0; i--) {
        IlMapping each = starts.get(i);
        if (each.start() < end) {
          il.add(new IlMapping(each.ilOffset(), each.start(), end));
          end = each.start();
        }
      }
      return code.with(il);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Il il && code.equals(il.code) && Arrays.equals(mappings, il.mappings);
    }

    @Override
    public int hashCode() {
      return 31 * code.hashCode() + Arrays.hashCode(mappings);
    }
  }

  /** What a method is. */
  record Method(MethodDetails its) implements RecordedFact {

    @Override
    public long about() {
      return its.method().value();
    }
  }

  /** What a type is. */
  record Type(TypeDetails its) implements RecordedFact {

    @Override
    public long about() {
      return its.type().value();
    }
  }

  /** Where the precompiled code of a method was found. */
  record EntryPoint(long method, long address) implements RecordedFact {

    @Override
    public long about() {
      return method;
    }
  }

  /** The unloading of something. */
  record Unload(Loaded what) implements RecordedFact {

    @Override
    public long about() {
      return what.about();
    }
  }
}
