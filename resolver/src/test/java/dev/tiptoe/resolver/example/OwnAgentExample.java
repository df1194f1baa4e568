// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.example;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.LookupAnswer;
import java.io.PrintStream;
import java.util.List;

/** Feeds a session from an agent of one's own, and asks it. */
final class OwnAgentExample {

  static void run(PrintStream out) {
    ModuleID fruit = new ModuleID(0x7f0c_1000);
    ClassID object = new ClassID(0x7f0c_2000);
    ClassID apple = new ClassID(0x7f0c_3000);
    Token appleToken = new Token(0x02000004);

    Session session = new Session();
    // ModuleLoadFinished, ClassLoadFinished, and an object met after a garbage collection:
    session.feed().moduleLoaded(11_800_000, fruit, LoadedModule.ofFile("/srv/app/Fruit.dll"));
    ClassShape shape = new ClassShape.Defined(fruit, appleToken, object, List.of());
    session.feed().classLoaded(12_300_000, apple, shape);
    session.feed().instanceSeen(95_000_000, apple, InstanceSource.HEAP);

    LookupAnswer<ClassID> answer = session.now().classIDs(fruit, appleToken);
    out.println(answer.kind() + " " + answer.ids());
    out.println(answer.why());
    out.println(session.at(50_000_000).classIDs(fruit, appleToken).why());
  }

  private OwnAgentExample() {}
}
