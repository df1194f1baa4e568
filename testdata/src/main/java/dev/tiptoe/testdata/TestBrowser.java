// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The browser for Linux x64 that the build fetches with {@code -Pwitness}. Stateless. */
public final class TestBrowser {

  private static final String FOLDER = "testdata/browser/node_modules/";
  private static final String REMEDY = "run testdata/browser/fetch";

  private TestBrowser() {}

  /**
   * Returns the absolute path of the folder that contains {@code chromium}, its libraries and
   * fonts.
   *
   * @throws IllegalStateException if it is not there, or {@code tiptoe.home} is not set
   */
  public static Path folder() {
    return Repository.existing(FOLDER + ".chromium/chromium", REMEDY).resolveSibling("");
  }

  /**
   * Returns the script of axe, which checks a page by the rules of accessibility.
   *
   * @throws IllegalStateException if it is not there, or {@code tiptoe.home} is not set
   */
  public static String axe() {
    try {
      return Files.readString(Repository.existing(FOLDER + "axe-core/axe.min.js", REMEDY));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
