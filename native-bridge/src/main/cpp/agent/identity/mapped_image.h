// SPDX-License-Identifier: Apache-2.0
//
// A module's image where the runtime has mapped it: what its metadata says of the module itself, read from the bytes.
//
// To ask the runtime for a module's metadata is not an option: GetModuleMetaData makes it keep that metadata in its
// writable form from then on, whatever was asked for, and in that form every later load of one of the module's types
// takes some microseconds longer (measured on .NET 9). The bytes are those that the runtime has checked before it told of the
// module; what does not lie in a section of the image is not touched all the same.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/span.h"
#include "clr.h"
#include "cor/types.h"

namespace tiptoe {

class MappedImage {
 public:
  // Of no module.
  MappedImage() : MappedImage(nullptr, false) {}

  // At the address that GetModuleInfo2 gives, laid out as its flags say.
  MappedImage(const uint8_t* base, bool flat);

  // As GetModuleInfo2 tells of it, by its flags. A dynamic module has none that would be read.
  static MappedImage told(const uint8_t* base, cor::DWORD flags) {
    const bool dynamic = (flags & cor::kModuleDynamic) != 0;
    return MappedImage(dynamic ? nullptr : base, (flags & cor::kModuleFlatLayout) != 0);
  }

  // That of a module: where it has none, as a dynamic one, it has no metadata either.
  static cor::HRESULT of(Clr& clr, cor::ModuleID module, MappedImage& image);

  // Whether it has metadata.
  bool found() const { return rows_ != nullptr; }

  // The bytes of it, none where it has none. They stay where they are for as long as the module does.
  Octets metadata() const { return {metadata_.at, metadata_.size}; }

  // The module's MVID; whether it has one.
  bool mvid(cor::Guid& mvid) const;

  // How many rows a table has (ECMA-335 II.22).
  uint32_t rows(uint8_t table) const;

  // Whether it says to which TypeDef a MethodDef belongs: not where methods or fields are reached through tables of
  // pointers, as in an image that was edited.
  bool hasOwners() const { return methodLists_.at != nullptr; }

  // The row of the TypeDef in whose run of methods a MethodDef lies (II.22.37); 0 where there is none.
  uint32_t ownerOf(uint32_t methodDef) const;

 private:
  struct Bytes {
    const uint8_t* at = nullptr;
    size_t size = 0;

    // Those from an offset on, if there are so many.
    Bytes from(size_t offset, size_t count) const;
  };

  template <typename Number>
  static Number number(Bytes bytes, size_t offset);

  bool readHeaders(const uint8_t* base);
  void readMetadata();
  void findMethodLists();
  size_t firstRow() const;
  uint32_t firstMethodOf(uint32_t typeDef) const;
  Bytes atRva(uint32_t rva, uint32_t size) const;

  const uint8_t* base_;
  bool flat_;
  Bytes sections_;
  Bytes metadata_;
  Bytes tables_;  // the stream #~ or #-
  Bytes guids_;
  const uint8_t* rows_ = nullptr;
  Bytes methodLists_;  // of the rows of TypeDef, from the first one's column MethodList to the end of the last
  size_t typeDefSize_ = 0;
  bool wideMethods_ = false;
};

}  // namespace tiptoe
