import { Effect } from "effect"
import { statSync } from "node:fs"
import type { DatabaseSync } from "node:sqlite"
import { Worker } from "node:worker_threads"

/** A log of more bytes than this is copied beside the program. */
const largeLog = 16 * 1024 * 1024

/** Pages after which SQLite copies the log within the commit that finds it so long: its own default. */
const usualPages = 1000

/** What is left of a log's file after it was copied, in bytes: as much as those pages take up. */
const usualLog = 4 * 1024 * 1024

/** Commits, and what they leave to be copied from the log into the database file. */
export interface Checkpoints {
  readonly commit: <A>(run: () => A) => A
  /** Waits for a copy that is under way. */
  readonly settled: Effect.Effect<void>
}

/** A copy that is under way. */
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
 * Keeps the copy of a long log out of the commit that wrote it. A batch of tens of thousands of jobs writes a log of tens
 * of megabytes; to copy it takes longer than to commit, and nothing else would run meanwhile. A thread of its own does it
 * then, beside readers and writers, and is gone afterwards. Where it fails, a later commit does it as usual.
 */
export const makeCheckpoints = (database: DatabaseSync, filename: string): Checkpoints => {
  if (filename === ":memory:") return { commit: (run) => run(), settled: Effect.void }
  const log = `${filename}-wal`
  let running: Copy | undefined
  database.exec(`PRAGMA journal_size_limit = ${usualLog}`)

  const copy = (): Copy => {
    const thread = new Worker(script, {
      eval: true,
      workerData: filename,
      execArgv: ["--disable-warning=ExperimentalWarning"],
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 }
    })
    // Its end follows; another process may hold the log, and then there is nothing to be said about it.
    thread.on("error", () => {})
    const ended = new Promise<void>((resolve) => {
      thread.once("exit", () => {
        running = undefined
        if (database.isOpen) database.exec(`PRAGMA wal_autocheckpoint = ${usualPages}`)
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
    settled: Effect.promise(async () => {
      running?.thread.ref()
      await running?.ended
    })
  }
}
