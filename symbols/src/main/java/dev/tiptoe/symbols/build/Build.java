// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.build;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.CodeView;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.r2r.ReadyToRun;
import dev.tiptoe.symbols.problem.CodeSize;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/**
 * Identifies one build of a module. The module version ID alone is not enough: a tool that rewrites
 * the module may keep it, and so do the compilers of ReadyToRun code. Files that are equal in
 * everything that is compared here are copies of one build, even if something else differs, such as
 * a signature. Immutable.
 *
 * @param mvid the module version ID
 * @param il a checksum of what names and lines follow from: the portable PDBs that the module
 *     names, its types, and the name, signature and size of IL of each method. It is the same with
 *     ReadyToRun code and without
 * @param code a checksum of the ReadyToRun code, which differs between processors; 0 for none
 */
public record Build(UUID mvid, int il, int code) implements Comparable<Build> {

  private static final Comparator<Build> ORDER =
      Comparator.comparing(Build::mvid).thenComparingInt(Build::il).thenComparingInt(Build::code);

  /** Returns the build of a module; empty when it has no module version ID. */
  public static Optional<Build> of(Image module) {
    return module.mvid().map(mvid -> of(module, mvid));
  }

  /** Returns the build of a module by another module version ID. */
  public static Build of(Image module, UUID mvid) {
    return new Build(mvid, il(module), code(module));
  }

  @Override
  public int compareTo(Build other) {
    return ORDER.compare(this, other);
  }

  private static int il(Image module) {
    CRC32C checksum = new CRC32C();
    OutputStream checked = new CheckedOutputStream(OutputStream.nullOutputStream(), checksum);
    try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(checked))) {
      for (CodeView pdb : pdbs(module)) {
        out.writeLong(pdb.id().guid().getMostSignificantBits());
        out.writeLong(pdb.id().guid().getLeastSignificantBits());
        out.writeInt(pdb.id().stamp());
      }
      int types = module.count(TypeDef.TABLE);
      for (int rid = 1; rid <= types; rid++) {
        addType(out, new TypeDef(module, rid));
      }
      int methods = module.count(MethodDef.TABLE);
      for (int rid = 1; rid <= methods; rid++) {
        addMethod(out, new MethodDef(module, rid));
        out.writeInt(CodeSize.of(module, Token.of(MethodDef.TABLE, rid)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return (int) checksum.getValue();
  }

  private static List<CodeView> pdbs(Image module) {
    try {
      return module.debugDirectory().codeViews().stream().filter(CodeView::isPortable).toList();
    } catch (MetadataFormatException e) {
      return List.of();
    }
  }

  /** What is damaged is left out: it has no name. */
  private static void addType(DataOutputStream out, TypeDef type) throws IOException {
    try {
      add(out, type.namespace());
      add(out, type.name());
      out.writeInt(type.methods().size());
      out.writeInt(type.enclosing().map(TypeDef::rid).orElse(0));
    } catch (MetadataFormatException e) {
      out.writeInt(-1);
    }
  }

  private static void addMethod(DataOutputStream out, MethodDef method) throws IOException {
    try {
      add(out, method.name());
      Bytes signature = method.signature();
      out.writeInt(signature.length());
      out.write(signature.copy(0, signature.length()));
    } catch (MetadataFormatException e) {
      out.writeInt(-1);
    }
  }

  private static void add(DataOutputStream out, String text) throws IOException {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(utf8.length);
    out.write(utf8);
  }

  private static int code(Image module) {
    try {
      return ReadyToRun.of(module).map(code -> code.checksum() | 1).orElse(0);
    } catch (MetadataFormatException e) {
      return 0;
    }
  }
}
