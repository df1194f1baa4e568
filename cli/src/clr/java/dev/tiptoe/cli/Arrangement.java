// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static dev.tiptoe.cli.Arrangement.Verdict.CANDIDATE;
import static dev.tiptoe.cli.Arrangement.Verdict.NOWHERE;
import static dev.tiptoe.cli.Arrangement.Verdict.SAME;
import static dev.tiptoe.cli.Arrangement.Verdict.WRONG;

import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.PeBuilder;
import dev.tiptoe.testdata.image.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A way to load an assembly App and assemblies Lib, which its references may mean, into load
 * contexts. App asks for Lib 2.0.
 *
 * <p>A plan has the steps of the test assembly Bindings, but for what is written by number: {@code
 * FOLDER/VERSION} is a Lib, whose types have other tokens in each version; {@code app CONTEXT}
 * loads App, {@code facade CONTEXT} an assembly that forwards to Lib, to which App then refers, and
 * {@code use CONTEXT} a type of App with its base type; {@code file} only writes.
 *
 * @param title what is loaded where
 * @param bound the folder of the Lib that the runtime binds; {@code nothing} when it throws
 * @param reported what is to be said of App's references when the load contexts are known
 * @param observed the same, when the base type of a type of App was observed, too
 * @param plan the steps
 */
record Arrangement(String title, String bound, Verdict reported, Verdict observed, String plan) {

  /** Our answer about a reference, beside the runtime's. */
  enum Verdict {
    /** Resolved, to what the runtime says. */
    SAME,
    /** Ambiguous, and one of the candidates is the right one. */
    AMBIGUOUS,
    /** Not resolved, and one of the candidates is the right one. */
    CANDIDATE,
    /** Not resolved, and the runtime throws. */
    NOWHERE,
    /** All others. */
    WRONG
  }

  /**
   * All of them. Two are wrong without an observation: that a context has a lower version of its
   * own is taken as a sign that its Load supplied it, and that it has a fitting one, as a sign that
   * it had that in time.
   */
  static List<Arrangement> all() {
    return List.of(
        new Arrangement(
            "all in one context", "own", SAME, SAME, "plain a; load a own/2.0; app a; use a"),
        new Arrangement(
            "all in the default context",
            "default",
            SAME,
            SAME,
            "load Default default/2.0; app Default; use Default"),
        new Arrangement(
            "Lib in the default context",
            "default",
            SAME,
            SAME,
            "load Default default/2.0; plain a; app a; use a"),
        new Arrangement(
            "Lib in the default context, and in another",
            "default",
            SAME,
            SAME,
            "load Default default/3.0; plain b; load b other/2.0; plain a; app a; use a"),
        new Arrangement(
            "a higher version in the own context",
            "own",
            SAME,
            SAME,
            "load Default default/2.0; plain a; load a own/3.0; app a; use a"),
        new Arrangement(
            "another public key in the own context",
            "own",
            SAME,
            SAME,
            "load Default default/2.0; plain a; load a own/2.0/signed; app a; use a"),
        new Arrangement(
            "Lib in another context only",
            "nothing",
            NOWHERE,
            NOWHERE,
            "plain b; load b other/2.0; plain a; app a; use a"),
        new Arrangement(
            "Lib in two other contexts only",
            "nothing",
            NOWHERE,
            NOWHERE,
            "plain b; load b other/2.0; plain c; load c third/3.0; plain a; app a; use a"),
        new Arrangement(
            "Lib in another context only, and a Load that declines",
            "nothing",
            NOWHERE,
            NOWHERE,
            "plain b; load b other/2.0; declines a; app a; use a"),
        new Arrangement(
            "App in the default context, Lib in another",
            "nothing",
            NOWHERE,
            NOWHERE,
            "plain b; load b other/2.0; app Default; use Default"),
        new Arrangement(
            "a lower version in the default context",
            "nothing",
            NOWHERE,
            NOWHERE,
            "load Default default/1.0; app Default; use Default"),
        new Arrangement(
            "a lower version in the default context, App in another",
            "nothing",
            NOWHERE,
            NOWHERE,
            "load Default default/1.0; plain a; app a; use a"),
        new Arrangement(
            "a lower version in the default context, and 2.0 in another",
            "nothing",
            NOWHERE,
            NOWHERE,
            "load Default default/1.0; plain b; load b other/2.0; app Default; use Default"),
        new Arrangement(
            "a lower version that Load supplies",
            "own",
            SAME,
            SAME,
            "supplies a own/1.0; app a; use a"),
        new Arrangement(
            "a lower version that Load supplies, and 2.0 in the default context",
            "own",
            SAME,
            SAME,
            "load Default default/2.0; supplies a own/1.0; app a; use a"),
        new Arrangement(
            "a lower version that Load supplies, and 2.0 in two others",
            "own",
            SAME,
            SAME,
            "plain b; load b other/2.0; plain c; load c third/2.0; supplies a own/1.0; app a; use a"),
        new Arrangement(
            "a lower version that Load supplies, collectible",
            "own",
            SAME,
            SAME,
            "load Default default/2.0; passing a own/1.0; app a; use a"),
        new Arrangement(
            "a lower version in a context without a Load",
            "nothing",
            NOWHERE,
            NOWHERE,
            "plain a; load a own/1.0; app a; use a"),
        new Arrangement(
            "the same, and 2.0 in the default context",
            "default",
            SAME,
            SAME,
            "load Default default/2.0; plain a; load a own/1.0; app a; use a"),
        new Arrangement(
            "a lower version beside a Load that declines",
            "default",
            WRONG,
            SAME,
            "load Default default/2.0; declines a; load a own/1.0; app a; use a"),
        new Arrangement(
            "2.0 in the own context, after App was bound",
            "default",
            WRONG,
            SAME,
            "load Default default/2.0; plain a; app a; use a; load a own/2.0"),
        new Arrangement(
            "a lower version that Resolving supplies",
            "own",
            CANDIDATE,
            SAME,
            "plain a; resolves a own/1.0; app a; use a"),
        new Arrangement(
            "2.0 that Resolving supplies",
            "own",
            SAME,
            SAME,
            "load Default default/1.0; plain a; resolves a own/2.0; app a; use a"),
        new Arrangement(
            "Resolving lends another context's",
            "other",
            CANDIDATE,
            SAME,
            "plain b; load b other/2.0; plain a; lends a b; app a; use a"),
        new Arrangement(
            "Resolving lends another context's lower version",
            "other",
            CANDIDATE,
            SAME,
            "plain b; load b other/1.0; plain c; load c third/2.0; plain a; lends a b; app a; use a"),
        new Arrangement(
            "Resolving of the default context lends another's",
            "other",
            CANDIDATE,
            SAME,
            "plain b; load b other/2.0; lends Default b; app Default; use Default"),
        new Arrangement(
            "Load borrows another context's",
            "other",
            CANDIDATE,
            SAME,
            "plain b; load b other/2.0; borrows a b; app a; use a"),
        new Arrangement(
            "App by LoadFile, Lib in another context",
            "nothing",
            NOWHERE,
            NOWHERE,
            "plain b; load b other/2.0; app LoadFile"),
        new Arrangement(
            "App by LoadFile, Lib in the default context",
            "default",
            SAME,
            SAME,
            "load Default default/2.0; app LoadFile"),
        new Arrangement(
            "App by LoadFrom, Lib beside it",
            "own",
            SAME,
            SAME,
            "file own/2.0; app LoadFrom; use Default"),
        new Arrangement(
            "a facade in the default context, Lib there and in the own",
            "default",
            SAME,
            SAME,
            "load Default default/2.0; facade Default; plain a; load a own/2.0; app a; use a"));
  }

  /** Writes the assemblies into a folder; returns the steps, with paths and numbers. */
  List<String> write(Path folder, int number) throws IOException {
    Scene scene = new Scene(folder, number, plan.contains("signed"));
    for (String step : plan.split("; ", -1)) {
      scene.add(List.of(step.split(" ", -1)));
    }
    return scene.steps;
  }

  /** What is written for one arrangement. */
  private static final class Scene {

    /** The key of ECMA-335, which is its own short form. */
    private static final byte[] KEY = {0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0};

    private static final byte[] OTHER_TOKEN = {1, 2, 3, 4, 5, 6, 7, 8};

    final List<String> steps = new ArrayList<>();
    private final Path folder;
    private final byte[] token;
    private final String number;
    private String scope;

    Scene(Path folder, int number, boolean otherKey) {
      this.token = otherKey ? OTHER_TOKEN : new byte[0];
      this.folder = folder;
      this.number = String.format("%02d", number);
      scope = "Lib" + this.number;
    }

    void add(List<String> step) throws IOException {
      String verb = step.get(0);
      String context = named(step.get(1));
      switch (verb) {
        case "plain", "declines" -> steps.add(verb + "\t" + context);
        case "borrows", "lends" -> steps.add(verb + "\t" + context + "\t" + named(step.get(2)));
        case "supplies", "passing", "resolves" ->
            steps.add(verb + "\t" + context + "\t" + library(step.get(2)).getParent());
        case "file" -> library(step.get(1));
        case "load" -> load(context, library(step.get(2)));
        case "facade" -> load(context, facade());
        case "app" -> load(context, app());
        case "use" -> steps.add("use\t" + context + "\tApp" + number + "\tN.Derived");
        default -> throw new IllegalArgumentException(verb);
      }
    }

    private String named(String context) {
      return context.length() == 1 ? context + number : context;
    }

    private void load(String context, Path file) {
      steps.add(
          context.startsWith("LoadF") ? context + "\t" + file : "load\t" + context + "\t" + file);
    }

    /** The higher the version, the more types are before those that App refers to. */
    private Path library(String what) throws IOException {
      List<String> parts = List.of(what.split("/", -1));
      String version = parts.get(1);
      ImageBuilder lib = ImageBuilder.assembly("Lib" + number, version + ".0.0");
      int object = object(lib);
      for (int i = 0; i < Integer.parseInt(version.substring(0, 1)); i++) {
        lib.typeDef("N", "Other" + i, object);
      }
      int base = lib.typeDef("N", "Base", object);
      int inner = lib.nested(base, "Inner");
      lib.set(inner, "Extends", ImageBuilder.index(Table.TYPE_DEF, "Extends", object));
      lib.typeDef("N", "Used", object);
      if (parts.size() > 2) {
        lib.publicKey(KEY);
      }
      return write(parts.get(0), "Lib", lib);
    }

    private static int object(ImageBuilder image) {
      return image.typeRef(image.assemblyRef("System.Runtime", "4.2.2.0"), "System", "Object");
    }

    private Path facade() throws IOException {
      ImageBuilder facade = ImageBuilder.assembly("Facade" + number, "2.0.0.0");
      int lib = facade.assemblyRef("Lib" + number, "2.0.0.0");
      facade.exportedType(facade.exportedType(lib, "N", "Base"), "", "Inner");
      facade.exportedType(lib, "N", "Used");
      scope = "Facade" + number;
      return write("default", "Facade", facade);
    }

    private Path app() throws IOException {
      ImageBuilder app = ImageBuilder.assembly("App" + number, "1.0.0.0");
      int lib = app.assemblyRef(scope, "2.0.0.0", token);
      int base = app.typeRef(lib, "N", "Base");
      app.typeRef(base, "", "Inner");
      app.typeRef(lib, "N", "Used");
      app.typeDef("N", "Derived", base);
      return write("own", "App", app);
    }

    private Path write(String where, String name, ImageBuilder image) throws IOException {
      Path file = Files.createDirectories(folder.resolve(where)).resolve(name + number + ".dll");
      return Files.write(file, new PeBuilder().module(image).build());
    }
  }
}
