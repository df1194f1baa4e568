// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.answer.Binding;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.answer.TypeResolution.Ambiguous;
import dev.tiptoe.resolver.answer.TypeResolution.Reason;
import dev.tiptoe.resolver.answer.TypeResolution.Resolved;
import dev.tiptoe.resolver.answer.TypeResolution.Unresolved;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * References in a program with several load contexts: which of the modules of one name is meant.
 */
class LoadContextReferencesTest {

  private static final AppDomainID DOMAIN = new AppDomainID(0xd0);
  private static final String ALPHA = "\"Alpha\" PluginContext #1";
  private static final String BETA = "\"Beta\" PluginContext #2";
  private static final String DEFAULT = "Default";
  private static final String NOT_REPORTED = "";
  private static final int COLLECTIBLE = 0x8;

  private static final Token TYPE = new Token(0x02000002);
  private static final Token PLUGIN = new Token(0x02000002);
  private static final Token REFERENCE = new Token(0x01000001);
  private static final Token OTHER_REFERENCE = new Token(0x01000002);

  private final RuntimeIdMap map = new RuntimeIdMap();
  private final Map<ModuleID, Image> images = new LinkedHashMap<>();

  LoadContextReferencesTest() {
    ImageBuilder core = ImageBuilder.assembly("System.Private.CoreLib", "9.0.0.0");
    core.typeDef("System", "Object");
    load(0x10, "/runtime/System.Private.CoreLib.dll", core, 0, NOT_REPORTED);
  }

  private ModuleID load(long id, String path, ImageBuilder image, int flags, String context) {
    ModuleID module = new ModuleID(id);
    AssemblyID assembly = new AssemblyID(id + 1);
    LoadedModule loaded = new LoadedModule(path, Optional.empty(), assembly, 0, flags);
    String name = loaded.fileName().replace(".dll", "");
    map.assemblyLoaded(1, assembly, DOMAIN, module, name);
    map.moduleLoaded(1, module, loaded);
    if (!context.isEmpty()) {
      map.loadContextReported(1, assembly, context);
    }
    images.put(module, Image.of(path, image.build().buffer()));
    return module;
  }

  private ModuleID library(long id, String context) {
    return library(id, "1.0.0.0", 0, context);
  }

  /** An assembly Lib with the types {@code N.T} and {@code N.U}. */
  private ModuleID library(long id, String version, int flags, String context) {
    ImageBuilder library = ImageBuilder.assembly("Lib", version);
    library.typeDef("N", "T");
    library.typeDef("N", "U");
    return load(id, "/srv/" + id + "/Lib.dll", library, flags, context);
  }

  /**
   * A module whose type {@code N.Plugin} derives from {@code N.T} of Lib, and that refers to N.U.
   */
  private ModuleID plugin(long id, int flags, String context) {
    ImageBuilder plugin = ImageBuilder.assembly("Plugin" + id, "1.0.0.0");
    int lib = plugin.assemblyRef("Lib", "1.0.0.0");
    int base = plugin.typeRef(lib, "N", "T");
    plugin.typeRef(lib, "N", "U");
    plugin.typeDef("N", "Plugin", base);
    return load(id, "/srv/" + id + "/Plugin" + id + ".dll", plugin, flags, context);
  }

  private TypeResolution resolve(ModuleID from, Token reference) {
    return References.among(LoadedModules.in(map.now(), images)).typeDef(from, reference);
  }

  private void assertBound(ModuleID to, Binding binding, TypeResolution answer) {
    Resolved resolved = assertInstanceOf(Resolved.class, answer);
    assertEquals(to, resolved.key().module());
    assertEquals(to, resolved.module().id());
    assertEquals(binding, resolved.trail().get(0).binding());
  }

  @Test
  void reference_isTakenToTheOwnLoadContextFirst() {
    ModuleID ofDefault = library(0x100, DEFAULT);
    ModuleID ofAlpha = library(0x200, "2.0.0.0", 0, ALPHA);
    ModuleID ofBeta = library(0x300, BETA);
    ModuleID alpha = plugin(0x400, 0, ALPHA);
    ModuleID beta = plugin(0x500, 0, BETA);
    ModuleID app = plugin(0x600, 0, DEFAULT);
    assertBound(ofAlpha, Binding.OWN_CONTEXT, resolve(alpha, REFERENCE));
    assertBound(ofBeta, Binding.OWN_CONTEXT, resolve(beta, REFERENCE));
    assertBound(ofDefault, Binding.OWN_CONTEXT, resolve(app, REFERENCE));
  }

  @Test
  void reference_toWhatTheOwnContextHasNot_isTakenToTheDefaultOne() {
    ModuleID ofDefault = library(0x100, "2.0.0.0", 0, DEFAULT);
    library(0x300, BETA);
    ModuleID alpha = plugin(0x400, 0, ALPHA);
    assertBound(ofDefault, Binding.DEFAULT_CONTEXT, resolve(alpha, REFERENCE));
  }

  /** Its {@code Load} or a handler of {@code Resolving} must have brought it. */
  @Test
  void reference_toWhatOnlyAnotherContextHas_isTakenThereAndSaysSo() {
    ModuleID ofBeta = library(0x300, BETA);
    ModuleID alpha = plugin(0x400, 0, ALPHA);
    assertBound(ofBeta, Binding.OTHER_CONTEXT, resolve(alpha, REFERENCE));
  }

  @Test
  void reference_fromACollectibleModule_isNotTakenToOneThatIsNot() {
    library(0x100, NOT_REPORTED);
    ModuleID collectible = library(0x200, "1.0.0.0", COLLECTIBLE, NOT_REPORTED);
    ModuleID plugin = plugin(0x400, COLLECTIBLE, NOT_REPORTED);
    assertBound(collectible, Binding.POSSIBLE, resolve(plugin, REFERENCE));
  }

  /** The exact version may be in the wrong context, so the answer is ambiguous. */
  @Test
  void reference_thatMayMeanTwoVersionsInUnknownContexts_isAmbiguous() {
    ModuleID higher = library(0x100, "2.0.0.0", 0, NOT_REPORTED);
    ModuleID exact = library(0x200, "1.0.0.0", 0, NOT_REPORTED);
    ModuleID plugin = plugin(0x400, 0, NOT_REPORTED);
    Ambiguous answer = assertInstanceOf(Ambiguous.class, resolve(plugin, REFERENCE));
    assertEquals(
        List.of(exact, higher),
        answer.candidates().stream().map(each -> each.key().module()).toList());
  }

  @Test
  void reference_thatMayMeanALowerVersion_meansOneThatSatisfiesIt() {
    library(0x100, "0.9.0.0", 0, NOT_REPORTED);
    ModuleID higher = library(0x200, "2.0.0.0", 0, NOT_REPORTED);
    ModuleID plugin = plugin(0x400, 0, NOT_REPORTED);
    assertBound(higher, Binding.POSSIBLE, resolve(plugin, REFERENCE));
  }

  /** The runtime said what Plugin derives from; so it is known where all of Lib is. */
  @Test
  void reference_thatMayMeanTwo_isSettledByTheBaseTypeThatWasObserved() {
    library(0x100, "1.0.0.0", COLLECTIBLE, NOT_REPORTED);
    ModuleID second = library(0x200, "1.0.0.0", COLLECTIBLE, NOT_REPORTED);
    ModuleID plugin = plugin(0x400, COLLECTIBLE, NOT_REPORTED);
    assertInstanceOf(Ambiguous.class, resolve(plugin, REFERENCE));
    ClassID base = new ClassID(0x2001);
    map.classLoaded(2, base, new ClassShape.Defined(second, TYPE, new ClassID(0), List.of()));
    map.classLoaded(
        2, new ClassID(0x4001), new ClassShape.Defined(plugin, PLUGIN, base, List.of()));
    assertBound(second, Binding.OBSERVED, resolve(plugin, REFERENCE));
    assertBound(second, Binding.OBSERVED, resolve(plugin, OTHER_REFERENCE));
  }

  @Test
  void reference_thatMayMeanTwo_isSettledByATypeArgumentThatWasObserved() {
    library(0x100, "1.0.0.0", COLLECTIBLE, NOT_REPORTED);
    ModuleID second = library(0x200, "1.0.0.0", COLLECTIBLE, NOT_REPORTED);
    ImageBuilder image = ImageBuilder.assembly("Plugin", "1.0.0.0");
    int argument = image.typeRef(image.assemblyRef("Lib", "1.0.0.0"), "N", "T");
    int list = image.typeDef("N", "List`1");
    byte[] base =
        SignatureBlobs.generic(SignatureBlobs.classType(list), SignatureBlobs.classType(argument));
    int derived = image.typeDef("N", "Derived", image.typeSpec(base));
    ModuleID plugin = load(0x400, "/srv/Plugin.dll", image, COLLECTIBLE, NOT_REPORTED);
    ClassID none = new ClassID(0);
    ClassID t = new ClassID(0x2001);
    ClassID listOfT = new ClassID(0x4001);
    map.classLoaded(2, t, new ClassShape.Defined(second, TYPE, none, List.of()));
    map.classLoaded(2, listOfT, new ClassShape.Defined(plugin, new Token(list), none, List.of(t)));
    map.classLoaded(
        2,
        new ClassID(0x4002),
        new ClassShape.Defined(plugin, new Token(derived), listOfT, List.of()));
    assertBound(second, Binding.OBSERVED, resolve(plugin, REFERENCE));
  }

  /** A handler of the program's own may bind what the runtime refuses. */
  @Test
  void reference_toALowerVersion_isRefused_untilItIsObserved() {
    ModuleID lower = library(0x100, "0.9.0.0", 0, NOT_REPORTED);
    ModuleID plugin = plugin(0x400, 0, NOT_REPORTED);
    Unresolved refused = assertInstanceOf(Unresolved.class, resolve(plugin, REFERENCE));
    assertEquals(Reason.REFUSED, refused.reason());
    assertEquals(lower, refused.candidates().get(0).key().module());
    ClassID base = new ClassID(0x2001);
    map.classLoaded(2, base, new ClassShape.Defined(lower, TYPE, new ClassID(0), List.of()));
    map.classLoaded(
        2, new ClassID(0x4001), new ClassShape.Defined(plugin, PLUGIN, base, List.of()));
    assertBound(lower, Binding.OBSERVED, resolve(plugin, REFERENCE));
    assertBound(lower, Binding.OBSERVED, resolve(plugin, OTHER_REFERENCE));
  }

  /** The binder goes on where a context's own assembly does not satisfy it. */
  @Test
  void reference_toALowerVersionInItsOwnContext_isTakenToOneThatSatisfiesIt() {
    library(0x100, "0.9.0.0", 0, ALPHA);
    ModuleID elsewhere = library(0x200, "1.0.0.0", 0, NOT_REPORTED);
    ModuleID plugin = plugin(0x400, 0, ALPHA);
    assertBound(elsewhere, Binding.POSSIBLE, resolve(plugin, REFERENCE));
  }

  /** It should not be, and if it is, neither is believed. */
  @Test
  void reference_observedTwiceInDifferentModules_staysAmbiguous() {
    ModuleID first = library(0x100, "1.0.0.0", COLLECTIBLE, NOT_REPORTED);
    ModuleID second = library(0x200, "1.0.0.0", COLLECTIBLE, NOT_REPORTED);
    ModuleID plugin = plugin(0x400, COLLECTIBLE, NOT_REPORTED);
    long id = 0x2001;
    for (ModuleID library : List.of(first, second)) {
      ClassID base = new ClassID(id++);
      map.classLoaded(2, base, new ClassShape.Defined(library, TYPE, new ClassID(0), List.of()));
      map.classLoaded(
          2, new ClassID(id++), new ClassShape.Defined(plugin, PLUGIN, base, List.of()));
    }
    assertInstanceOf(Ambiguous.class, resolve(plugin, REFERENCE));
  }

  /** One file, loaded into two contexts: two modules that share an image. */
  @Test
  void modules_ofOneFile_areToldApartByTheirIDs() {
    ModuleID first = library(0x100, ALPHA);
    ModuleID second = library(0x200, BETA);
    images.put(second, images.get(first));
    ModuleID alpha = plugin(0x400, 0, ALPHA);
    ModuleID beta = plugin(0x500, 0, BETA);
    assertBound(first, Binding.OWN_CONTEXT, resolve(alpha, REFERENCE));
    assertBound(second, Binding.OWN_CONTEXT, resolve(beta, REFERENCE));
  }

  @Test
  void reference_toAModuleOfAnotherDomain_leadsNowhere() {
    ModuleID library = library(0x100, NOT_REPORTED);
    ModuleID app = new ModuleID(0x400);
    plugin(app.value(), 0, NOT_REPORTED);
    RuntimeIdMap apart = new RuntimeIdMap();
    for (ModuleID module : List.of(library, app)) {
      AssemblyID assembly = new AssemblyID(module.value() + 1);
      apart.assemblyLoaded(1, assembly, new AppDomainID(module.value()), module, "");
      apart.moduleLoaded(
          1, module, new LoadedModule("/srv/x.dll", Optional.empty(), assembly, 0, 0));
    }
    TypeResolution answer =
        References.among(LoadedModules.in(apart.now(), images)).typeDef(app, REFERENCE);
    assertEquals(Reason.NOT_LOADED, assertInstanceOf(Unresolved.class, answer).reason());
  }

  @Test
  void reference_ofAModuleThatIsNotLoaded_isNotLoaded() {
    Unresolved answer = assertInstanceOf(Unresolved.class, resolve(new ModuleID(0x999), REFERENCE));
    assertEquals(Reason.NOT_LOADED, answer.reason());
  }
}
