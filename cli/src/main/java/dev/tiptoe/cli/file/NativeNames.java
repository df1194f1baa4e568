// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.option.Rva;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.container.Composite;
import dev.tiptoe.metadata.container.Container;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.r2r.CodeAt;
import dev.tiptoe.metadata.r2r.EntryPoint;
import dev.tiptoe.metadata.r2r.ModuleOverride;
import dev.tiptoe.metadata.r2r.ReadyToRun;
import dev.tiptoe.metadata.r2r.ReadyToRunNames;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Optional;

/** Names the methods at native addresses of one file. Not thread-safe. */
final class NativeNames {

  private final ManagedFile file;
  private final ModuleFiles files;
  private final Problems problems;
  private final ReadyToRun code;
  private final ReadyToRunNames names;

  /** The method at an address, or the reason why there is none. */
  record Answer(String mvid, String token, String name, String offset, String why) {

    static Answer none(String why) {
      return new Answer("", "", "", "", why);
    }
  }

  private NativeNames(ManagedFile file, ReadyToRun code, ModuleFiles files, Problems problems) {
    this.file = file;
    this.files = files;
    this.problems = problems;
    this.code = code;
    this.names = new ReadyToRunNames(code, this::beside);
    code.damage().forEach(damage -> problems.badInput(Problems.describe(file.shown(), damage)));
  }

  /**
   * Returns the names for {@code file}; empty when it has no native code.
   *
   * @throws MetadataFormatException when it is not a .NET file, or damaged
   */
  static Optional<NativeNames> of(ManagedFile file, ModuleFiles files, Problems problems)
      throws IOException {
    Container container = files.container(file);
    Optional<ReadyToRun> code =
        Composite.of(container).isPresent()
            ? ReadyToRun.of(container)
            : ReadyToRun.of(Image.of(container));
    return code.map(found -> new NativeNames(file, found, files, problems));
  }

  /** Returns the methods at an address, usually one. */
  List<Answer> at(Rva rva) {
    try {
      CodeAt at = code.methodAt(rva.value());
      if (at instanceof CodeAt.Method found) {
        return List.of(answer(found.method(), found.offset()));
      } else if (at instanceof CodeAt.Shared shared) {
        return shared.methods().stream().map(each -> answer(each, shared.offset())).toList();
      } else if (at instanceof CodeAt.InComposite composite) {
        problems.no();
        return List.of(Answer.none("the code is in " + composite.fileName()));
      }
      problems.no();
      return List.of(Answer.none(((CodeAt.Nothing) at).reason().inWords()));
    } catch (MetadataFormatException e) {
      problems.badInput(rva + " in " + Problems.describe(file.shown(), e));
      return List.of(Answer.none("?"));
    }
  }

  /** Returns the answer for any address in a file without native code. */
  static List<Answer> none(Problems problems) {
    problems.no();
    return List.of(Answer.none("the file has no native code"));
  }

  private Answer answer(EntryPoint method, int offset) {
    String mvid = image(method.module()).flatMap(Image::mvid).map(Object::toString).orElse("");
    String within = "0x" + Integer.toHexString(offset);
    return new Answer(mvid, method.method().toString(), names.of(method), within, "");
  }

  private Optional<Image> image(int module) {
    ModuleOverride found = code.module(module);
    if (found instanceof ModuleOverride.Own own) {
      return Optional.of(own.image());
    }
    return found instanceof ModuleOverride.Assembly assembly
        ? assembly.embedded().or(() -> beside(assembly))
        : Optional.empty();
  }

  /**
   * Returns the image of an assembly in the same folder or bundle, if it is exactly the expected
   * one.
   */
  private Optional<Image> beside(ModuleOverride.Assembly assembly) {
    try {
      return file.beside(assembly.reference().name() + ".dll")
          .flatMap(files::find)
          .filter(image -> isMeant(assembly, image));
    } catch (MetadataFormatException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static boolean isMeant(ModuleOverride.Assembly assembly, Image image) {
    return assembly.mvid().isPresent()
        ? assembly.mvid().equals(image.mvid())
        : image.assembly().filter(assembly.reference().identity()::equals).isPresent();
  }
}
