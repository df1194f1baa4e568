// SPDX-License-Identifier: Apache-2.0
//
// Encoding: what stands behind the fixed part, and what does not fit.

#include "check.h"
#include "trace/batch.h"

#include <string>
#include <vector>

using namespace tiptoe;

namespace {

bool outOfMemory = false;

}  // namespace

// The linker calls these in place of realloc in this program (see CMakeLists.txt).
extern "C" void* __real_realloc(void* memory, size_t size);
extern "C" void* __wrap_realloc(void* memory, size_t size) {
  return outOfMemory ? nullptr : __real_realloc(memory, size);
}

namespace {

std::vector<layout::RecordHeader*> records(Batch& batch) {
  std::vector<layout::RecordHeader*> all;
  batch.forEach([&](layout::RecordHeader* record) { all.push_back(record); });
  return all;
}

}  // namespace

TEST(batch_recordsOfEveryForm_standBackToBack) {
  Batch batch;
  const uint64_t ids[] = {1, 2, 3};
  batch.add(layout::ModuleAttached{});
  batch.add(layout::ClassSeen{}, Ids{ids, 3});
  batch.add(layout::ThreadNamed{}, text(u"main"));
  batch.add(layout::FunctionSeen{}, Ids{ids, 2}, text(u"é"));

  const auto all = records(batch);
  CHECK_EQUAL(4u, all.size());
  CHECK_EQUAL(48u, all[0]->length);
  CHECK_EQUAL(68u + 4 + 24, all[1]->length);
  CHECK_EQUAL(40u + 4 + 8, all[2]->length);
  CHECK_EQUAL(64u + 4 + 16 + 4 + 2, all[3]->length);
  CHECK_EQUAL(+layout::FunctionSeen::kType, +all[3]->type);
  CHECK_EQUAL(0u, batch.refused());
}

TEST(batch_textThatIsTooLong_isCut) {
  const std::u16string longText(layout::kLongestText + 10, u'x');
  Batch batch;
  batch.add(layout::ThreadNamed{}, Text{longText.data(), longText.size()});
  CHECK_EQUAL(40u + 4 + 2 * layout::kLongestText, records(batch)[0]->length);
}

TEST(batch_recordThatIsTooLong_isRefusedAlone) {
  const std::vector<uint64_t> ids(layout::kLongestRecord / 8, 1);
  Batch batch;
  batch.add(layout::ModuleAttached{});
  batch.add(layout::StackSample{}, Ids{ids.data(), ids.size()});
  batch.add(layout::ThreadDestroyed{});
  CHECK_EQUAL(1u, batch.refused());
  CHECK_EQUAL(2u, records(batch).size());
  CHECK_EQUAL(40u, records(batch)[1]->length);
}

TEST(batch_addedWithoutMemory_isRefusedWholeAndCounted) {
  Batch some, more;
  layout::ThreadDestroyed destroyed{};
  some.add(destroyed);
  for (int i = 0; i < 100; i++) {
    more.add(destroyed);
  }
  outOfMemory = true;
  some.add(more);
  outOfMemory = false;
  CHECK_EQUAL(100u, some.refused());
  some.add(destroyed);
  size_t records = 0;
  some.forEach([&](const layout::RecordHeader*) { records++; });
  CHECK_EQUAL(2u, records);
  CHECK_EQUAL(100u, some.refused());
}

CHECK_MAIN
