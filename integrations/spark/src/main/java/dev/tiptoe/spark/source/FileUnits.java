// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark.source;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Finds the files of a query and divides them. A file of the OpenTelemetry collector has the length
 * of each message before it, so its messages can be read apart; all other formats are read as whole
 * files, since what stands at their beginning is needed up to their end.
 *
 * <p>The number of a unit is made of the file's name, size and time of change. So the tables of one
 * file have the same number in all queries, and those of a file that was replaced have another.
 */
record FileUnits(ReadOptions options, Configuration hadoop) {

  /** No message begins with such a byte, and no other format either. */
  private static final int LARGEST_FIRST = 1 << 3;

  /** Returns the units in the order of their names. */
  List<FileUnit> find() throws IOException {
    Map<String, FileStatus> files = new TreeMap<>();
    for (String path : options.paths()) {
      find(new Path(path), files);
    }
    List<FileUnit> units = new ArrayList<>();
    for (FileStatus file : files.values()) {
      units.addAll(divide(file));
    }
    refuseEqualNumbers(units);
    return units;
  }

  /** Returns the units in groups that are read together. */
  static List<List<FileUnit>> grouped(List<FileUnit> units, long bytes) {
    List<List<FileUnit>> groups = new ArrayList<>();
    List<FileUnit> group = new ArrayList<>();
    long size = 0;
    for (FileUnit unit : units) {
      if (!group.isEmpty() && size + unit.length() > bytes) {
        groups.add(List.copyOf(group));
        group.clear();
        size = 0;
      }
      group.add(unit);
      size += unit.length();
    }
    if (!group.isEmpty()) {
      groups.add(List.copyOf(group));
    }
    return groups;
  }

  private void find(Path pattern, Map<String, FileStatus> files) throws IOException {
    FileSystem system = pattern.getFileSystem(hadoop);
    FileStatus[] found = system.globStatus(pattern);
    if (found == null || found.length == 0) {
      throw new FileNotFoundException(pattern + ": there is no such file");
    }
    for (FileStatus each : found) {
      if (each.isFile()) {
        files.put(each.getPath().toString(), each);
      } else {
        below(system, each.getPath(), files);
      }
    }
  }

  private static void below(FileSystem system, Path folder, Map<String, FileStatus> files)
      throws IOException {
    RemoteIterator<LocatedFileStatus> all = system.listFiles(folder, true);
    while (all.hasNext()) {
      FileStatus file = all.next();
      String name = file.getPath().getName();
      if (!name.startsWith(".") && !name.startsWith("_")) {
        files.put(file.getPath().toString(), file);
      }
    }
  }

  private List<FileUnit> divide(FileStatus file) throws IOException {
    if (file.getLen() <= options.splitBytes()) {
      return List.of(unit(file, 0, file.getLen()));
    }
    FileSystem system = file.getPath().getFileSystem(hadoop);
    try (FSDataInputStream in = system.open(file.getPath())) {
      int first = in.read();
      return first >= 0 && first < LARGEST_FIRST
          ? divide(file, in)
          : List.of(unit(file, 0, file.getLen()));
    }
  }

  private List<FileUnit> divide(FileStatus file, FSDataInputStream in) throws IOException {
    List<FileUnit> units = new ArrayList<>();
    long begin = 0;
    long at = 0;
    while (at <= file.getLen() - Integer.BYTES) {
      in.seek(at);
      long next = at + Integer.BYTES + Integer.toUnsignedLong(in.readInt());
      if (next > file.getLen()) {
        break; // The reader of the last unit reports what is wrong with it.
      }
      if (at > begin && next - begin > options.splitBytes()) {
        units.add(unit(file, begin, at - begin));
        begin = at;
      }
      at = next;
    }
    units.add(unit(file, begin, file.getLen() - begin));
    return units;
  }

  private static FileUnit unit(FileStatus file, long offset, long length) {
    String path = file.getPath().toString();
    String key =
        String.join(
            "\0",
            path,
            Long.toString(file.getLen()),
            Long.toString(file.getModificationTime()),
            Long.toString(offset),
            Long.toString(length));
    return new FileUnit(path, offset, length, length == file.getLen(), number(key));
  }

  private static long number(String key) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // Every Java has it.
    }
  }

  private static void refuseEqualNumbers(List<FileUnit> units) throws IOException {
    Map<Long, FileUnit> known = new HashMap<>();
    for (FileUnit unit : units) {
      FileUnit other = known.put(unit.source(), unit);
      if (other != null) {
        throw new IOException(
            other.path() + " and " + unit.path() + " have the same number; read them apart");
      }
    }
  }
}
