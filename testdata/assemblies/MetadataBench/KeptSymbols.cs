// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Tiptoe.MetadataBench
{
    /// <summary>
    /// The lines and names of frames as a program finds them that keeps what it has decoded: the points and the name of
    /// each method, the path of each document.
    /// </summary>
    sealed class KeptSymbols
    {
        readonly Frames frames;
        readonly Dictionary<Guid, Known> modules;

        public KeptSymbols(Frames frames)
        {
            this.frames = frames;
            modules = frames.Modules.ToDictionary(module => module.Key, module => new Known(module.Value));
        }

        public Action<Checksum> Prepare(string work) => work switch
        {
            "codes" => Codes,
            "strings" => Strings,
            _ => throw new ArgumentException(work),
        };

        void Codes(Checksum checksum)
        {
            foreach (Frames.Frame frame in frames.All)
            {
                Point point = modules[frame.Mvid].Of(frame.Rid).At(frame.Offset);
                checksum.Add(Frames.Code(point.Line, point.Document - 1));
            }
        }

        void Strings(Checksum checksum)
        {
            foreach (Frames.Frame frame in frames.All)
            {
                Known module = modules[frame.Mvid];
                Method method = module.Of(frame.Rid);
                Point point = method.At(frame.Offset);
                string name = method.Name ??= module.NameOf(frame.Rid);
                checksum.Add(Frames.Code(name, module.PathOf(point.Document), point.Line, checksum.IsWhole));
            }
        }

        readonly struct Point
        {
            public readonly int Offset;
            public readonly int Line;
            public readonly int Document;

            public Point(SequencePoint point)
            {
                Offset = point.Offset;
                Line = point.StartLine;
                Document = MetadataTokens.GetRowNumber(point.Document);
            }
        }

        sealed class Method
        {
            readonly Point[] points;

            public Method(MethodDebugInformation method)
            {
                points = method.GetSequencePoints().Where(each => !each.IsHidden).Select(each => new Point(each)).ToArray();
            }

            public string? Name { get; set; }

            /// <summary>The last point up to an offset.</summary>
            public Point At(int offset)
            {
                int low = 0, high = points.Length;
                while (low < high)
                {
                    int middle = (low + high) / 2;
                    if (points[middle].Offset <= offset)
                    {
                        low = middle + 1;
                    }
                    else
                    {
                        high = middle;
                    }
                }
                return low == 0 ? default : points[low - 1];
            }
        }

        sealed class Known
        {
            readonly SymbolModule module;
            readonly CSharpNames names;
            readonly Method?[] methods;
            readonly string?[] paths;

            public Known(SymbolModule module)
            {
                this.module = module;
                names = new CSharpNames(module);
                methods = new Method?[module.Pdb.MethodDebugInformation.Count + 1];
                paths = new string?[module.Pdb.Documents.Count + 1];
            }

            public Method Of(int rid) => methods[rid] ??= new Method(
                module.Pdb.GetMethodDebugInformation(MetadataTokens.MethodDebugInformationHandle(rid)));

            public string NameOf(int rid) => names.Of(rid);

            public string PathOf(int document) =>
                paths[document] ??= module.PathOf(MetadataTokens.DocumentHandle(document));
        }
    }
}
