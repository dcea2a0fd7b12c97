import { Effect, type Scope } from "effect"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { createSocket } from "node:dgram"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePortAt } from "../freePort.ts"
import { programPath, type RequirementName } from "../requires.ts"

/** Runs a tool, and returns its output and success. */
export const runTool = (
  command: RequirementName,
  args: ReadonlyArray<string>,
  input?: string
): { readonly output: string; readonly isWell: boolean } => {
  const { status, stderr, stdout } = spawnSync(command, args, {
    encoding: "utf8",
    env: { PATH: programPath },
    maxBuffer: 1 << 28,
    ...input === undefined ? {} : { input }
  })
  return { output: `${stdout}${stderr}`, isWell: status === 0 }
}

/** Temporary folder, removed with the scope. */
export const temporaryFolder = (name: string): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), `namewright-${name}-`))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )

export const writeIn = (folder: string, file: string, lines: ReadonlyArray<string>): string => {
  const path = join(folder, file)
  writeFileSync(path, `${lines.join("\n")}\n`, { mode: 0o600 })
  return path
}

/** Free port. */
export const unusedPort = (host: string): Effect.Effect<number> => Effect.promise(() => freePortAt(host))

/** Nameserver process, stopped with the scope. */
export interface NameserverProcess {
  readonly host: string
  readonly port: number
  /** Log of all its runs. */
  readonly log: () => string
  readonly stop: Effect.Effect<void>
  readonly start: Effect.Effect<void>
}

export interface Program {
  readonly command: RequirementName
  readonly args: ReadonlyArray<string>
  readonly folder: string
  readonly host: string
  readonly port: number
}

/** Query for the SOA of the root: any response shows that the server is running. */
const question = Buffer.from("0001000000010000000000000000060001", "hex")

const answers = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket("udp4")
    const end = (isThere: boolean) => {
      clearTimeout(timer)
      socket.close()
      resolve(isThere)
    }
    const timer = setTimeout(() => end(false), 200)
    socket.on("message", () => end(true)).on("error", () => undefined)
    socket.send(question, port, host)
  })

/** Starts the program, and waits until it answers. */
export const nameserverProcess = Effect.fnUntraced(function*(
  { args, command, folder, host, port }: Program
): Effect.fn.Return<NameserverProcess, never, Scope.Scope> {
  let log = ""
  let child: ChildProcess | undefined = undefined
  const stop = Effect.promise(async () => {
    const running = child
    child = undefined
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, "exit")
    running.kill("SIGTERM")
    const timer = setTimeout(() => running.kill("SIGKILL"), 5000)
    await ended
    clearTimeout(timer)
  })
  const start = Effect.promise(async () => {
    const started = spawn(command, args, { cwd: folder, env: { PATH: programPath }, stdio: ["ignore", "pipe", "pipe"] })
    child = started
    const read = (chunk: Buffer) => void (log += chunk.toString())
    started.stdout.on("data", read)
    started.stderr.on("data", read)
    for (let tries = 0; tries < 100; tries++) {
      if (await answers(host, port)) return
      if (started.exitCode !== null) break
    }
    throw new Error(`${command} does not answer:\n${log}`)
  })
  yield* Effect.acquireRelease(start, () => stop)
  return { host, port, log: () => log, stop, start }
})
