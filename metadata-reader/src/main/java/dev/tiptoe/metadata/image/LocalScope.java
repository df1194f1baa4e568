// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import java.util.List;

/**
 * A range of a method's IL, and the locals that have names in it.
 *
 * @ecma the portable PDB specification, LocalScope table
 */
public final class LocalScope extends Row {

  /** The table's number. */
  public static final int TABLE = 0x32;

  private static final int METHOD = column(TABLE, "Method");
  private static final int IMPORT_SCOPE = column(TABLE, "ImportScope");
  private static final int VARIABLE_LIST = column(TABLE, "VariableList");
  private static final int CONSTANT_LIST = column(TABLE, "ConstantList");
  private static final int START_OFFSET = column(TABLE, "StartOffset");
  private static final int LENGTH = column(TABLE, "Length");

  /** Creates the view of row {@code rid} of {@code image}. */
  public LocalScope(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the scopes in {@code pdb} of a method of its module, in the order of the table. */
  public static List<LocalScope> of(Image pdb, Token method) {
    return pdb.referring(method, TABLE, METHOD, LocalScope::new);
  }

  /** Returns the method, in the module that this file describes. */
  public Token method() {
    return reference(METHOD);
  }

  /** Returns the imports that hold here; may be nil. */
  public Token importScope() {
    return reference(IMPORT_SCOPE);
  }

  /** Returns its variables. */
  public List<LocalVariable> variables() {
    return run(VARIABLE_LIST, LocalVariable.TABLE, LocalVariable::new);
  }

  /** Returns its constants. */
  public List<LocalConstant> constants() {
    return run(CONSTANT_LIST, LocalConstant.TABLE, LocalConstant::new);
  }

  /** Returns the IL offset of its beginning. */
  public int startOffset() {
    return cell(START_OFFSET);
  }

  /** Returns its length in bytes of IL. */
  public int length() {
    return cell(LENGTH);
  }
}
