// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.body.Body;
import dev.tiptoe.metadata.body.Instruction;
import dev.tiptoe.metadata.body.MethodBody;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.MethodSpec;
import java.util.ArrayList;
import java.util.List;

/** Where the methods of a test assembly say that they are: the arguments of {@code Is.Here}. */
final class Places {

  /**
   * A method and the place in its source.
   *
   * @param place the expected text
   */
  record Place(MethodDef method, String place) {

    /** Returns a name that no other method of the image has. */
    String name() {
      return method.declaringType().name() + "::" + method.name() + method.token();
    }
  }

  private Places() {}

  /** Returns all places, in the order of the methods. */
  static List<Place> in(Image image) {
    List<Place> all = new ArrayList<>();
    for (MethodDef method : image.methodDefs()) {
      in(method).forEach(place -> all.add(new Place(method, place)));
    }
    return all;
  }

  private static List<String> in(MethodDef method) {
    List<String> places = new ArrayList<>();
    if (Body.of(method) instanceof MethodBody body) {
      String last = "";
      for (Instruction each : body.instructions()) {
        if (each.opcode().name().equals("ldstr")) {
          last = method.image().userString(each.token());
        } else if (each.opcode().name().equals("call") && isHere(each.token(), method.image())) {
          places.add(last);
        }
      }
    }
    return places;
  }

  private static boolean isHere(Token called, Image image) {
    Token method =
        called.table() == MethodSpec.TABLE ? new MethodSpec(image, called.rid()).method() : called;
    return method.table() == MethodDef.TABLE
        && new MethodDef(image, method.rid()).name().equals("Here");
  }
}
