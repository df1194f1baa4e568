// SPDX-License-Identifier: Apache-2.0

using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

[assembly: System.Reflection.AssemblyVersion("1.0.0.0")]

namespace Tiptoe.WebServer
{
    /// <summary>
    /// An ASP.NET Core server that is its own and only client, over a Unix socket in a temporary folder, and then stops.
    ///
    /// <code>WebServer.dll [REQUESTS]</code> serves that many requests (2000), four at a time, and prints how many got
    /// which answer.
    ///
    /// <code>WebServer.dll serve</code> listens on a loopback port instead, prints its address, and stops at the end of
    /// standard input.
    /// </summary>
    static class Program
    {
        static async Task<int> Main(string[] args)
        {
            DirectoryInfo folder = Directory.CreateTempSubdirectory("tiptoe-web");
            try
            {
                if (args.Length == 1 && args[0] == "serve")
                {
                    await Serve(folder.FullName);
                }
                else
                {
                    await ServeItself(folder.FullName, args.Length > 0 ? int.Parse(args[0], CultureInfo.InvariantCulture) : 2000);
                }
                return 0;
            }
            finally
            {
                folder.Delete(recursive: true);
            }
        }

        static async Task Serve(string folder)
        {
            await using WebApplication server = Server(folder, kestrel => kestrel.Listen(IPAddress.Loopback, 0));
            await server.StartAsync();
            Console.WriteLine(server.Urls.Single());
            await Console.In.ReadToEndAsync();
            await server.StopAsync();
        }

        static async Task ServeItself(string folder, int requests)
        {
            string socket = Path.Combine(folder, "socket");
            await using WebApplication server = Server(folder, kestrel => kestrel.ListenUnixSocket(socket));
            await server.StartAsync();
            using var load = new Load(socket);
            foreach ((string answer, int count) in await load.Run(requests))
            {
                Console.WriteLine(answer + "\t" + count.ToString(CultureInfo.InvariantCulture));
            }
            Collect();
            await server.StopAsync();
        }

        /// <summary>Has what waits for a collection run in every run: finalizers, and what trims pools.</summary>
        static void Collect()
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        static WebApplication Server(string folder, Action<KestrelServerOptions> listen)
        {
            WebApplicationBuilder builder = WebApplication.CreateBuilder(new WebApplicationOptions { ContentRootPath = folder });
            builder.Logging.ClearProviders();
            builder.WebHost.ConfigureKestrel(listen);
            builder.Services.AddSingleton(typeof(IStore<,>), typeof(MemoryStore<,>));
            builder.Services.AddScoped<Watch<Ship>>();
            builder.Services.AddTransient<IRule<Ship>, Seaworthy>();
            builder.Services.AddTransient<IRule<Ship>, Named<Ship>>();
            WebApplication server = builder.Build();
            server.UseExceptionHandler(failed => failed.Run(Endpoints.Failed));
            server.UseMiddleware<Counted<Ship>>();
            Endpoints.Map(server);
            return server;
        }
    }
}
