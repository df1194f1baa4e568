// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDebugInformation;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.metadata.pdb.SequencePoint;
import dev.tiptoe.metadata.pdb.SequencePoints;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A method with lines, and an offset in its IL: the only row of the list that {@code prove bench
 * process} symbolizes.
 *
 * @param module the file that declares the method
 * @param token the method, which no compiler made, and whose name in C# has no namespaces
 * @param ilOffset the offset of its last line
 */
public record ListedToken(Path module, Token token, int ilOffset) {

  /**
   * Returns a method from the middle of the largest module in a folder that has lines.
   *
   * @throws LaunchException when no module has lines
   */
  public static ListedToken in(Path folder) throws IOException {
    return new MetadataWorks(folder)
        .reopened()
        .sorted(Comparator.comparing((Image image) -> -image.methodDefs().size()))
        .flatMap(image -> PortablePdb.of(image).found().flatMap(pdb -> in(image, pdb)).stream())
        .findFirst()
        .orElseThrow(() -> new LaunchException(folder + " has no module with lines"));
  }

  private static Optional<ListedToken> in(Image image, Image pdb) {
    List<MethodDef> methods = image.methodDefs();
    Names names = new Names(image, NameStyle.CSHARP);
    return methods.subList(methods.size() / 2, methods.size()).stream()
        .filter(method -> isWritten(method.name()) && isWritten(method.declaringType().name()))
        .filter(method -> isShort(names.of(method.token())))
        .flatMap(method -> in(image, pdb, method.token()).stream())
        .findFirst();
  }

  private static boolean isWritten(String name) {
    return !name.contains("<");
  }

  /** Whether a name has no namespace, as the peer writes all of them: {@code Type.Method(Type)}. */
  private static boolean isShort(String name) {
    return name.indexOf('.') == name.lastIndexOf('.');
  }

  private static Optional<ListedToken> in(Image image, Image pdb, Token method) {
    return MethodDebugInformation.of(pdb, method)
        .map(SequencePoints::of)
        .map(SequencePoints::points)
        .orElse(List.of())
        .stream()
        .filter(point -> !point.isHidden() && point.offset() > 0)
        .map(SequencePoint::offset)
        .reduce((one, later) -> later)
        .map(offset -> new ListedToken(Path.of(image.file()), method, offset));
  }

  /** Returns the row: file name, token, IL offset. */
  public String row() {
    return module.getFileName() + "\t" + token + "\t0x" + Integer.toHexString(ilOffset) + "\n";
  }
}
