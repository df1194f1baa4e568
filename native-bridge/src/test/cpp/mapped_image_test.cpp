// SPDX-License-Identifier: Apache-2.0
//
// Images as the runtime maps them, whole and damaged.

#include "check.h"
#include "fake_image.h"
#include "identity/mapped_image.h"

#include <random>

using tiptoe::MappedImage;
using tiptoe::cor::Guid;

namespace {

void checkIsRead(const FakeImage& fake, bool flat) {
  const MappedImage image(fake.base(), flat);
  Guid mvid{};
  CHECK(image.found());
  CHECK(image.mvid(mvid));
  CHECK(mvid == FakeImage::kMvid);
  CHECK_EQUAL(1u, image.rows(0));
  CHECK_EQUAL(FakeImage::kMethods, image.rows(6));
  CHECK_EQUAL(FakeImage::kTypeDefs, image.rows(2));
  CHECK_EQUAL(0u, image.rows(4));
  CHECK_EQUAL(0u, image.rows(64));
  CHECK(image.hasOwners());
  for (uint32_t method = 1; method <= FakeImage::kMethods; method++) {
    CHECK_EQUAL(FakeImage::kOwners[method - 1], image.ownerOf(method));
  }
  CHECK_EQUAL(0u, image.ownerOf(0));
  CHECK_EQUAL(0u, image.ownerOf(FakeImage::kMethods + 1));
}

}  // namespace

TEST(image_asInItsFile_isRead) { checkIsRead(FakeImage(true), true); }

TEST(image_asMapped_isRead) { checkIsRead(FakeImage(false), false); }

TEST(image_withWideIndexes_isRead) { checkIsRead(FakeImage(false, true), false); }

// ECMA-335 II.24.2.6: what makes the indexes wide that TypeRef and TypeDef have.
TEST(image_withManyRows_hasWideIndexesFromWhereTheyAreNeeded) {
  using Layout = FakeImage::Layout;
  constexpr int kTypeRef = 1, kTypeDef = 2, kField = 4, kMethodDef = 6;
  constexpr int kModuleRef = 26, kTypeSpec = 27, kAssemblyRef = 35;
  struct Case {
    std::map<int, uint32_t> rows;
    Layout layout;
  };
  const Case cases[] = {
      {{{kTypeRef, 1}}, Layout{6, 12, 2}},
      {{{kTypeRef, 0x3FFF}}, Layout{6, 12, 2}},
      {{{kTypeRef, 0x4000}}, Layout{8, 14, 2}},
      {{{kTypeRef, 3}, {kAssemblyRef, 0x3FFF}}, Layout{6, 12, 2}},
      {{{kTypeRef, 3}, {kAssemblyRef, 0x4000}}, Layout{8, 12, 2}},
      {{{kTypeRef, 3}, {kModuleRef, 0x4000}}, Layout{8, 12, 2}},
      {{{kTypeRef, 3}, {kTypeSpec, 0x3FFF}}, Layout{6, 12, 2}},
      {{{kTypeRef, 3}, {kTypeSpec, 0x4000}}, Layout{6, 14, 2}},
      {{{kTypeRef, 3}, {kTypeDef, 0x4000}}, Layout{6, 14, 2}},
      {{{kTypeRef, 3}, {kField, 0xFFFF}}, Layout{6, 12, 2}},
      {{{kTypeRef, 3}, {kField, 0x10000}}, Layout{6, 14, 2}},
      {{{kTypeRef, 3}, {kMethodDef, 0xFFFE}}, Layout{6, 12, 2}},
      {{{kTypeRef, 3}, {kMethodDef, 0x10000}}, Layout{6, 12, 4}},
  };
  for (const Case& each : cases) {
    const FakeImage fake(true, false, each.rows, each.layout);
    const MappedImage image(fake.base(), true);
    CHECK(image.hasOwners());
    for (uint32_t method = 1; method <= FakeImage::kMethods; method++) {
      CHECK_EQUAL(FakeImage::kOwners[method - 1], image.ownerOf(method));
    }
  }
}

// As in an image that was edited: the methods of a type do not follow one another there.
TEST(image_withTablesOfPointers_doesNotSayWhoseAMethodIs) {
  for (const int pointers : {3, 5}) {
    const FakeImage fake(true, false, {{pointers, 7}}, {});
    const MappedImage image(fake.base(), true);
    CHECK(image.found());
    CHECK(!image.hasOwners());
    CHECK_EQUAL(0u, image.ownerOf(1));
  }
}

TEST(image_thatIsNone_hasNothing) {
  const std::vector<uint8_t> zeros(4096);
  for (const uint8_t* base : {static_cast<const uint8_t*>(nullptr), zeros.data()}) {
    const MappedImage image(base, false);
    Guid mvid{};
    CHECK(!image.found());
    CHECK(!image.mvid(mvid));
    CHECK_EQUAL(0u, image.rows(0));
    CHECK(!image.hasOwners());
    CHECK_EQUAL(0u, image.ownerOf(1));
  }
}

// Targets lie inside a section that the headers define, so only the headers of sections are left whole: a runtime maps
// what they define.
TEST(image_withAnyBytes_isReadInsideItsSections) {
  const FakeImage whole(true);
  std::mt19937 random(1);
  int found = 0;
  for (int i = 0; i < 20000; i++) {
    FakeImage damaged = whole;
    for (int changes = 1 + static_cast<int>(random() % 4); changes > 0; changes--) {
      const size_t at = FakeImage::kOffset + random() % FakeImage::kSize;
      damaged.bytes()[at] = static_cast<uint8_t>(random());
    }
    const MappedImage image(damaged.base(), true);
    Guid mvid{};
    found += image.mvid(mvid);
    image.rows(static_cast<uint8_t>(random()));
    CHECK(image.ownerOf(1 + random() % 10) <= image.rows(2));
  }
  CHECK(found > 0 && found < 20000);
}

CHECK_MAIN
