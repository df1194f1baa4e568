// SPDX-License-Identifier: Apache-2.0

using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Text;

namespace Tiptoe.Demo
{
    /// <summary>Writes declarations: strings, dictionaries and a sum of money.</summary>
    sealed class CustomsHouse : Worker
    {
        readonly Tariff tariff = new Tariff();
        readonly StringBuilder paper = new StringBuilder();
        readonly Crate<Coffee> coffee = new Crate<Coffee>(new Coffee { Sacks = 7 }, 1);
        readonly Crate<Piano> piano = new Crate<Piano>(new Piano(), 2);

        public CustomsHouse(Harbour harbour)
            : base(harbour, "customs")
        {
        }

        public int Declarations { get; private set; }

        protected override void Turn()
        {
            for (int i = 0; i < 200; i++)
            {
                Declare(coffee);
                Declare(piano);
            }
            Harbour.Book.Enter("declarations", Declarations);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        void Declare<T>(Crate<T> crate)
            where T : IGoods
        {
            Money duty = tariff.DutyOn(crate.Content, crate.Kilograms);
            Write(crate.Number, crate.Content.Name, duty);
            Declarations++;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        void Write(int number, string goods, Money duty)
        {
            paper.Clear();
            paper.Append("No. ").Append(number).Append(": ").Append(goods).Append(", duty ");
            duty.WriteTo(paper);
            if (paper.ToString().Contains("smuggled"))
            {
                paper.Clear();
            }
        }

        sealed class Tariff
        {
            readonly Dictionary<string, Rate> rates = new Dictionary<string, Rate>
            {
                ["coffee"] = new Rate(12),
                ["tea"] = new Rate(9),
                ["piano"] = new Rate(250),
                ["parrot"] = new Rate(31),
            };

            [MethodImpl(MethodImplOptions.NoInlining)]
            public Money DutyOn(IGoods goods, int kilograms) => rates[goods.Name].Times(kilograms);
        }

        readonly struct Rate
        {
            readonly Money perKilogram;

            public Rate(long pence)
            {
                perKilogram = new Money(pence);
            }

            public Money Times(int kilograms) => new Money(perKilogram.Pence * kilograms);
        }
    }

    readonly struct Money
    {
        public readonly long Pence;

        public Money(long pence)
        {
            Pence = pence;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        public void WriteTo(StringBuilder paper)
        {
            paper.Append(Pence / 240).Append('/').Append(Pence / 12 % 20).Append('/').Append(Pence % 12);
        }
    }
}
