// SPDX-License-Identifier: Apache-2.0

#include "sacrificial_agent.h"

#include <stdlib.h>

#include <new>

#include "os/os.h"

namespace tiptoe {
namespace {

using namespace cor;

constexpr uint64_t kMostWords = 1 << 16;

}  // namespace

__thread SacrificialAgent::Words* SacrificialAgent::announced_ = nullptr;

SacrificialAgent* SacrificialAgent::create() {
  void* memory = malloc(sizeof(SacrificialAgent));
  return memory != nullptr ? new (memory) SacrificialAgent() : nullptr;
}

HRESULT SacrificialAgent::Initialize(Unknown* info) {
  return reachFor(info) ? Agent::Initialize(info) : kCancelActivation;
}

HRESULT SacrificialAgent::InitializeForAttach(Unknown* info, void* clientData, ULONG size) {
  return reachFor(info) ? Agent::InitializeForAttach(info, clientData, size) : kCancelActivation;
}

bool SacrificialAgent::reachFor(Unknown* info) {
  void* forbidden = nullptr;
  if (failed(info->QueryInterface(kIidProfilerInfo2, &forbidden))) {
    return false;
  }
  info_ = static_cast<ForbiddenInfo*>(forbidden);
  return true;
}

HRESULT SacrificialAgent::ClassLoadFinished(ClassID id, HRESULT status) {
  if (announced_ != nullptr && succeeded(status)) {
    announced_->push(id);
  }
  return Agent::ClassLoadFinished(id, status);
}

HRESULT SacrificialAgent::Shutdown() {
  rest();
  const char* path = getenv("TIPTOE_WITNESS_SOCKET");
  Line line;
  if (path == nullptr || !line.call(path)) {
    os::say("nothing listens at TIPTOE_WITNESS_SOCKET; no question is answered");
  } else {
    answerAll(line);
  }
  return Agent::Shutdown();
}

void SacrificialAgent::answerAll(Line& line) {
  Words batch;
  uint64_t hello = Line::kHello;
  bool more = line.send(&hello, sizeof hello);
  while (more) {
    uint64_t size = 0;
    batch.clear();
    more = line.receive(&size, sizeof size) && size != 0 && size <= kMostWords && batch.extend(size) != nullptr &&
           line.receive(batch.data(), size * sizeof(uint64_t)) && answerBatch(line, batch);
  }
}

// Returns whether the batch consisted of whole questions, and all were answered.
bool SacrificialAgent::answerBatch(Line& line, Words& batch) {
  for (size_t at = 0; at < batch.size();) {
    const auto kind = static_cast<uint32_t>(batch[at]);
    const size_t count = batch[at] >> 32;
    at++;
    if (count > batch.size() - at || !answer(line, kind, batch.data() + at, count)) {
      return false;
    }
    at += count;
  }
  return true;
}

bool SacrificialAgent::answer(Line& line, uint32_t kind, const uint64_t* operands, size_t count) {
  Words announced;
  Words values;
  announced_ = &announced;
  const HRESULT result = ask(kind, {operands, count, values});
  announced_ = nullptr;
  const size_t loads = announced.size();
  Words answer;
  answer.push(static_cast<uint32_t>(result) | static_cast<uint64_t>(loads) << 32);
  answer.push(values.size());
  answer.append(announced.data(), loads);
  answer.append(values.data(), values.size());
  return !announced.refused() && !values.refused() && !answer.refused() &&
         line.send(answer.data(), answer.size() * sizeof(uint64_t));
}

HRESULT SacrificialAgent::ask(uint32_t kind, const Question& question) {
  // How many operands each question needs at least; type arguments follow.
  static constexpr size_t kLeast[] = {0, 2, 3, 1, 1, 1, 2};
  if (kind < kClassFromToken || kind > kFunctionLookUp || question.count < kLeast[kind]) {
    return kNotImplemented;
  }
  switch (kind) {
    case kClassFromToken:
      return askClassFromToken(question);
    case kFunctionFromToken:
      return askFunctionFromToken(question);
    case kClassLayout:
      return askClassLayout(question);
    case kClassInfo:
      return askClassInfo(question);
    case kFunctionInfo:
      return askFunctionInfo(question);
    default:
      return askFunctionLookUp(question);
  }
}

HRESULT SacrificialAgent::askClassFromToken(const Question& question) {
  ClassID id = 0;
  const HRESULT result = info_->slots->GetClassFromTokenAndTypeArgs(
      info_, question.operands[0], static_cast<mdTypeDef>(question.operands[1]),
      static_cast<ULONG>(question.count - 2), question.operands + 2, &id);
  question.values.push(id);
  return result;
}

HRESULT SacrificialAgent::askFunctionFromToken(const Question& question) {
  FunctionID id = 0;
  const HRESULT result = info_->slots->GetFunctionFromTokenAndTypeArgs(
      info_, question.operands[0], static_cast<mdMethodDef>(question.operands[1]), question.operands[2],
      static_cast<ULONG>(question.count - 3), question.operands + 3, &id);
  question.values.push(id);
  return result;
}

HRESULT SacrificialAgent::askClassLayout(const Question& question) {
  ULONG count = 0, size = 0;
  HRESULT result = info_->slots->GetClassLayout(info_, question.operands[0], nullptr, 0, &count, &size);
  Buffer<FieldOffset, 64> fields;
  if (succeeded(result) && count != 0 && fields.extend(count) != nullptr) {
    result = info_->slots->GetClassLayout(info_, question.operands[0], fields.data(), count, &count, &size);
  }
  question.values.push(size);
  for (size_t i = 0; i < fields.size(); i++) {
    question.values.push(fields[i].field | static_cast<uint64_t>(fields[i].offset) << 32);
  }
  return result;
}

HRESULT SacrificialAgent::askClassInfo(const Question& question) {
  ModuleID module = 0;
  mdTypeDef token = 0;
  ClassID parent = 0;
  ULONG count = 0;
  const auto ask = [&](ULONG capacity, ClassID* typeArgs) {
    return info_->slots->GetClassIDInfo2(info_, question.operands[0], &module, &token, &parent, capacity, &count,
                                         typeArgs);
  };
  HRESULT result = ask(0, nullptr);
  question.values.push(module);
  question.values.push(token);
  question.values.push(parent);
  if (succeeded(result) && count != 0 && question.values.extend(count) != nullptr) {
    result = ask(count, question.values.data() + 3);
  }
  return result;
}

HRESULT SacrificialAgent::askFunctionInfo(const Question& question) {
  ClassID declaring = 0;
  ModuleID module = 0;
  mdToken token = 0;
  ULONG count = 0;
  const auto ask = [&](ULONG capacity, ClassID* typeArgs) {
    return info_->slots->GetFunctionInfo2(info_, question.operands[0], 0, &declaring, &module, &token, capacity,
                                          &count, typeArgs);
  };
  HRESULT result = ask(0, nullptr);
  question.values.push(declaring);
  question.values.push(module);
  question.values.push(token);
  if (succeeded(result) && count != 0 && question.values.extend(count) != nullptr) {
    result = ask(count, question.values.data() + 3);
  }
  return result;
}

HRESULT SacrificialAgent::askFunctionLookUp(const Question& question) {
  FunctionID id = 0;
  const HRESULT result = info_->slots->GetFunctionFromToken(info_, question.operands[0],
                                                            static_cast<mdToken>(question.operands[1]), &id);
  question.values.push(id);
  return result;
}

}  // namespace tiptoe
