// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.PdbId;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys as SSQP Key Conventions have them, and names that are none. */
class SymbolKeyTest {

  private static final String ID = "180a373d6afbabf0eb1f09be1bc45bd796a71085";

  private static String text(Optional<SymbolKey> key) {
    return key.map(SymbolKey::toString).orElse("none");
  }

  @Test
  void key_ofEachKindOfFile_isThatOfTheConventions() {
    assertEquals(
        "foo.exe/542D574Ec2000/foo.exe", text(SymbolKey.pe("Foo.exe", 0x542d574e, 0xc2000)));
    assertEquals("foo.dll/0000000Ac/foo.dll", text(SymbolKey.pe("C:\\x\\FOO.dll", 10, 12)));
    assertEquals(
        "foo.pdb/497b72f6390a44fc878e5a2d63b6cc4b1/foo.pdb",
        text(SymbolKey.windowsPdb("c:\\obj\\Foo.pdb", Built.GUID, 1)));
    assertEquals(
        "foo.pdb/497b72f6390a44fc878e5a2d63b6cc4bFFFFFFFF/foo.pdb",
        text(SymbolKey.portablePdb("/_/obj/Foo.pdb", Built.GUID)));
    assertEquals(
        "libcoreclr.so/elf-buildid-" + ID + "/libcoreclr.so",
        text(SymbolKey.elf("libcoreclr.so", ID)));
    assertEquals("_.debug/elf-buildid-sym-" + ID + "/_.debug", text(SymbolKey.elfDebug(ID)));
  }

  @ParameterizedTest
  @CsvSource({
    "180a373d6afbabf0, 180a373d6afbabf0000000000000000000000000",
    "180A373D6AFBABF0EB1F, 180a373d6afbabf0eb1f00000000000000000000",
    "180a373d6afbab, none",
    "180a373d6afbabf0e, none",
    "180a373d6afbabf0eb1f09be1bc45bd796a7108500, none",
    "xxxxxxxxxxxxxxxx, none"
  })
  void key_ofAShortBuildId_isPaddedAndOfAnyOtherIsNone(String id, String padded) {
    String expected = padded.equals("none") ? "none" : "a.so/elf-buildid-" + padded + "/a.so";
    assertEquals(expected, text(SymbolKey.elf("a.so", id)));
  }

  @Test
  void key_ofAnIdentity_isThatOfItsKind() {
    PdbId pdb = new PdbId(Built.GUID, 1);
    assertEquals(
        SymbolKey.portablePdb("a.pdb", Built.GUID), SymbolKey.of(new Identity.Pdb(pdb), "a.pdb"));
    assertEquals(
        SymbolKey.windowsPdb("a.pdb", Built.GUID, 2),
        SymbolKey.of(new Identity.WindowsPdb(Built.GUID, 2), "a.pdb"));
    assertEquals(SymbolKey.pe("a", 1, 2), SymbolKey.of(new Identity.Pe(1, 2, "x"), "a"));
    assertEquals(SymbolKey.elf("a", ID), SymbolKey.of(new Identity.BuildId(ID), "a"));
    assertEquals("none", text(SymbolKey.of(new Identity.Mvid(UUID.randomUUID()), "a")));
    assertEquals("none", text(SymbolKey.of(new Identity.ModuleOf(pdb), "a")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "a/b",
        "a/b/c/d/e",
        "/a/b",
        "a/b/",
        "a//b",
        "../b/c",
        "a/../c",
        "a/b/..",
        "./b/c",
        "a/b/c\\d",
        "a/b/\\\\host\\x",
        "c:/b/c",
        "a:b/c/d",
        "a/b/c\u0000",
        "a/b/c\n",
        "a/b/c.",
        "a/b/c ",
        "nul/b/c",
        "a/COM1.pdb/c",
        "a/b/c*",
        "a/b/?",
        "a/b/\ud800"
      })
  void text_thatIsNoKey_isRefused(String text) {
    assertEquals(Optional.empty(), SymbolKey.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", ".", "", "/", "a/..", "\\", "x\u0001.pdb", "con.pdb"})
  void name_thatIsNoFileName_hasNoKey(String name) {
    assertEquals("none", text(SymbolKey.portablePdb(name, Built.GUID)));
    assertEquals("none", text(SymbolKey.pe(name, 1, 1)));
  }

  @Test
  void key_thatIsMadeOfBadParts_isAnError() {
    assertThrows(IllegalArgumentException.class, () -> new SymbolKey(List.of("a", "..", "b")));
    assertThrows(IllegalArgumentException.class, () -> new SymbolKey(List.of("a", "b")));
  }

  @Test
  void key_asAPath_isEscaped() {
    assertEquals(
        "a%20%C3%A4%23%25%2B.pdb/1/x-._~",
        new SymbolKey(List.of("a ä#%+.pdb", "1", "x-._~")).urlPath());
    assertEquals(
        Path.of("store/a/b/c/d"),
        SymbolKey.parse("a/b/c/d").flatMap(key -> key.in(Path.of("store"))).orElseThrow());
  }

  @Property(tries = 1000)
  void key_ofAnyText_neverLeavesTheFolder(@ForAll String text) {
    check(SymbolKey.parse(text));
    check(SymbolKey.parse(text + "/" + text + "/" + text));
    check(SymbolKey.portablePdb(text, Built.GUID));
    check(SymbolKey.pe(text, 1, 2));
    check(SymbolKey.elf(text, ID));
  }

  @Property(tries = 1000)
  void key_ofSpecialCharacters_neverLeavesTheFolder(
      @ForAll @net.jqwik.api.constraints.Chars({'.', '/', '\\', 'a', ':', '%', '\0', ' '})
          String text) {
    check(SymbolKey.parse(text));
    check(SymbolKey.parse("a/" + text + "/b"));
    check(SymbolKey.portablePdb(text, Built.GUID));
  }

  private static void check(Optional<SymbolKey> key) {
    Path root = Path.of("/a/root");
    key.flatMap(one -> one.in(root))
        .ifPresent(
            path -> {
              assertTrue(path.startsWith(root), path.toString());
              assertEquals(path, path.normalize());
              assertEquals(root.getNameCount() + key.get().parts().size(), path.getNameCount());
            });
    key.ifPresent(one -> assertTrue(one.urlPath().matches("[-._~%\\w/]+"), one.urlPath()));
  }
}
