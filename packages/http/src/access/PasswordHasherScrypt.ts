import { PasswordHasher, type PasswordVerdict } from "@namewright/core/access"
import { Entropy } from "@namewright/core/shared"
import { Effect, Layer, Redacted, Semaphore } from "effect"
import { scrypt, timingSafeEqual } from "node:crypto"

/** Parameters of a hash (RFC 7914, section 2): `cost` is N, a power of two. */
export interface ScryptParameters {
  readonly cost: number
  readonly blockSize: number
  readonly parallelism: number
}

/** 128 MiB and a few tenths of a second per password. */
const standard: ScryptParameters = { cost: 2 ** 17, blockSize: 8, parallelism: 1 }

/** Maximum concurrent hashes, which use 256 MiB; further passwords wait. */
const atOnce = 2

const saltBytes = 16
const hashBytes = 32

/** Maximum memory of a verification in bytes, whatever the parameters of a stored hash. */
const maximumMemory = 512 * 1024 * 1024

/** Password hashes by scrypt of Node. A hash with other parameters is verified with its own. */
export const passwordHasherWith = (parameters: ScryptParameters) =>
  Layer.effect(
    PasswordHasher,
    Effect.gen(function*() {
      const entropy = yield* Entropy
      const permits = yield* Semaphore.make(atOnce)
      const derive = (password: Redacted.Redacted, salt: Uint8Array, how: ScryptParameters) =>
        permits.withPermits(1)(derived(password, salt, how))

      return PasswordHasher.of({
        hashes: true,

        hash: Effect.fnUntraced(function*(password) {
          const salt = yield* entropy.randomBytes(saltBytes)
          return textOf({ ...parameters, salt, hash: yield* derive(password, salt, parameters) })
        }),

        verify: Effect.fnUntraced(function*(password, text): Effect.fn.Return<PasswordVerdict> {
          const stored = parse(text)
          if (stored === undefined) return { matches: false, outdated: false }
          const hash = yield* derive(password, stored.salt, stored)
          return {
            matches: timingSafeEqual(hash, stored.hash),
            outdated: stored.cost !== parameters.cost || stored.blockSize !== parameters.blockSize
              || stored.parallelism !== parameters.parallelism
          }
        })
      })
    })
  )

/** Password hashes by scrypt with N = 2^17, r = 8, p = 1. */
export const passwordHasher: Layer.Layer<PasswordHasher> = passwordHasherWith(standard)

const memoryOf = ({ blockSize, cost, parallelism }: ScryptParameters): number =>
  128 * blockSize * (cost + parallelism + 2)

const derived = (password: Redacted.Redacted, salt: Uint8Array, how: ScryptParameters): Effect.Effect<Buffer> =>
  Effect.callback((resume) => {
    const options = {
      cost: how.cost,
      blockSize: how.blockSize,
      parallelization: how.parallelism,
      maxmem: memoryOf(how)
    }
    scrypt(Redacted.value(password), salt, hashBytes, options, (error, hash) => {
      resume(error === null ? Effect.succeed(hash) : Effect.die(error))
    })
  })

interface StoredHash extends ScryptParameters {
  readonly salt: Uint8Array
  readonly hash: Uint8Array
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replace(/=+$/, "")

/** `$scrypt$ln=17,r=8,p=1$salt$hash`, in base64 without padding. */
const textOf = ({ blockSize, cost, hash, parallelism, salt }: StoredHash): string =>
  `$scrypt$ln=${Math.log2(cost)},r=${blockSize},p=${parallelism}$${base64(salt)}$${base64(hash)}`

const form = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const parse = (text: string): StoredHash | undefined => {
  const [, cost, blockSize, parallelism, salt = "", hash = ""] = form.exec(text) ?? []
  const stored = {
    cost: 2 ** Number(cost),
    blockSize: Number(blockSize),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64")
  }
  const possible = stored.hash.length === hashBytes && stored.cost > 1 && stored.blockSize > 0 && stored.parallelism > 0
  return possible && memoryOf(stored) <= maximumMemory ? stored : undefined
}
