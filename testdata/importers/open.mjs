// SPDX-License-Identifier: Apache-2.0
//
// node open.mjs firefox|pprof|devtools|schema FILE...
//
// Opens each file with an importer of another tool, and prints a line of JSON for each, in order:
//   {"threads": [{"name", "total", "functions": [{"name", "own", "total"}]}]}   or   {"error": "..."}
// The weights are as the importer has them: nanoseconds or samples in pprof, milliseconds or samples in Firefox,
// microseconds in DevTools.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);

// ---- Firefox: the daemon of profiler-cli, which is what `profiler-cli load` starts and asks

const FIREFOX = join(here, "node_modules/@firefox-devtools/profiler-cli/dist/profiler-cli.js");
const PATIENCE = 120_000;

/** Sends a message to the daemon, and returns the answer. */
function send(socket, message) {
  return new Promise((answer, fail) => {
    const connection = connect(socket);
    let text = "";
    connection.on("error", fail);
    connection.on("data", (some) => {
      text += some;
      if (text.endsWith("\n")) {
        connection.end();
        answer(JSON.parse(text));
      }
    });
    connection.on("close", () => fail(new Error("the daemon closed the connection")));
    connection.write(JSON.stringify(message) + "\n");
  });
}

async function loaded(socket, hasEnded) {
  const end = Date.now() + PATIENCE;
  while (Date.now() < end && !hasEnded()) {
    try {
      const status = await send(socket, { type: "status" });
      if (status.type === "ready") {
        return;
      }
      if (status.type === "error") {
        throw new Error(status.error);
      }
    } catch (e) {
      if (e.code !== "ENOENT" && e.code !== "ECONNREFUSED") {
        throw e;
      }
    }
    await new Promise((again) => setTimeout(again, 20));
  }
  throw new Error(hasEnded() ? "the daemon has ended" : "the profile was not loaded in two minutes");
}

async function ask(socket, command) {
  const answer = await send(socket, { type: "command", command });
  if (answer.type !== "success") {
    throw new Error(answer.error ?? answer.type);
  }
  return answer.result;
}

async function firefox(file) {
  const folder = mkdtempSync(join(tmpdir(), "firefox-"));
  const daemon = spawn(process.execPath, [FIREFOX, "--daemon", resolve(file), "--session", "s"], {
    stdio: "ignore",
    env: { ...process.env, PROFILER_CLI_SESSION_DIR: folder, PROFILER_CLI_NO_SYMBOLICATE: "1" },
  });
  let hasEnded = false;
  const ended = new Promise((it) => daemon.on("exit", it)).then(() => (hasEnded = true));
  try {
    const socket = join(folder, "s.sock");
    await loaded(socket, () => hasEnded);
    const { threads } = await ask(socket, {
      command: "thread",
      subcommand: "list",
      threadListOptions: { limit: 0, sort: "index" },
    });
    const shown = [];
    for (const thread of threads) {
      shown.push(await thread_(socket, thread));
    }
    return { threads: shown };
  } finally {
    daemon.kill();
    await ended;
    rmSync(folder, { recursive: true });
  }
}

async function thread_(socket, thread) {
  const answer = await ask(socket, {
    command: "thread",
    subcommand: "functions",
    thread: thread.threadHandle,
    includeIdle: true,
  });
  const functions = answer.functions.map((it) => ({
    name: it.name,
    own: it.selfSamples,
    total: it.totalSamples,
  }));
  return { name: thread.name, total: null, functions };
}

// ---- pprof: the decoder of pprof-format

async function pprof(file) {
  const { Profile } = require("pprof-format");
  const profile = Profile.decode(gunzipSync(readFileSync(file)));
  const text = (number) => profile.stringTable.strings[Number(number)];
  const types = profile.sampleType.map((it) => text(it.type));
  const value = Math.max(0, types.indexOf(text(profile.defaultSampleType)));
  const functions = new Map(profile.function.map((it) => [it.id, text(it.name)]));
  const locations = new Map(profile.location.map((it) => [it.id, functions.get(it.line[0].functionId)]));
  const threads = new Map();
  for (const sample of profile.sample) {
    const label = sample.label.find((it) => text(it.key) === "thread");
    const name = label === undefined ? "" : text(label.str);
    const thread = threads.get(name) ?? { name, total: 0, functions: new Map() };
    threads.set(name, thread);
    const weight = Number(sample.value[value]);
    const stack = sample.locationId.map((it) => locations.get(it));
    thread.total += weight;
    for (const each of new Set(stack)) {
      const shown = thread.functions.get(each) ?? { name: each, own: 0, total: 0 };
      thread.functions.set(each, shown);
      shown.total += weight;
    }
    if (stack.length > 0) {
      thread.functions.get(stack[0]).own += weight;
    }
  }
  return {
    threads: [...threads.values()].map((it) => ({ ...it, functions: [...it.functions.values()] })),
  };
}

// ---- Chrome: the engine of the Performance panel in its DevTools, which reads trace events

async function devtools(file) {
  // All that it wants of a browser.
  globalThis.DOMRect ??= class {};
  const { TraceModel } = await import("@paulirish/trace_engine");
  const model = TraceModel.Model.createWithAllHandlers();
  await model.parse(JSON.parse(readFileSync(file)).traceEvents);
  const { processes } = model.parsedTrace().data.Renderer;
  const threads = [...processes.values()].flatMap((process) => [...process.threads.values()]);
  return { threads: threads.map(({ name, entries }) => ({ name, total: null, functions: weighed(entries) })) };
}

/** The weights of the functions of a thread, of its events in the order in which they begin. */
function weighed(entries) {
  const functions = new Map();
  const open = [];
  for (const { name, ts, dur } of entries) {
    while (open.length > 0 && open.at(-1).end <= ts) {
      open.pop();
    }
    const shown = functions.get(name) ?? { name, own: 0, total: 0 };
    functions.set(name, shown);
    shown.own += dur;
    shown.total += open.some((it) => it.shown === shown) ? 0 : dur;
    if (open.length > 0) {
      open.at(-1).shown.own -= dur;
    }
    open.push({ shown, end: ts + dur });
  }
  return [...functions.values()];
}

// ---- speedscope: the schema that the package has

async function schema(file) {
  const { default: Ajv } = require("ajv");
  const text = readFileSync(join(here, "node_modules/speedscope/dist/release/file-format-schema.json"));
  const ajv = new Ajv({ strict: false, allErrors: true });
  const isValid = ajv.validate(JSON.parse(text), JSON.parse(readFileSync(file)));
  return isValid ? { threads: [] } : { error: ajv.errorsText().slice(0, 2000) };
}

const [how, ...files] = process.argv.slice(2);
const open = { firefox, pprof, devtools, schema }[how];
for (const file of files) {
  const answer = await open(file).catch((e) => ({ error: String(e.message) }));
  process.stdout.write(JSON.stringify(answer) + "\n");
}
