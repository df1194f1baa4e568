// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameModule;
import dev.tiptoe.profile.Profile;
import java.util.List;

/** The texts of a profile as they are exported, with the paths of files or without. */
final class Texts {

  private final boolean paths;
  private final String name;
  private final List<String> threads;

  Texts(Profile profile, boolean paths) {
    this.paths = paths;
    this.name = shown(profile.name());
    this.threads = profile.threadNames().stream().map(this::shown).toList();
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
