// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameModule;
import dev.tiptoe.profile.FrameSource;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.profile.Timeline;
import dev.tiptoe.symbols.SourceDocument;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleConsumer;

/** The texts of a profile as they are exported, with the paths of files or without. */
public final class Texts {

  private final boolean paths;
  private final String name;
  private final List<String> threads;
  private final WrittenShare share;

  Texts(Profile profile, boolean paths) {
    this(profile, paths, any -> {});
  }

  /**
   * Creates the texts of a profile.
   *
   * @param paths whether the paths of files are written
   * @param listener takes in how much is written, from 0 to 1
   */
  public Texts(Profile profile, boolean paths, DoubleConsumer listener) {
    this.paths = paths;
    this.share = new WrittenShare(listener);
    this.name = shown(profile.name());
    this.threads = profile.threadNames().stream().map(this::shown).toList();
  }

  /** Returns what takes in how much of the profile is written. */
  WrittenShare share() {
    return share;
  }

  /** Returns the profile's name. */
  String profile() {
    return name;
  }

  /** Returns a name of a thread that no other has. */
  String thread(int thread) {
    return threads.get(thread);
  }

  /** Returns the name of a frame for people. */
  String name(Frame frame) {
    return shown(frame.shown());
  }

  /** Returns the name of a frame's method as the runtime has it. */
  String method(Frame frame) {
    return shown(frame.method());
  }

  /** Returns the source file of a frame; empty when it is not known. */
  String source(Frame frame) {
    return file(frame.source().file());
  }

  /** Returns the path of a module, or else its name. */
  String module(FrameModule module) {
    return file(module.path().isEmpty() ? module.name() : module.path());
  }

  /** Returns the name of a module. */
  String moduleName(FrameModule module) {
    return file(module.name());
  }

  /** Returns a profile with these texts instead of its own. */
  Profile applied(Profile profile) {
    if (paths) {
      return profile;
    }
    Profile.Builder applied = new Profile.Builder().like(profile).name(name);
    int[] ofThreads =
        profile.threads().stream()
            .mapToInt(
                it -> applied.thread(new ProfileThread(it.id(), it.osThreadId(), shown(it.name()))))
            .toArray();
    int[] ofFrames =
        profile.frames().stream().mapToInt(frame -> applied.frame(applied(frame))).toArray();
    StackTree tree = profile.stacks();
    int[] nodes = new int[tree.size()];
    for (int node = 0; node < nodes.length; node++) {
      int caller = tree.caller(node);
      nodes[node] =
          applied.stack(
              caller == StackTree.NONE ? StackTree.NONE : nodes[caller],
              ofFrames[tree.frame(node)]);
    }
    Timeline timeline = profile.timeline();
    for (int cell = 0; cell < timeline.size(); cell++) {
      int row = timeline.row(cell);
      int stack = profile.stack(row);
      applied.add(
          timeline.time(cell),
          applied.row(
              ofThreads[profile.thread(row)],
              stack == StackTree.NONE ? StackTree.NONE : nodes[stack]),
          timeline.count(cell),
          timeline.nanos(cell));
    }
    return applied.build();
  }

  private Frame applied(Frame frame) {
    FrameModule module = frame.module();
    FrameSource source = frame.source();
    return new Frame(
        shown(frame.method()),
        shown(frame.written()),
        new FrameModule(moduleName(module), file(module.path()), module.mvid()),
        frame.methodDef(),
        frame.ilOffset(),
        new FrameSource(
            new SourceDocument(file(source.file()), Optional.empty()),
            source.firstLine(),
            source.line(),
            source.orLater()),
        frame.kind());
  }

  private String file(String path) {
    if (paths) {
      return path;
    }
    String visible = shown(path);
    return visible.substring(Math.max(visible.lastIndexOf('/'), visible.lastIndexOf('\\')) + 1);
  }

  private String shown(String text) {
    return paths ? text : Folders.removed(text);
  }
}
