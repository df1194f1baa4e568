// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Json;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace Tiptoe.WebServer
{
    /// <summary>Four clients with one connection pool.</summary>
    sealed class Load : IDisposable
    {
        const int Clients = 4;

        readonly HttpClient client;
        readonly ConcurrentDictionary<string, int> answers = new ConcurrentDictionary<string, int>();

        public Load(string socket)
        {
            var handler = new SocketsHttpHandler
            {
                ConnectCallback = async (_, cancellation) =>
                {
                    var connection = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
                    await connection.ConnectAsync(new UnixDomainSocketEndPoint(socket), cancellation);
                    return new NetworkStream(connection, ownsSocket: true);
                },
            };
            client = new HttpClient(handler) { BaseAddress = new Uri("http://harbour/") };
        }

        public void Dispose() => client.Dispose();

        /// <summary>How often each answer was got, by the answer.</summary>
        public async Task<List<KeyValuePair<string, int>>> Run(int requests)
        {
            // Alone, so that what others ask for is there.
            int number = 1;
            Count(await Ask(number));
            await Task.WhenAll(Enumerable.Range(0, Clients).Select(async _ =>
            {
                for (int next = Interlocked.Increment(ref number); next <= requests; next = Interlocked.Increment(ref number))
                {
                    Count(await Ask(next));
                }
            }));
            return answers.OrderBy(pair => pair.Key, StringComparer.Ordinal).ToList();
        }

        void Count(string answer) => answers.AddOrUpdate(answer, 1, (_, count) => count + 1);

        async Task<string> Ask(int number)
        {
            switch (number % 8)
            {
                case 0:
                    return Status("GET /", await client.GetAsync("/"));
                case 1:
                case 2:
                    return Status("POST /ships", await client.PostAsJsonAsync("/ships", Launch(number)));
                case 3:
                    List<Ship>? found = await client.GetFromJsonAsync<List<Ship>>("/ships?cargo=" + (Cargo)(number % 3));
                    return "GET /ships " + (found is null ? "null" : "200");
                case 4:
                    return Status("GET /ships/{id}", await client.GetAsync("/ships/" + (number % 16 == 4 ? 1 : -1)));
                case 5:
                    int tides = 0;
                    await foreach (Crate<DateTime>? tide in client.GetFromJsonAsAsyncEnumerable<Crate<DateTime>>("/tides"))
                    {
                        tides += tide is null ? 0 : 1;
                    }
                    return "GET /tides " + tides;
                case 6:
                    return Status("GET /storm", await client.GetAsync("/storm"));
                default:
                    return Status("GET /nowhere", await client.GetAsync("/nowhere"));
            }
        }

        static Ship Launch(int number) =>
            new Ship(
                number % 64,
                number % 8 == 1 ? "Ship " + number : "",
                (Cargo)(number % 3),
                number % 2 == 0 ? null : new Berth(number % 7, 'a'),
                new[] { new Crate<string>("beans", number) });

        static string Status(string request, HttpResponseMessage response)
        {
            using (response)
            {
                return request + " " + (int)response.StatusCode;
            }
        }
    }
}
