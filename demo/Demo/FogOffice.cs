// SPDX-License-Identifier: Apache-2.0

using System;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace Tiptoe.Demo
{
    /// <summary>Watches the fog asynchronously: its state machines run on the thread pool, a bit at a time.</summary>
    sealed class FogOffice
    {
        readonly Harbour harbour;
        readonly Station[] stations = { new Station(0.3), new Station(0.7), new Station(1.1) };

        public FogOffice(Harbour harbour)
        {
            this.harbour = harbour;
        }

        public int Reports { get; private set; }

        public async Task<double> WatchAsync()
        {
            double thickest = 0;
            while (harbour.IsOpen)
            {
                foreach (Station station in stations)
                {
                    thickest = Math.Max(thickest, await ObserveAsync(station));
                }
                await Task.Delay(2);
                Reports++;
            }
            return thickest;
        }

        static async ValueTask<double> ObserveAsync(Station station)
        {
            double morning = station.Haze(4_000);
            await Task.Yield();

            // Worked out here and not in a method, so that the state machine itself is what burns the time.
            double evening = 0;
            for (int hour = 1; hour <= 20_000; hour++)
            {
                evening += Math.Sqrt(hour) / (hour + morning);
            }
            await Task.Yield();
            return Math.Max(morning, evening) + station.Haze(1_000);
        }

        sealed class Station
        {
            readonly double damp;

            public Station(double damp)
            {
                this.damp = damp;
            }

            [MethodImpl(MethodImplOptions.NoInlining)]
            public double Haze(int drops)
            {
                double haze = 0;
                for (int drop = 1; drop <= drops; drop++)
                {
                    haze += Math.Sin(drop * damp) / drop;
                }
                return Math.Abs(haze);
            }
        }
    }
}
