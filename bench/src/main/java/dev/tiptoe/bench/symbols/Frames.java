// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.symbols;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDebugInformation;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.metadata.pdb.SequencePoint;
import dev.tiptoe.metadata.pdb.SequencePoints;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * Distinct frames in random order, and their modules: one module with lines, under as many MVIDs as
 * it takes. The same in each process. Immutable.
 */
final class Frames {

  /** A point of the module: a method, an IL offset, and the place there. */
  record Point(int rid, int ilOffset, int line, int document) {}

  private final Image image;
  private final PortablePdb pdb;
  private final List<Point> points = new ArrayList<>();
  private final int modules;

  /** The number of the module of each frame, and of its point. */
  private final int[] module;

  private final int[] point;

  Frames(Path file, int count) throws IOException {
    image = Image.open(file.toAbsolutePath());
    pdb = PortablePdb.of(image);
    for (MethodDef method : image.methodDefs()) {
      add(method.token());
    }
    modules = (count + points.size() - 1) / points.size();
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      order.add(i);
    }
    Collections.shuffle(order, new Random(11));
    module = order.stream().mapToInt(each -> each / points.size()).toArray();
    point = order.stream().mapToInt(each -> each % points.size()).toArray();
  }

  private void add(Token method) {
    pdb
        .found()
        .flatMap(found -> MethodDebugInformation.of(found, method))
        .map(SequencePoints::of)
        .map(SequencePoints::points)
        .orElse(List.of())
        .stream()
        .filter(each -> !each.isHidden())
        .forEach(each -> points.add(point(method, each)));
  }

  private static Point point(Token method, SequencePoint point) {
    int document = point.document().rid() - 1;
    return new Point(method.rid(), point.offset(), point.startLine(), document);
  }

  Image image() {
    return image;
  }

  PortablePdb pdb() {
    return pdb;
  }

  /** Returns all points of the module, ascending. */
  List<Point> points() {
    return points;
  }

  int modules() {
    return modules;
  }

  int count() {
    return module.length;
  }

  /** Returns the MVID of a module. */
  static UUID mvid(int module) {
    Random random = new Random(module);
    return new UUID(random.nextLong(), random.nextLong());
  }

  int module(int frame) {
    return module[frame];
  }

  Point point(int frame) {
    return points.get(point[frame]);
  }

  /** Returns a number for a place, the same on all sides. */
  static long code(int line, int document) {
    return ((long) line << 20) | document;
  }

  /** Returns a number for texts: of all characters, or one that reads little of them. */
  static long code(String name, String path, int line, boolean whole) {
    return whole
        ? ((long) name.hashCode() * 31 + path.hashCode()) * 31 + line
        : ((((long) name.length() << 20) | path.length()) << 20) | line;
  }
}
