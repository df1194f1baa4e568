// SPDX-License-Identifier: Apache-2.0

using System;

[assembly: System.Reflection.AssemblyVersion("1.0.0.0")]

namespace Tiptoe.Measures
{
    /// <summary>
    /// Takes the measures of its own types, as the code that was compiled for it reaches their fields.
    ///
    /// <code>Measures.dll</code> prints TYPE, SIZE, FIELD, OFFSET for each field, separated by tabs, then "measured". It
    /// ends with its input, with status 31.
    /// </summary>
    static class Program
    {
        static int Main()
        {
            Classes();
            Structs();
            Crates();
            Console.WriteLine("measured");
            while (Console.Read() >= 0)
            {
            }
            return 31;
        }

        static void Classes()
        {
            var ship = new Ship();
            var of = Ruler.To(() => new Ship());
            of.Field(nameof(ship.Afloat), ship, ref ship.Afloat);
            of.Field(nameof(ship.Tonnage), ship, ref ship.Tonnage);
            of.Field(nameof(ship.Name), ship, ref ship.Name);
            of.Field(nameof(ship.Port), ship, ref ship.Port);
            of.Field(nameof(ship.Draught), ship, ref ship.Draught);
            of.Field(nameof(ship.Owner), ship, ref ship.Owner);
            of.Field(nameof(ship.Pennant), ship, ref ship.Pennant);

            var yacht = new Yacht();
            of = Ruler.To(() => new Yacht());
            of.Field(nameof(yacht.Keel), yacht, ref yacht.Keel);
            of.Field(nameof(yacht.Ribs), yacht, ref yacht.Ribs);
            of.Field(nameof(yacht.Mast), yacht, ref yacht.Mast);
            of.Field(nameof(yacht.Sails), yacht, ref yacht.Sails);
            of.Field(nameof(yacht.Skipper), yacht, ref yacht.Skipper);

            var ledger = new Ledger();
            of = Ruler.To(() => new Ledger());
            of.Field(nameof(ledger.Page), ledger, ref ledger.Page);
            of.Field(nameof(ledger.Sum), ledger, ref ledger.Sum);
            of.Field(nameof(ledger.Line), ledger, ref ledger.Line);

            var hold = new Hold();
            of = Ruler.To(() => new Hold());
            of.Field(nameof(hold.Row), hold, ref hold.Row);
            of.Field(nameof(hold.Between), hold, ref hold.Between);
            of.Field(nameof(hold.Labelled), hold, ref hold.Labelled);
            of.Field(nameof(hold.Nothing), hold, ref hold.Nothing);
            of.Field(nameof(hold.Price), hold, ref hold.Price);
            of.Field(nameof(hold.Id), hold, ref hold.Id);
            of.Field(nameof(hold.Opened), hold, ref hold.Opened);
            of.Field(nameof(hold.Place), hold, ref hold.Place);
        }

        static void Structs()
        {
            var row = default(Row);
            var of = Ruler.To<Row>();
            of.Field(nameof(row.First), ref row, ref row.First);
            of.Field(nameof(row.Second), ref row, ref row.Second);
            of.Field(nameof(row.Third), ref row, ref row.Third);
            of.Field(nameof(row.Fourth), ref row, ref row.Fourth);

            var union = default(Union);
            of = Ruler.To<Union>();
            of.Field(nameof(union.Whole), ref union, ref union.Whole);
            of.Field(nameof(union.Low), ref union, ref union.Low);
            of.Field(nameof(union.High), ref union, ref union.High);
            of.Field(nameof(union.Far), ref union, ref union.Far);

            var tight = default(Tight);
            of = Ruler.To<Tight>();
            of.Field(nameof(tight.First), ref tight, ref tight.First);
            of.Field(nameof(tight.Second), ref tight, ref tight.Second);
            of.Field(nameof(tight.Third), ref tight, ref tight.Third);

            var loose = default(Loose);
            of = Ruler.To<Loose>();
            of.Field(nameof(loose.First), ref loose, ref loose.First);
            of.Field(nameof(loose.Second), ref loose, ref loose.Second);
            of.Field(nameof(loose.Third), ref loose, ref loose.Third);
            of.Field(nameof(loose.Fourth), ref loose, ref loose.Fourth);

            var labelled = default(Labelled);
            of = Ruler.To<Labelled>();
            of.Field(nameof(labelled.Mark), ref labelled, ref labelled.Mark);
            of.Field(nameof(labelled.Name), ref labelled, ref labelled.Name);
            of.Field(nameof(labelled.Count), ref labelled, ref labelled.Count);
        }

        static void Crates()
        {
            Crate<byte>.Measure();
            Crate<long>.Measure();
            Crate<string>.Measure();
            Crate<Tight>.Measure();
            Crate<Labelled>.Measure();
            Crate<Crate<int>>.Measure();
            Pair<byte, long>.Measure();
            Pair<string, byte>.Measure();
            Pair<Tight, Labelled>.Measure();
        }
    }
}
