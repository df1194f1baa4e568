// SPDX-License-Identifier: Apache-2.0

/** The test data of the other modules: a real .NET runtime, programs for it, and tools. */
module dev.tiptoe.testdata {
  requires transitive com.google.gson;
  requires java.net.http;
  requires static transitive org.jspecify;

  exports dev.tiptoe.testdata;
  exports dev.tiptoe.testdata.browser;
  exports dev.tiptoe.testdata.command;
  exports dev.tiptoe.testdata.gallery;
  exports dev.tiptoe.testdata.image;
  exports dev.tiptoe.testdata.importer;
}
