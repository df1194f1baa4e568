// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.image.ImageBuilder;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From the name of a type to the loaded types of that name. */
final class TypesNamedTest {

  private static final String DEMO = TestAssembly.DEMO.path().toString();

  private static List<String> found(Moment moment, String name) {
    return moment.typesNamed(name).stream()
        .map(
            each -> each.module().id() + " " + each.type().token() + " " + each.loadedness().kind())
        .toList();
  }

  @Test
  void name_ofATypeInSeveralModules_isFoundInEach() throws IOException {
    Session session = new Session();
    RuntimeFeed feed = session.feed();
    feed.module(new ModuleID(1)).file(DEMO).loaded(1);
    feed.module(new ModuleID(2)).file(DEMO).loaded(2);
    feed.module(new ModuleID(3)).file(TestAssembly.WRITTEN.path().toString()).loaded(3);
    feed.module(new ModuleID(4)).file("/no/such.dll").loaded(4);
    Image demo = Image.open(TestAssembly.DEMO.path());
    var ship = demo.findType("Tiptoe.Demo", "Ship").orElseThrow();
    feed.type(new ClassID(7)).in(new ModuleID(2), ship.token()).announced(5);
    assertEquals(
        List.of("0x1 " + ship.token() + " not-seen", "0x2 " + ship.token() + " loaded"),
        found(session.now(), "Tiptoe.Demo.Ship"));
    assertEquals(
        List.of("0x1 " + ship.token() + " not-seen"), found(session.at(1), "Tiptoe.Demo.Ship"));
    assertEquals(List.of(), found(session.now(), "Ship"));
    assertEquals(List.of(), found(session.now(), ""));
  }

  @Test
  void name_ofANestedGenericType_isThatOfReflection() {
    ImageBuilder image = ImageBuilder.assembly("Fruit", "1.0.0.0");
    int basket = image.typeDef("Sweet", "Basket`1");
    image.genericParam(basket, 0, "T");
    image.nested(basket, "Handle");
    image.typeDef("Sweet", "Handle");
    Session session = Session.of(List.of(Image.of("Fruit.dll", image.build().buffer())));
    assertEquals(List.of("0x1 0x02000003 not-seen"), found(session.now(), "Sweet.Basket`1+Handle"));
    assertEquals(List.of("0x1 0x02000002 not-seen"), found(session.now(), "Sweet.Basket`1"));
    assertEquals(List.of("0x1 0x02000004 not-seen"), found(session.now(), "Sweet.Handle"));
    assertEquals(List.of(), found(session.now(), "Sweet.Basket"));
  }
}
