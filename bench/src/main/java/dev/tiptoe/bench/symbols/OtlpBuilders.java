// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.symbols;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.profile.DotnetAddress;
import dev.tiptoe.symbols.FrameAnswer;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.Symbols;
import io.opentelemetry.proto.profiles.v1development.Function;
import io.opentelemetry.proto.profiles.v1development.KeyValueAndUnit;
import io.opentelemetry.proto.profiles.v1development.Line;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The peer of {@link OtlpWork}: the same with the specification's own classes. Not thread-safe. */
final class OtlpBuilders {

  private final Symbols symbols;
  private final Map<Key, Optional<SourcePlace.Known>> starts = new HashMap<>();
  private final Map<Key, Optional<Line>> lines = new HashMap<>();
  private final Map<String, Integer> strings = new HashMap<>();
  private final Map<Function, Integer> functions = new HashMap<>();
  private final Map<Integer, UUID> mvids = new HashMap<>();

  /** A frame. */
  private record Key(UUID mvid, long address) {}

  OtlpBuilders(Symbols symbols) {
    this.symbols = symbols;
  }

  ProfilesData symbolize(ProfilesData profiles) {
    ProfilesData.Builder result = profiles.toBuilder();
    ProfilesDictionary.Builder dictionary = result.getDictionaryBuilder();
    for (int i = 0; i < dictionary.getStringTableCount(); i++) {
      strings.put(dictionary.getStringTable(i), i);
    }
    for (int i = 0; i < dictionary.getFunctionTableCount(); i++) {
      functions.put(dictionary.getFunctionTable(i), i);
    }
    int dotnet = -1;
    for (int i = 0; i < dictionary.getAttributeTableCount(); i++) {
      KeyValueAndUnit attribute = dictionary.getAttributeTable(i);
      String key = dictionary.getStringTable(attribute.getKeyStrindex());
      if (key.equals("process.executable.build_id.gnu")) {
        mvids.put(i, UUID.fromString(attribute.getValue().getStringValue()));
      } else if (attribute.getValue().getStringValue().equals("dotnet")) {
        dotnet = i;
      }
    }
    for (int i = 0; i < dictionary.getLocationTableCount(); i++) {
      Location location = dictionary.getLocationTable(i);
      if (location.getAttributeIndicesList().contains(dotnet)) {
        int module = dictionary.getMappingTable(location.getMappingIndex()).getAttributeIndices(0);
        UUID mvid = Optional.ofNullable(mvids.get(module)).orElseThrow();
        Key key = new Key(mvid, location.getAddress());
        Optional<Line> line = lines.computeIfAbsent(key, added -> line(dictionary, added));
        if (line.isPresent()) {
          dictionary.setLocationTable(
              i, location.toBuilder().clearLines().addLines(line.get()).build());
        }
      }
    }
    return result.build();
  }

  private Optional<Line> line(ProfilesDictionary.Builder dictionary, Key key) {
    Token token = Token.of(MethodDef.TABLE, DotnetAddress.rid(key.address()));
    int offset = DotnetAddress.ilOffset(key.address());
    if (!(symbols.frame(key.mvid(), token, offset) instanceof FrameAnswer.Known known)) {
      return Optional.empty();
    }
    Optional<SourcePlace.Known> start =
        starts.computeIfAbsent(new Key(key.mvid(), token.value()), added -> start(added, token));
    Optional<SourcePlace.Known> at = known.source().known();
    String name = known.method().written().text();
    String file =
        at.or(() -> start)
            .map(place -> place.document().path())
            .orElseGet(() -> symbols.module(key.mvid()).orElseThrow().name());
    boolean isOfStart = start.isPresent() && start.get().document().path().equals(file);
    Function function =
        Function.newBuilder()
            .setNameStrindex(string(dictionary, name))
            .setSystemNameStrindex(string(dictionary, known.method().systemName()))
            .setFilenameStrindex(string(dictionary, file))
            .setStartLine(isOfStart ? start.get().startLine() : 0)
            .build();
    int number =
        functions.computeIfAbsent(
            function,
            added -> {
              dictionary.addFunctionTable(added);
              return dictionary.getFunctionTableCount() - 1;
            });
    return Optional.of(
        Line.newBuilder()
            .setFunctionIndex(number)
            .setLine(at.map(SourcePlace.Known::startLine).orElse(0))
            .setColumn(at.map(SourcePlace.Known::startColumn).orElse(0))
            .build());
  }

  /** Returns the first place in a method's code that has a line. */
  private Optional<SourcePlace.Known> start(Key key, Token token) {
    return symbols.module(key.mvid()).orElseThrow().source(token, 0).known();
  }

  private int string(ProfilesDictionary.Builder dictionary, String text) {
    return strings.computeIfAbsent(
        text,
        added -> {
          dictionary.addStringTable(added);
          return dictionary.getStringTableCount() - 1;
        });
  }
}
