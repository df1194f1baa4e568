// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.view.HtmlView;
import dev.tiptoe.profile.view.LoadedTable;
import dev.tiptoe.profile.view.NarrowStacks;
import java.io.IOException;
import java.io.OutputStream;

/** Writes the page of {@link HtmlView} without types. Stateless. */
public final class PageWriter {

  private PageWriter() {}

  /** Writes a profile that is {@linkplain ProfileWriter#prepared prepared}. */
  public static void write(Profile profile, Texts texts, OutputStream out) throws IOException {
    HtmlView.write(
        texts.applied(profile),
        LoadedTable.EMPTY,
        "",
        NarrowStacks.JOINED,
        out,
        texts.share().listener());
  }
}
