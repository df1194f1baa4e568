// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.PdbId;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.FrameAnswer;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.image.BundleBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where modules and PDBs are found, and which PDBs are used. */
class StoreTest {

  @Test
  void mayDeclare_ofAFolder_isTrueForTypesAndThoseThatTheyEnclose() {
    Store store = Store.of(TestAssembly.WRITTEN.path());
    assertTrue(store.mayDeclare("Tiptoe.Written.Shop"));
    assertTrue(store.mayDeclare("Tiptoe.Written.Shop+<>c"));
    assertFalse(store.mayDeclare("Tiptoe.Written"));
    assertFalse(Store.of().mayDeclare("Tiptoe.Written.Shop"));
  }

  private static final byte[] MZ = {'M', 'Z'};

  @TempDir Path home = Path.of("");

  private final Notes notes = new Notes();

  private Store store(Path... places) {
    return Store.builder().places(List.of(places)).listener(notes).build();
  }

  private Path write(String path, byte[] content) throws IOException {
    return Built.write(home.resolve(path), content);
  }

  private String origin(Store store, String name) {
    return store.find(Built.mvid(name)).map(ModuleSymbols::origin).orElse("none");
  }

  private static String missing(PortablePdb pdb) {
    return assertInstanceOf(PortablePdb.Missing.class, pdb).reason();
  }

  private static String found(PortablePdb pdb) {
    return pdb.found().map(Image::file).orElseGet(() -> missing(pdb));
  }

  @Test
  void module_inAFolderAPackageABundleOrGivenByName_isFoundByItsMvid() throws IOException {
    Path plain = write("a/b/c/Plain.dll", Built.module("Plain"));
    Path zip = write("n/p.1.0.0.nupkg", Built.zip(Map.of("lib/In.dll", Built.module("In"))));
    byte[] members =
        new BundleBuilder(6, MZ)
            .member("App.dll", BundleBuilder.ASSEMBLY, Built.module("App"))
            .compressed("de/Small.dll", BundleBuilder.ASSEMBLY, Built.module("Small"))
            .build();
    members[0x3c] = 0x40;
    members[0x40] = 'P';
    Path bundle = write("bundle/app", elf(members));
    Store store = store(home);
    assertEquals(plain.toString(), origin(store, "Plain"));
    assertEquals(zip + "!lib/In.dll", origin(store, "In"));
    assertEquals(bundle + "!App.dll", origin(store, "App"));
    assertEquals(bundle + "!de/Small.dll", origin(store, "Small"));
    assertEquals("none", origin(store, "Other"));
    assertEquals(plain.toString(), origin(store(plain), "Plain"));
    assertEquals(zip + "!lib/In.dll", origin(store(zip), "In"));
    assertEquals(bundle + "!App.dll", origin(store(bundle), "App"));
    assertEquals(List.of(), notes.texts);
  }

  /** The executable of a bundle for Linux. */
  private static byte[] elf(byte[] bundle) {
    byte[] elf = Built.elf(new byte[20]);
    // Only the header: the marker follows at the end of the first 256 bytes.
    System.arraycopy(elf, 0, bundle, 0, 0x40);
    bundle[0x38] = 0;
    return bundle;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "shop.pdb/497b72f6390a44fc878e5a2d63b6cc4bFFFFFFFF/shop.pdb",
        "Shop.pdb/497B72F6390A44FC878E5A2D63B6CC4BFFFFFFFF/Shop.pdb",
        "Sh/Shop.pdb/497B72F6390A44FC878E5A2D63B6CC4BFFFFFFFF/Shop.pdb",
        "49/7b72f6390a44fc878e5a2d63b6cc4bebfb3829/debuginfo",
        "any/where/else.xyz"
      })
  void pdb_inEachLayout_isFoundByItsIdentity(String path) throws IOException {
    Path pdb = write("store/" + path, Built.pdb());
    Path module = write("app/Shop.dll", Built.moduleWithPdb("Shop"));
    assertEquals(pdb.toString(), found(store(home.resolve("store")).pdb(Image.open(module))));
    SourcePlace source =
        store(home.resolve("store"), module)
            .find(Built.mvid("Shop"))
            .orElseThrow()
            .source(new Token(0x06000001), 0);
    String reason = assertInstanceOf(SourcePlace.Unknown.class, source).reason();
    assertTrue(reason.startsWith(pdb + " has no source"), reason);
  }

  @Test
  void pdb_inASymbolPackage_isFoundByItsIdentity() throws IOException {
    Path zip = write("n/shop.1.0.0.snupkg", Built.zip(Map.of("lib/Shop.pdb", Built.pdb())));
    Image module = Image.of("Shop.dll", Built.moduleWithPdb("Shop"));
    assertEquals(zip + "!lib/Shop.pdb", found(store(zip).pdb(module)));
  }

  @Test
  void pdb_insideOrBeside_comesBeforeOthers() throws IOException {
    Path other = write("store/Shop.pdb", Built.pdb());
    Path module = write("app/Shop.dll", Built.moduleWithPdb("Shop"));
    Path beside = write("app/Shop.pdb", Built.pdb());
    assertEquals(beside.toString(), found(store(home).pdb(Image.open(module))));
    Files.delete(beside);
    assertEquals(other.toString(), found(store(home).pdb(Image.open(module))));
    Image embedded = Image.open(TestAssembly.EMBEDDED.path());
    assertEquals(embedded.file() + " (embedded PDB)", found(store(home).pdb(embedded)));
  }

  @Test
  void pdb_besideTheBundleOfItsModule_isFound() throws IOException {
    byte[] bundle =
        new BundleBuilder(6, MZ)
            .member("App.dll", BundleBuilder.ASSEMBLY, Built.moduleWithPdb("App"))
            .build();
    Path file = write("app/App", elf(bundle));
    Path pdb = write("app/App.pdb", Built.pdb());
    ModuleSymbols app = store(file).find(Built.mvid("App")).orElseThrow();
    SourcePlace place = app.source(new Token(0x06000001), 0);
    assertTrue(place.toString().contains(pdb + " has no source"), place.toString());
  }

  @Test
  void pdb_withAnotherIdentityOrChecksum_isRefusedWithTheReason() throws IOException {
    byte[] pdb = Built.pdb();
    Path right =
        write("right/Shop.dll", Built.moduleWithPdb("Shop", "Shop.pdb", Built.checksum(pdb)));
    write("right/Shop.pdb", pdb);
    assertEquals(home.resolve("right/Shop.pdb").toString(), found(store().pdb(Image.open(right))));
    Path wrong = write("wrong/Shop.dll", Built.moduleWithPdb("Shop", "Shop.pdb", new byte[32]));
    Path beside = write("wrong/Shop.pdb", pdb);
    assertEquals(
        beside + " does not have the checksum that " + wrong + " states",
        missing(store(home.resolve("wrong")).pdb(Image.open(wrong))));
    Path stale = write("stale/Shop.dll", Built.moduleWithPdb("Shop"));
    Path old = write("stale/Shop.pdb", Built.pdb(Built.GUID, 1));
    assertEquals(
        old + " is not the PDB of this build of " + stale,
        missing(store(home.resolve("stale")).pdb(Image.open(stale))));
  }

  @Test
  void pdb_thatWasTouched_isRefusedWhereAChecksumIsStated() throws IOException {
    touched(13);
  }

  /** Changes one byte after another. */
  void touched(int step) throws IOException {
    byte[] pdb = Built.pdb();
    Image module =
        Image.of("Shop.dll", Built.moduleWithPdb("Shop", "Shop.pdb", Built.checksum(pdb)));
    int used = 0;
    for (int i = 0; i < pdb.length; i += step) {
      byte[] touched = pdb.clone();
      touched[i] ^= 1;
      used += store(write("one/Shop.pdb", touched)).pdb(module).found().isPresent() ? 1 : 0;
    }
    assertEquals(0, used);
  }

  @Test
  void pdb_forWindows_isNamedAsSuch() throws IOException {
    Path module = write("a/Shop.dll", Built.moduleWithWindowsPdb("Shop"));
    assertEquals(
        module + " names a PDB for Windows (Shop.pdb), which is not read",
        missing(store(home).pdb(Image.open(module))));
    Path converted = write("b/Shop.dll", Built.moduleWithPdb("Shop"));
    Path windows = write("b/Shop.pdb", Built.windowsPdb(Built.GUID, 1));
    assertEquals(
        windows + " is a PDB for Windows, which is not read",
        missing(store(home).pdb(Image.open(converted))));
    assertEquals(
        windows, store(home).locate(new Identity.WindowsPdb(Built.GUID, 1)).orElseThrow().file());
  }

  @Test
  void pdb_thatIsNowhere_isMissingWithItsNameAndIdentity() throws IOException {
    Image module = Image.of("Shop.dll", Built.moduleWithPdb("Shop"));
    assertEquals(
        "no Shop.pdb with the ID 497b72f6-390a-44fc-878e-5a2d63b6cc4b-ebfb3829 was found",
        missing(store(home).pdb(module)));
    assertEquals(
        "Shop.dll names no PDB", missing(store().pdb(Image.of("Shop.dll", Built.module("Shop")))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../secret/Shop.pdb",
        "..",
        "",
        "/",
        "..\\..\\secret\\Shop.pdb",
        "/secret/../..",
        "\\\\h\\s",
        "CON",
        "Shop.pdb\u0001",
        "a:b"
      })
  void pdb_withAHostileName_isNotLookedForOutside(String name) throws IOException {
    Path module = write("app/Shop.dll", Built.moduleWithPdb("Shop", name, new byte[0]));
    write("secret/Shop.pdb", Built.pdb());
    Files.createDirectories(home.resolve("store"));
    assertEquals(
        "none",
        store(module, home.resolve("store"))
            .pdb(Image.open(module))
            .found()
            .map(Image::file)
            .orElse("none"));
  }

  @Test
  void link_thatLeadsOutOfALayout_isNotFollowedForANameFromOutside() throws IOException {
    Path outside = write("secret/Shop.pdb", Built.pdb());
    Path root = Files.createDirectories(home.resolve("store"));
    Path key = root.resolve("shop.pdb/497b72f6390a44fc878e5a2d63b6cc4bFFFFFFFF");
    Files.createDirectories(key.resolveSibling(""));
    Files.createSymbolicLink(key, outside.resolveSibling(""));
    Identity identity = new Identity.Pdb(new PdbId(Built.GUID, Built.STAMP));
    assertEquals(List.of(), Layout.files(root, identity, "Shop.pdb"));
    assertEquals("none", store(root).locate(identity).map(Location::toString).orElse("none"));
    Files.delete(key);
    Path inside = write("store/real/shop.pdb", Built.pdb());
    Files.createSymbolicLink(key, inside.resolveSibling(""));
    assertEquals(List.of(key.resolve("shop.pdb")), Layout.files(root, identity, "c:\\x\\Shop.pdb"));
  }

  @Test
  void file_isLocatedByEachIdentity() throws IOException {
    Path module = write("x/Shop.dll", Built.moduleWithPdb("Shop"));
    byte[] id = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    Path library = write("x/libcoreclr.so", Built.elf(id));
    Store store = store(home);
    PdbId pdb = new PdbId(Built.GUID, Built.STAMP);
    assertEquals(module, store.locate(new Identity.ModuleOf(pdb)).orElseThrow().file());
    assertEquals(
        module,
        store.locate(new Identity.Pe(0, Built.SIZE_OF_IMAGE, "SHOP.dll")).orElseThrow().file());
    assertEquals(
        module, store.locate(new Identity.Pe(0, Built.SIZE_OF_IMAGE, "")).orElseThrow().file());
    assertEquals(
        library, store.locate(new Identity.BuildId("010203040506070809")).orElseThrow().file());
    assertTrue(store.locate(new Identity.Pe(0, Built.SIZE_OF_IMAGE, "Other.dll")).isEmpty());
    assertTrue(store.locate(new Identity.Pdb(pdb)).isEmpty());
    assertTrue(store.locate(new Identity.BuildId("0102030405060708")).isEmpty());
    assertEquals(
        Built.mvid("Shop"),
        store.module(new Identity.ModuleOf(pdb)).orElseThrow().mvid().orElseThrow());
  }

  /** The module that names a PDB precedes another build of its name in an earlier place. */
  @Test
  void named_withAPdb_isTheBuildThatNamesIt() throws IOException {
    write("a/Shop.dll", Built.module("Other"));
    write("b/Renamed.dll", Built.moduleWithPdb("Shop"));
    Symbols symbols = Symbols.of(store(home.resolve("a")), store(home.resolve("b")));
    List<ModuleSymbols> found = symbols.named("Shop.dll", Built.GUID);
    assertEquals(List.of(Built.mvid("Shop")), found.stream().map(m -> m.mvid().get()).toList());
    assertTrue(found.get(0).mayNamePdb(Built.GUID));
    Store wrong = store(home.resolve("a"));
    assertEquals(List.of(), Symbols.of(wrong).named("Shop.dll", Built.GUID));
    assertEquals(1, Symbols.of(wrong).named("Shop.dll").size());
    assertTrue(wrong.ofPdb(new UUID(1, 2)).isEmpty());
  }

  @Test
  void ofPdb_ofModulesThatAreOpen_isTheOneThatNamesIt() throws IOException {
    Path file = write("b/Shop.dll", Built.moduleWithPdb("Shop"));
    Store store = Store.ofImages(List.of(Image.open(file)));
    assertEquals(
        Optional.of(Built.mvid("Shop")), store.ofPdb(Built.GUID).flatMap(ModuleSymbols::mvid));
    assertTrue(store.ofPdb(new UUID(1, 2)).isEmpty());
  }

  @Test
  void named_answersForAllBuildsOfAName_andDeclaringForAllModulesWithAType() throws IOException {
    write("a/Shop.dll", Built.module("Shop"));
    write("b/SHOP.DLL", Built.module("Other"));
    // Sentry's layout: the name is in the module alone.
    write("c/ab/cdef/executable", Built.module("Third"));
    write("d/again.nupkg", Built.zip(Map.of("lib/Shop.dll", Built.module("Shop"))));
    Store store = store(home);
    assertEquals(Set.of(Built.mvid("Shop"), Built.mvid("Other")), mvids(store.named("shop.dll")));
    assertEquals(2, store.named("/app/shop.dll").size());
    assertEquals(Set.of(Built.mvid("Third")), mvids(store.named("Third.dll")));
    assertEquals(List.of(), store.named("None.dll"));
    assertEquals(Set.of(Built.mvid("Shop")), mvids(store.declaring("Ns.Shop.Type")));
    assertEquals(Set.of(Built.mvid("Other")), mvids(store.declaring("Ns.Other.Type")));
    assertEquals(List.of(), store.declaring("Ns.Shop.Type+Nested"));
    assertEquals(List.of(), store.declaring("ns.shop.type"));
    assertEquals(List.of(), store.declaring(""));
  }

  /** A text with a million frames asks for types as often, of the same modules. */
  @Test
  void declaring_ofAModuleThatIsOpen_readsNoFile() throws IOException {
    write("a/Shop.dll", Built.module("Shop"));
    Store store = store(home);
    assertEquals(1, store.declaring("Ns.Shop.Type").size());
    Files.delete(home.resolve("a/Shop.dll"));
    assertEquals(1, store.declaring("Ns.Shop.Type").size());
    assertEquals(List.of(), store.declaring("Ns.Shop.Type+Nested"));
    assertEquals(1, store.named("Shop.dll").size());
  }

  private static Set<UUID> mvids(List<ModuleSymbols> modules) {
    return Set.copyOf(modules.stream().map(module -> module.mvid().orElseThrow()).toList());
  }

  @Test
  void images_thatAreGiven_areFoundLikeFiles() throws IOException {
    Image image = Image.of("in-trace/Shop.dll", Built.module("Shop"));
    Store store = Store.ofImages(List.of(image, image));
    assertEquals("in-trace/Shop.dll", origin(store, "Shop"));
    assertEquals(1, store.named("SHOP.dll").size());
    assertEquals(1, store.declaring("Ns.Shop.Type").size());
    assertSame(image, store.module(new Identity.Mvid(Built.mvid("Shop"))).orElseThrow());
    assertEquals("none", origin(store, "Other"));
  }

  /** The name of a copy in a trace was chosen by the traced program. */
  @Test
  void image_thatIsGiven_isNotTakenForTheFileOfItsName() throws IOException {
    write("secret/Shop.pdb", Built.pdb());
    String name = home.resolve("secret/Shop.dll").toString();
    Image image = Image.of(name, Built.moduleWithPdb("Shop"));
    ModuleSymbols shop = Store.ofImages(List.of(image)).find(Built.mvid("Shop")).orElseThrow();
    SourcePlace place = shop.source(new Token(0x06000001), 0);
    assertTrue(place.toString().contains("no Shop.pdb with the ID"), place.toString());
  }

  @Test
  void files_thatAreAdded_areFoundAfterARefresh() throws IOException {
    Store store = store(home);
    assertEquals("none", origin(store, "Late"));
    Path late = write("Late.dll", Built.module("Late"));
    assertEquals("none", origin(store, "Late"));
    store.refresh();
    assertEquals(late.toString(), origin(store, "Late"));
  }

  @Test
  void modules_beyondTheLimit_areDroppedLeastUsedFirst() throws IOException {
    for (String name : List.of("A", "B", "C")) {
      write("a/" + name + ".dll", Built.module(name));
    }
    // Room for two.
    Store store = Store.builder().places(List.of(home)).memory(150_000).build();
    ModuleSymbols a = store.find(Built.mvid("A")).orElseThrow();
    ModuleSymbols b = store.find(Built.mvid("B")).orElseThrow();
    assertSame(a, store.find(Built.mvid("A")).orElseThrow());
    assertEquals(true, store.find(Built.mvid("C")).isPresent());
    assertSame(a, store.find(Built.mvid("A")).orElseThrow());
    assertNotSame(b, store.find(Built.mvid("B")).orElseThrow());
  }

  @Test
  void catalog_ofAnEarlierRun_isUsedAndRefreshedWhenSomethingIsMissing() throws IOException {
    Path catalog = home.resolve("catalog");
    write("a/Shop.dll", Built.module("Shop"));
    Path folder = home.resolve("a");
    Store first = Store.builder().places(List.of(folder)).catalog(catalog).listener(notes).build();
    assertEquals(folder.resolve("Shop.dll").toString(), origin(first, "Shop"));
    notes.read = -1;
    Store second = Store.builder().places(List.of(folder)).catalog(catalog).listener(notes).build();
    assertEquals(folder.resolve("Shop.dll").toString(), origin(second, "Shop"));
    assertEquals(-1, notes.read);
    write("a/New.dll", Built.module("New"));
    assertEquals(folder.resolve("New.dll").toString(), origin(second, "New"));
    assertEquals(1, notes.read);
    Files.delete(folder.resolve("Shop.dll"));
    Store third = Store.builder().places(List.of(folder)).catalog(catalog).listener(notes).build();
    assertEquals("none", origin(third, "Shop"));
    assertEquals(folder.resolve("New.dll").toString(), origin(third, "New"));
  }

  @Test
  void catalog_thatIsDamagedInABlock_isMadeAnew() throws IOException {
    Path catalog = home.resolve("catalog");
    Path shop = write("a/Shop.dll", Built.module("Shop"));
    assertEquals(
        shop.toString(),
        origin(
            Store.builder().places(List.of(home.resolve("a"))).catalog(catalog).build(), "Shop"));
    byte[] bytes = Files.readAllBytes(catalog);
    bytes[90] ^= 1;
    Files.write(catalog, bytes);
    Store store =
        Store.builder().places(List.of(home.resolve("a"))).catalog(catalog).listener(notes).build();
    assertEquals(shop.toString(), origin(store, "Shop"));
    assertEquals(List.of("the catalog: a block of it is damaged; a new one is made"), notes.texts);
    assertEquals(1, Catalog.open(catalog).files());
  }

  @Test
  void frame_ofARealProgram_hasItsLine() {
    Store store = Store.of(TestAssembly.EMBEDDED.path());
    UUID mvid = store.named("Embedded.dll").get(0).mvid().orElseThrow();
    FrameAnswer.Known frame =
        assertInstanceOf(
            FrameAnswer.Known.class, Symbols.of(store).frame(mvid, new Token(0x06000003), 1));
    assertTrue(frame.source().known().orElseThrow().document().path().endsWith("Program.cs"));
  }

  @Test
  void frame_withALineOfThePdbBeside_namesBothFiles() throws IOException {
    Path module = TestAssembly.TRACES.path();
    UUID mvid = Image.open(module).mvid().orElseThrow();
    FrameAnswer.Known frame =
        assertInstanceOf(
            FrameAnswer.Known.class,
            Symbols.of(Store.of(module)).frame(mvid, new Token(0x06000068), 0x2a));
    assertEquals(module.toString(), frame.origin());
    assertEquals(module.resolveSibling("Traces.pdb").toString(), frame.sourceOrigin());
  }

  @Test
  void pdb_ofARealCompiler_hasTheChecksumThatItsModuleStates() throws IOException {
    Image module = Image.open(TestAssembly.CONSTRUCTS.path());
    PdbSearch search = new PdbSearch(module, new Opener());
    assertEquals(1, search.checksums().size());
    assertTrue(store().pdb(module).found().isPresent());
  }
}
