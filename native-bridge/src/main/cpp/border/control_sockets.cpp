// SPDX-License-Identifier: Apache-2.0

#include "control_sockets.h"

#include <fcntl.h>

#include "bound_sockets.h"
#include "folder.h"
#include "temporary_folders.h"

namespace tiptoe::border {
namespace {

constexpr char kPrefix[] = "tiptoe-control-";
constexpr mode_t kPrivate = S_IRWXU;

bool openPrivate(const Folder& all, const char* name, uid_t user, Folder& folder) {
  Descriptor opened = all.open(name, O_PATH | O_DIRECTORY);
  struct statx about;
  const bool isPrivate = opened.isOpen() && inspect(opened.get(), about) && about.stx_uid == user &&
                         (about.stx_mode & ALLPERMS) == kPrivate;
  if (isPrivate) {
    folder.adopt(static_cast<Descriptor&&>(opened), name);
  }
  return isPrivate;
}

// Searches the private folders of the process's user for a socket whose name has a prefix.
class Search {
 public:
  Search(const ObservedProcess& process, const RootConnector& root, uint64_t pid, const Moment& moment,
         Connection& connection)
      : process_(process), root_(root), temporary_(process), moment_(moment), connection_(connection) {
    snprintf(prefix_, sizeof prefix_, "%llu-", static_cast<unsigned long long>(pid));
    for (size_t i = 0; i < temporary_.count(); i++) {
      [[maybe_unused]] const Outcome opened = all_[i].openAsSeen(process.root(), temporary_.at(i));
    }
  }

  // Tries bound sockets first: they are found however many other names lie beside them.
  Outcome connect() {
    const BoundSockets bound(process_, kPrefix);
    bound.visit(kPrefix, prefix_, [&](const char* folder, const char* name) {
      for (size_t i = 0; i < temporary_.count() && !best_.isDone(); i++) {
        connectIn(all_[i], folder, name);
      }
      return best_.isDone() || moment_.isOver();
    });
    for (size_t i = 0; i < temporary_.count() && !best_.isDone(); i++) {
      if (!connectInAny(all_[i]) && !bound.isComplete()) {
        return Outcome::of(Reason::kTooLate, "%s: there was no time to search all of it", temporary_.at(i));
      }
    }
    return best_;
  }

 private:
  void connectIn(const Folder& all, const char* folderName, const char* name) {
    Folder folder;
    if (all.isOpen() && openPrivate(all, folderName, process_.user(), folder)) {
      connectWith(folder, folderName, name);
    }
  }

  // Removes a socket on which nothing listens, unless it was bound a moment ago and will listen next.
  void connectWith(const Folder& folder, const char* folderName, const char* name) {
    const Outcome outcome = connection_.open(process_, folder, name, moment_, root_);
    // a socket of a process with the same number in another namespace says nothing about this one
    const bool isConclusive = outcome.reason() != Reason::kNotThere && outcome.reason() != Reason::kNobody &&
                              outcome.reason() != Reason::kAnotherProcess;
    if (isConclusive) {
      best_ = outcome;
    } else if (outcome.reason() == Reason::kNobody) {
      const BoundSockets bound(process_, kPrefix);
      if (bound.isComplete() && !bound.has(folderName, name)) {
        folder.remove(name);
      }
    }
  }

  // Returns false when the time was over before all were seen.
  bool connectInAny(const Folder& all) {
    bool inTime = true;
    const bool sawAll = !all.isOpen() || all.visit(kPrefix, moment_, [&](const char* folderName) {
      Folder folder;
      if (openPrivate(all, folderName, process_.user(), folder)) {
        inTime = folder.visit(prefix_, moment_, [&](const char* name) {
          connectWith(folder, folderName, name);
          return best_.isDone();
        });
      }
      return best_.isDone() || !inTime;
    });
    return best_.isDone() || (sawAll && inTime);
  }

  const ObservedProcess& process_;
  const RootConnector& root_;
  const TemporaryFolders temporary_;
  const Moment moment_;
  Connection& connection_;
  char prefix_[32];
  Folder all_[TemporaryFolders::kMost];
  Outcome best_ = Outcome::of(Reason::kNotThere, "no agent listens");
};

void putPath(const char* folder, const char* name, Bytes& path) {
  char setting[64];
  randomName("/%p-", "", setting, sizeof setting);
  path.append(folder, strlen(folder));
  path.append("/", strcmp(folder, "/") == 0 ? 0 : 1);
  path.append(name, strlen(name));
  path.append(setting, strlen(setting));
}

}  // namespace

Outcome connectToAgent(const ObservedProcess& process, const RootConnector& root, const Moment& moment,
                       Connection& connection) {
  return Search(process, root, process.ownPid(), moment, connection).connect();
}

Outcome clearControlSockets(const ObservedProcess& self, uint64_t pid, const Moment& moment) {
  // a socket on which something listens belongs to another process and is left alone
  Connection connection;
  const RootConnector none;
  [[maybe_unused]] const Outcome cleared = Search(self, none, pid, moment, connection).connect();
  return Outcome::done();
}

Outcome newControlPath(const ObservedProcess& process, const Moment& moment, Bytes& path) {
  Folder all;
  Outcome outcome = TemporaryFolders(process).openSafely(all);
  if (!outcome.isDone()) {
    return outcome;
  }
  const bool inTime = all.visit(kPrefix, moment, [&](const char* name) {
    Folder folder;
    const bool found = openPrivate(all, name, process.user(), folder);
    if (found) {
      putPath(all.path(), name, path);
    }
    return found;
  });
  if (!inTime || path.size() != 0) {
    return inTime ? Outcome::done() : Outcome::of(Reason::kTooLate, "%s has too many names", all.path());
  }
  char name[64];
  randomName(kPrefix, "", name, sizeof name);
  Folder made;
  if (!all.makeFolder(name, kPrivate)) {
    return Outcome::failed(all.path(), errno);
  }
  if (!openPrivate(all, name, process.user(), made)) {
    return Outcome::of(Reason::kFailed, "%s: a folder made there is not private", all.path());
  }
  putPath(all.path(), name, path);
  return Outcome::done();
}

}  // namespace tiptoe::border
