// SPDX-License-Identifier: Apache-2.0

/** The test data of the other modules: a real .NET runtime, programs for it, and tools. */
module dev.tiptoe.testdata {
  requires transitive com.google.gson;
  requires java.compiler;
  requires java.management;
  requires java.net.http;
  requires jdk.management;
  requires static transitive org.jspecify;
  requires static org.junit.platform.launcher;

  exports dev.tiptoe.testdata;
  exports dev.tiptoe.testdata.browser;
  exports dev.tiptoe.testdata.command;
  exports dev.tiptoe.testdata.gallery;
  exports dev.tiptoe.testdata.image;
  exports dev.tiptoe.testdata.importer;
}
