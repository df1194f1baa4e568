// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.clr;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.StringArray;
import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.framework.com.ComException;
import dev.tiptoe.framework.com.ComReference;
import dev.tiptoe.framework.com.SystemLibrary;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * CoreCLR, started in this process. It cannot be stopped again.
 *
 * <p>Not thread-safe.
 */
public final class CoreClr {

  private static final String LIBRARY = "libcoreclr.so";
  private static final String INITIALIZE = "coreclr_initialize";
  private static final String DISPENSE = "MetaDataGetDispenser";

  private final SystemLibrary library;

  private CoreClr(SystemLibrary library) {
    this.library = library;
  }

  /**
   * Loads and initializes the CLR of a folder, with the framework beside it.
   *
   * @param directory the absolute path of the folder with {@code libcoreclr.so}
   * @throws IOException when the folder cannot be read or holds no runtime
   * @throws ComException when the CLR does not start
   */
  public static CoreClr start(Path directory) throws IOException {
    CoreClr clr = new CoreClr(load(directory.resolve(LIBRARY)));
    clr.initialize(directory);
    return clr;
  }

  private static SystemLibrary load(Path library) throws IOException {
    try {
      return SystemLibrary.load(library.toString(), INITIALIZE, DISPENSE);
    } catch (ComException e) {
      throw new IOException(library + " is not a runtime for this JVM", e);
    }
  }

  private void initialize(Path directory) throws IOException {
    StringArray keys = new StringArray(new String[] {"TRUSTED_PLATFORM_ASSEMBLIES"});
    StringArray values = new StringArray(new String[] {assemblies(directory)});
    try (Memory host = new Memory(Native.POINTER_SIZE);
        Memory domain = new Memory(Integer.BYTES)) {
      int hresult = library.number(INITIALIZE, "tiptoe", "tiptoe", 1, keys, values, host, domain);
      if (Hresult.isFailure(hresult)) {
        throw new ComException(INITIALIZE, hresult);
      }
    }
  }

  private static String assemblies(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(Path::toString)
          .filter(file -> file.endsWith(".dll"))
          .sorted()
          .collect(Collectors.joining(File.pathSeparator));
    }
  }

  /**
   * Returns the dispenser, which opens metadata.
   *
   * @throws ComException when the CLR has none
   */
  public ComReference dispenser() {
    return library.create(
        DISPENSE,
        UUID.fromString(MetaDataApi.CLSID_COR_META_DATA_DISPENSER),
        MetaDataApi.DISPENSER);
  }
}
