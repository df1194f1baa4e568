// SPDX-License-Identifier: Apache-2.0
package consumer;

import dev.tiptoe.bridge.launch.AgentLibrary;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.symbols.written.WrittenMethods;
import dev.tiptoe.trace.RecordedSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Uses each library once: {@code Main FILE.dll TRACE}. */
public final class Main {

  private Main() {}

  /** Prints a method's name, the number of modules in a trace, and the hash of the agent. */
  public static void main(String[] arguments) throws IOException {
    Token method = new Token(0x06000006);
    Image image = Image.open(Path.of(arguments[0]));
    Names names = new Names(image, NameStyle.CSHARP);
    System.out.println(new WrittenMethods(image, Optional.empty()).of(method).in(names));
    RecordedSession recorded = RecordedSession.read(Path.of(arguments[1]));
    System.out.println(recorded.session().now().ids().modules().count() + " modules");
    System.out.println(AgentLibrary.bundled().sha256());
  }
}
