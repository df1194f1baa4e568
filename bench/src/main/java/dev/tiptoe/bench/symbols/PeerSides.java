// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.symbols;

import dev.tiptoe.bench.Checksum;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.symbols.ImageSymbols;
import dev.tiptoe.symbols.SourcePlace;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;

/** The peers' sides. Not thread-safe. */
final class PeerSides {

  private PeerSides() {}

  /** The key of a frame, made before it is measured. */
  private record Key(UUID mvid, int rid, int ilOffset) {}

  private record Answer(String name, String path, int line, int document) {}

  private static Key[] keys(Frames frames) {
    UUID[] mvids = new UUID[frames.modules()];
    for (int i = 0; i < mvids.length; i++) {
      mvids[i] = Frames.mvid(i);
    }
    Key[] keys = new Key[frames.count()];
    for (int i = 0; i < keys.length; i++) {
      Frames.Point point = frames.point(i);
      keys[i] = new Key(mvids[frames.module(i)], point.rid(), point.ilOffset());
    }
    return keys;
  }

  /** Returns the works of a hash map with the answer of each frame. */
  static Consumer<Checksum> hashMap(Frames frames, String word) {
    Key[] keys = keys(frames);
    ImageSymbols symbols = ImageSymbols.of(frames.image(), frames.pdb());
    Map<Frames.Point, Answer> ofPoints = new HashMap<>();
    for (Frames.Point point : frames.points()) {
      Token method = Token.of(MethodDef.TABLE, point.rid());
      SourcePlace.Known place = symbols.source(method, point.ilOffset()).known().orElseThrow();
      String name = symbols.method(method).shown();
      ofPoints.put(
          point, new Answer(name, place.document().path(), place.startLine(), point.document()));
    }
    Map<Key, Answer> answers = new HashMap<>(2 * keys.length);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < keys.length; i++) {
      order.add(i);
    }
    // In the order of the questions, the entries would lie behind one another in memory.
    Collections.shuffle(order, new Random(5));
    for (int i : order) {
      Key key = keys[i];
      Key own = new Key(key.mvid, key.rid, key.ilOffset);
      answers.put(own, Objects.requireNonNull(ofPoints.get(frames.point(i))));
    }
    boolean texts = word.equals("strings");
    return checksum -> {
      boolean whole = checksum.isWhole();
      for (Key key : keys) {
        Answer answer = Objects.requireNonNull(answers.get(key));
        checksum.add(
            texts
                ? Frames.code(answer.name, answer.path, answer.line, whole)
                : Frames.code(answer.line, answer.document));
      }
    };
  }

  /**
   * Returns the work of Sentry's PortablePdbCache, version 1, modelled: for each point its method
   * and IL offset, and apart from them its line and file, four bytes each; binary search.
   */
  static Consumer<Checksum> portablePdbCache(Frames frames) {
    Key[] keys = keys(frames);
    Map<UUID, ByteBuffer> modules = new HashMap<>();
    for (int i = 0; i < frames.modules(); i++) {
      modules.put(Frames.mvid(i), cache(frames.points()));
    }
    int count = frames.points().size();
    return checksum -> {
      for (Key key : keys) {
        ByteBuffer cache = Objects.requireNonNull(modules.get(key.mvid));
        int found = 8 * count + 8 * find(cache, count, key.rid, key.ilOffset);
        checksum.add(Frames.code(cache.getInt(found), cache.getInt(found + 4)));
      }
    };
  }

  private static ByteBuffer cache(List<Frames.Point> points) {
    ByteBuffer cache = ByteBuffer.allocateDirect(16 * points.size()).order(ByteOrder.LITTLE_ENDIAN);
    points.forEach(point -> cache.putInt(point.rid()).putInt(point.ilOffset()));
    points.forEach(point -> cache.putInt(point.line()).putInt(point.document()));
    return cache;
  }

  /** Returns the last range that begins at or before an offset; all asked for exist. */
  private static int find(ByteBuffer cache, int count, int rid, int ilOffset) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int method = cache.getInt(8 * middle);
      if (method < rid || (method == rid && cache.getInt(8 * middle + 4) <= ilOffset)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}
