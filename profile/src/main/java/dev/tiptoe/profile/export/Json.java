// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import com.google.gson.stream.JsonWriter;
import java.io.BufferedWriter;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;

/** Opens writers of JSON. */
final class Json {

  private Json() {}

  static JsonWriter writer(OutputStream out) {
    return new JsonWriter(
        new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16));
  }
}
