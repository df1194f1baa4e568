// SPDX-License-Identifier: Apache-2.0

using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Http;

namespace Tiptoe.WebServer
{
    enum Cargo { Coffee, Tea, Pianos }

    readonly record struct Berth(int Pier, char Side);

    sealed record Crate<T>(T Content, int Number);

    sealed record Ship(int Id, string Name, Cargo Cargo, Berth? Berth, IReadOnlyList<Crate<string>> Crates) : INamed;

    interface INamed
    {
        string Name { get; }
    }

    interface IStore<K, V>
        where K : notnull
    {
        V Keep(K key, V value);

        bool TryFind(K key, out V? value);

        IEnumerable<KeyValuePair<K, V>> All { get; }
    }

    sealed class MemoryStore<K, V> : IStore<K, V>
        where K : notnull
    {
        readonly ConcurrentDictionary<K, V> kept = new ConcurrentDictionary<K, V>();

        public V Keep(K key, V value) => kept[key] = value;

        public bool TryFind(K key, out V? value) => kept.TryGetValue(key, out value);

        public IEnumerable<KeyValuePair<K, V>> All => kept;
    }

    interface IRule<in T>
    {
        bool Allows(T it);
    }

    sealed class Seaworthy : IRule<Ship>
    {
        public bool Allows(Ship ship) => ship.Berth is { Pier: >= 0 };
    }

    sealed class Named<T> : IRule<T>
        where T : INamed
    {
        public bool Allows(T it) => it.Name.Length > 0;
    }

    /// <summary>What one request looks at.</summary>
    sealed class Watch<T>
    {
        readonly IEnumerable<IRule<T>> rules;

        public Watch(IEnumerable<IRule<T>> rules) => this.rules = rules;

        public (bool Allowed, int Rules) Judge(T it) => (rules.All(rule => rule.Allows(it)), rules.Count());
    }

    /// <summary>Numbers the requests, in a header.</summary>
    sealed class Counted<T>
    {
        static int count;

        readonly RequestDelegate next;

        public Counted(RequestDelegate next) => this.next = next;

        public async Task InvokeAsync(HttpContext context, IStore<string, Crate<T?>> seen)
        {
            int number = System.Threading.Interlocked.Increment(ref count);
            seen.Keep(context.Request.Path.Value ?? "", new Crate<T?>(default, number));
            context.Response.Headers["X-Number"] = number.ToString(System.Globalization.CultureInfo.InvariantCulture);
            await next(context);
        }
    }
}
