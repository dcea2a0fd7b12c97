import { assert, describe, it } from "@effect/vitest"
import { PasswordHasher } from "@namewright/core/access"
import { Effect, Redacted } from "effect"
import { passwordHasher, passwordHasherWith } from "../../src/access/PasswordHasherScrypt.ts"

const cheap = { cost: 16, blockSize: 8, parallelism: 1 }
const password = Redacted.make("correct horse battery")

const withHasher = <A>(
  work: (hasher: PasswordHasher["Service"]) => Effect.Effect<A>,
  parameters: Partial<typeof cheap> = {}
) => Effect.provide(Effect.flatMap(PasswordHasher, work), passwordHasherWith({ ...cheap, ...parameters }))

describe("PasswordHasherScrypt", () => {
  it.effect("verifies a password by its hash, which differs each time", () =>
    withHasher((hasher) =>
      Effect.gen(function*() {
        const first = yield* hasher.hash(password)
        const second = yield* hasher.hash(password)
        assert.notStrictEqual(first, second)
        assert.match(first, /^\$scrypt\$ln=4,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
        for (const hash of [first, second]) {
          assert.deepStrictEqual(yield* hasher.verify(password, hash), { matches: true, outdated: false })
          const other = yield* hasher.verify(Redacted.make("correct horse batterz"), hash)
          assert.deepStrictEqual(other, { matches: false, outdated: false })
        }
      })
    ))

  it.effect("verifies hashes of other implementations, such as the one of RFC 7914", () =>
    withHasher((hasher) =>
      Effect.gen(function*() {
        // Section 12: scrypt("pleaseletmein", "SodiumChloride", N=16384, r=8, p=1), the first 32 of its 64 bytes.
        const hash = Buffer.from("7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2", "hex")
        const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "")
        const text = `$scrypt$ln=14,r=8,p=1$${base64(Buffer.from("SodiumChloride"))}$${base64(hash)}`
        const verdict = yield* hasher.verify(Redacted.make("pleaseletmein"), text)
        assert.deepStrictEqual(verdict, { matches: true, outdated: true })
      })
    ))

  it.effect("calls a hash outdated that was made with other parameters", () =>
    Effect.gen(function*() {
      const hash = yield* withHasher((hasher) => hasher.hash(password), { cost: 32 })
      assert.deepStrictEqual(yield* withHasher((hasher) => hasher.verify(password, hash)), {
        matches: true,
        outdated: true
      })
    }))

  it.effect("matches nothing with a malformed hash, or one that exceeds the memory limit", () =>
    withHasher((hasher) =>
      Effect.gen(function*() {
        const salt = "c2FsdHNhbHRzYWx0c2FsdA"
        const hash = "A".repeat(43)
        for (
          const text of [
            "",
            "correct horse battery",
            `$argon2id$v=19$m=65536,t=3,p=4$${salt}$${hash}`,
            `$scrypt$ln=4,r=8,p=1$${salt}$`,
            `$scrypt$ln=4,r=8,p=1$${salt}$AAAA`,
            `$scrypt$ln=0,r=8,p=1$${salt}$${hash}`,
            `$scrypt$ln=4,r=0,p=1$${salt}$${hash}`,
            `$scrypt$ln=30,r=8,p=1$${salt}$${hash}`
          ]
        ) {
          assert.isFalse((yield* hasher.verify(password, text)).matches, text)
        }
      })
    ))

  it.effect("uses 128 MiB per password by default, and hashes two at a time", () =>
    Effect.gen(function*() {
      const hasher = yield* PasswordHasher
      const hashes = yield* Effect.all(Array.from({ length: 3 }, () => hasher.hash(password)), {
        concurrency: "unbounded"
      })
      for (const hash of hashes) assert.match(hash, /^\$scrypt\$ln=17,r=8,p=1\$/)
      assert.isTrue((yield* hasher.verify(password, hashes[0] ?? "")).matches)
    }).pipe(Effect.provide(passwordHasher)))
})
