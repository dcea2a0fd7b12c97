import { Effect, Redacted } from "effect"
import { open, readFile, rename, rm } from "node:fs/promises"
import type { EppCredentials, StoredCredentials } from "../pool/EppCredentials.ts"

/** File mode of passwords: only the owner can read them. */
const ownerOnly = 0o600

/**
 * Password in a file, with only a line break after it. A new password is stored in a second file until the registry has
 * accepted it; then that file replaces the first one.
 */
export const fileCredentials = (clientId: string, file: string): EppCredentials => {
  const proposedFile = `${file}.proposed`
  return {
    read: Effect.gen(function*() {
      const password = yield* secretIn(file)
      if (password === undefined) return yield* Effect.die(new Error(`${file} is missing`))
      const proposed = yield* secretIn(proposedFile)
      const stored: StoredCredentials = { clientId, password, ...(proposed === undefined ? {} : { proposed }) }
      return stored
    }),
    propose: (password) => attempt(() => writeThrough(proposedFile, Redacted.value(password))),
    promote: attempt(() => rename(proposedFile, file)),
    withdraw: attempt(() => rm(proposedFile, { force: true }))
  }
}

const attempt = <A>(work: () => Promise<A>): Effect.Effect<A> => Effect.orDie(Effect.tryPromise(work))

/** The secret in a file; undefined if the file does not exist. */
const secretIn = (file: string): Effect.Effect<Redacted.Redacted | undefined> =>
  attempt(async () => {
    try {
      return Redacted.make((await readFile(file, "utf8")).replace(/\r?\n$/, ""))
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
      throw error
    }
  })

/** Synced to disk before the promise resolves, because the registry may set the password right after. */
const writeThrough = async (file: string, text: string): Promise<void> => {
  const handle = await open(file, "w", ownerOnly)
  try {
    await handle.writeFile(`${text}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
