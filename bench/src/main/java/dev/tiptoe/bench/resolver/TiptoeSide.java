// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.resolver;

import dev.tiptoe.bench.Checksum;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongBinaryOperator;

/** Our side: a map, and optionally a thread that feeds it meanwhile. */
final class TiptoeSide implements Side {

  private final Population population;
  private final Path folder;
  private final int eventsPerSecond;
  private final List<String> openingOptions;

  private final RuntimeIdMap map = Session.newMap();
  private final IdView now = map.now();
  private Optional<ShuffledTypeRefs> references = Optional.empty();
  private Optional<Opening> opening = Optional.empty();
  private boolean filled;
  private boolean compiled;

  TiptoeSide(Population population, Path folder, int eventsPerSecond) {
    this(population, folder, eventsPerSecond, List.of());
  }

  private TiptoeSide(
      Population population, Path folder, int eventsPerSecond, List<String> openingOptions) {
    this.population = population;
    this.folder = folder;
    this.eventsPerSecond = eventsPerSecond;
    this.openingOptions = openingOptions;
  }

  /** Returns a side that opens recordings as on a machine with a single processor. */
  static TiptoeSide onOneProcessor(Population population, Path folder) {
    return new TiptoeSide(population, folder, 0, List.of("-XX:ActiveProcessorCount=1"));
  }

  @Override
  public Consumer<Checksum> work(String word) {
    return switch (word) {
      case "token", "token-fed" -> besideWriter(sum -> population.askTokens(this::token, sum));
      case "ids" -> besideWriter(sum -> population.askIDs(new IDs(), sum));
      case "code" -> code();
      case "ingest" -> this::ingest;
      case "recording" -> recording();
      case "typeref" -> sum -> references().resolveAll(sum);
      default -> throw new IllegalArgumentException("there is no work called " + word);
    };
  }

  private Consumer<Checksum> besideWriter(Consumer<Checksum> work) {
    fill();
    return eventsPerSecond == 0
        ? work
        : sum -> {
          try (Writing writing = new Writing(map, population, eventsPerSecond)) {
            writing.begin();
            work.accept(sum);
          }
        };
  }

  private int token(long id) {
    return now.methodDefOf(new FunctionID(id)).value();
  }

  /** The sum of a token's IDs. */
  private final class IDs implements LongBinaryOperator, Consumer<FunctionID> {
    private long sum;

    @Override
    public long applyAsLong(long module, long token) {
      sum = 0;
      now.forEachFunctionID(
          new ModuleID(Population.moduleID((int) module)), new Token((int) token), this);
      return sum;
    }

    @Override
    public void accept(FunctionID id) {
      sum += id.value();
    }
  }

  private Consumer<Checksum> code() {
    fill();
    if (!compiled) {
      compiled = true;
      // The order is not that of the addresses, as with the JIT.
      for (int i = 0; i < population.methods(); i++) {
        int method = (int) (i * 7_919L % population.methods());
        var range = new NativeCode.Range(Population.codeStart(method), Population.codeSize(method));
        map.codeSeen(
            PopulationEvents.END,
            new FunctionID(population.functionID(method)),
            new NativeCode(0, List.of(range), List.of()));
      }
    }
    return sum -> population.askAddresses(address -> now.functionAt(address).value(), sum);
  }

  private void ingest(Checksum sum) {
    RuntimeIdMap fresh = filledAnew();
    sum.count(PopulationEvents.count(population));
    sum.add(fresh.now().methodDefOf(new FunctionID(population.functionID(0))).value());
  }

  private RuntimeIdMap filledAnew() {
    RuntimeIdMap fresh = Session.newMap();
    PopulationEvents.feed(fresh, population);
    return fresh;
  }

  private Consumer<Checksum> recording() {
    if (opening.isEmpty()) {
      opening = Optional.of(new Opening(population.methods(), openingOptions));
    }
    return sum -> opening.ifPresent(recording -> sum.add(recording.answer()));
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
      PopulationEvents.feed(map, population);
    }
  }

  @Override
  public long bytesPerID() {
    return Side.retained(this::filledAnew) / (population.methods() + population.types());
  }

  @Override
  public long slowest() {
    fill();
    long[] times = new long[population.questions()];
    Consumer<Checksum> asking =
        besideWriter(
            sum -> {
              long random = 5;
              for (int i = 0; i < times.length; i++) {
                random = Population.next(random);
                long id = population.functionID(Population.below(random, population.methods()));
                long start = System.nanoTime();
                sum.add(token(id));
                times[i] = System.nanoTime() - start;
              }
            });
    asking.accept(Checksum.ofNumbers());
    Arrays.sort(times);
    return times[(int) (times.length * 0.999)];
  }
}
