// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Tiptoe.WebServer
{
    static class Endpoints
    {
        public static void Map(IEndpointRouteBuilder routes)
        {
            routes.MapGet("/", () => "harbour");
            RouteGroupBuilder ships = routes.MapGroup("/ships");
            ships.MapGet("/", (IStore<int, Ship> store, Cargo? cargo) =>
                store.All.Select(pair => pair.Value).Where(ship => cargo is null || ship.Cargo == cargo).Take(5));
            ships.MapGet("/{id:int}", (int id, IStore<int, Ship> store) =>
                store.TryFind(id, out Ship? ship) ? Results.Ok(ship) : Results.NotFound());
            ships.MapPost("/", (Ship ship, IStore<int, Ship> store, Watch<Ship> watch) =>
            {
                (bool allowed, int rules) = watch.Judge(ship);
                return allowed ? Results.Created("/ships/" + ship.Id, store.Keep(ship.Id, ship)) : Results.BadRequest(new { rules });
            });
            routes.MapGet("/tides", Tides);
            routes.MapGet("/storm", string () => throw new Storm<Ship>(12));
        }

        static async IAsyncEnumerable<Crate<DateTime>> Tides()
        {
            for (int i = 0; i < 3; i++)
            {
                await Task.Yield();
                yield return new Crate<DateTime>(DateTime.UnixEpoch.AddHours(6 * i), i);
            }
        }

        public static Task Failed(HttpContext context)
        {
            Exception? error = context.Features.Get<IExceptionHandlerFeature>()?.Error;
            context.Response.StatusCode = error is Storm<Ship> ? 503 : 500;
            return context.Response.WriteAsJsonAsync(new Dictionary<string, int> { ["force"] = (error as Storm<Ship>)?.Force ?? 0 });
        }
    }

    sealed class Storm<T> : Exception
    {
        public readonly int Force;

        public Storm(int force) => Force = force;
    }
}
