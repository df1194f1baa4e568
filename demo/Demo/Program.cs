// SPDX-License-Identifier: Apache-2.0

using System;
using System.Globalization;
using System.Threading;
using System.Threading.Tasks;

[assembly: System.Reflection.AssemblyVersion("1.0.0.0")]

namespace Tiptoe.Demo
{
    /// <summary>
    /// A small harbour, busy for a while: what a profiler sees when it looks at a program with several threads.
    ///
    /// <code>Demo.dll [SECONDS]</code> runs 5 seconds, or the time given; 0 means until it is killed.
    /// </summary>
    static class Program
    {
        static int Main(string[] args)
        {
            double seconds = 5;
            if (args.Length > 1 || (args.Length == 1 && !TryParseSeconds(args[0], out seconds)))
            {
                Console.Error.WriteLine("usage: Demo.dll [SECONDS]");
                return 2;
            }

            var harbour = new Harbour();
            var crane = new Crane(harbour);
            var customs = new CustomsHouse(harbour);
            var pilot = new Pilot(harbour);
            var lighthouse = new Lighthouse(harbour);
            var tally = new TallyClerk(harbour);
            Worker[] workers = { crane, customs, pilot, lighthouse, tally };

            Console.WriteLine(seconds == 0 ? "The harbour is open." : $"The harbour is open for {seconds} s.");
            foreach (Worker worker in workers)
            {
                worker.Start();
            }
            var fogOffice = new FogOffice(harbour);
            Task<double> fog = Task.Run(fogOffice.WatchAsync);

            Thread.Sleep(seconds == 0 ? Timeout.InfiniteTimeSpan : TimeSpan.FromSeconds(seconds));
            harbour.Close();
            foreach (Worker worker in workers)
            {
                worker.Join();
            }
            fog.GetAwaiter().GetResult();

            Console.WriteLine(
                $"{crane.Crates} crates lifted, {customs.Declarations} declared, {pilot.Charts} charts drawn, "
                + $"{lighthouse.Flashes} flashes, {fogOffice.Reports} fog reports.");
            return 0;
        }

        static bool TryParseSeconds(string text, out double seconds) =>
            double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out seconds)
            && seconds >= 0
            && seconds <= 1_000_000;
    }
}
