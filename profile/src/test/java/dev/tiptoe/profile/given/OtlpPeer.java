// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.given;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.profile.DotnetAddress;
import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.symbols.FrameAnswer;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.Symbols;
import io.opentelemetry.proto.profiles.v1development.Function;
import io.opentelemetry.proto.profiles.v1development.KeyValueAndUnit;
import io.opentelemetry.proto.profiles.v1development.Line;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.Mapping;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The same done plainly with the specification's own classes: parse, change the builders, write. It
 * resolves addresses of IL only.
 */
public final class OtlpPeer {

  private final Symbols symbols;
  private final FrameStyle style;
  private final ProfilesDictionary.Builder dictionary;
  private final Map<String, Integer> strings = new HashMap<>();
  private final Map<Function, Integer> functions = new HashMap<>();

  private OtlpPeer(Symbols symbols, FrameStyle style, ProfilesDictionary.Builder dictionary) {
    this.symbols = symbols;
    this.style = style;
    this.dictionary = dictionary;
  }

  /** Returns profiles with their .NET locations resolved. */
  public static ProfilesData symbolized(ProfilesData profiles, Symbols symbols, FrameStyle style) {
    ProfilesData.Builder result = profiles.toBuilder();
    new OtlpPeer(symbols, style, result.getDictionaryBuilder()).symbolize();
    return result.build();
  }

  private void symbolize() {
    for (int i = 0; i < dictionary.getStringTableCount(); i++) {
      strings.putIfAbsent(dictionary.getStringTable(i), i);
    }
    for (int i = 0; i < dictionary.getFunctionTableCount(); i++) {
      functions.putIfAbsent(dictionary.getFunctionTable(i), i);
    }
    for (int i = 0; i < dictionary.getLocationTableCount(); i++) {
      symbolize(dictionary.getLocationTable(i), i);
    }
  }

  private void symbolize(Location location, int index) {
    boolean isDotnet =
        location.getAttributeIndicesList().stream()
            .anyMatch(attribute -> is(attribute, "profile.frame.type", "dotnet"));
    Optional<UUID> mvid = mvid(location.getMappingIndex());
    int rid = DotnetAddress.rid(location.getAddress());
    if (isDotnet
        && mvid.isPresent()
        && DotnetAddress.isIl(location.getAddress())
        && location.getLinesCount() <= 1
        && rid > 0
        && rid <= DotnetAddress.MAX_RID
        && symbols.frame(
                mvid.get(),
                Token.of(6, rid),
                Math.max(0, DotnetAddress.ilOffset(location.getAddress())))
            instanceof FrameAnswer.Known known) {
      dictionary.setLocationTable(index, resolved(location, mvid.get(), known));
    }
  }

  private Location resolved(Location location, UUID mvid, FrameAnswer.Known known) {
    boolean isOffset = DotnetAddress.ilOffset(location.getAddress()) >= 0;
    ModuleSymbols module = symbols.module(mvid).orElseThrow();
    Optional<SourcePlace.Known> start = module.source(known.method().token(), 0).known();
    Optional<SourcePlace.Known> source = isOffset ? known.source().known() : Optional.empty();
    String file = source.or(() -> start).map(place -> place.document().path()).orElse("");
    boolean sameFile = start.map(place -> place.document().path()).orElse("").equals(file);
    Function function =
        Function.newBuilder()
            .setNameStrindex(string(style.nameOf(known.method())))
            .setSystemNameStrindex(string(known.method().systemName()))
            .setFilenameStrindex(string(file.isEmpty() ? module.name() : file))
            .setStartLine(sameFile ? start.map(SourcePlace.Known::startLine).orElse(0) : 0)
            .build();
    int number =
        functions.computeIfAbsent(
            function,
            added -> {
              dictionary.addFunctionTable(added);
              return dictionary.getFunctionTableCount() - 1;
            });
    return location.toBuilder()
        .clearLines()
        .addLines(
            Line.newBuilder()
                .setFunctionIndex(number)
                .setLine(source.map(SourcePlace.Known::startLine).orElse(0))
                .setColumn(source.map(SourcePlace.Known::startColumn).orElse(0)))
        .build();
  }

  private int string(String text) {
    return strings.computeIfAbsent(
        text,
        added -> {
          dictionary.addStringTable(added);
          return dictionary.getStringTableCount() - 1;
        });
  }

  private Optional<UUID> mvid(int mappingIndex) {
    if (mappingIndex <= 0 || mappingIndex >= dictionary.getMappingTableCount()) {
      return Optional.empty();
    }
    Mapping mapping = dictionary.getMappingTable(mappingIndex);
    return mapping.getAttributeIndicesList().stream()
        .filter(attribute -> attribute > 0 && attribute < dictionary.getAttributeTableCount())
        .map(dictionary::getAttributeTable)
        .filter(attribute -> key(attribute).equals("process.executable.build_id.gnu"))
        .map(attribute -> attribute.getValue().getStringValue())
        .filter(text -> text.matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"))
        .map(UUID::fromString)
        .findFirst();
  }

  private boolean is(int attribute, String key, String value) {
    if (attribute <= 0 || attribute >= dictionary.getAttributeTableCount()) {
      return false;
    }
    KeyValueAndUnit found = dictionary.getAttributeTable(attribute);
    return key(found).equals(key) && found.getValue().getStringValue().equals(value);
  }

  private String key(KeyValueAndUnit attribute) {
    return attribute.getKeyStrindex() >= 0
            && attribute.getKeyStrindex() < dictionary.getStringTableCount()
        ? dictionary.getStringTable(attribute.getKeyStrindex())
        : "";
  }
}
