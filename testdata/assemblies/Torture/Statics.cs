// SPDX-License-Identifier: Apache-2.0

#pragma warning disable CS0649 // Fields that nothing is ever put into: their types are what matters.

using System;
using System.Collections.Generic;
using System.Threading;

namespace Tiptoe.Torture
{
    /// <summary>Static fields of generic types, of their own type and others; of threads; of types never initialized.</summary>
    static class Statics
    {
        public static long Turn(int turn)
        {
            Count<int>.Total += turn;
            Count<string>.Total++;
            Count<KeyValuePair<int, string>>.Last = new KeyValuePair<int, string>(turn, "s");
            Count<Wood>.PerThread = turn;
            var thread = new System.Threading.Thread(() => Count<Wood>.PerThread = 99);
            thread.Start();
            thread.Join();
            return Program.Mix(
                Count<int>.Total + Count<string>.Total + Count<KeyValuePair<int, string>>.Last.Key + Count<Wood>.PerThread
                + Singleton<Lamp>.Only.Light + (turn > 1_000_000 ? Singleton<Dark>.Only.Shade : 0));
        }
    }

    static class Count<T>
    {
        public static long Total;
        public static T? Last;
        public static readonly Dictionary<T[], Tag> Tags = new Dictionary<T[], Tag>();

        [ThreadStatic]
        public static int PerThread;

        public struct Tag
        {
            public T Value;
            public Marks Marks;
        }
    }

    static class Singleton<T>
        where T : new()
    {
        public static readonly T Only = new T();
        public static readonly Lazy<T> Later = new Lazy<T>(() => new T());
    }

    sealed class Lamp
    {
        public long Light = 3;
        static readonly Glass Glass = new Glass { Clear = true };
        public bool Clear => Glass.Clear;
    }

    /// <summary>Only in the static field of a class.</summary>
    struct Glass
    {
        public bool Clear;
    }

    /// <summary>Never made.</summary>
    sealed class Dark
    {
        public long Shade;
        public Gloom Gloom;
    }

    struct Gloom
    {
        public int Depth;
    }
}
