// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.answer.Binding;
import dev.tiptoe.resolver.answer.Tier;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.answer.TypeResolution.Ambiguous;
import dev.tiptoe.resolver.answer.TypeResolution.Reason;
import dev.tiptoe.resolver.answer.TypeResolution.Resolved;
import dev.tiptoe.resolver.answer.TypeResolution.Unresolved;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeInfo;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.map.storage.StoredMap;
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
  private static final String PLAIN = "\"Plain\" System.Runtime.Loader.AssemblyLoadContext #3";
  private static final String DEFAULT = "Default";
  private static final String NOT_REPORTED = "";
  private static final int COLLECTIBLE = 0x8;

  private static final Token TYPE = new Token(0x02000002);
  private static final Token PLUGIN = new Token(0x02000002);
  private static final Token REFERENCE = new Token(0x01000001);
  private static final Token OTHER_REFERENCE = new Token(0x01000002);

  private final RuntimeIdMap map = new StoredMap();
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
    return plugin(id, "1.0.0.0", flags, context);
  }

  /** The same, which refers to a version of Lib. */
  private ModuleID app(long id, String version, String context) {
    return plugin(id, version, 0, context);
  }

  private ModuleID plugin(long id, String version, int flags, String context) {
    ImageBuilder plugin = ImageBuilder.assembly("Plugin" + id, "1.0.0.0");
    int lib = plugin.assemblyRef("Lib", version);
    int base = plugin.typeRef(lib, "N", "T");
    plugin.typeRef(lib, "N", "U");
    plugin.typeDef("N", "Plugin", base);
    return load(id, "/srv/" + id + "/Plugin" + id + ".dll", plugin, flags, context);
  }

  private TypeResolution resolve(ModuleID from, Token reference) {
    return References.among(LoadedModules.in(map.now(), images)).typeDef(from, reference);
  }

  /** Reports that N.Plugin of a module derives from N.T of another. */
  private void observe(ModuleID plugin, ModuleID library) {
    ClassID base = new ClassID(library.value() + 0x2001);
    ClassID derived = new ClassID(plugin.value() + library.value() + 0x4001);
    map.classLoaded(2, base, new ClassShape.Defined(library, TYPE, new ClassID(0), List.of()));
    map.classLoaded(2, derived, new ClassShape.Defined(plugin, PLUGIN, base, List.of()));
  }

  private static List<ModuleID> candidates(TypeResolution answer) {
    return answer.candidates().stream().map(each -> each.key().module()).toList();
  }

  private static void assertNotBound(Reason reason, List<ModuleID> may, TypeResolution answer) {
    assertEquals(reason, assertInstanceOf(Unresolved.class, answer).reason(), answer::why);
    assertEquals(may, candidates(answer), answer::why);
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

  /** The runtime does not look there; a {@code Load} or handler may have lent it all the same. */
  @Test
  void reference_toWhatOnlyAnotherContextHas_isNotBoundUntilItIsObserved() {
    ModuleID ofBeta = library(0x300, BETA);
    ModuleID alpha = plugin(0x400, 0, ALPHA);
    TypeResolution answer = resolve(alpha, REFERENCE);
    assertNotBound(Reason.NOT_LOADED, List.of(ofBeta), answer);
    assertEquals(
        Binding.OTHER_CONTEXT, answer.candidates().get(0).trail().get(0).binding(), answer::why);
    assertTrue(answer.why().contains("Lib is loaded in other load contexts only"), answer::why);
    observe(alpha, ofBeta);
    assertBound(ofBeta, Binding.OBSERVED, resolve(alpha, REFERENCE));
    assertBound(ofBeta, Binding.OBSERVED, resolve(alpha, OTHER_REFERENCE));
  }

  @Test
  void reference_toWhatOnlyOtherContextsHave_hasAllOfThemAsCandidates() {
    ModuleID ofBeta = library(0x300, "2.0.0.0", 0, BETA);
    ModuleID ofPlain = library(0x200, PLAIN);
    ModuleID alpha = plugin(0x400, 0, ALPHA);
    assertNotBound(Reason.NOT_LOADED, List.of(ofPlain, ofBeta), resolve(alpha, REFERENCE));
  }

  @Test
  void reference_ofTheDefaultContext_isNotTakenToAnother() {
    ModuleID ofBeta = library(0x300, BETA);
    ModuleID app = plugin(0x400, 0, DEFAULT);
    assertNotBound(Reason.NOT_LOADED, List.of(ofBeta), resolve(app, REFERENCE));
  }

  /** That of the default context is refused; that of the other is not looked for. */
  @Test
  void reference_toALowerVersionOfTheDefaultContext_isRefused() {
    ModuleID lower = library(0x100, "0.9.0.0", 0, DEFAULT);
    ModuleID ofBeta = library(0x300, BETA);
    ModuleID app = plugin(0x400, 0, DEFAULT);
    ModuleID alpha = plugin(0x500, 0, ALPHA);
    assertNotBound(Reason.REFUSED, List.of(lower, ofBeta), resolve(app, REFERENCE));
    assertNotBound(Reason.REFUSED, List.of(lower, ofBeta), resolve(alpha, REFERENCE));
  }

  /** The default context has one Lib already, so the other one is in another context. */
  @Test
  void reference_ofTheDefaultContextThatHasALowerVersion_isNotTakenToAnUnknownOne() {
    ModuleID lower = library(0x100, DEFAULT);
    ModuleID unknown = library(0x200, "3.0.0.0", 0, NOT_REPORTED);
    ModuleID app = app(0x400, "2.0.0.0", DEFAULT);
    assertNotBound(Reason.REFUSED, List.of(lower, unknown), resolve(app, REFERENCE));
    observe(app, unknown);
    assertBound(unknown, Binding.OBSERVED, resolve(app, REFERENCE));
  }

  /** Neither the own context nor the default one can have a second Lib. */
  @Test
  void reference_ofAContextWithoutALoadThatHasALowerVersion_isNotTakenToAnUnknownOne() {
    ModuleID own = library(0x100, PLAIN);
    ModuleID ofDefault = library(0x200, DEFAULT);
    ModuleID unknown = library(0x300, "3.0.0.0", 0, NOT_REPORTED);
    ModuleID plain = app(0x400, "2.0.0.0", PLAIN);
    assertNotBound(Reason.REFUSED, List.of(own, ofDefault, unknown), resolve(plain, REFERENCE));
  }

  /** It may be in the default context, which has none. */
  @Test
  void reference_thatTheOwnContextRefuses_isTakenToOneThatMayBeInTheDefaultContext() {
    library(0x100, PLAIN);
    ModuleID unknown = library(0x300, "3.0.0.0", 0, NOT_REPORTED);
    ModuleID plain = app(0x400, "2.0.0.0", PLAIN);
    assertBound(unknown, Binding.POSSIBLE, resolve(plain, REFERENCE));
  }

  /** The one that cannot be unloaded may be in the default context, where the runtime looks. */
  @Test
  void reference_fromACollectibleModule_mayMeanOneThatIsNot() {
    ModuleID another = library(0x100, NOT_REPORTED);
    ModuleID collectible = library(0x200, "1.0.0.0", COLLECTIBLE, NOT_REPORTED);
    ModuleID plugin = plugin(0x400, COLLECTIBLE, NOT_REPORTED);
    assertEquals(List.of(another, collectible), candidates(resolve(plugin, REFERENCE)));
    observe(plugin, another);
    assertBound(another, Binding.OBSERVED, resolve(plugin, REFERENCE));
  }

  /** Of one name, the default context has one. */
  @Test
  void reference_fromACollectibleModule_isNotTakenToOneThatIsInNeitherContext() {
    ModuleID ofDefault = library(0x100, DEFAULT);
    library(0x200, NOT_REPORTED);
    ModuleID plugin = plugin(0x400, COLLECTIBLE, NOT_REPORTED);
    assertBound(ofDefault, Binding.DEFAULT_CONTEXT, resolve(plugin, REFERENCE));
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

  /** It may be in the own context, whose {@code Load} may have supplied it. */
  @Test
  void reference_thatMayMeanALowerVersionInAnUnknownContext_isAmbiguous() {
    ModuleID lower = library(0x100, "0.9.0.0", 0, NOT_REPORTED);
    ModuleID higher = library(0x200, "2.0.0.0", 0, NOT_REPORTED);
    ModuleID plugin = plugin(0x400, 0, NOT_REPORTED);
    assertInstanceOf(Ambiguous.class, resolve(plugin, REFERENCE));
    assertEquals(List.of(higher, lower), candidates(resolve(plugin, REFERENCE)));
    observe(plugin, lower);
    assertBound(lower, Binding.OBSERVED, resolve(plugin, REFERENCE));
  }

  /** The default context has no {@code Load}. */
  @Test
  void reference_ofTheDefaultContext_doesNotMeanALowerVersion() {
    library(0x100, "0.9.0.0", 0, NOT_REPORTED);
    ModuleID higher = library(0x200, "2.0.0.0", 0, NOT_REPORTED);
    ModuleID app = plugin(0x400, 0, DEFAULT);
    assertBound(higher, Binding.POSSIBLE, resolve(app, REFERENCE));
  }

  /** .NET compares no public key tokens: the one that fits less may be in the right context. */
  @Test
  void reference_thatMayMeanAnotherPublicKeyToken_isAmbiguous() {
    ModuleID other = signedLibrary(0x100);
    ModuleID exact = library(0x200, NOT_REPORTED);
    ModuleID plugin = plugin(0x400, 0, NOT_REPORTED);
    assertInstanceOf(Ambiguous.class, resolve(plugin, REFERENCE));
    assertEquals(List.of(exact, other), candidates(resolve(plugin, REFERENCE)));
  }

  @Test
  void reference_inTheNetFramework_doesNotMeanAnotherPublicKeyToken() {
    map.runtimeStarted(
        0,
        new RuntimeInfo(RuntimeInfo.Kind.DESKTOP_CLR, 4, 8, 0, "4.8.0", RuntimeInfo.Start.STARTUP));
    ModuleID other = signedLibrary(0x100);
    ModuleID plugin = plugin(0x400, 0, NOT_REPORTED);
    assertNotBound(Reason.REFUSED, List.of(other), resolve(plugin, REFERENCE));
    ModuleID exact = library(0x200, NOT_REPORTED);
    assertBound(exact, Binding.POSSIBLE, resolve(plugin, REFERENCE));
  }

  private ModuleID signedLibrary(long id) {
    ImageBuilder library = ImageBuilder.assembly("Lib", "1.0.0.0");
    library.typeDef("N", "T");
    library.publicKey(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0});
    return load(id, "/srv/signed/Lib.dll", library, 0, NOT_REPORTED);
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

  /** It may be in the own context, whose {@code Load} was asked first. */
  @Test
  void reference_toALowerVersionInAnUnknownContext_isUnknown() {
    ModuleID lower = library(0x100, "0.9.0.0", 0, NOT_REPORTED);
    ModuleID plugin = plugin(0x400, 0, NOT_REPORTED);
    ModuleID alpha = plugin(0x500, 0, ALPHA);
    TypeResolution unknown = resolve(plugin, REFERENCE);
    assertNotBound(Reason.CONTEXT_UNKNOWN, List.of(lower), unknown);
    assertTrue(unknown.why().contains("unless a Load supplied it"), unknown::why);
    assertNotBound(Reason.CONTEXT_UNKNOWN, List.of(lower), resolve(alpha, REFERENCE));
    ModuleID ofDefault = library(0x200, "0.8.0.0", 0, DEFAULT);
    assertNotBound(Reason.CONTEXT_UNKNOWN, List.of(ofDefault, lower), resolve(alpha, REFERENCE));
  }

  /** These contexts have no {@code Load} of the program's own. */
  @Test
  void reference_toALowerVersionThatNoLoadCanHaveSupplied_isRefused() {
    ModuleID lower = library(0x100, "0.9.0.0", 0, NOT_REPORTED);
    ModuleID app = plugin(0x400, 0, DEFAULT);
    ModuleID plain = plugin(0x500, 0, PLAIN);
    assertNotBound(Reason.REFUSED, List.of(lower), resolve(app, REFERENCE));
    assertNotBound(Reason.REFUSED, List.of(lower), resolve(plain, REFERENCE));
  }

  /** A handler of the program's own may bind what the runtime refuses. */
  @Test
  void reference_toALowerVersion_isRefused_untilItIsObserved() {
    ModuleID lower = library(0x100, "0.9.0.0", 0, NOT_REPORTED);
    ModuleID plugin = plugin(0x400, 0, DEFAULT);
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

  /** Only its own {@code Load} can have supplied it, which is asked before the default context. */
  @Test
  void reference_toALowerVersionInItsOwnContext_isTakenThere() {
    ModuleID own = library(0x100, "0.9.0.0", 0, ALPHA);
    ModuleID alpha = plugin(0x400, 0, ALPHA);
    assertBound(own, Binding.OWN_CONTEXT, resolve(alpha, REFERENCE));
    assertEquals(Tier.SUPPLIED, resolve(alpha, REFERENCE).worstTier().orElseThrow());
    ModuleID ofDefault = library(0x200, DEFAULT);
    library(0x300, BETA);
    assertBound(own, Binding.OWN_CONTEXT, resolve(alpha, REFERENCE));
    observe(alpha, ofDefault);
    assertBound(ofDefault, Binding.OBSERVED, resolve(alpha, REFERENCE));
    assertBound(ofDefault, Binding.OBSERVED, resolve(alpha, OTHER_REFERENCE));
  }

  /** The binder goes on where a context's own assembly does not satisfy it. */
  @Test
  void reference_toALowerVersionInAContextWithoutALoad_isTakenToTheDefaultOne() {
    ModuleID own = library(0x100, "0.9.0.0", 0, PLAIN);
    ModuleID plain = plugin(0x400, 0, PLAIN);
    assertNotBound(Reason.REFUSED, List.of(own), resolve(plain, REFERENCE));
    ModuleID ofDefault = library(0x200, DEFAULT);
    assertBound(ofDefault, Binding.DEFAULT_CONTEXT, resolve(plain, REFERENCE));
    observe(plain, own);
    assertBound(own, Binding.OBSERVED, resolve(plain, REFERENCE));
  }

  /** Its context may have got an assembly after the reference was bound. */
  @Test
  void reference_observedElsewhere_isNotTakenToTheOwnContext() {
    library(0x100, PLAIN);
    ModuleID ofDefault = library(0x200, DEFAULT);
    ModuleID plain = plugin(0x400, 0, PLAIN);
    observe(plain, ofDefault);
    assertBound(ofDefault, Binding.OBSERVED, resolve(plain, REFERENCE));
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
  void modules_ofOneFile_areDistinguishedByTheirIDs() {
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
    RuntimeIdMap apart = new StoredMap();
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
