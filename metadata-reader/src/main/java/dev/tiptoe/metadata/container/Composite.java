// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A composite ReadyToRun image: the native code of several assemblies, and their metadata if it is
 * not in files of their own. Its own COR20 header is not used. Immutable.
 *
 * <p>Source: ReadyToRun File Format, "ComponentAssemblies" and "OwnerCompositeExecutable".
 */
public final class Composite {

  private static final int ENTRY_SIZE = 2 * DataDirectory.BYTES;

  private final Container container;
  private final Bytes components;

  private Composite(Container container, Bytes components) {
    this.container = container;
    this.components = components;
  }

  /** Returns the composite image in {@code container}; empty when it is another file. */
  public static Optional<Composite> of(Container container) {
    return ReadyToRunHeader.of(container)
        .flatMap(header -> header.section(SectionType.COMPONENT_ASSEMBLIES))
        .map(section -> new Composite(container, container.at(section)));
  }

  /**
   * Returns the file name of the composite image that holds a module's code; empty when none does.
   */
  public static Optional<String> ownerOf(Container module) {
    return ReadyToRunHeader.of(module)
        .flatMap(header -> header.section(SectionType.OWNER_COMPOSITE_EXECUTABLE))
        .map(module::at)
        .map(name -> name.utf8(0, name.findZero(0)));
  }

  /** Returns its assemblies, in the order of its manifest. */
  public List<ComponentAssembly> components() {
    return IntStream.range(0, components.length() / ENTRY_SIZE)
        .mapToObj(i -> component(i * ENTRY_SIZE))
        .toList();
  }

  private ComponentAssembly component(int at) {
    return new ComponentAssembly(
        container,
        DataDirectory.read(components, at),
        DataDirectory.read(components, at + DataDirectory.BYTES));
  }
}
