# SPDX-License-Identifier: Apache-2.0
# Types keys into an interactive zsh that has read a completion script, and prints the command line that they make.
#
# Arguments: the folder with zsh's packages, the script, an empty folder, and the keys.

root=$1 script=$2 home=$3 keys=$4
libraries=($root/usr/lib/*-linux-gnu/zsh/*(/))
module_path=($libraries)
zmodload zsh/zpty || exit 2
export HOME=$home TERM=dumb
zpty shell $root/bin/zsh -f -i
zpty -w shell "module_path=($libraries); fpath=($root/usr/share/zsh/functions/**/*(/)); PS1='READY> '; cd $home"
zpty -w shell "autoload -U +X compinit && compinit -u -d $home/dump; source $script; echo THE''RE"
zpty -r -m shell seen '*THERE*READY> ' || exit 3
zpty -w -n shell $keys
# To the beginning of the line and to its end: the line becomes an argument.
zpty -w -n shell $'\x01echo TYPED \x05\r'
zpty -r -m shell seen $'*\nTYPED *READY> ' || exit 4
print -r -- $seen
zpty -d shell
