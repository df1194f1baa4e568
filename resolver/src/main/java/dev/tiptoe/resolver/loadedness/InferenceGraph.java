// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.map.LongIntMap;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.Premise.OfMethod;
import dev.tiptoe.resolver.loadedness.Premise.OfType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A graph of inference. Its nodes, numbered from 1, are the types and methods that rules lead to or
 * from, each with its rank; {@link InferenceSteps} are its edges.
 *
 * <p>One thread at a time; other threads may call {@link #hasAny} meanwhile. A node takes some 60
 * bytes; one of an instantiation or array retains its {@link RuntimeType} in addition.
 */
final class InferenceGraph {

  static final int NONE = 0;

  private static final int TYPE_DEF = 0x02;
  private static final int RID_BITS = 24;

  /** Values of {@link #kinds}. */
  private static final byte FREE = 0;

  private static final byte PLAIN = 1;
  private static final byte COMPOSED = 2;
  private static final byte METHOD = 3;

  private final InferenceSteps steps = new InferenceSteps();
  private final LongIntMap modules = new LongIntMap();
  private ModuleID[] moduleIds = new ModuleID[4];
  private int moduleCount = 1;

  /** From TypeDefs to the newest node of each; behind it are the others of that TypeDef. */
  private final LongIntMap definitions = new LongIntMap();

  private final LongIntMap methods = new LongIntMap();
  private final Map<RuntimeType, Integer> composed = new HashMap<>();

  /** Of each node: its TypeDef or its FunctionID, and its type if that is composed of others. */
  private long[] keys = new long[16];

  private @Nullable RuntimeType[] types = new RuntimeType[16];
  private int[] siblings = new int[16];
  private byte[] kinds = new byte[16];
  private boolean[] permanent = new boolean[16];

  /**
   * Four ranks of each node: observed, proven by a step, proven by a permanent step, and the
   * highest from which conclusions were drawn.
   */
  private byte[] observed = new byte[16];

  private byte[] proven = new byte[16];
  private byte[] permanentlyProven = new byte[16];
  private byte[] drawn = new byte[16];

  private int[] proofs = new int[16];
  private int[] permanentProofs = new int[16];

  private int count = 1;
  private int free = NONE;

  InferenceSteps steps() {
    return steps;
  }

  // ---- finding

  int of(Premise premise) {
    return premise instanceof OfType of ? of(of.type()) : methods.get(method(premise));
  }

  int of(RuntimeType type) {
    if (isPlain(type)) {
      int node = first(((Defined) type).definition());
      return node != NONE && kinds[node] == PLAIN ? node : NONE;
    }
    return composed.getOrDefault(type, NONE);
  }

  /** The first node of a TypeDef or its instantiations. */
  int first(TypeKey definition) {
    int module = modules.get(definition.module().value());
    return module == 0 ? NONE : definitions.get(key(module, definition));
  }

  /** The next node of the same TypeDef. */
  int sibling(int node) {
    return siblings[node];
  }

  /** Whether there is a node of a TypeDef or its instantiations; any thread may ask. */
  boolean hasAny(TypeKey definition) {
    return first(definition) != NONE;
  }

  boolean exists(int node) {
    return kinds[node] != FREE;
  }

  /** All premises that have a node. */
  Stream<Premise> premises() {
    return IntStream.range(1, count).filter(this::exists).mapToObj(this::premise);
  }

  Premise premise(int node) {
    return kinds[node] == METHOD
        ? new OfMethod(new FunctionID(keys[node]))
        : new OfType(type(node));
  }

  /** The type of a node that is no method. */
  RuntimeType type(int node) {
    RuntimeType type = types[node];
    if (type != null) {
      return type;
    }
    ModuleID module = moduleIds[(int) (keys[node] >>> RID_BITS)];
    int rid = (int) keys[node] & ((1 << RID_BITS) - 1);
    return new Defined(new TypeKey(module, Token.of(TYPE_DEF, rid)), List.of());
  }

  private static boolean isPlain(RuntimeType type) {
    return type instanceof Defined && type.components().isEmpty();
  }

  private static long method(Premise premise) {
    return ((OfMethod) premise).id().value();
  }

  private static long key(int module, TypeKey definition) {
    return (long) module << RID_BITS | definition.typeDef().rid();
  }

  // ---- adding and removing

  int add(Premise premise, boolean isPermanent) {
    int node = number();
    permanent[node] = isPermanent;
    if (premise instanceof OfMethod of) {
      kinds[node] = METHOD;
      keys[node] = of.id().value();
      methods.put(keys[node], node);
      return node;
    }
    RuntimeType type = ((OfType) premise).type();
    kinds[node] = isPlain(type) ? PLAIN : COMPOSED;
    if (kinds[node] == COMPOSED) {
      types[node] = type;
      type.components().forEach(this::meet);
      composed.put(type, node);
    }
    if (type instanceof Defined defined) {
      link(node, defined.definition());
    }
    return node;
  }

  private void meet(RuntimeType part) {
    if (part instanceof Defined defined) {
      moduleNumber(defined.definition().module());
    }
    part.components().forEach(this::meet);
  }

  /** Whether a module defines a type that has or had a node, or a part of one. */
  boolean hasMet(ModuleID module) {
    return modules.get(module.value()) != 0;
  }

  private int number() {
    if (free != NONE) {
      int node = free;
      free = siblings[node];
      siblings[node] = NONE;
      return node;
    }
    if (count == keys.length) {
      grow(count * 2);
    }
    return count++;
  }

  private void grow(int size) {
    keys = Arrays.copyOf(keys, size);
    types = Arrays.copyOf(types, size);
    siblings = Arrays.copyOf(siblings, size);
    kinds = Arrays.copyOf(kinds, size);
    permanent = Arrays.copyOf(permanent, size);
    observed = Arrays.copyOf(observed, size);
    proven = Arrays.copyOf(proven, size);
    permanentlyProven = Arrays.copyOf(permanentlyProven, size);
    drawn = Arrays.copyOf(drawn, size);
    proofs = Arrays.copyOf(proofs, size);
    permanentProofs = Arrays.copyOf(permanentProofs, size);
  }

  /** Adds a node to those of its TypeDef; the one of the TypeDef itself comes first. */
  private void link(int node, TypeKey definition) {
    keys[node] = key(moduleNumber(definition.module()), definition);
    int first = definitions.get(keys[node]);
    if (first != NONE && kinds[first] == PLAIN) {
      siblings[node] = siblings[first];
      siblings[first] = node;
    } else {
      siblings[node] = first;
      definitions.put(keys[node], node);
    }
  }

  private int moduleNumber(ModuleID module) {
    int known = modules.get(module.value());
    if (known != 0) {
      return known;
    }
    if (moduleCount == moduleIds.length) {
      moduleIds = Arrays.copyOf(moduleIds, moduleCount * 2);
    }
    moduleIds[moduleCount] = module;
    modules.put(module.value(), moduleCount);
    return moduleCount++;
  }

  void remove(int node) {
    if (kinds[node] == METHOD) {
      methods.remove(keys[node]);
    } else {
      RuntimeType type = type(node);
      composed.remove(type);
      if (type instanceof Defined) {
        unlink(node);
      }
    }
    kinds[node] = FREE;
    types[node] = null;
    observed[node] = Rank.NONE;
    proven[node] = Rank.NONE;
    permanentlyProven[node] = Rank.NONE;
    drawn[node] = Rank.NONE;
    proofs[node] = InferenceSteps.NONE;
    permanentProofs[node] = InferenceSteps.NONE;
    siblings[node] = free;
    free = node;
  }

  private void unlink(int node) {
    int before = definitions.get(keys[node]);
    if (before != node) {
      while (siblings[before] != node) {
        before = siblings[before];
      }
      siblings[before] = siblings[node];
    } else if (siblings[node] == NONE) {
      definitions.remove(keys[node]);
    } else {
      definitions.put(keys[node], siblings[node]);
    }
  }

  // ---- ranks

  /** The rank of a node: how far its type is loaded. */
  int rank(int node) {
    return Math.max(observed[node], proven[node]);
  }

  /** The rank that stays as long as the process lives. */
  int permanentRank(int node) {
    return permanent[node] ? Math.max(observed[node], permanentlyProven[node]) : Rank.NONE;
  }

  /** Whether what is observed of a node stays true as long as the process lives. */
  boolean isPermanent(int node) {
    return permanent[node];
  }

  int observed(int node) {
    return observed[node];
  }

  void setObserved(int node, int rank) {
    observed[node] = (byte) rank;
  }

  /** The rank that a step proves. */
  int proven(int node) {
    return proven[node];
  }

  /** The step that proves {@link #proven}. */
  int proof(int node) {
    return proofs[node];
  }

  void prove(int node, int rank, int step) {
    proven[node] = (byte) rank;
    proofs[node] = step;
  }

  /** Whether a permanent step proves {@link #proven}. */
  boolean isProvenPermanently(int node) {
    return proven[node] == permanentlyProven[node];
  }

  /** The step that proves the permanent rank. */
  int permanentProof(int node) {
    return permanentProofs[node];
  }

  /** Sets the permanent rank, and the step that proves it. */
  void provePermanently(int node, int rank, int step) {
    permanentlyProven[node] = (byte) rank;
    permanentProofs[node] = step;
  }

  /** Lowers the proven rank to the permanent one. */
  void fall(int node) {
    proven[node] = permanentlyProven[node];
    proofs[node] = permanentProofs[node];
  }

  /** The highest rank from which conclusions were drawn. */
  int drawn(int node) {
    return drawn[node];
  }

  void setDrawn(int node, int rank) {
    drawn[node] = (byte) rank;
  }
}
