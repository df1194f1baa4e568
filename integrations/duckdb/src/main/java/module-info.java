// SPDX-License-Identifier: Apache-2.0
/** Names and lines of .NET frames, and the profiles of files, as functions and tables of DuckDB. */
@SuppressWarnings("requires-automatic") // Of duckdb_jdbc.
module dev.tiptoe.duckdb {
  requires transitive dev.tiptoe.symbols;
  requires transitive java.sql;
  requires com.github.benmanes.caffeine;
  requires dev.tiptoe.profile;
  requires dev.tiptoe.stores;
  requires static duckdb.jdbc;
  requires static transitive org.jspecify;

  exports dev.tiptoe.duckdb;
}
