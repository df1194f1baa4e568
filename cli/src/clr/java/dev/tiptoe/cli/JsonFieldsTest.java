// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** {@code --json}, beside {@code --tsv} of the same command. */
class JsonFieldsTest extends JsonRowsFixture {

  @Test
  void json_ofFields_hasTheValuesOfTsv() throws IOException {
    String trace = DemoTrace.file();
    String ship =
        TiptoeRun.tiptoe("ids", trace, "--tsv").expect(0).rows().stream()
            .filter(row -> row.get(6).equals("Tiptoe.Demo.Ship"))
            .findFirst()
            .orElseThrow()
            .get(1);
    check(
        new String[] {"fields", trace, ship},
        "depth path storage token offset type type_module type_token ids answer level why");
  }
}
