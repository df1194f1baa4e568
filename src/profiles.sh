# SPDX-License-Identifier: Apache-2.0
# Which of Maven's profiles run the tests that this machine permits; read from the root of the checkout. Sets profiles.

profiles=checks,clr,jvm,witness
[ ! -f /usr/lib/jvm/temurin-25-jdk-amd64/release ] || profiles=$profiles,jdk25
# The real pprof and zsh, for one more test each, where their packages can be had.
if testdata/pprof/build; then
    profiles=$profiles,pprof
    ! testdata/zsh/build || profiles=$profiles,zsh
fi
