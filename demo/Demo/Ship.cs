// SPDX-License-Identifier: Apache-2.0

using System.Runtime.CompilerServices;

namespace Tiptoe.Demo
{
    /// <summary>
    /// How a ship lies. Only ever the type of a field: never boxed, printed, passed, returned or a type argument.
    /// The runtime then lays it out as part of <see cref="Ship"/> and never announces it.
    /// </summary>
    enum Mooring : byte
    {
        Adrift,
        AtAnchor,
        Alongside,
    }

    /// <summary>An angle, in a <see cref="Position"/>, in a <see cref="Ship"/>: a struct in a struct in a class.</summary>
    struct Angle
    {
        public short Degrees;
        public float Minutes;

        public readonly double Radians => (Degrees + (Minutes / 60)) * (System.Math.PI / 180);
    }

    struct Position
    {
        public Angle Latitude;
        public Angle Longitude;

        [MethodImpl(MethodImplOptions.NoInlining)]
        public void Drift(int tide)
        {
            Latitude.Minutes = (Latitude.Minutes + (tide % 7)) % 60;
            Longitude.Minutes = (Longitude.Minutes + (tide % 11)) % 60;
        }
    }

    sealed class Ship
    {
        readonly LogBook log = new LogBook();
        Position position;
        Mooring mooring;

        public Ship(string name, short latitude)
        {
            Name = name;
            position.Latitude.Degrees = latitude;
            mooring = Mooring.Adrift;
        }

        public string Name { get; }

        public int Landings => log.Landings;

        public double Latitude => position.Latitude.Radians;

        [MethodImpl(MethodImplOptions.NoInlining)]
        public void ComeAlongside(int tide)
        {
            position.Drift(tide);
            if (mooring != Mooring.Alongside)
            {
                mooring = Mooring.Alongside;
            }
            log.Note();
        }

        /// <summary>A nested type, private as nested types often are.</summary>
        sealed class LogBook
        {
            public int Landings { get; private set; }

            public void Note() => Landings++;
        }
    }
}
