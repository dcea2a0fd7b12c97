import { Effect } from "effect"
import { statSync } from "node:fs"
import type { DatabaseSync } from "node:sqlite"
import { Worker } from "node:worker_threads"

/** Minimum size in bytes of a write-ahead log that is checkpointed in a thread. */
const largeLog = 8 * 1024 * 1024

/** Size of a log in pages at which SQLite checkpoints it in a commit: its default. */
const defaultPages = 1000

/** Size in bytes to which the file of a log is truncated after a checkpoint: that of `defaultPages`. */
const defaultLog = 4 * 1024 * 1024

/** Commits transactions, and checkpoints large logs in a thread. */
export interface Checkpoints {
  readonly commit: <A>(run: () => A) => A
  /** Waits for a running checkpoint. */
  readonly finished: Effect.Effect<void>
}

/** A running checkpoint. */
interface Copy {
  readonly thread: Worker
  readonly ended: Promise<void>
}

const script = `const { workerData } = require("node:worker_threads")
const { DatabaseSync } = require("node:sqlite")
const database = new DatabaseSync(workerData)
database.exec("PRAGMA wal_checkpoint(PASSIVE)")
database.close()`

/**
 * Checkpoints a large log in a thread instead of in the commit that wrote it. A batch of 50,000 jobs writes 50 MiB: the
 * commit alone stops the event loop for 35 to 70 ms, with the checkpoint for 140 to 280 ms, and the bound is 100 ms. If
 * the thread fails, a later commit does the checkpoint. The script is a string, because the name of a file would differ
 * between the sources, the build and a bundle.
 */
export const makeCheckpoints = (database: DatabaseSync, filename: string): Checkpoints => {
  if (filename === ":memory:") return { commit: (run) => run(), finished: Effect.void }
  const log = `${filename}-wal`
  let running: Copy | undefined
  database.exec(`PRAGMA journal_size_limit = ${defaultLog}`)

  const copy = (): Copy => {
    const thread = new Worker(script, {
      eval: true,
      workerData: filename,
      execArgv: ["--disable-warning=ExperimentalWarning"],
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 }
    })
    // The event `exit` follows. A log that another process has locked is not an error.
    thread.on("error", () => {})
    const ended = new Promise<void>((resolve) => {
      thread.once("exit", () => {
        running = undefined
        if (database.isOpen) database.exec(`PRAGMA wal_autocheckpoint = ${defaultPages}`)
        resolve()
      })
    })
    thread.unref()
    return { thread, ended }
  }

  return {
    commit: (run) => {
      const isLarge = running === undefined && (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > largeLog
      if (!isLarge) return run()
      database.exec("PRAGMA wal_autocheckpoint = 0")
      try {
        return run()
      } finally {
        running = copy()
      }
    },
    finished: Effect.promise(async () => {
      running?.thread.ref()
      await running?.ended
    })
  }
}
