import { Effect, Redacted } from "effect"
import { open, readFile, rename, rm } from "node:fs/promises"
import type { EppCredentials, StoredCredentials } from "../pool/EppCredentials.ts"

/** Only its owner may read a password. */
const ownerOnly = 0o600

/**
 * A password that lies in a file of its own, without anything beside it but the line's end. A new one stands in a second
 * file next to it until the registry has taken it; then it takes the first one's place.
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

/** The secret in a file; undefined where there is no such file. */
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
