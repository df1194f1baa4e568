// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace Tiptoe.MetadataBench
{
    /// <summary>
    /// Distinct frames in random order, and their modules: one module with lines under as many MVIDs as it takes, each
    /// with readers and memory of its own. The frames are those of the other sides, in the same order.
    /// </summary>
    sealed class Frames
    {
        const int Seed = 11;

        public Frames(string path, int count)
        {
            List<(int Rid, int Offset)> points = Points(path);
            if (points.Count == 0)
            {
                throw new BadImageFormatException(path + " has no lines");
            }
            var mvids = new Guid[(count + points.Count - 1) / points.Count];
            for (int i = 0; i < mvids.Length; i++)
            {
                mvids[i] = Mvid(i);
                Modules.Add(mvids[i], SymbolModule.Open(path, PEStreamOptions.PrefetchEntireImage));
            }
            All = Array.ConvertAll(
                new JavaRandom(Seed).Shuffled(count),
                each => new Frame(mvids[each / points.Count], points[each % points.Count].Rid, points[each % points.Count].Offset));
        }

        /// <summary>What is asked for.</summary>
        public readonly struct Frame
        {
            public readonly Guid Mvid;
            public readonly int Rid;
            public readonly int Offset;

            public Frame(Guid mvid, int rid, int offset)
            {
                Mvid = mvid;
                Rid = rid;
                Offset = offset;
            }
        }

        public Frame[] All { get; }

        public Dictionary<Guid, SymbolModule> Modules { get; } = new Dictionary<Guid, SymbolModule>();

        /// <summary>A number for a place, the same on all sides.</summary>
        public static long Code(int line, int document) => ((long)line << 20) | (uint)document;

        /// <summary>A number for texts: of all characters, or one that reads little of them.</summary>
        public static long Code(string name, string path, int line, bool whole) => unchecked(whole
            ? (((Hash(name) * 31) + Hash(path)) * 31) + line
            : ((((long)name.Length << 20) | (uint)path.Length) << 20) | (uint)line);

        static long Hash(string text)
        {
            int hash = 0;
            foreach (char c in text)
            {
                hash = unchecked((hash * 31) + c);
            }
            return hash;
        }

        static Guid Mvid(int module)
        {
            var bytes = new byte[16];
            new Random(module).NextBytes(bytes);
            return new Guid(bytes);
        }

        static List<(int Rid, int Offset)> Points(string path)
        {
            var points = new List<(int Rid, int Offset)>();
            using SymbolModule module = SymbolModule.Open(path);
            foreach (MethodDebugInformationHandle method in module.Pdb.MethodDebugInformation)
            {
                foreach (SequencePoint point in module.Pdb.GetMethodDebugInformation(method).GetSequencePoints())
                {
                    if (!point.IsHidden)
                    {
                        points.Add((MetadataTokens.GetRowNumber(method), point.Offset));
                    }
                }
            }
            return points;
        }
    }
}
