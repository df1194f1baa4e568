// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.util.regex.Pattern;

/**
 * The {@code AssemblyLoadContext} that a module was loaded into, as far as it is known. Immutable.
 *
 * <p>The profiling API does not report it. It is deduced from other facts.
 */
public sealed interface LoadContext {

  /** How that is known, or why it is not, in words. */
  String why();

  /**
   * Whether it may be of a class of the program's own, with a {@code Load} that supplies
   * assemblies. The runtime calls its {@code Load} before it searches the default context.
   */
  default boolean mayHaveLoad() {
    return true;
  }

  /** Whether this is the same context as another one. */
  default Sameness sameAs(LoadContext other) {
    if (this instanceof Named one && other instanceof Named two) {
      return Sameness.of(one.name().equals(two.name()));
    }
    if (this instanceof Default || other instanceof Default) {
      LoadContext another = this instanceof Default ? other : this;
      return another instanceof Unknown
          ? Sameness.UNKNOWN
          : Sameness.of(another instanceof Default);
    }
    return Sameness.UNKNOWN;
  }

  /** The results of comparing two contexts. */
  enum Sameness {
    /** They are one. */
    SAME,
    /** They are two. */
    DIFFERENT,
    /** It is not known. */
    UNKNOWN;

    static Sameness of(boolean same) {
      return same ? SAME : DIFFERENT;
    }
  }

  /**
   * The one that every program has: the framework's and the program's own assemblies.
   *
   * @param why how that is known
   */
  record Default(String why) implements LoadContext {
    @Override
    public boolean mayHaveLoad() {
      return false;
    }

    @Override
    public String toString() {
      return "Default";
    }
  }

  /**
   * Another context, reported by the runtime.
   *
   * @param name as {@code AssemblyLoadContext.ToString} gives it: it has a number, so no two
   *     contexts of a process share it
   */
  record Named(String name) implements LoadContext {

    /** The end of the name of a context whose class is the runtime's own; its number follows. */
    private static final Pattern PLAIN =
        Pattern.compile(" System\\.Runtime\\.Loader\\.(Individual)?AssemblyLoadContext #\\d+$");

    @Override
    public boolean mayHaveLoad() {
      return !PLAIN.matcher(name).find();
    }

    @Override
    public String why() {
      return "the runtime reported it";
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** A context that can be unloaded, and so is not the default one; which one is not known. */
  record Collectible() implements LoadContext {
    @Override
    public String why() {
      return "the module can be unloaded, and the runtime did not report the context";
    }

    @Override
    public String toString() {
      return "collectible";
    }
  }

  /**
   * Any.
   *
   * @param reason what is missing
   */
  record Unknown(Reason reason) implements LoadContext {
    @Override
    public String why() {
      return reason.words;
    }

    @Override
    public String toString() {
      return "unknown";
    }
  }

  /** The reasons why a load context is not known. */
  enum Reason {
    /** The module is not loaded. */
    NOT_LOADED("the module is not loaded"),
    /** The module was made in memory. */
    MADE_IN_MEMORY("the module was made in memory"),
    /** Its file is not the runtime's, and no load context was reported. */
    NOT_REPORTED("its file is not the runtime's, and no load context was reported"),
    /** Its assembly is loaded more than once, so that one of them is in another context. */
    LOADED_TWICE("its assembly is loaded more than once"),
    /** The modules are those of a folder: there is no runtime to report it. */
    NO_RUNTIME("there is no runtime to report it"),
    /** The metadata of the module is not available. */
    NO_METADATA("its metadata is not available");

    private final String words;

    Reason(String words) {
      this.words = words;
    }
  }
}
