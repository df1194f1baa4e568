// SPDX-License-Identifier: Apache-2.0

using System;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Tiptoe.MetadataBench
{
    /// <summary>
    /// The lines and names of frames as a program finds them that keeps nothing: it decodes the points of the method, and
    /// its name, for each answer.
    /// </summary>
    sealed class SymbolWorks
    {
        readonly Frames frames;

        public SymbolWorks(Frames frames)
        {
            this.frames = frames;
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
                frames.Modules[frame.Mvid].Find(frame.Rid, frame.Offset, out SequencePoint point);
                checksum.Add(Frames.Code(point.StartLine, MetadataTokens.GetRowNumber(point.Document) - 1));
            }
        }

        void Strings(Checksum checksum)
        {
            foreach (Frames.Frame frame in frames.All)
            {
                SymbolModule module = frames.Modules[frame.Mvid];
                module.Find(frame.Rid, frame.Offset, out SequencePoint point);
                string name = new CSharpNames(module).Of(frame.Rid);
                checksum.Add(Frames.Code(name, module.PathOf(point.Document), point.StartLine, checksum.IsWhole));
            }
        }
    }
}
