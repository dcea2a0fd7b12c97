import { Effect } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { crashingBundle } from "../../../packages/core/test/domains/crashingBundle.ts"
import type { Kill } from "./servedShop.ts"

/** A process with the shop, which has loaded its modules. */
export interface ShopProcess {
  /** Begins to serve, and returns its address. It kills itself at a statement, if one is given. */
  readonly serve: (kill?: Kill) => Promise<string>
  readonly ended: Promise<void>
  readonly stop: () => Promise<void>
  readonly printed: () => string
}

const start = (node: ReadonlyArray<string>): ShopProcess & { readonly child: ChildProcess } => {
  const child = spawn(process.execPath, [...node], { stdio: ["pipe", "pipe", "pipe"] })
  let printed = ""
  const ended = once(child, "exit").then(() => {})
  const line = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(printed)
        if (found !== null) resolve(found[1] ?? "")
      }
      child.stdout.on("data", look)
      look()
      ended.then(() => reject(new Error(`The shop ended:\n${printed}`)))
    })
  const keep = (chunk: Buffer) => void (printed += chunk.toString())
  child.stdout.on("data", keep)
  child.stderr.on("data", keep)
  const warm = line(/^(warm)$/m)
  warm.catch(() => {})
  return {
    child,
    ended,
    printed: () => printed,
    serve: async (kill) => {
      await warm
      child.stdin.write(`${JSON.stringify(kill ?? null)}\n`)
      return line(/^listening (\S+)$/m)
    },
    stop: () => {
      child.kill("SIGTERM")
      return ended
    }
  }
}

/** Starts a process, which is killed with the scope. `node` are the arguments of Node. */
export const shopProcess = (node: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => start(node)),
    ({ child, ended }) =>
      Effect.promise(async () => {
        if (child.exitCode !== null || child.signalCode !== null) return
        child.kill("SIGKILL")
        await ended
      })
  )

/** Path of the shop's process as one file, which starts several times as fast. */
export const bundledShop = Effect.gen(function*() {
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-shop-"))),
    (made) => Effect.promise(() => rm(made, { recursive: true, force: true }))
  )
  return yield* crashingBundle(folder, join(import.meta.dirname, "servedShop.ts"))
})
