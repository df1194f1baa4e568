// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.duckdb;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.StringJoiner;

/** A database in memory, and the results of queries as text. */
final class Sql implements AutoCloseable {

  private final Connection connection;

  Sql() throws SQLException {
    connection = DriverManager.getConnection("jdbc:duckdb:", new Properties());
  }

  Connection connection() {
    return connection;
  }

  /** Returns the rows of a query, each with its fields separated by {@code |}. */
  List<String> rows(String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(query)) {
      int columns = found.getMetaData().getColumnCount();
      while (found.next()) {
        StringJoiner row = new StringJoiner("|");
        for (int i = 1; i <= columns; i++) {
          row.add(String.valueOf(found.getString(i)));
        }
        rows.add(row.toString());
      }
    }
    return rows;
  }

  /** Returns the only field of the only row. */
  String field(String query) throws SQLException {
    List<String> rows = rows(query);
    if (rows.size() != 1) {
      throw new AssertionError(rows.size() + " rows: " + query);
    }
    return rows.get(0);
  }

  void run(String statement) throws SQLException {
    try (Statement running = connection.createStatement()) {
      running.execute(statement);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
