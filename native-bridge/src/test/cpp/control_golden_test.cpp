// SPDX-License-Identifier: Apache-2.0
//
// Every message of the control protocol once, with a value of its own in each field: the bytes that the Java side is
// tested on, too. After a change of the protocol:
//   control_golden_test --write native-bridge/src/test/resources/golden.control

#include <fstream>

#include "check.h"
#include "control/answer.h"
#include "control_client.h"

using namespace tiptoe::control;
using check::Bytes;
using check::ControlClient;

namespace {

void add(Bytes& all, const Bytes& bytes) {
  for (const uint8_t byte : bytes) {
    all.push_back(byte);
  }
}

template <typename Fill>
void addAnswer(Bytes& all, uint16_t kind, Fill fill) {
  Answer answer;
  answer.begin(kind);
  fill(answer);
  answer.end();
  for (size_t i = 0; i < answer.size(); i++) {
    all.push_back(answer.data()[i]);
  }
}

void addStatus(Answer& answer) {
  constexpr uint32_t kQuantities = 34;  // one more than there are: from a newer agent
  answer.string("/tmp/ü.tiptoe");
  answer.string("9.0.1");
  answer.put(kQuantities);
  for (uint32_t i = 1; i <= kQuantities; i++) {
    answer.put(Counted{static_cast<Quantity>(i), 0x0102030405060700u + i});
  }
}

void addLayout(Answer& answer) {
  LayoutAnswer layout{};
  layout.moduleId = 0x1112131415161718;
  layout.parentClassId = 0x2122232425262728;
  layout.typeDef = 0x02000031;
  layout.size = 0x41;
  layout.fields = 2;
  answer.put(layout);
  answer.put(uint32_t{0x04000051});
  answer.put(uint32_t{0x08});
  answer.put(uint32_t{0x04000052});
  answer.put(uint32_t{0x10});
}

// Requests in the order of their numbers, then their answers, then one that refuses.
Bytes written() {
  Bytes all;
  add(all, ControlClient::request(kStatus));
  add(all, ControlClient::request(kSampling, ControlClient::bytesOf(Sampling{5'000'000, kUnchanged})));
  add(all, ControlClient::request(kHeap, ControlClient::bytesOf(HeapRequest{250'000'000})));
  add(all, ControlClient::request(kLayout, ControlClient::bytesOf(LayoutRequest{0x3132333435363738, 0x41})));
  add(all, ControlClient::request(kFlush));
  add(all, ControlClient::request(kDetach));
  addAnswer(all, kStatus, addStatus);
  addAnswer(all, kSampling, [](Answer& answer) { answer.put(Sampling{5'000'000, 20'000}); });
  addAnswer(all, kHeap, [](Answer& answer) {
    answer.put(HeapAnswer{kDone, 0, 1, 31, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77});
  });
  addAnswer(all, kLayout, addLayout);
  addAnswer(all, kFlush, [](Answer& answer) { answer.put(FlushAnswer{0x51, 0x52, 0x53}); });
  addAnswer(all, kDetach, [](Answer& answer) { answer.put(DetachAnswer{0x61}); });
  addAnswer(all, kLayout, [](Answer& answer) { answer.refuse(kNotValid, "not välid"); });
  return all;
}

const char* golden;

}  // namespace

TEST(messages_writtenAnew_equalTheCommittedFile) { CHECK(check::readFile(golden) == written()); }

int main(int argc, char** argv) {
  if (argc == 3 && strcmp(argv[1], "--write") == 0) {
    const Bytes bytes = written();
    std::ofstream(argv[2], std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()),
                                                   static_cast<std::streamsize>(bytes.size()));
    return 0;
  }
  if (argc != 2) {
    fprintf(stderr, "usage: control_golden_test [--write] FILE\n");
    return 2;
  }
  golden = argv[1];
  return check::runAll();
}
