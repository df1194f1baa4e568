// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.eventpipe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.r2r.CodeRange;
import dev.tiptoe.metadata.r2r.EntryPoint;
import dev.tiptoe.metadata.r2r.ReadyToRun;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ModuleEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The addresses at which the runtime mapped the images of a recording. No event has them: they
 * follow from the addresses of methods that are not generic, and all of an image's methods must
 * agree.
 */
final class MappedModules {

  /** An image with native code, the address of its first byte, and that behind its code. */
  record Mapped(Image image, ReadyToRun code, long base, long end) {}

  private final Map<ModuleID, Path> paths = new HashMap<>();
  private final Map<Path, Image> images = new HashMap<>();
  private final Map<ModuleID, Mapped> mapped = new HashMap<>();
  private final NavigableMap<Long, Mapped> byBase = new TreeMap<>();

  MappedModules(List<RuntimeEvent> events) {
    for (RuntimeEvent event : events) {
      if (event instanceof ModuleEvent module && (module.flags() & ModuleEvent.READY_TO_RUN) != 0) {
        paths.put(module.module(), Path.of(module.path()));
      }
    }
    for (RuntimeEvent event : events) {
      if (event instanceof MethodCode method && isPrecompiled(method)) {
        place(method);
      }
    }
    mapped.values().forEach(module -> byBase.put(module.base(), module));
  }

  static boolean isPrecompiled(MethodCode method) {
    return (method.flags() & (MethodCode.JITTED | MethodCode.DYNAMIC)) == 0
        && method.codeSize() > 0;
  }

  private void place(MethodCode method) {
    Path path = paths.get(method.module());
    if (path == null || (method.flags() & MethodCode.GENERIC) != 0) {
      return;
    }
    Image image = image(path);
    ReadyToRun code = ReadyToRun.of(image).orElseThrow();
    Mapped known = mapped.get(method.module());
    Optional<EntryPoint> entry = (known == null ? code : known.code()).find(0, method.token());
    if (entry.isEmpty()) {
      return;
    }
    long base = method.codeStart() - code.code(entry.get()).get(0).begin();
    if (known == null) {
      mapped.put(method.module(), new Mapped(image, code, base, base + endOfCode(code)));
    } else {
      assertEquals(known.base(), base, () -> path + ": " + method);
    }
  }

  /** The image whose code lies at an address; empty where it is in none that has a place. */
  Optional<Mapped> at(long address) {
    return Optional.ofNullable(byBase.floorEntry(address))
        .map(Map.Entry::getValue)
        .filter(module -> address < module.end());
  }

  private static int endOfCode(ReadyToRun code) {
    List<CodeRange> last = code.code(code.methods().get(code.methods().size() - 1));
    return last.get(last.size() - 1).end();
  }

  /** The image of a module that was loaded. */
  Image image(ModuleID module) {
    return image(paths.getOrDefault(module, Path.of("")));
  }

  Image image(Path path) {
    return images.computeIfAbsent(
        path,
        file -> {
          try {
            return Image.open(file);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
