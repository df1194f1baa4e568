// SPDX-License-Identifier: Apache-2.0
/**
 * Functions and tables for DuckDB. {@link dev.tiptoe.duckdb.FrameFunctions} names .NET frames that
 * are given by number, {@link dev.tiptoe.duckdb.ProfileTables} shows profiles as tables. DuckDB's
 * Java API is needed at run time, and is not brought along.
 *
 * <p>Source: src/site/guides/query-with-sql.md. Symbols and profiles are read elsewhere.
 */
@NullMarked
package dev.tiptoe.duckdb;

import org.jspecify.annotations.NullMarked;
