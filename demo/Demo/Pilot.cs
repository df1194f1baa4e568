// SPDX-License-Identifier: Apache-2.0

using System;
using System.Runtime.CompilerServices;
using System.Threading;

namespace Tiptoe.Demo
{
    /// <summary>Surveys the sea bed by quarters: a recursion some frames deep, with arithmetic at its end.</summary>
    sealed class Pilot : Worker
    {
        readonly Chart<Sounding> chart = new Chart<Sounding>(32);
        double tide;

        public Pilot(Harbour harbour)
            : base(harbour, "pilot")
        {
        }

        public int Charts { get; private set; }

        protected override void Turn()
        {
            tide += 0.01;
            Survey(0, 0, chart.Side);
            Charts++;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        double Survey(int x, int y, int side)
        {
            if (side == 1)
            {
                return Sound(x, y);
            }
            int half = side / 2;
            double north = Math.Min(Survey(x, y, half), Survey(x + half, y, half));
            double south = Math.Min(Survey(x, y + half, half), Survey(x + half, y + half, half));
            return Math.Min(north, south);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        double Sound(int x, int y)
        {
            ref Sounding sounding = ref chart[x, y];
            sounding.Take(x, y, tide);
            return sounding.Fathoms;
        }

        /// <summary>A depth at a place.</summary>
        struct Sounding
        {
            public double Fathoms;
            public int Casts;

            [MethodImpl(MethodImplOptions.NoInlining)]
            public void Take(int x, int y, double tide)
            {
                double swell = 0;
                for (int wave = 1; wave <= 6; wave++)
                {
                    swell += Math.Sin((x * wave) + tide) * Math.Cos((y * wave) - tide) / wave;
                }
                Fathoms = 12 + swell;
                Casts++;
            }
        }
    }

    /// <summary>A square of values.</summary>
    sealed class Chart<T>
        where T : struct
    {
        readonly T[,] squares;

        public Chart(int side)
        {
            squares = new T[side, side];
        }

        public int Side => squares.GetLength(0);

        public ref T this[int x, int y] => ref squares[x, y];
    }

    /// <summary>Sleeps nearly always.</summary>
    sealed class Lighthouse : Worker
    {
        readonly Lamp lamp = new Lamp();

        public Lighthouse(Harbour harbour)
            : base(harbour, "lighthouse")
        {
        }

        public int Flashes { get; private set; }

        protected override void Turn()
        {
            lamp.Burn();
            Flashes++;
        }

        sealed class Lamp
        {
            [MethodImpl(MethodImplOptions.NoInlining)]
            public void Burn()
            {
                Thread.Sleep(50);
            }
        }
    }
}
