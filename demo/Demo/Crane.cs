// SPDX-License-Identifier: Apache-2.0

using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace Tiptoe.Demo
{
    /// <summary>Unloads ship after ship: generic code over structs and over classes, and the framework's sort.</summary>
    sealed class Crane : Worker
    {
        readonly IEnumerator<Ship> arrivals;
        readonly Winch winch = new Winch();

        public Crane(Harbour harbour)
            : base(harbour, "crane")
        {
            arrivals = harbour.Arrivals().GetEnumerator();
        }

        public int Crates { get; private set; }

        protected override void Turn()
        {
            arrivals.MoveNext();
            Unload(arrivals.Current);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        void Unload(Ship ship)
        {
            int before = Crates;
            UnloadHold(winch.Load(400, i => new Coffee { Sacks = i % 41 }));
            UnloadHold(winch.Load(300, i => new Tea { Chests = i % 13, Leaves = i }));
            UnloadHold(winch.Load(20, _ => new Piano()));
            UnloadHold(winch.Load(200, i => new Parrot { Words = i }));
            Harbour.Book.Enter(ship.Name, Crates - before);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        void UnloadHold<T>(Hold<Crate<T>> hold)
            where T : IGoods
        {
            hold.Trim();
            Crates += winch.Lift(hold);
        }

        /// <summary>What pulls.</summary>
        sealed class Winch
        {
            uint wear = 1;
            long lifted;

            [MethodImpl(MethodImplOptions.NoInlining)]
            public Hold<Crate<T>> Load<T>(int count, System.Func<int, T> goods)
                where T : IGoods
            {
                var hold = new Hold<Crate<T>>();
                for (int i = 0; i < count; i++)
                {
                    wear = (wear * 1_664_525) + 1_013_904_223;
                    hold.Stow(new Crate<T>(goods((int)(wear >> 16)), i));
                }
                return hold;
            }

            [MethodImpl(MethodImplOptions.NoInlining)]
            public int Lift<T>(IHold<Crate<T>> hold)
                where T : IGoods
            {
                int crates = 0;
                for (; hold.Count > 0; crates++)
                {
                    lifted += hold.Take().Kilograms;
                }
                return crates;
            }
        }
    }
}
