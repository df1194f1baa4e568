// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import java.util.ArrayList;
import java.util.List;

/** Keeps what a store reports. */
final class Notes implements StoreListener {

  final List<String> texts = new ArrayList<>();
  long read;

  @Override
  public void progress(long files, long nowRead) {
    read = nowRead;
  }

  @Override
  public void note(String text) {
    texts.add(text);
  }
}
