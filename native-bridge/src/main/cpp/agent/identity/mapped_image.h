// SPDX-License-Identifier: Apache-2.0
//
// A module's image where the runtime has mapped it. Reads the module's own properties from its metadata.
//
// Asking the runtime for a module's metadata is not an option. GetModuleMetaData makes it keep that metadata in its
// writable form from then on, whatever was requested, and in that form every later load of one of the module's types
// takes some microseconds longer (measured on .NET 9). The runtime has checked the bytes before it announced the
// module; even so, only bytes that lie in a section of the image are read.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/span.h"
#include "clr.h"
#include "cor/types.h"

namespace tiptoe {

class MappedImage {
 public:
  // An image of no module.
  MappedImage() : MappedImage(nullptr, false) {}

  // The image at the address that GetModuleInfo2 returns, laid out as its flags say.
  MappedImage(const uint8_t* base, bool flat);

  // Returns the image for an address and flags as GetModuleInfo2 returns them. A dynamic module has no image that could
  // be read.
  static MappedImage reported(const uint8_t* base, cor::DWORD flags) {
    const bool dynamic = (flags & cor::kModuleDynamic) != 0;
    return MappedImage(dynamic ? nullptr : base, (flags & cor::kModuleFlatLayout) != 0);
  }

  // Gets the image of a module. A module without an image, such as a dynamic one, gives one without metadata.
  static cor::HRESULT of(Clr& clr, cor::ModuleID module, MappedImage& image);

  // Returns whether the image has metadata.
  bool found() const { return rows_ != nullptr; }

  // Returns the metadata's bytes, none where it has none. They stay valid until the module is unloaded.
  Octets metadata() const { return {metadata_.at, metadata_.size}; }

  // Reads the module's MVID. Returns whether it has one.
  bool mvid(cor::Guid& mvid) const;

  // Returns the number of rows of a table (ECMA-335 II.22).
  uint32_t rows(uint8_t table) const;

  // Returns whether the image maps a MethodDef to its TypeDef. It does not where methods or fields are reached through
  // pointer tables, as in an image that was edited.
  bool hasOwners() const { return methodLists_.at != nullptr; }

  // Returns the row of the TypeDef whose run of methods contains a MethodDef (II.22.37); 0 where there is none.
  uint32_t ownerOf(uint32_t methodDef) const;

 private:
  struct Bytes {
    const uint8_t* at = nullptr;
    size_t size = 0;

    // Returns count bytes from an offset on, if there are so many.
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
  Bytes methodLists_;  // the rows of TypeDef, from the first row's column MethodList to the end of the last row
  size_t typeDefSize_ = 0;
  bool wideMethods_ = false;
};

}  // namespace tiptoe
