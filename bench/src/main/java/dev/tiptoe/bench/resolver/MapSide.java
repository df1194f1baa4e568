// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.resolver;

import dev.tiptoe.bench.Checksum;
import dev.tiptoe.bench.resolver.LongMaps.Instance;
import dev.tiptoe.bench.resolver.LongMaps.Method;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A peer: the same contents in hash maps, without a writer. */
final class MapSide implements Side {

  private record Code(long end, long id) {}

  private final Population population;
  private final Path folder;
  private final Supplier<LongMaps> kind;

  private final LongMaps maps;
  private final TreeMap<Long, Code> code = new TreeMap<>();
  private Optional<ShuffledTypeRefs> references = Optional.empty();
  private boolean filled;

  MapSide(Population population, Path folder, Supplier<LongMaps> kind) {
    this.population = population;
    this.folder = folder;
    this.kind = kind;
    this.maps = kind.get();
  }

  @Override
  public Consumer<Checksum> work(String word) {
    return switch (word) {
      case "token" -> token();
      case "ids" -> ids();
      case "code" -> code();
      case "typeref" -> sum -> references().lookUpAll(sum);
      default -> throw new IllegalArgumentException("there is no work called " + word);
    };
  }

  private Consumer<Checksum> token() {
    fill();
    return sum -> population.askTokens(this::token, sum);
  }

  private int token(long id) {
    Method method = maps.method(id);
    return method == null ? 0 : method.token();
  }

  private Consumer<Checksum> ids() {
    fill();
    return sum -> population.askIDs(this::sumOfIDs, sum);
  }

  private long sumOfIDs(long module, long token) {
    long sum = 0;
    Instance instance = maps.instance(Population.key((int) module, (int) token));
    for (; instance != null; instance = instance.next()) {
      sum += instance.id();
    }
    return sum;
  }

  private Consumer<Checksum> code() {
    if (code.isEmpty()) {
      for (int i = 0; i < population.methods(); i++) {
        int method = (int) (i * 7_919L % population.methods());
        long start = Population.codeStart(method);
        long end = start + Population.codeSize(method);
        code.put(start, new Code(end, population.functionID(method)));
      }
    }
    return sum -> population.askAddresses(this::functionAt, sum);
  }

  private long functionAt(long address) {
    Map.Entry<Long, Code> entry = code.floorEntry(address);
    return entry != null && address < entry.getValue().end() ? entry.getValue().id() : 0;
  }

  private LongMaps filledAnew() {
    LongMaps fresh = kind.get();
    fill(fresh);
    return fresh;
  }

  private ShuffledTypeRefs references() {
    if (references.isEmpty()) {
      references = Optional.of(new ShuffledTypeRefs(folder));
    }
    return references.get();
  }

  private void fill() {
    if (!filled) {
      filled = true;
      fill(maps);
    }
  }

  private void fill(LongMaps into) {
    for (int i = 0; i < population.methods(); i++) {
      int module = Population.module(i);
      long id = population.functionID(i);
      int token = population.token(i);
      into.put(id, new Method(Population.moduleID(module), token));
      long key = Population.key(module, token);
      into.put(key, new Instance(id, into.instance(key)));
    }
  }

  @Override
  public long bytesPerID() {
    return Side.retained(this::filledAnew) / population.methods();
  }

  @Override
  public long slowest() {
    throw new UnsupportedOperationException("a peer is not fed");
  }
}
