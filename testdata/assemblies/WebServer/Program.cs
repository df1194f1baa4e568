// SPDX-License-Identifier: Apache-2.0

using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
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
    /// </summary>
    static class Program
    {
        static async Task<int> Main(string[] args)
        {
            int requests = args.Length > 0 ? int.Parse(args[0], CultureInfo.InvariantCulture) : 2000;
            DirectoryInfo folder = Directory.CreateTempSubdirectory("tiptoe-web");
            try
            {
                string socket = Path.Combine(folder.FullName, "socket");
                await using WebApplication server = Server(folder.FullName, socket);
                await server.StartAsync();
                using var load = new Load(socket);
                foreach ((string answer, int count) in await load.Run(requests))
                {
                    Console.WriteLine(answer + "\t" + count.ToString(CultureInfo.InvariantCulture));
                }
                await server.StopAsync();
                return 0;
            }
            finally
            {
                folder.Delete(recursive: true);
            }
        }

        static WebApplication Server(string folder, string socket)
        {
            WebApplicationBuilder builder = WebApplication.CreateBuilder(new WebApplicationOptions { ContentRootPath = folder });
            builder.Logging.ClearProviders();
            builder.WebHost.ConfigureKestrel(options => options.ListenUnixSocket(socket));
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
