// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.id.ClassID;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists of ClassIDs, back to back, each behind its length. Written once; one writer, any number of
 * readers.
 */
final class IdLists {

  /** The empty list's number. */
  static final int EMPTY = 0;

  private final Pages words = new Pages(1);

  /** Stores a list that is not empty and returns its number. */
  int add(List<ClassID> ids) {
    int list = words.append();
    words.set(list, 0, ids.size());
    for (ClassID id : ids) {
      words.set(words.append(), 0, id.value());
    }
    return list;
  }

  private int size(int list) {
    return list == EMPTY ? 0 : (int) words.get(list, 0);
  }

  private long id(int list, int position) {
    return words.get(list + 1 + position, 0);
  }

  List<ClassID> get(int list) {
    int size = size(list);
    List<ClassID> ids = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      ids.add(new ClassID(id(list, i)));
    }
    return List.copyOf(ids);
  }

  /** Whether the list holds exactly these, in this order. */
  boolean equal(int list, List<ClassID> ids) {
    boolean equal = size(list) == ids.size();
    for (int i = 0; equal && i < ids.size(); i++) {
      equal = id(list, i) == ids.get(i).value();
    }
    return equal;
  }
}
