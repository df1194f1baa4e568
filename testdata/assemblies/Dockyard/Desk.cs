// SPDX-License-Identifier: Apache-2.0

using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Threading;

namespace Tiptoe.Dockyard
{
    /// <summary>Where requests are taken in, and the threads that answer them. Each request goes another way.</summary>
    sealed class Desk
    {
        readonly BlockingCollection<int> requests = new BlockingCollection<int>();
        readonly List<Thread> workers = new List<Thread>();
        readonly TextWriter answers;
        int turn;

        public Desk(int count, TextWriter answers)
        {
            this.answers = answers;
            for (int i = 0; i < count; i++)
            {
                var worker = new Thread(Work) { Name = "worker " + i };
                worker.Start();
                workers.Add(worker);
            }
        }

        public void Ask(int n) => requests.Add(n);

        /// <summary>Answers what was asked, and no more.</summary>
        public void Close()
        {
            requests.CompleteAdding();
            workers.ForEach(worker => worker.Join());
        }

        void Work()
        {
            foreach (int n in requests.GetConsumingEnumerable())
            {
                int way = (int)((uint)Interlocked.Increment(ref turn) % Ways.All.Length);
                answers.WriteLine(string.Format(CultureInfo.InvariantCulture, "{0} {1}", n, Ways.All[way](n)));
            }
        }
    }
}
