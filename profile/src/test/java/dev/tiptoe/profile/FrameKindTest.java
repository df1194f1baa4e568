// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameKindTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "System.GC::Collect | System.Private.CoreLib.dll | GC",
        "System.GC::_Collect | System.Private.CoreLib.dll | GC",
        "System.GC.Collect(int32,valuetype System.GCCollectionMode) | | GC",
        "System.GC::CollectionCount | System.Private.CoreLib.dll | FRAMEWORK",
        "System.GC::Collect | Shop.dll | USER",
        "System.Threading.Tasks.Task::Wait | System.Private.CoreLib.dll | ASYNC",
        "System.String::Concat | System.Private.CoreLib.dll | FRAMEWORK",
        "Shop.GC::Collect | Shop.dll | USER"
      })
  void managedMethod_hasTheKindOfItsNameAndModule(String method, String module, FrameKind kind) {
    assertEquals(kind, FrameKind.of(method, module == null ? "" : module));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "WKS::gc_heap::mark_object_simple(unsigned char**) | libcoreclr.so | GC",
        "SVR::gc_heap::gc_thread_function() | libcoreclr.so | GC",
        "void SVR::gc_heap::relocate_survivors<true>(int) | libcoreclr.so | GC",
        "_ZN3WKS7gc_heap12mark_objectEPh | libcoreclr.so | GC",
        "_ZNK3SVR6GCHeap16GetGenerationEv | libcoreclr.so | GC",
        "libclrgc.so+0x1234 | libclrgc.so | GC",
        "'' | libclrgcexp.so | GC",
        "'' | clrgc.dll | GC",
        "EEPolicy::Handle(int, WKS::gc_heap*) | libcoreclr.so | NATIVE",
        "MyWKS::run() | libshop.so | NATIVE",
        "'' | libclrjit.so | NATIVE",
        "clock_gettime | libc.so.6 | NATIVE"
      })
  void unmanagedFunction_isOfTheCollectorByItsNamespaceOrLibrary(
      String function, String module, FrameKind kind) {
    assertEquals(kind, FrameKind.ofUnmanaged(function, module));
  }

  @Test
  void frameOfTheCollector_isUnmanagedUnlessItIsAMethod() {
    Frame method = Frame.named("System.GC::Collect", "System.Private.CoreLib.dll");
    assertEquals(FrameKind.GC, method.kind());
    assertEquals(false, method.isUnmanaged());
    assertEquals(true, Frame.special("WKS::gc_heap::gc1()", FrameKind.GC).isUnmanaged());
    assertEquals(true, Frame.NATIVE.isUnmanaged());
    assertEquals(false, Frame.UNKNOWN.isUnmanaged());
  }
}
