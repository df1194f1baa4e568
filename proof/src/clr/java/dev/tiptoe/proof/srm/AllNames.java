// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.srm;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.MethodSpec;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.name.Names;
import java.util.List;

/** The name of every row that has one, in the reflection style. */
final class AllNames implements Section {

  private static final List<Integer> TABLES =
      List.of(
          TypeRef.TABLE,
          TypeDef.TABLE,
          Field.TABLE,
          MethodDef.TABLE,
          MemberRef.TABLE,
          TypeSpec.TABLE,
          MethodSpec.TABLE);

  @Override
  public void of(Image image, Lines lines) {
    Names names = new Names(image);
    for (int table : TABLES) {
      for (int rid = 1; rid <= image.metadata().tables().count(table); rid++) {
        Token row = Token.of(table, rid);
        lines.row(row, () -> List.of(names.of(row)));
      }
    }
  }
}
