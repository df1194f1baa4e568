// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.example;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.Moment;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.ClassShape.Defined;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import java.io.PrintStream;
import java.util.List;

/** The tour of the resolver: facts in, questions of a moment. */
final class SessionExample {

  static void run(String file, Token shipToken, Token sailToken, PrintStream out) {
    ModuleID port = new ModuleID(0x7f0c_1000);
    ClassID object = new ClassID(0x7f0c_2000);
    ClassID ship = new ClassID(0x7f0c_3000);
    FunctionID sail = new FunctionID(0x7f0c_4000);
    FunctionShape sailShape = new FunctionShape(ship, port, sailToken, List.of(), "");

    Session session = new Session();
    session.feed().moduleLoaded(11_800_000, port, LoadedModule.ofFile(file));
    session.feed().classLoaded(12_300_000, ship, new Defined(port, shipToken, object, List.of()));
    session.feed().functionSeen(14_000_000, sail, sailShape, FunctionSource.STACK);
    session.feed().codeSeen(14_000_000, sail, NativeCode.at(0x7f0c_8000, 0x200));

    Moment now = session.now();
    out.println(now.nameOf(ship));
    out.println(now.classIDs(port, shipToken).why());
    out.println(session.at(12_000_000).classIDs(port, shipToken).why());
    out.println(now.codeAt(0x7f0c_8123).function().map(it -> now.nameOf(it.id())).orElse("?"));
  }

  private SessionExample() {}
}
