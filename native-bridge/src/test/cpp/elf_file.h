// SPDX-License-Identifier: Apache-2.0
//
// The unwind sections of an ELF file, read by its section headers, at the addresses that they have in the file.

#pragma once

#include <elf.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "unwind/eh_frame.h"

struct ElfFile {
  std::vector<uint8_t> bytes;
  tiptoe::unwind::Section header;  // .eh_frame_hdr
  tiptoe::unwind::Section frames;  // .eh_frame
  uint64_t end = 0;                // behind the highest address

  explicit ElfFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    read({std::istreambuf_iterator<char>(file), {}});
  }
  explicit ElfFile(std::vector<uint8_t> content) { read(std::move(content)); }

  tiptoe::unwind::Section fixed() const { return part(0, tiptoe::unwind::EhFrameHeader::kFixed); }
  tiptoe::unwind::Section table() const {
    const size_t fixed = tiptoe::unwind::EhFrameHeader::kFixed;
    return part(fixed, header.bytes.size - fixed);
  }

 private:
  tiptoe::unwind::Section part(size_t offset, size_t size) const {
    return {header.address + offset, {header.bytes.items + offset, size}};
  }

  void read(std::vector<uint8_t> content) {
    bytes = std::move(content);
    Elf64_Ehdr file{};
    if (bytes.size() < sizeof file) {
      return;
    }
    memcpy(&file, bytes.data(), sizeof file);
    std::vector<Elf64_Shdr> sections(file.e_shnum);
    memcpy(sections.data(), bytes.data() + file.e_shoff, sections.size() * sizeof(Elf64_Shdr));
    const char* names = reinterpret_cast<const char*>(bytes.data()) + sections.at(file.e_shstrndx).sh_offset;
    for (const Elf64_Shdr& section : sections) {
      const std::string name = names + section.sh_name;
      const tiptoe::unwind::Section found{section.sh_addr, {bytes.data() + section.sh_offset, section.sh_size}};
      if (name == ".eh_frame_hdr") {
        header = found;
      } else if (name == ".eh_frame") {
        frames = found;
      }
      if ((section.sh_flags & SHF_ALLOC) != 0 && section.sh_addr + section.sh_size > end) {
        end = section.sh_addr + section.sh_size;
      }
    }
  }
};
