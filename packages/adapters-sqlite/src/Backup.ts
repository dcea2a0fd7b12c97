import { Effect } from "effect"
import { rename, rm } from "node:fs/promises"
import { backup as copyPages, DatabaseSync } from "node:sqlite"

/** A backup that could not be made; `cause` says why. */
export class BackupFailed extends Error {
  override readonly name = "BackupFailed"
}

/** A copy of all pages in one step does not have to begin anew when somebody writes in between. */
const allAtOnce = 2 ** 31 - 1

/**
 * Copies a database file to `destination` while others read and write it, as it was at one moment between two
 * transactions. The copy appears whole or not at all; one that was there before is replaced. Answers its pages.
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
        const pages = await copyPages(source, unfinished, { rate: allAtOnce })
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
