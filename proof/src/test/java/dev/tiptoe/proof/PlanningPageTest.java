// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The figures of the page for planning follow from its inputs by its formulas. */
class PlanningPageTest {

  private static final List<Integer> HOSTS = List.of(10, 10_000, 1_000_000);
  private static final double DAY = 86_400;
  private static final double MINUTES_A_DAY = 1_440;
  private static final double GIGA = 1e9;

  private final Map<String, Double> inputs = new HashMap<>();
  private String page = "";

  @BeforeEach
  void read() throws IOException {
    page =
        Files.readString(
            Path.of(System.getProperty("tiptoe.home")).resolve("src/site/guides/plan-a-fleet.md"));
    for (List<String> row : table("Inputs")) {
      inputs.put(row.get(0), number(row.get(1)));
    }
  }

  /** Returns the rows of the table below a heading, without its head. */
  private List<List<String>> table(String heading) {
    String section = page.substring(page.indexOf("\n## " + heading + "\n") + 1);
    return section
        .lines()
        .skip(1)
        .takeWhile(line -> !line.startsWith("## "))
        .filter(line -> line.startsWith("| "))
        .skip(2)
        .map(line -> Arrays.stream(line.split("\\|", -1)).map(String::strip).toList())
        .map(fields -> fields.subList(1, fields.size() - 1))
        .toList();
  }

  private static double number(String text) {
    return Double.parseDouble(text.replace(",", ""));
  }

  private double input(String name) {
    return inputs.getOrDefault(name, Double.NaN);
  }

  private static List<String> row(int hosts, double... figures) {
    return Stream.concat(
            Stream.of(String.format(Locale.ROOT, "%,d", hosts)),
            DoubleStream.of(figures).mapToObj(PlanningPageTest::shown))
        .toList();
  }

  /** Returns a figure as the page writes it: with two digits or more. */
  private static String shown(double figure) {
    int digits = figure < 0.1 ? 4 : figure < 1 ? 2 : figure < 10 ? 1 : 0;
    return String.format(Locale.ROOT, "%,." + digits + "f", figure);
  }

  @Test
  void stream_ofSoManyHosts_followsFromTheInputs() {
    double share = input("use of a core") / 100;
    assertEquals(
        HOSTS.stream()
            .map(
                hosts -> {
                  double messages = hosts * input("profiles of a host") / 60;
                  return row(
                      hosts,
                      messages,
                      messages * input("naming and passing on") / 1000 / share,
                      messages * input("message") * 8 / 1e6,
                      messages * input("message with names") * 8 / 1e6,
                      messages * DAY * input("message with names") / GIGA);
                })
            .toList(),
        table("A stream"));
  }

  @Test
  void batch_ofSoManyHosts_followsFromTheInputs() {
    double share = input("use of a core") / 100;
    assertEquals(
        HOSTS.stream()
            .map(
                hosts -> {
                  double profiles = hosts * input("profiles of a host") * MINUTES_A_DAY;
                  double seconds = profiles * input("naming in a batch") / 1000;
                  return row(
                      hosts,
                      profiles,
                      seconds / (input("time for a batch") * 3600) / share,
                      profiles * input("profile in a file") / GIGA,
                      profiles * input("rows of a profile") / GIGA);
                })
            .toList(),
        table("A batch"));
  }

  @Test
  void indexes_followFromTheInputs() {
    double bytes = input("distinct modules") * input("index");
    String sum = "Distinct modules × index = " + shown(bytes / GIGA) + " GB";
    assertEquals(1, page.split(sum, -1).length - 1, sum);
  }
}
