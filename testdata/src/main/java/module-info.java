// SPDX-License-Identifier: Apache-2.0

/** The test data of the other modules: a real .NET runtime and programs for it. */
module dev.tiptoe.testdata {
  requires static transitive org.jspecify;

  exports dev.tiptoe.testdata;
  exports dev.tiptoe.testdata.command;
  exports dev.tiptoe.testdata.gallery;
  exports dev.tiptoe.testdata.image;
}
