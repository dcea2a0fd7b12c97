import { fork } from "node:child_process"
import { once } from "node:events"
import type { Server } from "node:net"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { fileURLToPath } from "node:url"

/** Resources used by all threads of a process since its start. Memory is resident memory in bytes. */
export interface Usage {
  readonly cpuMicros: number
  readonly rss: number
  readonly peakRss: number
  /** Longest event-loop delay since `watchEventLoop`, in milliseconds. */
  readonly eventLoopDelayMillis: number
}

type Message =
  | { readonly type: "ready"; readonly value: unknown }
  | { readonly type: "usage"; readonly usage: Usage }
  | { readonly type: "result"; readonly value: unknown }

/** Separate process for the work of one side, so that its CPU time and memory are measured alone. */
export interface ChildProcess<Ready> {
  /** Message of the process when it was ready. */
  readonly ready: Ready
  /** Milliseconds from its start to that message. */
  readonly startMillis: number
  readonly usage: () => Promise<Usage>
  /** Starts measuring the event-loop delay of the process. */
  readonly watchEventLoop: () => void
  readonly stop: () => Promise<void>
}

/** Options of a process. */
interface ChildOptions {
  readonly flags?: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
}

const condition = "--conditions=namewright-source"

/** Starts a file of this folder, which reads `task` with `taskOf()`. */
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
    watchEventLoop: () => void child.send("watchEventLoop"),
    stop: async () => {
      if (child.exitCode !== null) return
      const exit = once(child, "exit")
      child.disconnect()
      await exit
    }
  }
}

/** Runs a file of this folder. Returns its result. */
export const runChild = async <Result>(
  file: string,
  task: object,
  options: ChildOptions = {}
): Promise<Result> => {
  const child = await startChild<Result>(file, task, options)
  await child.stop()
  return child.ready
}

/** In the child: the task of the parent. */
export const taskOf = <Task>(): Task => JSON.parse(process.argv[2] ?? "null") as Task

/** In the child: sends `value` to the parent, and answers its messages until it disconnects. */
export const serveParent = (value: unknown, stop: () => Promise<unknown> = async () => {}): void => {
  const loop = monitorEventLoopDelay({ resolution: loopMillis })
  process.on("message", (message) => {
    if (message === "watchEventLoop") loop.enable()
    else if (message === "usage") process.send?.({ type: "usage", usage: usageNow(loop.max) })
  })
  process.once("disconnect", () => void stop().finally(() => process.exit(0)))
  process.send?.({ type: "ready", value })
}

/** Interval of the timer that measures the event-loop delay, in milliseconds. */
const loopMillis = 5

const usageNow = (longestDelayNanos: number): Usage => {
  const { system, user } = process.cpuUsage()
  return {
    cpuMicros: user + system,
    rss: process.memoryUsage.rss(),
    peakRss: process.resourceUsage().maxRSS * 1024,
    eventLoopDelayMillis: Math.max(0, longestDelayNanos / 1e6 - loopMillis)
  }
}

/** In the child: port of a listening server. */
export const listening = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : 0)
    })
  })
