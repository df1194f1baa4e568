// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark.source;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file with the units of several queries, so that all of them read the same: between queries
 * files come, grow and go. The first query writes it.
 */
record Listing(Path file, Configuration hadoop) {

  /** Lists and divides files. */
  @FunctionalInterface
  interface Lister {
    List<FileUnit> find() throws IOException;
  }

  /** Returns the units that the file has; if it is not there, those that are found now. */
  List<FileUnit> units(Lister lister) throws IOException {
    FileSystem system = file.getFileSystem(hadoop);
    if (system.exists(file)) {
      return read(system);
    }
    List<FileUnit> units = lister.find();
    write(system, units);
    return units;
  }

  private List<FileUnit> read(FileSystem system) throws IOException {
    try (DataInputStream in = new DataInputStream(new BufferedInputStream(system.open(file)))) {
      int count = in.readInt();
      List<FileUnit> units = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        units.add(
            new FileUnit(
                in.readUTF(), in.readLong(), in.readLong(), in.readBoolean(), in.readLong()));
      }
      return units;
    }
  }

  private void write(FileSystem system, List<FileUnit> units) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(system.create(file, true)))) {
      out.writeInt(units.size());
      for (FileUnit unit : units) {
        out.writeUTF(unit.path());
        out.writeLong(unit.offset());
        out.writeLong(unit.length());
        out.writeBoolean(unit.isWhole());
        out.writeLong(unit.source());
      }
    }
  }
}
