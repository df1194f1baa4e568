// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.given;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.container.Bundle;
import dev.tiptoe.metadata.container.BundleMember;
import dev.tiptoe.metadata.container.ComponentAssembly;
import dev.tiptoe.metadata.container.Composite;
import dev.tiptoe.metadata.container.Container;
import dev.tiptoe.metadata.container.DebugDirectory;
import dev.tiptoe.metadata.container.PeFile;
import dev.tiptoe.metadata.container.ReadyToRunHeader;
import dev.tiptoe.metadata.image.Image;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Everything that a file of any kind holds, opened and read as far as it goes: its modules, those
 * in it, its PDB. Fails when anything throws what is not the format's exception. For one thread.
 */
public final class Opened {

  /** Modules in one file that are worth reading; a hostile list names the same one many times. */
  private static final int MOST = 8;

  private final List<String> modules = new ArrayList<>();
  private final List<MetadataFormatException> damage = new ArrayList<>();

  private Opened() {}

  /** Opens the image in {@code bytes}. */
  public static Opened of(byte[] bytes) {
    Opened opened = new Opened();
    opened.attempt(() -> opened.container(Container.of(Given.bytes(bytes))));
    opened.attempt(() -> opened.bundle(Bundle.of(Given.bytes(bytes))));
    return opened.checked();
  }

  /** Opens {@code file}, which is not a bundle. */
  public static Opened container(Bytes file) {
    Opened opened = new Opened();
    opened.attempt(() -> opened.container(Container.of(file)));
    return opened.checked();
  }

  /** Opens {@code file}, which is a bundle. */
  public static Opened bundle(Bytes file) {
    Opened opened = new Opened();
    opened.attempt(() -> opened.bundle(Bundle.of(file)));
    return opened.checked();
  }

  private Opened checked() {
    for (MetadataFormatException each : damage) {
      assertTrue(each.offset() >= 0, each.getMessage());
      assertTrue(each.file().startsWith(Given.FILE), each.getMessage());
    }
    return this;
  }

  /** The names of the modules and PDBs that were opened and read without damage. */
  public List<String> modules() {
    return modules;
  }

  /** Returns the unreadable parts. */
  public List<MetadataFormatException> damage() {
    return damage;
  }

  /** Why it could not be read, in words. */
  public List<String> reasons() {
    return damage.stream().map(MetadataFormatException::reason).toList();
  }

  private void bundle(Bundle bundle) {
    for (BundleMember member : bundle.members().stream().limit(MOST).toList()) {
      assertEquals(member.path(), bundle.member(member.path()).orElseThrow().path());
      attempt(() -> member(member));
    }
  }

  private void member(BundleMember member) {
    Bytes content = member.open();
    assertEquals(member.size(), content.length());
    container(Container.of(content));
  }

  private void container(Container container) {
    attempt(() -> image(Image.of(container)));
    if (container instanceof PeFile pe) {
      read(pe::machine);
      read(() -> pe.dataDirectory(PeFile.EXCEPTIONS));
    }
    read(() -> container.cor20().map(header -> container.at(header.resources())));
    read(() -> container.exported("RTR_HEADER"));
    read(() -> ReadyToRunHeader.of(container).map(ReadyToRunHeader::flags));
    read(() -> Composite.ownerOf(container));
    attempt(() -> Composite.of(container).ifPresent(this::composite));
    attempt(() -> debug(container.debugDirectory()));
    for (int rva : new int[] {0, 1, 0x1000, 0x7fffffff, 0x80000000, -1}) {
      read(() -> container.fromRva(rva).u8(0));
      read(() -> container.atRva(rva, 8).i64(0));
    }
  }

  private void composite(Composite composite) {
    for (ComponentAssembly component : composite.components().stream().limit(MOST).toList()) {
      attempt(() -> image(Image.of(component)));
    }
  }

  private void debug(DebugDirectory directory) {
    read(directory::codeViews);
    read(directory::portablePdb);
    directory.entries().stream().limit(MOST).forEach(entry -> read(() -> directory.data(entry)));
  }

  private void image(Image image) {
    int before = damage.size();
    Everything.of(image, damage::add);
    attempt(() -> image.embeddedPdb().ifPresent(this::image));
    read(() -> image.isPdbOf(image));
    read(() -> image.pdb().map(pdb -> pdb.id() + " " + pdb.entryPoint()));
    if (damage.size() == before) {
      modules.add(image.pdb().isPresent() ? "PDB" : image.moduleName());
    }
  }

  private void read(Supplier<?> value) {
    attempt(() -> assertNotNull(value.get()));
  }

  private void attempt(Runnable read) {
    try {
      read.run();
    } catch (MetadataFormatException e) {
      damage.add(e);
    }
  }
}
