import { Effect } from "effect"
import { rename, rm } from "node:fs/promises"
import { backup as copyPages, DatabaseSync } from "node:sqlite"

/** The backup failed for the reason in `cause`. */
export class BackupFailed extends Error {
  override readonly name = "BackupFailed"
}

/** Pages per step: all of them, since a write between two steps would restart the copy. */
const allPages = 2 ** 31 - 1

/**
 * Copies a snapshot of a database file to `destination` while it is in use. The copy replaces an existing file
 * atomically. Returns the number of pages.
 */
export const backup = ({ destination, filename }: {
  readonly filename: string
  readonly destination: string
}): Effect.Effect<number, BackupFailed> => {
  const unfinished = `${destination}.unfinished`
  return Effect.tryPromise({
    try: async () => {
      const source = new DatabaseSync(filename, { readOnly: true })
      try {
        const pages = await copyPages(source, unfinished, { rate: allPages })
        await rename(unfinished, destination)
        return pages
      } finally {
        source.close()
        await rm(unfinished, { force: true })
      }
    },
    catch: (cause) => new BackupFailed(`${filename} could not be copied to ${destination}`, { cause })
  })
}
