// SPDX-License-Identifier: Apache-2.0

using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;

namespace Tiptoe.Demo
{
    /// <summary>Where everybody works: it is open until it is closed, and has one book that all write in.</summary>
    sealed class Harbour
    {
        volatile bool closed;

        public bool IsOpen => !closed;

        public Ledger<string, int> Book { get; } = new Ledger<string, int>();

        public void Close() => closed = true;

        /// <summary>The ships that come in, for ever; a small fleet goes round.</summary>
        public IEnumerable<Ship> Arrivals()
        {
            var fleet = new[] { new Ship("Albatross", 54), new Ship("Bonaventure", 12), new Ship("Cormorant", 33) };
            for (int tide = 0; ; tide++)
            {
                Ship ship = fleet[tide % fleet.Length];
                ship.ComeAlongside(tide);
                yield return ship;
            }
        }
    }

    /// <summary>A thread with a name and a task that it does over and over.</summary>
    abstract class Worker
    {
        readonly Thread thread;

        protected Worker(Harbour harbour, string name)
        {
            Harbour = harbour;
            thread = new Thread(Work) { Name = name, IsBackground = true };
        }

        protected Harbour Harbour { get; }

        public void Start() => thread.Start();

        public void Join() => thread.Join();

        void Work()
        {
            while (Harbour.IsOpen)
            {
                Turn();
            }
        }

        protected abstract void Turn();
    }

    /// <summary>A book of figures under a lock that several threads want.</summary>
    sealed class Ledger<TKey, TValue>
        where TKey : notnull
    {
        readonly Dictionary<TKey, TValue> pages = new Dictionary<TKey, TValue>();

        [MethodImpl(MethodImplOptions.NoInlining)]
        public void Enter(TKey key, TValue value)
        {
            lock (pages)
            {
                pages[key] = value;
            }
        }

        /// <summary>Keeps the book shut for everybody else while it counts.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        public int Audit(int milliseconds)
        {
            lock (pages)
            {
                Thread.Sleep(milliseconds);
                return pages.Count;
            }
        }
    }

    /// <summary>Counts the book from time to time, which makes the others wait.</summary>
    sealed class TallyClerk : Worker
    {
        public TallyClerk(Harbour harbour)
            : base(harbour, "tally")
        {
        }

        protected override void Turn()
        {
            Harbour.Book.Audit(8);
            Thread.Sleep(30);
        }
    }
}
