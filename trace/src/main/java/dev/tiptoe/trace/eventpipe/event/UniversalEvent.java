// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.event;

import dev.tiptoe.trace.eventpipe.format.EventBytes;
import dev.tiptoe.trace.eventpipe.format.EventPipeEvent;
import dev.tiptoe.trace.eventpipe.format.EventPipeFormatException;
import dev.tiptoe.trace.eventpipe.format.EventType;
import java.util.Map;
import java.util.Optional;

/**
 * An event of the provider {@code Universal.System}, with which a recorder that observes whole
 * processes describes them. Each is about the process of its thread.
 */
public sealed interface UniversalEvent {

  /**
   * A process exists or begins: ExistingProcess, ProcessCreate.
   *
   * @param namespaceId the ID of the process in its own namespace
   * @param name its name
   * @param namespaceName the name of the namespace
   */
  record ProcessStart(long namespaceId, String name, String namespaceName)
      implements UniversalEvent {}

  /** A process ends: ProcessExit. */
  record ProcessExit() implements UniversalEvent {}

  /**
   * A file, or other memory, is mapped: ProcessMapping.
   *
   * @param id the number of the mapping
   * @param start its first address
   * @param end the address behind it
   * @param fileOffset the place in the file at which it begins
   * @param fileName the file
   * @param metadataId the number of a {@link MappingMetadata}
   */
  record Mapping(long id, long start, long end, long fileOffset, String fileName, long metadataId)
      implements UniversalEvent {}

  /**
   * A name for addresses: ProcessSymbol. For code that was compiled while the program ran it is as
   * in {@code void [Shop] Shop.Cart::Add(int32)[Tier1]}.
   *
   * @param id the number of the symbol
   * @param mappingId the number of the mapping in which it lies
   * @param start its first address
   * @param end the address behind it
   * @param name its name
   */
  record Symbol(long id, long mappingId, long start, long end, String name)
      implements UniversalEvent {}

  /**
   * What identifies a mapped file: ProcessMappingMetadata.
   *
   * @param id the number to which mappings refer
   * @param symbols how to find its symbols, as JSON
   * @param version its version, as JSON
   */
  record MappingMetadata(long id, String symbols, String version) implements UniversalEvent {}

  /** The name of the provider. */
  String PROVIDER = "Universal.System";

  /**
   * Decodes {@code event}; empty when it is none of these.
   *
   * @throws EventPipeFormatException when its payload does not have the layout
   */
  static Optional<UniversalEvent> of(EventPipeEvent event) {
    EventType type = event.type();
    if (!type.provider().equals(PROVIDER)) {
      return Optional.empty();
    }
    EventBytes fields = event.payload();
    String name = type.name().isEmpty() ? NAMES.getOrDefault(type.number(), "") : type.name();
    return switch (name) {
      case "ExistingProcess", "ProcessCreate" ->
          Optional.of(new ProcessStart(fields.varint64(), fields.shortText(), fields.shortText()));
      case "ProcessExit" -> Optional.of(new ProcessExit());
      case "ProcessMapping" ->
          Optional.of(
              new Mapping(
                  fields.varint64(),
                  fields.varint64(),
                  fields.varint64(),
                  fields.varint64(),
                  fields.shortText(),
                  fields.varint64()));
      case "ProcessSymbol" ->
          Optional.of(
              new Symbol(
                  fields.varint64(),
                  fields.varint64(),
                  fields.varint64(),
                  fields.varint64(),
                  fields.shortText()));
      case "ProcessMappingMetadata" ->
          Optional.of(
              new MappingMetadata(fields.varint64(), fields.shortText(), fields.shortText()));
      default -> Optional.empty();
    };
  }

  /** The provider's numbers, for a writer that gives no names. */
  Map<Integer, String> NAMES =
      Map.of(
          0, "ExistingProcess",
          1, "ProcessCreate",
          2, "ProcessExit",
          3, "ProcessMapping",
          4, "ProcessSymbol",
          5, "ProcessMappingMetadata");
}
