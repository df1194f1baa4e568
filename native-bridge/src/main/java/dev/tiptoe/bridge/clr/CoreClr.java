// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.clr;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.StringArray;
import dev.tiptoe.bridge.com.ComException;
import dev.tiptoe.bridge.com.ComReference;
import dev.tiptoe.bridge.com.Guid;
import dev.tiptoe.bridge.com.Hresult;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * CoreCLR, started in this process; there is no way to stop it again.
 *
 * <p>For one thread.
 */
public final class CoreClr {

  private static final String LIBRARY = "libcoreclr.so";

  private final NativeLibrary library;

  private CoreClr(NativeLibrary library) {
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

  private static NativeLibrary load(Path library) throws IOException {
    try {
      return NativeLibrary.getInstance(library.toString());
    } catch (UnsatisfiedLinkError e) {
      throw new IOException(library + " is no runtime for this JVM", e);
    }
  }

  private void initialize(Path directory) throws IOException {
    StringArray keys = new StringArray(new String[] {"TRUSTED_PLATFORM_ASSEMBLIES"});
    StringArray values = new StringArray(new String[] {assemblies(directory)});
    try (Memory host = new Memory(Native.POINTER_SIZE);
        Memory domain = new Memory(Integer.BYTES)) {
      int hresult =
          library
              .getFunction("coreclr_initialize")
              .invokeInt(new Object[] {"tiptoe", "tiptoe", 1, keys, values, host, domain});
      if (Hresult.isFailure(hresult)) {
        throw new ComException("coreclr_initialize", hresult);
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
   * What opens metadata.
   *
   * @throws ComException when the CLR has no such thing
   */
  public ComReference dispenser() {
    byte[] clsid = Guid.bytes(UUID.fromString(MetaDataApi.CLSID_COR_META_DATA_DISPENSER));
    byte[] iid = Guid.bytes(MetaDataApi.DISPENSER.iid());
    try (Memory found = new Memory(Native.POINTER_SIZE)) {
      int hresult =
          library.getFunction("MetaDataGetDispenser").invokeInt(new Object[] {clsid, iid, found});
      if (Hresult.isFailure(hresult)) {
        throw new ComException("MetaDataGetDispenser", hresult);
      }
      return ComReference.owning(MetaDataApi.DISPENSER, Pointer.nativeValue(found.getPointer(0)));
    }
  }
}
