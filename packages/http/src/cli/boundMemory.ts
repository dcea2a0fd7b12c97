import { tmpdir } from "node:os"
import { join } from "node:path"
import * as v8 from "node:v8"

/**
 * Little room for young objects, for which V8 takes a hundred MiB and more on a large machine, and compiled code that
 * prefers to be small.
 */
export const sparingFlags = ["--max-semi-space-size=2", "--optimize-for-size"]

/**
 * The C library keeps what threads gave back in up to eight stores for each processor. And a process that finds compiled
 * code from its first file on need not load what takes the types out of sources, which it would keep.
 */
export const sparing = { MALLOC_ARENA_MAX: "2", NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache") }

/**
 * Bounds what the process holds beside living objects. Some of it has to be known before the process begins, so it
 * begins anew in its place, with the same id and files; where the system cannot do that it goes on as it is. Whoever
 * chooses the room for young objects keeps that choice.
 */
export const boundMemory = (): void => {
  // The heap may grow by this share of what was alive before it is tidied; left alone, V8 lets it become several times that.
  v8.setFlagsFromString("--heap-growing-percent=40")
  const chosen = [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""]
  if (process.execve === undefined || chosen.some((option) => /max[-_]semi[-_]space[-_]size/.test(option))) return
  const args = [process.execPath, ...sparingFlags, ...process.execArgv, ...process.argv.slice(1)]
  try {
    process.execve(process.execPath, args, { ...sparing, ...process.env })
  } catch {
    // Windows has no such call, and a process may be forbidden to make it.
  }
}
