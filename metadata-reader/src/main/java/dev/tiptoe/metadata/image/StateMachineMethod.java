// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import java.util.Optional;

/**
 * The source method of a compiler-generated {@code MoveNext}.
 *
 * @ecma the portable PDB specification, StateMachineMethod table
 */
public final class StateMachineMethod extends Row {

  /** The table's number. */
  public static final int TABLE = 0x36;

  private static final int MOVE_NEXT_METHOD = column(TABLE, "MoveNextMethod");
  private static final int KICKOFF_METHOD = column(TABLE, "KickoffMethod");

  /** Creates the view of row {@code rid} of {@code image}. */
  public StateMachineMethod(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /**
   * Returns the row in {@code pdb} for a method of its module, if a compiler made that method from
   * another.
   */
  public static Optional<StateMachineMethod> of(Image pdb, Token moveNextMethod) {
    return pdb.referring(moveNextMethod, TABLE, MOVE_NEXT_METHOD, StateMachineMethod::new).stream()
        .findFirst();
  }

  /** Returns the compiler's method. */
  public Token moveNextMethod() {
    return reference(MOVE_NEXT_METHOD);
  }

  /** Returns the programmer's method. */
  public Token kickoffMethod() {
    return reference(KICKOFF_METHOD);
  }
}
