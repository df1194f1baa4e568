// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.InflaterInputStream;

/** What a page carries, unpacked as the page does it. */
final class CarriedProfile {

  final JsonObject header;
  private final byte[] bytes;
  private final int base;

  CarriedProfile(String page) throws IOException {
    Matcher data = Pattern.compile("id=\"profile\">([A-Za-z0-9+/=]*)</script>").matcher(page);
    assertTrue(data.find());
    byte[] packed = Base64.getDecoder().decode(data.group(1));
    bytes = new InflaterInputStream(new ByteArrayInputStream(packed)).readAllBytes();
    int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt();
    base = 4 + length;
    header =
        JsonParser.parseString(new String(bytes, 4, length, StandardCharsets.UTF_8))
            .getAsJsonObject();
  }

  long[] array(String name) {
    JsonObject layout = header.getAsJsonObject("arrays").getAsJsonObject(name);
    long[] values = new long[layout.get("count").getAsInt()];
    int at = base + layout.get("offset").getAsInt();
    long scale = Math.max(1, layout.get("scale").getAsLong());
    long before = layout.get("first").getAsLong();
    for (int i = 0; i < values.length; i++) {
      long value = 0;
      for (int shift = 0; ; shift += 7) {
        value |= (bytes[at] & 0x7fL) << shift;
        if (bytes[at++] >= 0) {
          break;
        }
      }
      before = layout.get("sum").getAsBoolean() ? before + value : value;
      values[i] = before * scale;
    }
    return values;
  }

  /** The names of the frames. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    header
        .getAsJsonObject("frames")
        .getAsJsonArray("name")
        .forEach(name -> names.add(name.getAsString()));
    return names;
  }

  /** The weight of each stack, by the names of its frames, root first. */
  Map<List<String>, Long> stacks(String weights) {
    long[] parent = array("parent");
    long[] frame = array("frame");
    long[] self = array(weights);
    List<String> names = names();
    Map<List<String>, Long> stacks = new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
    for (int node = 1; node < self.length; node++) {
      assertTrue(parent[node] < node, "a callee comes after its caller");
      if (self[node] > 0) {
        List<String> path = new ArrayList<>();
        for (int at = node; at != 0; at = (int) parent[at]) {
          path.add(0, names.get((int) frame[at]));
        }
        stacks.put(path, self[node]);
      }
    }
    return stacks;
  }
}
