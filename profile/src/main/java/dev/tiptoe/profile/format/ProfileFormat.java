// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.format;

import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ReadProfile;
import dev.tiptoe.profile.SymbolizeStatistics;
import dev.tiptoe.profile.export.ChromeWriter;
import dev.tiptoe.profile.export.CollapsedWriter;
import dev.tiptoe.profile.export.FirefoxWriter;
import dev.tiptoe.profile.export.JfrWriter;
import dev.tiptoe.profile.export.OtlpWriter;
import dev.tiptoe.profile.export.PageWriter;
import dev.tiptoe.profile.export.PprofWriter;
import dev.tiptoe.profile.export.ProfileWriter;
import dev.tiptoe.profile.export.SpeedscopeWriter;
import dev.tiptoe.profile.export.SvgWriter;
import dev.tiptoe.profile.export.Texts;
import dev.tiptoe.profile.read.CollapsedReader;
import dev.tiptoe.profile.read.OtlpReader;
import dev.tiptoe.profile.read.PprofReader;
import dev.tiptoe.profile.read.ProfileSink;
import dev.tiptoe.profile.read.ReadProgress;
import dev.tiptoe.profile.symbolize.OtlpSymbolizer;
import dev.tiptoe.profile.symbolize.PprofSymbolizer;
import dev.tiptoe.profile.wire.GzipMembers;
import dev.tiptoe.profile.wire.ProfileBytes;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.trace.ModuleCopies;
import dev.tiptoe.trace.eventpipe.format.EventPipeReader;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import java.util.function.Predicate;
import java.util.zip.ZipException;

/**
 * The formats of profiles, and what can be done with files of each. A format is written as a
 * stream; beside the profile, the memory is proportional to its distinct frames and rows.
 */
public enum ProfileFormat {
  /** The traces of the agent. */
  TRACE("a trace", 0, "", ".tiptoe") {
    @Override
    boolean isIn(byte[] head) {
      return ModuleCopies.isTrace(head);
    }
  },
  /** The traces of the runtime itself. */
  NETTRACE("a .nettrace file", 0, "", ".nettrace") {
    @Override
    boolean isIn(byte[] head) {
      return EventPipeReader.isNettrace(head);
    }
  },
  /** Stacks as lines of text, with counts: the input of {@code flamegraph.pl} and many others. */
  COLLAPSED(
      "collapsed stacks",
      CollapsedReader.READINGS,
      "flamegraph.pl and others",
      ".collapsed.txt",
      ".folded") {
    @Override
    boolean isIn(byte[] head) {
      return CollapsedReader.isIn(head);
    }

    @Override
    ReadProfile read(
        ProfileBytes bytes, ProfileSink sink, ReadProgress progress, Optional<String> type) {
      return CollapsedReader.read(bytes, sink, progress, type);
    }

    @Override
    void write(Profile profile, Texts texts, OutputStream out) throws IOException {
      CollapsedWriter.write(profile, texts, out);
    }
  },
  /** The JSON of speedscope. */
  SPEEDSCOPE("speedscope.app", ".speedscope.json") {
    @Override
    void write(Profile profile, Texts texts, OutputStream out) throws IOException {
      SpeedscopeWriter.write(profile, texts, out);
    }
  },
  /** The protocol buffers of pprof; written compressed. */
  PPROF("a pprof profile", PprofReader.READINGS, "go tool pprof, Pyroscope", ".pb.gz", ".pprof") {
    @Override
    boolean isIn(byte[] head) {
      return Sniffer.isPprof(head);
    }

    @Override
    ReadProfile read(
        ProfileBytes bytes, ProfileSink sink, ReadProgress progress, Optional<String> type) {
      return PprofReader.read(bytes, sink, progress, type);
    }

    @Override
    void write(Profile profile, Texts texts, OutputStream out) throws IOException {
      PprofWriter.write(profile, texts, out);
    }

    @Override
    public boolean isSymbolized() {
      return true;
    }

    @Override
    SymbolizeStatistics symbolize(
        ProfileBytes bytes, OutputStream out, Symbols symbols, FrameStyle style)
        throws IOException {
      return PprofSymbolizer.symbolize(bytes, out, symbols, style);
    }
  },
  /** The processed profiles of the Firefox Profiler. */
  FIREFOX("profiler.firefox.com", ".firefox.json") {
    @Override
    void write(Profile profile, Texts texts, OutputStream out) throws IOException {
      FirefoxWriter.write(profile, texts, out);
    }
  },
  /** The trace events of Chrome, which Perfetto reads too. */
  CHROME("Perfetto, chrome://tracing", ".trace.json") {
    @Override
    void write(Profile profile, Texts texts, OutputStream out) throws IOException {
      ChromeWriter.write(profile, texts, out);
    }
  },
  /** The profiles of OpenTelemetry; written as a {@code ProfilesData} message of version 1.11. */
  OTLP(
      "an OTLP profile",
      OtlpReader.READINGS,
      "OpenTelemetry 1.11: a ProfilesData message",
      ".otlp.pb") {
    @Override
    boolean isIn(byte[] head) {
      return Sniffer.isOtlp(head);
    }

    @Override
    ReadProfile read(
        ProfileBytes bytes, ProfileSink sink, ReadProgress progress, Optional<String> type) {
      return OtlpReader.read(bytes, sink, progress, type);
    }

    @Override
    void write(Profile profile, Texts texts, OutputStream out) throws IOException {
      OtlpWriter.write(profile, texts, out);
    }

    @Override
    public boolean isSymbolized() {
      return true;
    }

    @Override
    SymbolizeStatistics symbolize(
        ProfileBytes bytes, OutputStream out, Symbols symbols, FrameStyle style)
        throws IOException {
      return OtlpSymbolizer.symbolize(bytes, out, symbols, style);
    }
  },
  /**
   * The recordings of the JDK's Flight Recorder, with an event for each sample. Of more than
   * 16,777,216 samples, an event stands for the same number of them.
   */
  JFR("JDK Mission Control, jfr print", ".jfr") {
    @Override
    void write(Profile profile, Texts texts, OutputStream out) throws IOException {
      JfrWriter.write(profile, texts, out);
    }
  },
  /**
   * The page of {@code tiptoe view}, without types: {@link dev.tiptoe.profile.view.HtmlView}. Of
   * very many stacks the narrowest are joined. This takes some 24 bytes of memory for each node of
   * the stacks.
   */
  HTML("the page of tiptoe view", ".html") {
    @Override
    void write(Profile profile, Texts texts, OutputStream out) throws IOException {
      PageWriter.write(profile, texts, out);
    }
  },
  /** A flame graph as a picture, for pages and documents. */
  SVG("a flame graph as a picture", ".svg") {
    @Override
    void write(Profile profile, Texts texts, OutputStream out) throws IOException {
      SvgWriter.write(profile, texts, out);
    }
  };

  /** The number of bytes at the beginning of a file that are enough to recognize its format. */
  public static final int HEAD = 1 << 16;

  private final String file;
  private final int readings;
  private final String openedBy;

  @SuppressWarnings("ImmutableEnumChecker") // always a List.of
  private final List<String> endings;

  /** Creates a format that is only written. */
  ProfileFormat(String openedBy, String ending) {
    this("", 0, openedBy, ending);
  }

  /**
   * Creates a format.
   *
   * @param file a file of the format, in words: {@code a pprof profile}; empty if it is not read
   * @param readings how often the contents of a file are read; 0 for traces
   * @param openedBy the tools that open what is written, in words; empty if it is not written
   */
  ProfileFormat(String file, int readings, String openedBy, String... endings) {
    this.file = file;
    this.readings = readings;
    this.openedBy = openedBy;
    this.endings = List.of(endings);
  }

  /** Returns the word that names it in a command, such as {@code speedscope}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns how the names of files that are written end, such as {@code .pb.gz}. */
  public String extension() {
    return endings.get(0);
  }

  /** Returns how the names of its files usually end; the first is {@link #extension}. */
  public List<String> endings() {
    return endings;
  }

  /** Returns the tools that open what is written, in words; empty if it is not written. */
  public String openedBy() {
    return openedBy;
  }

  /** Returns whether the profile of a file can be read: by {@link ProfileReader}, or of a trace. */
  public boolean isRead() {
    return !file.isEmpty();
  }

  /**
   * Returns whether it is that of a trace, whose profile is made by {@link
   * dev.tiptoe.profile.RecordedProfile}.
   */
  public boolean isRecording() {
    return isRead() && readings == 0;
  }

  /** Returns whether {@link #write} writes it. */
  public boolean isWritten() {
    return !openedBy.isEmpty();
  }

  /** Returns whether {@link ProfileSymbolizer} reads and writes it. */
  public boolean isSymbolized() {
    return false;
  }

  /** Returns the formats that can be read. */
  public static List<ProfileFormat> read() {
    return all(ProfileFormat::isRead);
  }

  /** Returns the formats that are written. */
  public static List<ProfileFormat> written() {
    return all(ProfileFormat::isWritten);
  }

  /** Returns the formats in which profiles get names. */
  public static List<ProfileFormat> symbolized() {
    return all(ProfileFormat::isSymbolized);
  }

  private static List<ProfileFormat> all(Predicate<ProfileFormat> which) {
    return Arrays.stream(values()).filter(which).toList();
  }

  /** Returns files of some formats that are read, in words: {@code a trace or a pprof profile}. */
  public static String inWords(List<ProfileFormat> formats) {
    List<String> files = formats.stream().map(format -> format.file).toList();
    int last = files.size() - 1;
    return last < 1
        ? String.join("", files)
        : String.join(", ", files.subList(0, last)) + " or " + files.get(last);
  }

  /** Returns the format that a word names. */
  public static Optional<ProfileFormat> of(String word) {
    return Arrays.stream(values()).filter(format -> format.word().equals(word)).findFirst();
  }

  /** Returns the format of a file by its contents; empty when it is of none that is read. */
  public static Optional<ProfileFormat> of(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    byte[] head;
    try (InputStream in = Files.newInputStream(file)) {
      head = in.readNBytes(HEAD);
    }
    if (!GzipMembers.isGzip(head)) {
      return first(head, any -> true);
    }
    try (InputStream in = Files.newInputStream(file)) {
      return ofCompressed(GzipMembers.head(in, HEAD));
    } catch (ZipException | EOFException e) {
      return Optional.of(PPROF); // Reading it reports the damage.
    }
  }

  /**
   * Returns the format that the beginning of a file is of; empty when it is of none that is read.
   *
   * @param head the first {@link #HEAD} bytes of the file or some thousand of them, or all of it
   */
  public static Optional<ProfileFormat> of(byte[] head) {
    if (!GzipMembers.isGzip(head)) {
      return first(head, any -> true);
    }
    try {
      return ofCompressed(GzipMembers.head(new ByteArrayInputStream(head), HEAD));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Traces are not read when they are compressed. */
  private static Optional<ProfileFormat> ofCompressed(byte[] inflated) {
    return first(inflated, format -> !format.isRecording());
  }

  private static Optional<ProfileFormat> first(byte[] head, Predicate<ProfileFormat> among) {
    if (!new String(head, StandardCharsets.ISO_8859_1).isBlank()) {
      for (ProfileFormat format : values()) {
        if (among.test(format) && format.isIn(head)) {
          return Optional.of(format);
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Writes a profile, and flushes the stream.
   *
   * @param paths whether the paths of files are written; otherwise only their names are, and no
   *     text has a part that looks like the path of a folder
   * @throws UnsupportedOperationException if it is not {@linkplain #isWritten written}
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
    Profile written = ProfileWriter.prepared(profile);
    write(written, new Texts(written, paths, share), out);
    out.flush();
  }

  /** Returns whether the beginning of a file, uncompressed, is of the format. */
  boolean isIn(byte[] head) {
    return false;
  }

  /** Returns how often the contents of a file are read. */
  int readings() {
    return readings;
  }

  ReadProfile read(
      ProfileBytes bytes, ProfileSink sink, ReadProgress progress, Optional<String> type) {
    throw unsupported();
  }

  void write(Profile profile, Texts texts, OutputStream out) throws IOException {
    throw unsupported();
  }

  SymbolizeStatistics symbolize(
      ProfileBytes bytes, OutputStream out, Symbols symbols, FrameStyle style) throws IOException {
    throw unsupported();
  }

  private UnsupportedOperationException unsupported() {
    return new UnsupportedOperationException("not done with the format " + word());
  }
}
