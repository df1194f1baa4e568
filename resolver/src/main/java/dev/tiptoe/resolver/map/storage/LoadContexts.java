// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.AssemblyFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.LoadContext;
import dev.tiptoe.resolver.map.LoadContext.Collectible;
import dev.tiptoe.resolver.map.LoadContext.Default;
import dev.tiptoe.resolver.map.LoadContext.Named;
import dev.tiptoe.resolver.map.LoadContext.Sameness;
import dev.tiptoe.resolver.map.LoadContext.Unknown;
import dev.tiptoe.resolver.map.ModuleFact;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The load contexts of the modules that are loaded at one time, deduced from the runtime's events.
 *
 * <p>These rules apply in order: a reported context counts; a collectible module is in a
 * collectible context; the core library is in the default one, and so are the assemblies in its
 * folder, which the runtime got as its trusted platform assemblies. Of two assemblies with one name
 * in one application domain, at most one is in the default context; when it is not known which,
 * neither is. All other modules are {@link Unknown}.
 *
 * <p>Immutable, for any number of threads; one entry for each module.
 */
public final class LoadContexts {

  private static final String DEFAULT = "Default";

  /** The suffix of the name of an assembly that has only resources, for one culture. */
  private static final String SATELLITE = ".resources";

  private static final Set<String> CORE_LIBRARIES =
      Set.of("system.private.corelib.dll", "mscorlib.dll");

  /**
   * A module, with what is known of its assembly.
   *
   * @param name the assembly's simple name; empty when it is not known
   */
  private record Module(
      ModuleID id, LoadedModule loaded, Optional<AssemblyFact> assembly, String name) {

    Module(ModuleID id, LoadedModule loaded, Optional<AssemblyFact> assembly) {
      this(
          id,
          loaded,
          assembly,
          assembly.map(fact -> fact.name().toLowerCase(Locale.ROOT)).orElse(""));
    }

    AppDomainID appDomain() {
      return assembly.map(AssemblyFact::appDomain).orElse(new AppDomainID(0));
    }

    boolean isCoreLibrary() {
      String file = loaded.fileName();
      return CORE_LIBRARIES.stream().anyMatch(file::equalsIgnoreCase);
    }

    String folder() {
      return loaded.path().substring(0, loaded.path().length() - loaded.fileName().length());
    }
  }

  /** An assembly's name in a domain, of which each context has at most one. */
  private record Name(AppDomainID appDomain, String assembly) {}

  private final Map<ModuleID, Module> modules = new HashMap<>();
  private final Map<ModuleID, LoadContext> contexts = new HashMap<>();
  private final Set<AppDomainID> shared = new HashSet<>();

  private LoadContexts(IdView view) {
    view.modules().forEach(fact -> modules.put(fact.id(), module(view, fact)));
    List<Module> core = modules.values().stream().filter(Module::isCoreLibrary).toList();
    core.forEach(module -> shared.add(module.appDomain()));
    Set<String> folders = core.stream().map(Module::folder).collect(Collectors.toSet());
    folders.remove("");
    Map<Name, List<Module>> claims = new HashMap<>();
    for (Module module : modules.values()) {
      LoadContext context = context(module, folders);
      contexts.put(module.id(), context);
      if (context instanceof Default && !module.name().isEmpty()) {
        Name name = new Name(module.appDomain(), module.name());
        claims.computeIfAbsent(name, any -> new ArrayList<>(1)).add(module);
      }
    }
    claims.values().forEach(this::settle);
  }

  /** The contexts of the modules that are loaded in {@code view}. */
  public static LoadContexts in(IdView view) {
    return new LoadContexts(view);
  }

  private static Module module(IdView view, ModuleFact fact) {
    AssemblyID id = fact.loaded().assembly();
    Optional<AssemblyFact> assembly = id.isNone() ? Optional.empty() : view.meaningOf(id).valid();
    return new Module(fact.id(), fact.loaded(), assembly);
  }

  private static LoadContext context(Module module, Set<String> runtimeFolders) {
    Optional<String> reported = module.assembly().flatMap(AssemblyFact::loadContext);
    if (reported.isPresent()) {
      return reported.get().equals(DEFAULT)
          ? new Default("the runtime reported it")
          : new Named(reported.get());
    }
    if (module.loaded().isDynamic()) {
      return new Unknown(LoadContext.Reason.MADE_IN_MEMORY);
    }
    if (module.loaded().isCollectible()) {
      return new Collectible();
    }
    if (module.isCoreLibrary()) {
      return new Default("it is the core library");
    }
    return runtimeFolders.contains(module.folder())
        ? new Default("its file lies beside the core library")
        : new Unknown(LoadContext.Reason.NOT_REPORTED);
  }

  /** Of several candidates for one assembly of the default context, the reported ones are. */
  private void settle(List<Module> claims) {
    long assemblies = claims.stream().map(module -> module.loaded().assembly()).distinct().count();
    if (assemblies > 1) {
      claims.stream()
          .filter(module -> module.assembly().flatMap(AssemblyFact::loadContext).isEmpty())
          .map(Module::id)
          .forEach(id -> contexts.put(id, new Unknown(LoadContext.Reason.LOADED_TWICE)));
    }
  }

  /** The load context of a module. */
  public LoadContext of(ModuleID module) {
    return contexts.getOrDefault(module, new Unknown(LoadContext.Reason.NOT_LOADED));
  }

  /**
   * Whether two modules are in one load context: they are if they are parts of one assembly; they
   * are not if they are in different domains, or if only one can be unloaded; else their contexts
   * decide, and where those are not known, they are apart if their assemblies share a name.
   */
  public Sameness sameness(ModuleID one, ModuleID other) {
    Module first = modules.get(one);
    Module second = modules.get(other);
    if (first == null || second == null) {
      return Sameness.UNKNOWN;
    }
    if (one.equals(other) || isOneAssembly(first, second)) {
      return Sameness.SAME;
    }
    if (excludes(first, second)) {
      return Sameness.DIFFERENT;
    }
    Sameness sameness = of(one).sameAs(of(other));
    return sameness == Sameness.UNKNOWN && shareTheirOnlyName(first, second)
        ? Sameness.DIFFERENT
        : sameness;
  }

  private static boolean isOneAssembly(Module one, Module other) {
    AssemblyID assembly = one.loaded().assembly();
    return !assembly.isNone() && assembly.equals(other.loaded().assembly());
  }

  private static boolean excludes(Module one, Module other) {
    return areApart(one.appDomain(), other.appDomain())
        || (!isAnyMade(one, other)
            && one.loaded().isCollectible() != other.loaded().isCollectible());
  }

  /**
   * A context has one assembly of a name, but a satellite of that name for each culture, and any
   * number of assemblies that Reflection.Emit made.
   */
  private static boolean shareTheirOnlyName(Module one, Module other) {
    return !isAnyMade(one, other)
        && !one.name().isEmpty()
        && one.name().equals(other.name())
        && !one.name().endsWith(SATELLITE);
  }

  private static boolean isAnyMade(Module one, Module other) {
    return one.loaded().isDynamic() || other.loaded().isDynamic();
  }

  private static boolean areApart(AppDomainID one, AppDomainID other) {
    return !one.isNone() && !other.isNone() && !one.equals(other);
  }

  /**
   * Whether code of one module can be bound to another, as far as application domains go: both are
   * in one, or the other is in that of the core library, which all share, or a domain is not known.
   */
  public boolean isVisible(ModuleID from, ModuleID to) {
    Module first = modules.get(from);
    Module second = modules.get(to);
    return first == null
        || second == null
        || !areApart(first.appDomain(), second.appDomain())
        || shared.contains(second.appDomain());
  }
}
