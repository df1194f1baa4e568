// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.clr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.jna.Pointer;
import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.framework.com.ComBody;
import dev.tiptoe.framework.com.ComException;
import dev.tiptoe.framework.com.ComImplementation;
import dev.tiptoe.framework.com.ComInterface;
import dev.tiptoe.framework.com.ComObject;
import dev.tiptoe.framework.com.ComReference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Scopes of a dispenser of ours, since the CLR's gives what is asked of it. */
class ScopeTest {

  private static ComObject object(ComInterface type, Map<String, ComBody> own) {
    Map<String, ComBody> bodies = new HashMap<>();
    type.methods().stream().skip(3).forEach(method -> bodies.put(method.name(), all -> 0));
    bodies.putAll(own);
    return new ComObject(
        List.of(new ComImplementation(type, bodies)),
        fault -> {
          throw new AssertionError(fault);
        });
  }

  @Test
  void scope_withoutAnInterfaceItNeeds_keepsNoReference() {
    try (ComObject tables = object(MetaDataApi.TABLES2, Map.of());
        ComObject opener =
            object(
                MetaDataApi.DISPENSER,
                Map.of("OpenScopeOnMemory", all -> lend(tables, (Pointer) all[4])));
        ComReference dispenser = opener.reference(MetaDataApi.DISPENSER)) {
      ComException e =
          assertThrows(ComException.class, () -> Scope.open(dispenser, new byte[] {1, 2, 3}));
      assertEquals(Hresult.E_NOINTERFACE, e.hresult());
      assertEquals(1, tables.references(), "its maker's");
    }
  }

  private static int lend(ComObject object, Pointer to) {
    to.setPointer(0, new Pointer(object.reference(MetaDataApi.TABLES2).address()));
    return Hresult.S_OK;
  }
}
