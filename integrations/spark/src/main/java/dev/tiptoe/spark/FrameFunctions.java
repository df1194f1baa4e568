// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import dev.tiptoe.symbols.index.FrameFunction;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * Functions of SQL that name .NET frames from symbol indexes. A frame is given by the module
 * version ID, as text; the MethodDef token; and the IL offset, or by the RVA of ReadyToRun code
 * instead of the last two.
 *
 * <table>
 * <caption>The functions</caption>
 * <tr><th>function</th><th>result</th></tr>
 * <tr><td>{@code tiptoe_name(mvid, token)}</td><td>the method as C# writes it</td></tr>
 * <tr><td>{@code tiptoe_written(mvid, token)}</td><td>the method in whose source the code is</td></tr>
 * <tr><td>{@code tiptoe_system_name(mvid, token)}</td><td>the name in the metadata</td></tr>
 * <tr><td>{@code tiptoe_file(mvid, token, il)}</td><td>the path of the source file</td></tr>
 * <tr><td>{@code tiptoe_line(mvid, token, il)}</td><td>the line, from 1</td></tr>
 * <tr><td>{@code tiptoe_frame(mvid, token, il)}</td><td>the written method, and the line if known</td></tr>
 * <tr><td>{@code tiptoe_reason(mvid, token, il)}</td><td>why there is no line, or why it is not exact</td></tr>
 * <tr><td>{@code tiptoe_method_at(mvid, rva)}</td><td>the token of the method with that code</td></tr>
 * <tr><td>{@code tiptoe_il_at(mvid, rva)}</td><td>the IL offset of that code</td></tr>
 * </table>
 *
 * <p>Numbers are of any integer type. What is not known is {@code NULL}; no argument makes a query
 * fail. To name many frames, name the distinct ones only: see {@link Symbolizer}.
 */
public final class FrameFunctions {

  private FrameFunctions() {}

  /** Adds the functions to a session, which uses the indexes as long as it lasts. */
  public static void register(SparkSession session, IndexPlace indexes) {
    for (FrameFunction function : FrameFunction.values()) {
      FrameUdf udf = new FrameUdf(function, indexes);
      if (function.hasOffset()) {
        session.udf().register(function.functionName(), udf.withOffset(), type(function));
      } else {
        session.udf().register(function.functionName(), udf.withoutOffset(), type(function));
      }
    }
  }

  private static DataType type(FrameFunction function) {
    return switch (function.type()) {
      case TEXT -> DataTypes.StringType;
      case INTEGER -> DataTypes.IntegerType;
      case LONG -> DataTypes.LongType;
    };
  }
}
