// SPDX-License-Identifier: Apache-2.0

using System;
using System.Globalization;
using System.IO;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Text;
using System.Text.Json;

namespace Tiptoe.MetadataBench
{
    /// <summary>
    /// What <c>tiptoe symbolize</c> adds to a row of module, token and IL offset: method, written method, system name,
    /// source, line, column, end, URL, precision, origin, an empty reason, and where the line is from. For a method that no compiler made.
    /// </summary>
    static class SymbolizedRow
    {
        static readonly Guid SourceLink = new Guid("CC110556-A091-4D38-9FEC-25AB9A351A6A");

        /// <summary>Prints the only row of a list, and its answer.</summary>
        public static void Print(string list, string path)
        {
            string row = File.ReadAllText(list).TrimEnd('\n');
            string[] cells = row.Split('\t');
            int rid = Convert.ToInt32(cells[1], 16) & 0xffffff;
            int offset = Convert.ToInt32(cells[2], 16);
            using SymbolModule module = SymbolModule.Open(path);
            if (!module.Find(rid, offset, out SequencePoint point))
            {
                throw new BadImageFormatException(row + " has no line");
            }
            var names = new CSharpNames(module);
            string name = names.Of(rid), source = module.PathOf(point.Document);
            string precision = offset == 0 ? "at-or-after" : "exact";
            string lines = module.PdbPath ?? path + " (embedded PDB)";
            FormattableString answer =
                $"{row}\t{name}\t{name}\t{names.SystemNameOf(rid)}\t{source}\t{point.StartLine}\t{point.StartColumn}\t{point.EndLine}:{point.EndColumn}\t{Url(module.Pdb, source)}\t{precision}\t{module.PdbPath ?? path}\t\t{lines}\n";
            using Stream output = Console.OpenStandardOutput();
            output.Write(Encoding.UTF8.GetBytes(answer.ToString(CultureInfo.InvariantCulture)));
        }

        /// <summary>Where Source Link has a document; empty where it has none.</summary>
        static string Url(MetadataReader pdb, string source)
        {
            foreach (CustomDebugInformationHandle each in
                pdb.GetCustomDebugInformation(EntityHandle.ModuleDefinition))
            {
                CustomDebugInformation information = pdb.GetCustomDebugInformation(each);
                if (pdb.GetGuid(information.Kind) == SourceLink)
                {
                    using JsonDocument json = JsonDocument.Parse(pdb.GetBlobBytes(information.Value));
                    return Url(json.RootElement.GetProperty("documents"), source);
                }
            }
            return "";
        }

        static string Url(JsonElement documents, string source)
        {
            foreach (JsonProperty document in documents.EnumerateObject())
            {
                string pattern = document.Name, url = document.Value.GetString()!;
                int star = pattern.IndexOf('*');
                if (star < 0 ? pattern == source : source.StartsWith(pattern.Substring(0, star), StringComparison.OrdinalIgnoreCase))
                {
                    return star < 0 ? url : url.Replace("*", source.Substring(star).Replace('\\', '/'));
                }
            }
            return "";
        }
    }
}
