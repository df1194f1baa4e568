// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameModule;
import dev.tiptoe.profile.Profile;
import java.util.List;
import java.util.regex.Pattern;

/** The texts of a profile as they are exported, with the paths of files or without. */
final class Texts {

  /** Folders, from the root of a file system or a share; not the separators inside a name. */
  private static final Pattern FOLDERS =
      Pattern.compile(
          "(?<![\\w)>\\]/\\\\])(?:[A-Za-z]:|~\\w*)?[/\\\\]+(?:[^/\\\\:;\"'<>|\\n]+[/\\\\]+)*");

  /** A user's folder, with all up to the next separator: no name of a user ends elsewhere. */
  private static final Pattern HOMES =
      Pattern.compile(
          "(?i)(?:[a-z]:)?(?:[/\\\\]+[^/\\\\:;\"'<>|\\n]+)*[/\\\\]+(?:home|users|documents and settings)"
              + "[/\\\\]+[^/\\\\:;\"'<>|()\\n]+");

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

  private String file(String path) {
    if (paths) {
      return path;
    }
    String visible = shown(path);
    return visible.substring(Math.max(visible.lastIndexOf('/'), visible.lastIndexOf('\\')) + 1);
  }

  private String shown(String text) {
    boolean mayHavePath = text.indexOf('/') >= 0 || text.indexOf('\\') >= 0;
    return paths || !mayHavePath
        ? text
        : FOLDERS.matcher(HOMES.matcher(text).replaceAll("/")).replaceAll("");
  }
}
