// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.File;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.ModuleRef;
import dev.tiptoe.metadata.image.SoughtType;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.resolver.reference.LoadedModules.Fitting;
import dev.tiptoe.resolver.reference.TypeResolution.Reason;
import dev.tiptoe.resolver.reference.TypeResolution.Resolved;
import dev.tiptoe.resolver.reference.TypeResolution.Unresolved;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The way from one reference at top level to its type, through any number of modules. For one
 * search, by one thread.
 *
 * <p>A walk in depth, without recursion: the forwarders of each module are looked at once, and a
 * way is a chain of links that is written out only where it ends at a type. It takes time in the
 * number of the modules.
 */
final class TypeSearch {

  /**
   * A module still to be looked at.
   *
   * @param module where to look
   * @param way how it was reached
   * @param follows whether its forwarders are followed, or only its own types looked at
   */
  private record Stop(Image module, Way way, boolean follows) {}

  private final LoadedModules loaded;
  private final Forwarders forwarders;
  private final TypeRef name;
  private final SoughtType sought;

  /** The stop to look at next; behind it, where the way has forked, those that come later. */
  private @Nullable Stop next;

  private @Nullable Deque<Stop> later;

  private final List<TypeResolution> answers = new ArrayList<>(1);

  /**
   * Modules whose forwarders were looked at. Looking again, through a circle or on another way,
   * could find nothing new, and where facades are loaded many times there are very many ways.
   */
  private @Nullable Set<Image> entered;

  TypeSearch(LoadedModules loaded, Forwarders forwarders, TypeRef name) {
    this.loaded = loaded;
    this.forwarders = forwarders;
    this.name = name;
    this.sought = SoughtType.of(name);
  }

  /** What was found, in the order of preference: at least one answer. */
  List<TypeResolution> answers(Token scope) {
    begin(scope);
    for (Stop stop = next(); stop != null; stop = next()) {
      look(stop);
    }
    return answers;
  }

  private @Nullable Stop next() {
    Stop stop = next;
    next = later == null ? null : later.poll();
    return stop;
  }

  /** Puts a stop before all others. */
  private void goTo(Stop stop) {
    if (next != null) {
      later = later == null ? new ArrayDeque<>() : later;
      later.push(next);
    }
    next = stop;
  }

  private void begin(Token scope) {
    Image from = name.image();
    if (scope.isNil()) {
      goTo(new Stop(from, Way.NONE, true));
    } else if (scope.table() == AssemblyRef.TABLE) {
      toAssembly(new AssemblyRef(from, scope.rid()), name.token(), Way.NONE);
    } else if (scope.table() == ModuleRef.TABLE) {
      String module = new ModuleRef(from, scope.rid()).name();
      toModules(loaded.modules(module), module, from, name.token(), Way.NONE);
    } else {
      goTo(new Stop(from, Way.NONE, false));
    }
  }

  private void look(Stop stop) {
    Image module = stop.module();
    Token found = module.find(sought);
    if (found.isNil() || (found.table() == ExportedType.TABLE && !stop.follows())) {
      answers.add(TypeRefResolver.noSuchType(module, name));
    } else if (found.table() == TypeDef.TABLE) {
      arrive(new TypeDef(module, found.rid()), stop.way());
    } else {
      follow(new ExportedType(module, found.rid()), stop.way());
    }
  }

  private void arrive(TypeDef type, Way way) {
    Resolved resolved = new Resolved(type, way.hops(List.of()));
    answers.add(resolved);
    if (way.length() > 1) {
      forwarders.learn(resolved, way.certain());
    }
  }

  /** Goes on from a module that does not define the type, but says where it is. */
  private void follow(ExportedType exported, Way way) {
    Resolved known = forwarders.from(exported);
    if (known != null && way.length() + known.trail().size() <= TypeRefResolver.DEEPEST) {
      answers.add(new Resolved(known.type(), way.hops(known.trail())));
    } else if (!isFirstVisit(exported.image())) {
      none(Reason.CIRCULAR, "forwarders lead back to " + exported.image().moduleName());
    } else if (way.length() > TypeRefResolver.DEEPEST) {
      none(Reason.CIRCULAR, "more than " + TypeRefResolver.DEEPEST + " forwarders");
    } else {
      followUnknown(exported, way);
    }
  }

  private boolean isFirstVisit(Image module) {
    entered = entered == null ? new HashSet<>() : entered;
    return entered.add(module);
  }

  private void followUnknown(ExportedType exported, Way way) {
    Token elsewhere = exported.implementation();
    Image module = exported.image();
    if (elsewhere.table() == AssemblyRef.TABLE) {
      toAssembly(new AssemblyRef(module, elsewhere.rid()), exported.token(), way);
    } else {
      String file = new File(module, elsewhere.rid()).name();
      toModules(loaded.files(file), file, module, exported.token(), way);
    }
  }

  /** Goes on among the loaded assemblies that fit best. */
  private void toAssembly(AssemblyRef wanted, Token via, Way way) {
    Fitting fitting = loaded.fitting(wanted);
    List<Image> images = fitting.images();
    if (images.isEmpty()) {
      none(Reason.NOT_LOADED, "assembly " + wanted.name() + " is not loaded");
    }
    // The one to look at first is put in front last.
    for (int i = images.size() - 1; i >= 0; i--) {
      Hop hop = new Hop(wanted.image(), via, images.get(i), fitting.tier());
      goTo(new Stop(images.get(i), way.then(hop, images.size() == 1), true));
    }
  }

  /** Goes on in other modules of the same assembly. */
  private void toModules(List<Image> modules, String wanted, Image from, Token via, Way way) {
    if (modules.isEmpty()) {
      none(Reason.NOT_LOADED, "module " + wanted + " is not loaded");
    }
    for (int i = modules.size() - 1; i >= 0; i--) {
      Hop hop = new Hop(from, via, modules.get(i), Tier.EXACT);
      goTo(new Stop(modules.get(i), way.then(hop, modules.size() == 1), false));
    }
  }

  private void none(Reason reason, String detail) {
    answers.add(new Unresolved(reason, detail));
  }
}
