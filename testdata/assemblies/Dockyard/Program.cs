// SPDX-License-Identifier: Apache-2.0

using System;
using System.Globalization;
using System.IO;

[assembly: System.Reflection.AssemblyVersion("1.0.0.0")]

namespace Tiptoe.Dockyard
{
    /// <summary>
    /// A server that is never still: whatever it is asked it computes, by many ways at once, while threads, load
    /// contexts and dynamic methods come and go around it and garbage is collected all the time.
    ///
    /// <code>Dockyard.dll [WORKERS]</code> prints "open". A line with a number n from 0 to 1000 on its input is a
    /// request; one line for each, "n SUM", is the answer, in whatever order: SUM is 1 + 2 + ... + n. At the end of its
    /// input it answers what it owes, prints "closed", and ends with status 30.
    /// </summary>
    static class Program
    {
        static int Main(string[] args)
        {
            int workers = args.Length > 0 ? int.Parse(args[0], CultureInfo.InvariantCulture) : 4;
            TextWriter output = TextWriter.Synchronized(new StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true });
            using var requests = new StreamReader(Console.OpenStandardInput());
            var tides = new Tides();
            tides.Start();
            var desk = new Desk(workers, output);
            output.WriteLine("open");
            for (string? line = requests.ReadLine(); line != null; line = requests.ReadLine())
            {
                desk.Ask(int.Parse(line, CultureInfo.InvariantCulture));
            }
            desk.Close();
            tides.Stop();
            output.WriteLine("closed");
            return 30;
        }
    }
}
