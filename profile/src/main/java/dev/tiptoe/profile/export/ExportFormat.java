// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.ProfileViews;
import dev.tiptoe.profile.view.HtmlView;
import dev.tiptoe.profile.view.LoadedTable;
import dev.tiptoe.profile.view.NarrowStacks;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleConsumer;

/**
 * The formats in which profiles are written. Each is written as a stream; beside the profile, the
 * memory is proportional to its distinct frames and rows.
 */
public enum ExportFormat {
  /** Stacks as lines of text, with counts: the input of {@code flamegraph.pl} and many others. */
  COLLAPSED(".collapsed.txt") {
    @Override
    void write(Profile profile, Texts texts, OutputStream out) throws IOException {
      CollapsedWriter.write(profile, texts, out);
    }
  },
  /** The JSON of speedscope. */
  SPEEDSCOPE(".speedscope.json") {
    @Override
    void write(Profile profile, Texts texts, OutputStream out) throws IOException {
      SpeedscopeWriter.write(profile, texts, out);
    }
  },
  /** The protocol buffers of pprof, compressed. */
  PPROF(".pb.gz") {
    @Override
    void write(Profile profile, Texts texts, OutputStream out) throws IOException {
      PprofWriter.write(profile, texts, out);
    }
  },
  /** The processed profiles of the Firefox Profiler. */
  FIREFOX(".firefox.json") {
    @Override
    void write(Profile profile, Texts texts, OutputStream out) throws IOException {
      FirefoxWriter.write(profile, texts, out);
    }
  },
  /** The trace events of Chrome, which Perfetto reads too. */
  CHROME(".trace.json") {
    @Override
    void write(Profile profile, Texts texts, OutputStream out) throws IOException {
      ChromeWriter.write(profile, texts, out);
    }
  },
  /** The profiles of OpenTelemetry: a {@code ProfilesData} message of version 1.11. */
  OTLP(".otlp.pb") {
    @Override
    void write(Profile profile, Texts texts, OutputStream out) throws IOException {
      OtlpWriter.write(profile, texts, out);
    }
  },
  /**
   * The recordings of the JDK's Flight Recorder, with an event for each sample. Of more than
   * 16,777,216 samples, an event stands for the same number of them.
   */
  JFR(".jfr") {
    @Override
    void write(Profile profile, Texts texts, OutputStream out) throws IOException {
      JfrWriter.write(profile, texts, out);
    }
  },
  /**
   * The page of {@code tiptoe view}, without types: {@link HtmlView}. Of very many stacks the
   * narrowest are joined. This takes some 24 bytes of memory for each node of the stacks.
   */
  HTML(".html") {
    @Override
    void write(Profile profile, Texts texts, OutputStream out) throws IOException {
      HtmlView.write(
          texts.applied(profile),
          LoadedTable.EMPTY,
          "",
          NarrowStacks.JOINED,
          out,
          texts.share().listener());
    }
  },
  /** A flame graph as a picture, for pages and documents. */
  SVG(".svg") {
    @Override
    void write(Profile profile, Texts texts, OutputStream out) throws IOException {
      SvgWriter.write(profile, texts, out);
    }
  };

  private final String extension;

  ExportFormat(String extension) {
    this.extension = extension;
  }

  /** Returns the word that names it in a command, such as {@code speedscope}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns how the names of its files end, such as {@code .pb.gz}. */
  public String extension() {
    return extension;
  }

  /** Returns the format that a word names. */
  public static Optional<ExportFormat> of(String word) {
    return Arrays.stream(values()).filter(format -> format.word().equals(word)).findFirst();
  }

  /**
   * Writes a profile, and flushes the stream.
   *
   * @param paths whether the paths of files are written; otherwise only their names are, and no
   *     text has a part that looks like the path of a folder
   */
  public void write(Profile profile, boolean paths, OutputStream out) throws IOException {
    write(profile, paths, out, share -> {});
  }

  /**
   * The same, with its progress.
   *
   * @param share takes in now and then how much is written, from 0 to 1
   */
  public void write(Profile profile, boolean paths, OutputStream out, DoubleConsumer share)
      throws IOException {
    Profile written =
        profile.threads().isEmpty()
            ? withThread(profile)
            : ProfileViews.typesDisambiguated(profile);
    write(written, new Texts(written, paths, share), out);
    out.flush();
  }

  /** Viewers refuse a profile without a thread. */
  private static Profile withThread(Profile empty) {
    Profile.Builder builder = new Profile.Builder().like(empty);
    builder.thread(new ProfileThread(0, 0, "no samples"));
    return builder.build();
  }

  abstract void write(Profile profile, Texts texts, OutputStream out) throws IOException;
}
