// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.given;

import static dev.tiptoe.testdata.image.SignatureBlobs.I4;
import static dev.tiptoe.testdata.image.SignatureBlobs.classType;
import static dev.tiptoe.testdata.image.SignatureBlobs.generic;
import static dev.tiptoe.testdata.image.SignatureBlobs.method;
import static dev.tiptoe.testdata.image.SignatureBlobs.primitive;
import static dev.tiptoe.testdata.image.SignatureBlobs.typeParameter;
import static dev.tiptoe.testdata.image.ZapSignatures.canon;
import static dev.tiptoe.testdata.image.ZapSignatures.methodOf;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.container.PeFile;
import dev.tiptoe.metadata.r2r.CodeAt;
import dev.tiptoe.metadata.r2r.ReadyToRun;
import dev.tiptoe.metadata.r2r.ReadyToRunNames;
import dev.tiptoe.testdata.image.BuiltImage;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.ReadyToRunBuilder;
import dev.tiptoe.testdata.image.ReadyToRunBuilder.Processor;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.util.Optional;

/** Images with native code to begin with. */
public final class GivenCode {

  /** A method without parameters. */
  public static final byte[] NOTHING = method(primitive(SignatureBlobs.VOID));

  private GivenCode() {}

  /** An assembly {@code Port} with types {@code Port.Ship} and {@code Port.Fleet`1}. */
  public static final class Port {

    public final ImageBuilder image = ImageBuilder.assembly("Port", "1.2.3.4");
    public final int ship = image.typeDef("Port", "Ship");
    public final int sail = image.method("Sail", NOTHING);
    public final int anchor = image.method("Anchor", NOTHING);
    public final int fleet = image.typeDef("Port", "Fleet`1");
    public final int add =
        image.method("Add", method(primitive(SignatureBlobs.VOID), typeParameter(0)));

    /** The assembly, to be added to. */
    public Port() {
      image.genericParam(fleet, 0, "T");
    }
  }

  /** The native code of a module. */
  public static ReadyToRun code(BuiltImage image) {
    return ReadyToRun.of(Given.image(image)).orElseThrow();
  }

  /** The native code of a composite image. */
  public static ReadyToRun composite(BuiltImage image) {
    return ReadyToRun.of(PeFile.of(Bytes.of(Given.FILE, image.bytes()))).orElseThrow();
  }

  /** The names of methods, where no other assembly is at hand. */
  public static ReadyToRunNames names(ReadyToRun code) {
    return new ReadyToRunNames(code, assembly -> Optional.empty());
  }

  /** Returns the name of the method at an RVA, or the reason why there is none. */
  public static String nameAt(ReadyToRun code, int rva) {
    CodeAt at = code.methodAt(rva);
    return at instanceof CodeAt.Method found ? names(code).of(found.method()) : at.toString();
  }

  /** An image with methods, an instantiation, a funclet, a cold part and a manifest. */
  public static BuiltImage everything(Processor processor) {
    Port port = new Port();
    ReadyToRunBuilder builder = new ReadyToRunBuilder(processor);
    int sail = builder.function(0x40);
    builder.function(0x20);
    int anchor = builder.function(0x10);
    int ofInt = builder.function(0x100);
    int shared = builder.function(0x24);
    int cold = builder.function(0x30);
    builder.method(port.sail, sail).method(port.anchor, anchor).cold(sail, cold);
    byte[] fleet = classType(port.fleet);
    builder.instance(methodOf(generic(fleet, primitive(I4)), port.add), ofInt);
    builder.instance(methodOf(generic(fleet, canon()), port.add), shared);
    ImageBuilder manifest = ImageBuilder.netmodule("manifest");
    manifest.assemblyRef("Elsewhere", "4.0.0.0");
    return builder.manifest(manifest).build(port.image);
  }

  /** A composite image of two assemblies, one of which it carries. */
  public static BuiltImage composite() {
    Port port = new Port();
    ReadyToRunBuilder builder = new ReadyToRunBuilder(Processor.AMD64_LINUX);
    ImageBuilder manifest = ImageBuilder.netmodule("manifest");
    manifest.assemblyRef("Port", "1.2.3.4");
    manifest.assemblyRef("Sea", "1.0.0.0");
    builder.manifest(manifest).component(port.image).component();
    builder.method(0, port.sail, builder.function(0x40));
    return builder.method(1, 0x06000007, builder.function(0x40)).buildComposite();
  }
}
