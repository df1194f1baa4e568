// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import dev.tiptoe.framework.com.ComException;
import dev.tiptoe.framework.com.ComReference;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.proof.clr.CoreClr;
import dev.tiptoe.proof.clr.Scope;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The process with the CLR in it. It reads {@link WitnessMessage}s from its standard input up to
 * the end, and answers on its standard output.
 */
final class WitnessMain {

  private final PrintStream out;
  private final ComReference dispenser;

  private WitnessMain(PrintStream out, ComReference dispenser) {
    this.out = out;
    this.dispenser = dispenser;
  }

  /** Starts the CLR of the folder {@code arguments[0]} and serves. */
  public static void main(String[] arguments) throws IOException {
    // Other output must not get between the messages.
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    try {
      new WitnessMain(out, CoreClr.start(Path.of(arguments[0])).dispenser()).serve();
    } catch (ComException | IOException e) {
      // The parent reports it.
      out.println(
          WitnessMessage.of(WitnessMessage.Kind.FAILED, String.valueOf(e.getMessage())).line());
    }
  }

  private void serve() throws IOException {
    send(WitnessMessage.of(WitnessMessage.Kind.READY));
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      WitnessMessage request = WitnessMessage.parse(line);
      send(answer(Path.of(request.fields().get(0)), Path.of(request.fields().get(1))));
    }
  }

  private WitnessMessage answer(Path ours, Path theirs) {
    try {
      return compare(Image.open(ours), theirs);
    } catch (MetadataFormatException e) {
      return refusedByUs(e, theirs);
    } catch (IOException e) {
      return WitnessMessage.of(WitnessMessage.Kind.UNREADABLE, true, e);
    } catch (RuntimeException e) {
      return WitnessMessage.of(WitnessMessage.Kind.FAILED, e);
    }
  }

  private WitnessMessage compare(Image ours, Path theirs) throws IOException {
    Scope scope;
    try {
      scope = open(theirs);
    } catch (ComException e) {
      return WitnessMessage.of(WitnessMessage.Kind.REFUSED, String.valueOf(e.getMessage()));
    }
    Findings findings = new Findings(this::send);
    try (scope) {
      new FileComparison(ours, scope, findings).run();
    }
    return findings.message();
  }

  /**
   * A file that the CLR cannot open is passed to it as metadata alone, if our reader finds the
   * metadata.
   */
  private Scope open(Path file) throws IOException {
    try {
      return Scope.open(dispenser, file);
    } catch (ComException e) {
      try {
        Bytes metadata = Image.open(file).metadataBytes();
        return Scope.open(dispenser, metadata.copy(0, metadata.length()));
      } catch (ComException | MetadataFormatException again) {
        e.addSuppressed(again);
        throw e;
      }
    }
  }

  private WitnessMessage refusedByUs(MetadataFormatException reason, Path theirs) {
    try (Scope opened = Scope.open(dispenser, theirs)) {
      Findings findings = new Findings(this::send);
      findings.compare("(file)", 0, "open", String.valueOf(reason.getMessage()), opened);
      return findings.message();
    } catch (ComException e) {
      boolean managed = reason.kind() != MetadataFormatException.Kind.NOT_MANAGED;
      return WitnessMessage.of(
          WitnessMessage.Kind.UNREADABLE, managed, String.valueOf(reason.getMessage()));
    }
  }

  private void send(WitnessMessage message) {
    out.println(message.line());
  }
}
