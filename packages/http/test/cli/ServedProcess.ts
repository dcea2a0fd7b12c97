import { Effect, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { compileCache } from "../../../../test/compileCache.ts"

const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url))

/** Script, and its arguments before those of the command. */
export type Script = readonly [path: string, ...args: ReadonlyArray<string>]

/** Where it runs, if not in the folder and with the home of this process. */
interface Folders {
  readonly cwd?: string
  readonly home?: string
}

/** `namewright serve` in a process of its own. */
export interface ServedProcess {
  readonly url: string
  /** What it has printed up to now. */
  readonly printed: () => string
  readonly child: ChildProcess
  /** Asks it to stop, and answers its exit code. */
  readonly stop: (signal?: "SIGTERM" | "SIGINT") => Promise<number | null>
}

/** Starts the server on a free port; it is killed when the scope closes. */
export const servedProcess = (
  args: ReadonlyArray<string>,
  script: Script = [main],
  folders: Folders = {}
): Effect.Effect<ServedProcess, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(() => start(args, script, folders)),
    ({ child }) => Effect.sync(() => void child.kill("SIGKILL"))
  )

const start = async (
  args: ReadonlyArray<string>,
  script: Script,
  { cwd, home }: Folders
): Promise<ServedProcess> => {
  const child = spawn(
    process.execPath,
    ["--conditions=namewright-source", ...script, "serve", "--port", "0", "--dns-port", "0", ...args],
    {
      stdio: ["ignore", "pipe", "pipe"],
      cwd,
      env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: compileCache, ...home && { HOME: home } }
    }
  )
  let printed = ""
  const ended = once(child, "exit").then(([code]) => code as number | null)
  const url = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      const found = /^ {2}REST +(\S+)\/v1$/m.exec(printed)?.[1]
      // The summary is written in one piece that ends with an empty line.
      if (found !== undefined && printed.endsWith("\n\n")) resolve(found)
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
    ended.then((code) => reject(new Error(`serve ended with ${code}:\n${printed}`)))
  })
  return {
    url: await url,
    printed: () => printed,
    child,
    stop: (signal = "SIGTERM") => {
      child.kill(signal)
      return ended
    }
  }
}

/** Runs a line that was printed for people to copy; answers what it writes. */
export const runCopied = (line: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const shell = spawn("sh", ["-c", `${line} --silent --show-error`], { stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    shell.stdout.on("data", (chunk: Buffer) => output += chunk.toString())
    shell.stderr.on("data", (chunk: Buffer) => output += chunk.toString())
    shell.once("exit", (code) => code === 0 ? resolve(output) : reject(new Error(output)))
  })
