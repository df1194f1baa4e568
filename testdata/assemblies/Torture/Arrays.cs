// SPDX-License-Identifier: Apache-2.0

#pragma warning disable CS0649 // Fields that nothing is ever put into: their types are what matters.

using System;
using System.Collections.Generic;

namespace Tiptoe.Torture
{
    /// <summary>Arrays of arrays, arrays of several dimensions, and instantiations over them.</summary>
    static class Arrays
    {
        public static long Turn(int turn)
        {
            int[][][] jagged = { new[] { new[] { turn, 2 }, new[] { 3 } } };
            long[,,] cube = new long[2, 3, 4];
            string[,][] mixed = new string[2, 2][];
            List<int[]>[] lists = { new List<int[]> { new[] { 1 }, new[] { turn } } };
            var rows = new Dictionary<string[], List<double[,]>[]>();
            var bounds = Array.CreateInstance(typeof(Grain), new[] { 3 }, new[] { 5 });
            bounds.SetValue(new Grain { Size = turn }, 6);
            cube[1, 2, 3] = turn;
            mixed[1, 1] = new[] { "corner" };
            rows[new[] { "k" }] = new[] { new List<double[,]> { new double[,] { { 1, 2 }, { 3, 4 } } } };
            object[] covariant = new string[] { "a", "b" };
            IReadOnlyList<object> view = new List<string> { "c" };
            IList<Grain> vector = new Grain[] { new Grain { Size = 1 }, new Grain { Size = turn } };
            long sum = 0;
            foreach (Grain grain in vector)
            {
                sum += grain.Size;
            }
            foreach (Sack<Grain[]> sack in new[] { new Sack<Grain[]>(new Grain[turn + 1]), default })
            {
                sum += sack.Count();
            }
            sum += jagged[0][0][0] + cube[1, 2, 3] + mixed[1, 1][0].Length + lists[0][1][0] + rows.Count;
            return Program.Mix(sum + covariant.Length + view.Count + ((Grain)bounds.GetValue(6)!).Size);
        }
    }

    struct Grain
    {
        public int Size;
    }

    struct Sack<T>
    {
        readonly T? content;
        readonly T?[]? spare;

        public Sack(T content)
        {
            this.content = content;
            spare = new[] { content, default };
        }

        public long Count() => (spare?.Length ?? 0) + (content is Array array ? array.Length : 0);
    }
}
