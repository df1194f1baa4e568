// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.duckdb;

import dev.tiptoe.symbols.index.FrameAnswers;
import dev.tiptoe.symbols.index.FrameFunction;
import dev.tiptoe.symbols.index.SharedIndexFolder;
import java.sql.Connection;
import java.sql.SQLException;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBScalarFunctionBuilder;

/**
 * Scalar functions that name .NET frames from a folder of symbol indexes. A frame is given by the
 * module version ID, as text; the MethodDef token; and the IL offset, or by the RVA of ReadyToRun
 * code instead of the last two.
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
 * <p>What is not known is {@code NULL}; no argument makes a query fail. All functions may be called
 * by any number of threads.
 */
public final class FrameFunctions {

  private FrameFunctions() {}

  /**
   * Adds the functions to a database. They use the folder as long as the database is open.
   *
   * @param connection a connection of DuckDB
   * @throws SQLException when it is none, or has been closed
   */
  public static void register(Connection connection, SharedIndexFolder folder) throws SQLException {
    FrameAnswers answers = new FrameAnswers(folder);
    for (FrameFunction each : FrameFunction.values()) {
      try (DuckDBScalarFunctionBuilder function = DuckDBFunctions.scalarFunction()) {
        function
            .withName(each.functionName())
            .withParameter(DuckDBColumnType.VARCHAR)
            .withParameter(DuckDBColumnType.BIGINT);
        if (each.hasOffset()) {
          function.withParameter(DuckDBColumnType.BIGINT);
        }
        var registered =
            function
                .withReturnType(FrameChunk.type(each))
                .withVectorizedFunction(new FrameChunk(answers, each))
                .register(connection);
        assert registered.name().equals(each.functionName());
      }
    }
  }
}
