import { fork } from "node:child_process"
import { once } from "node:events"
import type { Server } from "node:net"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { fileURLToPath } from "node:url"

/** What a process has used since it began, of all its threads. Memory is resident, in bytes. */
export interface Usage {
  readonly cpuMicros: number
  readonly rss: number
  readonly peakRss: number
  /** The longest that its event loop did not turn since `watchLoop`, in milliseconds. */
  readonly blockedMillis: number
}

type Message =
  | { readonly type: "ready"; readonly value: unknown }
  | { readonly type: "usage"; readonly usage: Usage }
  | { readonly type: "result"; readonly value: unknown }

/** A process of its own that does one side's work, so that its CPU time and memory are that side's alone. */
export interface ChildProcess<Ready> {
  /** What the process told when it could begin. */
  readonly ready: Ready
  /** Milliseconds from its start until then. */
  readonly startMillis: number
  readonly usage: () => Promise<Usage>
  /** From now on the process watches how long its event loop stands still. */
  readonly watchLoop: () => void
  readonly stop: () => Promise<void>
}

/** What a process is started with besides. */
interface ChildOptions {
  readonly flags?: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
}

const condition = "--conditions=namewright-source"

/** Starts a file of this folder; `task` reaches it as `taskOf()`. */
export const startChild = async <Ready>(
  file: string,
  task: object,
  { env = {}, flags = [] }: ChildOptions = {}
): Promise<ChildProcess<Ready>> => {
  const started = performance.now()
  const child = fork(fileURLToPath(new URL(`../${file}`, import.meta.url)), [JSON.stringify(task)], {
    execArgv: [condition, "--disable-warning=ExperimentalWarning", ...flags],
    env: { ...process.env, ...env }
  })
  const message = <A>(pick: (message: Message) => A | undefined): Promise<A> =>
    new Promise((resolve, reject) => {
      const listen = (received: Message) => {
        const picked = pick(received)
        if (picked === undefined) return
        child.off("message", listen as never).off("exit", gone)
        resolve(picked)
      }
      const gone = (code: number | null) => reject(new Error(`${file} ended with code ${code}`))
      child.on("message", listen as never).on("exit", gone)
    })
  const ready = await message((received) => received.type === "ready" ? { value: received.value } : undefined)
  const startMillis = performance.now() - started
  return {
    ready: ready.value as Ready,
    startMillis,
    usage: () => {
      const usage = message((received) => received.type === "usage" ? received.usage : undefined)
      child.send("usage")
      return usage
    },
    watchLoop: () => void child.send("watchLoop"),
    stop: async () => {
      if (child.exitCode !== null) return
      const exit = once(child, "exit")
      child.disconnect()
      await exit
    }
  }
}

/** Runs a file of this folder to its end and answers what it found. */
export const runChild = async <Result>(
  file: string,
  task: object,
  options: ChildOptions = {}
): Promise<Result> => {
  const child = await startChild<Result>(file, task, options)
  await child.stop()
  return child.ready
}

/** In the child: what the parent asked for. */
export const taskOf = <Task>(): Task => JSON.parse(process.argv[2] ?? "null") as Task

/** In the child: tells the parent that it can begin, or what was found, and answers what it asks until it leaves. */
export const serveParent = (value: unknown, stop: () => Promise<unknown> = async () => {}): void => {
  const loop = monitorEventLoopDelay({ resolution: loopMillis })
  process.on("message", (asked) => {
    if (asked === "watchLoop") loop.enable()
    else if (asked === "usage") process.send?.({ type: "usage", usage: usageNow(loop.max) })
  })
  process.once("disconnect", () => void stop().finally(() => process.exit(0)))
  process.send?.({ type: "ready", value })
}

/** Milliseconds between two turns that the watch of the event loop asks for. */
const loopMillis = 5

const usageNow = (longestTurnNanos: number): Usage => {
  const { system, user } = process.cpuUsage()
  return {
    cpuMicros: user + system,
    rss: process.memoryUsage.rss(),
    peakRss: process.resourceUsage().maxRSS * 1024,
    blockedMillis: Math.max(0, longestTurnNanos / 1e6 - loopMillis)
  }
}

/** In the child: the port that a server was given. */
export const listening = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : 0)
    })
  })
