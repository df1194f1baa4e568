// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.File;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.ModuleRef;
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
import java.util.Optional;
import java.util.Set;

/**
 * The way from one reference at top level to its type, through any number of modules. For one
 * search, by one thread.
 *
 * <p>A walk in depth, without recursion: each module is entered once, and a way is a chain of links
 * that is written out only where it ends at a type. It takes time in the number of the modules.
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
  private final TypeRef name;
  private final Deque<Stop> ahead = new ArrayDeque<>();
  private final List<TypeResolution> answers = new ArrayList<>();

  /**
   * Modules that were looked at. Looking again, through a circle or on another way, could find
   * nothing new, and where facades are loaded many times there are very many ways.
   */
  private final Set<Image> entered = new HashSet<>();

  TypeSearch(LoadedModules loaded, TypeRef name) {
    this.loaded = loaded;
    this.name = name;
  }

  /** What was found, in the order of preference: at least one answer. */
  List<TypeResolution> answers() {
    begin();
    while (!ahead.isEmpty()) {
      Stop stop = ahead.pop();
      if (stop.follows() && !entered.add(stop.module())) {
        none(Reason.CIRCULAR, "forwarders lead back to " + stop.module().moduleName());
      } else {
        look(stop);
      }
    }
    return answers;
  }

  private void begin() {
    Token scope = name.resolutionScope();
    Image from = name.image();
    if (scope.isNil()) {
      ahead.push(new Stop(from, Way.NONE, true));
    } else if (scope.table() == AssemblyRef.TABLE) {
      toAssembly(new AssemblyRef(from, scope.rid()), name.token(), Way.NONE);
    } else if (scope.table() == ModuleRef.TABLE) {
      String module = new ModuleRef(from, scope.rid()).name();
      toModules(loaded.modules(module), module, from, name.token(), Way.NONE);
    } else {
      ahead.push(new Stop(from, Way.NONE, false));
    }
  }

  private void look(Stop stop) {
    Optional<TypeDef> type = stop.module().findType(Optional.empty(), name);
    if (type.isPresent()) {
      answers.add(new Resolved(type.get(), stop.way().hops()));
    } else {
      lookFurther(stop);
    }
  }

  /** Goes on from a module that does not define the type. */
  private void lookFurther(Stop stop) {
    Optional<ExportedType> exported =
        stop.follows() ? stop.module().findExported(name) : Optional.empty();
    if (exported.isEmpty()) {
      answers.add(TypeRefResolver.noSuchType(stop.module(), name));
    } else if (stop.way().length() > TypeRefResolver.DEEPEST) {
      none(Reason.CIRCULAR, "more than " + TypeRefResolver.DEEPEST + " forwarders");
    } else {
      follow(exported.get(), stop.way());
    }
  }

  private void follow(ExportedType exported, Way way) {
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
    // The one to look at first is pushed last.
    for (int i = images.size() - 1; i >= 0; i--) {
      Hop hop = new Hop(wanted.image(), via, images.get(i), fitting.tier());
      ahead.push(new Stop(images.get(i), way.then(hop), true));
    }
  }

  /** Goes on in other modules of the same assembly. */
  private void toModules(List<Image> modules, String wanted, Image from, Token via, Way way) {
    if (modules.isEmpty()) {
      none(Reason.NOT_LOADED, "module " + wanted + " is not loaded");
    }
    for (int i = modules.size() - 1; i >= 0; i--) {
      Hop hop = new Hop(from, via, modules.get(i), Tier.EXACT);
      ahead.push(new Stop(modules.get(i), way.then(hop), false));
    }
  }

  private void none(Reason reason, String detail) {
    answers.add(new Unresolved(reason, detail));
  }
}
