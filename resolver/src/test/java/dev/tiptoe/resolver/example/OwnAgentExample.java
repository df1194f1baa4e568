// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.example;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.io.PrintStream;
import java.util.List;

/** An agent of one's own: it tells the map what its callbacks hear, and asks it from any thread. */
final class OwnAgentExample {

  static void run(PrintStream out) {
    ModuleID fruit = new ModuleID(0x7f0c_1000);
    ClassID object = new ClassID(0x7f0c_2000);
    ClassID apple = new ClassID(0x7f0c_3000);
    Token appleToken = new Token(0x02000004);

    RuntimeIdMap map = new RuntimeIdMap();
    // ModuleLoadFinished, ClassLoadFinished, and an object met after a garbage collection:
    map.moduleLoaded(11_800_000, fruit, LoadedModule.ofFile("/srv/app/Fruit.dll"));
    map.classLoaded(
        12_300_000, apple, new ClassShape.Defined(fruit, appleToken, object, List.of()));
    map.instanceSeen(95_000_000, apple, InstanceSource.HEAP);

    out.println(map.now().typeDefOf(apple));
    out.println(map.now().classIDs(fruit, appleToken).why());
    out.println(map.at(50_000_000).classIDs(fruit, appleToken).why());
  }

  private OwnAgentExample() {}
}
