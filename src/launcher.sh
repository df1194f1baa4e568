# SPDX-License-Identifier: Apache-2.0
# What the launchers have in common. Each of a checkout runs a program of it, and builds that first where it has not been
# done; that of a distribution only runs. A command is done in a tenth of a second, so this starts no other process where it
# can do without.
#
# The script that reads this has set: home, the checkout or the distribution; name, its own; part, of which is the program's
# jar, tiptoe-part.jar; module, the folder of that part in a checkout, or nothing in a distribution; built, a file that its
# build makes beside the jar on Linux x64.

# The server is a program of its own: beside this one in a distribution or a checkout, or on the PATH. This becomes it.
if [ "$name" = tiptoe ] && [ "${1-}" = serve ]; then
    for server in "$home/bin/tiptoe-serve" "$home/tiptoe-serve" "$(command -v tiptoe-serve || true)"; do
        if [ -f "$server" ] && [ -x "$server" ]; then
            shift
            exec "$server" "$@"
        fi
    done
fi

[ -n "$module" ] && lib=$home/$module/target/lib || lib=$home/lib
jar=$lib/tiptoe-$part.jar
log=$home/target/build.log

die() {
    # Not echo, which makes escape sequences of backslashes.
    printf '%s: %s\n' "$name" "$*" >&2
    exit 125
}

# Sets version to what a JVM says it is, such as 17.0.15: in the file beside it, or else by itself.
ask_version() {
    real=$1
    [ ! -L "$real" ] || real=$(readlink -f "$real")
    version=
    if [ -r "${real%/*}/../release" ]; then
        while IFS='="' read -r key _ value _; do
            [ "$key" != JAVA_VERSION ] || version=$value
        done <"${real%/*}/../release"
    fi
    [ -n "$version" ] || version=$("$1" -version 2>&1 | sed -n 's/.*version "\([^"]*\)".*/\1/p' | head -n 1)
}

# Java, in this order: the one that JAVA_HOME names, those on the PATH; whichever is new enough.
java=
find_java() {
    set -f
    IFS=:
    for folder in ${JAVA_HOME:+"$JAVA_HOME/bin"} ${PATH-}; do
        if [ -f "$folder/java" ] && [ -x "$folder/java" ]; then
            ask_version "$folder/java"
            # "17.0.15" is 17, "25-ea" is 25, "1.8.0" is 1 and too old.
            if [ "${version%%[!0-9]*}" -ge 17 ] 2>/dev/null; then
                java=$folder/java
                break
            fi
        fi
    done
    unset IFS
    set +f
}
find_java
[ -n "$java" ] || die "Java 17 or later is needed, in JAVA_HOME or on the PATH"

# Maven's words, made into progress: the module it is at, and how much it has downloaded.
progress() {
    files=0
    while IFS= read -r line; do
        case $line in
            *"Downloaded from"*)
                files=$((files + 1))
                [ $((files % 100)) -ne 0 ] || echo "$name:     $files files downloaded" ;;
            "[INFO] Building Tiptoe "[a-z]*)
                part=${line#"[INFO] Building Tiptoe "}
                echo "$name:   ${part%% *} ${line##* }" ;;
        esac
    done
}

build() {
    case $home in
        *:*) die "cannot be built in $home: compilers take a ':' for the end of a path;" \
            "a link to it whose own path has none will do, as in: ln -s '$home' ~/tiptoe && ~/tiptoe/$name" ;;
    esac
    for tool in mvn cmake g++; do
        command -v "$tool" >/dev/null || die "$tool is needed to build, and there is none on the PATH"
    done
    echo "$name: building, this once; $log has the whole story" >&2
    "$home/demo/runtime/fetch" || [ $? -eq 3 ] || exit 125
    {
        status=0
        mvn -B -f "$home/pom.xml" package -pl "$module" -am -DskipTests -Dmaven.test.skip=true -Dspotless.check.skip=true ||
            status=$?
        echo "$status" >"$home/target/build.status"
    } 2>&1 | tee "$log" | progress >&2
    if [ "$(cat "$home/target/build.status")" -ne 0 ]; then
        grep '^\[ERROR\]' "$log" | head -n 5 >&2
        die "the build failed; $log has the whole story"
    fi
}

# The jar is the last thing that a build makes; what it runs with may have been removed since.
is_built() {
    [ -f "$jar" ] || return 1
    [ -f "$home/$built" ] || [ "$(uname -sm)" != "Linux x86_64" ]
}

if [ -n "$module" ] && ! is_built; then
    mkdir -p "$home/target"
    # One at a time, where there is flock: the second process finds it done.
    exec 9>"$home/target/build.lock"
    ! command -v flock >/dev/null || flock 9
    is_built || build
    exec 9>&-
fi

# Outside UTF-8 Java cannot name files beyond ASCII. The recorded program gets its own locale back.
is_utf8() {
    case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in
        C.UTF-8 | C.utf8) ;;
        C | POSIX) false ;;
        *) [ "$(locale charmap 2>/dev/null)" = UTF-8 ] ;;
    esac
}
if ! is_utf8; then
    export TIPTOE_USERS_LC_ALL="${LC_ALL-}" LC_ALL=C.UTF-8
fi

# A JVM handles signals that were ignored when it was started. The recorded program gets them ignored again.
if [ -r "/proc/$$/status" ]; then
    while read -r key value; do
        [ "$key" != SigIgn: ] || export TIPTOE_USERS_IGNORED_SIGNALS="$value"
    done <"/proc/$$/status"
fi

# The classes of the command as Java has them in memory, which saves it half of its start. An archive that does not fit,
# the Java or the classes having changed, does no harm. (Not -XX:ArchiveClassesAtExit: picocli's classes are older than
# what Java 17 takes into such an archive.)
archive=$lib/tiptoe-$version.jsa
is_fresh() {
    for one in "$lib"/*.jar; do
        [ ! "$one" -nt "$archive" ] || return 1
    done
}

# Runs the command as it is run later, and adds the classes that it loads to the list in $list.
train() {
    "$java" -Xlog:disable -XX:DumpLoadedClassList="$list.run" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC \
        -Dtiptoe.home="$home" -jar "$jar" "$@" || true
    cat "$list.run" >>"$list"
    rm -f "$list.run"
}

# Made aside and put in place whole, so that any number may do so at once. An empty one says that it cannot be made. In it
# are the classes that the commands over folders need, two files being worked on at the same time, and all of ours. Each
# is in the list once, without its number in the run, since Java breaks down at what is there twice.
make_archive() {
    list=$archive.$$.classes
    demo=$home/demo/Demo
    train names "$demo/Demo.dll" "$demo/Demo.dll" --tsv
    train refs "$demo" --members --tsv
    # A method with lines, in a list and in a stack trace; from a file, as is usual.
    printf 'Demo.dll\t0x0600000a\t0x1\n' >"$list.in"
    train symbolize "$list.in" --symbols "$demo/Demo.dll"
    printf '   at Tiptoe.Demo.Crane.Unload(Ship ship) in Demo.dll:token 0x0600000a+0x1\n' >"$list.in"
    train symbolize "$list.in" --symbols "$demo"
    if [ -n "$module" ]; then
        for classes in "$home"/*/target/classes; do
            (cd "$classes" && find dev -name '*.class') | sed 's/\.class$//'
        done >>"$list"
    else
        cat "$lib/classes.txt" >>"$list"
    fi
    sed 's/ id: [0-9]*$//' "$list" | awk '!seen[$0]++' >"$list.once" &&
        "$java" -Xlog:disable -XX:+SuppressFatalErrorMessage -Xshare:dump -XX:SharedClassListFile="$list.once" \
            -XX:SharedArchiveFile="$archive.$$" -XX:+UseSerialGC -cp "$jar" ||
        : >"$archive.$$"
    mv -f "$archive.$$" "$archive"
    rm -f "$list" "$list.in" "$list.once"
}
sharing=
case $home in
    *:*)
        # Java takes a ':' for the end of a path. The jar is reached through a descriptor of its folder, which stays open
        # when this process becomes Java; an archive would not know it by that name again.
        exec 8<"$lib"
        jar=/proc/$$/fd/8/${jar##*/}
        [ -f "$jar" ] || die "Java takes the ':' in $home for the end of a path, and there is no /proc to go around it" ;;
    *)
        if [ "$name" = tiptoe ] && { [ ! -f "$archive" ] || ! is_fresh; } && [ -w "$lib" ]; then
            make_archive </dev/null >/dev/null 2>&1 || true
        fi
        [ ! -s "$archive" ] || sharing=-XX:SharedArchiveFile=$archive ;;
esac

case $name in
    tiptoe)
        # Java would begin with a 64th of the machine's memory, and fill that with garbage before it collects any: gigabytes
        # on a large machine. From a small beginning it takes what the work needs.
        options="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xms32m" ;;
    tiptoe-serve)
        # Runs long, so both compilers pay. When the heap runs out it ends: what it has acknowledged is not lost by that.
        options=-XX:+ExitOnOutOfMemoryError ;;
    *)
        options="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC" ;;
esac

# The options are words, none with a space in it.
# shellcheck disable=SC2086
exec "$java" -Xlog:disable -XX:-UsePerfData $options ${sharing:+"$sharing"} -Dtiptoe.home="$home" -jar "$jar" "$@"
