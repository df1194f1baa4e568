// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.command.Outcome;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The golden trace, whose modules are on no disk, as scripts get it: every kind of ID, names that
 * are not known, text that is not valid, beginnings and ends.
 */
class GoldenTraceTest {

  private static final String GOLDEN =
      Path.of(System.getProperty("tiptoe.home"), "trace/src/test/resources/golden.tiptoe")
          .toString();

  private static final String MODULE = "Grüße \ud83d\udc3e.dll";
  private static final String MVID = "04030201-0605-0807-090a-0b0c0d0e0f10";
  private static final String IN_MODULE = MODULE + "\t" + MVID + "\t";
  private static final String TYPE = MODULE + "!0x02000002";
  private static final String GENERIC = MODULE + "!0x02000003<" + TYPE + "," + TYPE + "[,]>";
  private static final String METHOD = TYPE + "::0x06000001";
  private static final String GENERIC_METHOD = MODULE + "!0x06000002<" + GENERIC + ">";

  @Test
  void ids_ofEveryKind_areRowsOfTheContract() {
    List<String> expected =
        List.of(
            "appdomain\t0x100\t\t\t\t\tclrhost\tannounced\t3000\t23000",
            "assembly\t0x200\t\t\t\t\tA\\ud800b\tannounced\t6000\t22000",
            "module\t0x7f0000000300\t"
                + IN_MODULE
                + "\t\t/app/"
                + MODULE
                + "\tannounced\t4000\t21000",
            "module\t0x720\tMade\t\t\t\tMade\tannounced\t29000\t",
            // Only named, by what an agent met that came later.
            "module\t0x7f0000000700\t\t\t\t\t\tnamed\t32000\t",
            "class\t0x400\t"
                + IN_MODULE
                + "0x02000002\t\t"
                + TYPE
                + "\tannounced,parent\t7000\t21000",
            "class\t0x408\t"
                + IN_MODULE
                + "0x02000003\t0x400,0x410\t"
                + GENERIC
                + "\tdeclares\t8000\t20000",
            "class\t0x410\t\t\t\t0x400\t" + TYPE + "[,]\ttype-argument\t9000\t21000",
            // A pointer, which is uncertain from the first unload on.
            "class\t0x418\t\t\t\t\t\ttype-argument\t10000\t20000",
            "class\t0x420\t\t\t\t0x400\t?[]\ton-heap\t26000\t",
            "class\t0x800\t\t\t0x02000002\t\tmodule 0x7f0000000700!0x02000002\tprobed\t32000\t",
            "function\t0x500\t"
                + IN_MODULE
                + "0x06000001\t\t"
                + METHOD
                + "\texecuting\t12000\t21000",
            "function\t0x508\t"
                + IN_MODULE
                + "0x06000002\t0x408\t"
                + GENERIC_METHOD
                + "\texecuting\t13000\t20000",
            "function\t0x510\t" + IN_MODULE + "\t\t" + MODULE + "!IL_STUB\tcompiled\t14000\t19000",
            "function\t0x900\t\t\t0x06000001\t\tmodule"
                + " 0x7f0000000700!0x02000002::0x06000001\tcompiled\t33000\t",
            "function\t0x908\t\t\t0x06000002\t\tmodule"
                + " 0x7f0000000700!0x02000002::0x06000002\tprobed\t34000\t",
            "function\t0x910\t\t\t\t\tmodule 0x7f0000000700!lambda_method1\tcompiled\t34500\t",
            "thread\t0x600\t\t\t\t\tworker\tannounced\t15000\t24000",
            "thread\t0xa00\t\t\t\t\tworker\tannounced\t37000\t");
    assertEquals(
        String.join("\n", expected) + "\n",
        TiptoeRun.tiptoe("ids", GOLDEN, "--tsv").expect(0).expectSilence().out());
  }

  @Test
  void stacks_runFromTheRootToTheLeaf() {
    String leaf = GENERIC_METHOD;
    String deep = "\t1\t<deeper than recorded>;" + leaf + "\n";
    assertEquals(
        ("worker\t2\t" + METHOD + ";" + leaf + ";<native>\n")
            + ("worker" + deep)
            + ("thread 0x608" + deep)
            + ("thread 0x610" + deep),
        TiptoeRun.tiptoe("stacks", GOLDEN, "--wall", "--tsv").expect(0).expectSilence().out());
  }

  @Test
  void stacksOfRunningThreads_areCountedApart_andSaidToBe() {
    String ofRunning =
        (".NET Tiered Com\t1\t<broken off: beyond copy>;<frames that threw are missing>;"
                + "<unknown code>;<unknown code>;<unknown code>\n")
            + ".NET Tiered Com\t1\t<broken off: unknown code>;ext4_readdir\n"
            + ("worker\t1\t<unknown code>;<unknown code>;libnative.so+0x1233;"
                + "libnative.so+0x1300\n");
    String inNoSample =
        String.format(
            "tiptoe: %s: the samples cover 8.50 s of the 9.00 s of processor time that the"
                + " program used; not covered are the time after the last sample of each thread,"
                + " time in the kernel where it must not be sampled, and lost samples\n",
            GOLDEN);
    Outcome ofThem = TiptoeRun.tiptoe("stacks", GOLDEN, "--cpu", "--tsv").expect(0);
    assertEquals(ofRunning, ofThem.out());
    assertEquals(inNoSample, ofThem.err());
    assertEquals(
        ofRunning,
        TiptoeRun.tiptoe("stacks", GOLDEN, "--sample-type", "cpu", "--tsv").expect(0).out());
    Outcome byDefault = TiptoeRun.tiptoe("stacks", GOLDEN, "--tsv").expect(0);
    assertEquals(ofRunning, byDefault.out());
    assertEquals(
        "tiptoe: "
            + GOLDEN
            + ": 3 samples of processor time; --wall: 5 of wall-clock time\n"
            + inNoSample,
        byDefault.err());
  }

  @Test
  void profiles_ofDifferentClocks_areNotCompared(@TempDir Path folder) {
    String wall = folder.resolve("wall.pb.gz").toString();
    TiptoeRun.tiptoe("export", GOLDEN, "--wall", "--to", "pprof", "--out", wall).expect(0);
    Outcome outcome = TiptoeRun.tiptoe("stacks", GOLDEN, "--against", wall);
    outcome.expect(ExitCode.BAD_INPUT);
    assertTrue(
        outcome
            .err()
            .endsWith(
                "wall.pb.gz has samples of wall-clock time, golden.tiptoe of processor time:"
                    + " choose one with --cpu or --wall\n"),
        outcome.err());
    TiptoeRun.tiptoe("stacks", GOLDEN, "--wall", "--against", wall).expect(0);
  }
}
