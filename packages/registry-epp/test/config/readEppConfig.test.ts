import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Redacted, type Scope } from "effect"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readEppConfig } from "../../src/config/readEppConfig.ts"
import { sidn } from "../../src/profile/sidn.ts"

const secret = "Correct-Horse-1"

/** A folder with these files; gone when the test ends. */
const folderWith = (files: Readonly<Record<string, string>>): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = mkdtempSync(join(tmpdir(), "namewright-epp-"))
      mkdirSync(join(folder, "secrets"))
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
      return folder
    }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  )

const read = Effect.fnUntraced(function*(config: unknown, files: Readonly<Record<string, string>> = {}) {
  const text = typeof config === "string" ? config : JSON.stringify(config)
  const folder = yield* folderWith({ "epp.json": text, ...files })
  return yield* readEppConfig(join(folder, "epp.json"))
})

const account = { tlds: ["nl"], host: "epp.example", user: "user-1", password: secret, profile: "sidn" }

describe("a configuration", () => {
  it.effect("names accounts, and where their files are", () =>
    Effect.gen(function*() {
      const { registries: [registry, ...others] } = yield* read({
        registries: {
          dutch: {
            ...account,
            password: undefined,
            passwordFile: "secrets/dutch",
            registrar: "123456",
            tls: { ca: "secrets/ca.pem", certificate: "secrets/own.pem", key: "secrets/own.key", serverName: "epp" },
            limits: { sessions: 4, commandsPerMinute: 100, idle: "2 minutes" },
            timeouts: { transform: "1.5 minutes" }
          }
        }
      }, {
        "secrets/dutch": `${secret}\n`,
        "secrets/ca.pem": "CA",
        "secrets/own.pem": "CERTIFICATE",
        "secrets/own.key": "KEY"
      })
      assert.deepStrictEqual(others, [])
      assert.deepInclude(registry, { name: "dutch", tlds: ["nl"], profile: sidn, registrar: "123456" })
      const pool = registry?.pool
      assert.deepInclude(pool?.endpoint, { host: "epp.example", port: 700 })
      assert.deepInclude(pool?.endpoint.tls, { serverName: "epp", ca: "CA", certificate: "CERTIFICATE" })
      const key = pool?.endpoint.tls?.key
      assert.strictEqual(key === undefined ? undefined : Redacted.value(key), "KEY")
      assert.deepInclude(pool?.limits, { sessions: 4, commandsPerMinute: 100, idle: Duration.minutes(2) })
      assert.deepInclude(pool?.timeouts, { transform: Duration.seconds(90) })
      const credentials = pool === undefined ? undefined : yield* pool.credentials.read
      assert.strictEqual(credentials?.clientId, "user-1")
      assert.strictEqual(credentials === undefined ? undefined : Redacted.value(credentials.password), secret)
    }))

  it.effect("accepts a built-in profile with changes", () =>
    Effect.gen(function*() {
      const profile = { extends: "sidn", names_per_check: 10, hosts: "attributes" }
      const { registries: [registry] } = yield* read({ registries: { dutch: { ...account, profile } } })
      assert.deepStrictEqual(registry?.profile, { ...sidn, names_per_check: 10, hosts: "attributes" })
      assert.isFalse(JSON.stringify(registry).includes(secret))
    }))

  it.effect("is refused with everything that is wrong, and without a secret", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(read({
        registries: {
          one: { ...account, profile: "nobody", passwordFile: "secrets/none", tls: { certificate: "none.pem" } },
          two: { ...account, password: undefined },
          three: { ...account, profile: { extends: "constructor" } }
        }
      }))
      assert.strictEqual(error._tag, "EppConfigInvalid")
      assert.deepStrictEqual(error.problems.map((problem) => problem.split(":")[0]), [
        "registries.one.profile",
        "registries.one.tls.certificate",
        "registries.one.password",
        "registries.one.passwordFile",
        "registries.two.password",
        "registries.three.profile"
      ])
      assert.notInclude(error.message, secret)
    }))

  it.effect("in another form is refused with the position of each fault", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(read({
        registries: { one: { ...account, port: 70_000, user: "ab", limits: { idle: "soon" }, surprise: 1 } }
      }))
      assert.deepStrictEqual(error.problems.map((problem) => problem.split(":")[0]).toSorted(), [
        "registries.one.limits.idle",
        "registries.one.port",
        "registries.one.surprise",
        "registries.one.user"
      ])
      assert.notInclude(error.message, secret)
    }))

  it.effect.each(["{", "[]", "null"])("that is none is refused: %s", (text) =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(read(text))
      assert.isAbove(error.problems.length, 0)
    }))
})

describe("a password in a file", () => {
  const withFile = Effect.gen(function*() {
    const { registries: [registry] } = yield* read(
      { registries: { one: { ...account, password: undefined, passwordFile: "secrets/one" } } },
      { "secrets/one": secret }
    )
    if (registry === undefined) return yield* Effect.die("There is a registry")
    return registry.pool.credentials
  })

  const texts = ({ password, proposed }: { password: Redacted.Redacted; proposed?: Redacted.Redacted | undefined }) => [
    Redacted.value(password),
    proposed === undefined ? undefined : Redacted.value(proposed)
  ]

  it.effect("is changed in steps, each of which can be the last", () =>
    Effect.gen(function*() {
      const credentials = yield* withFile
      yield* credentials.propose(Redacted.make("New-Horse-2"))
      assert.deepStrictEqual(texts(yield* credentials.read), [secret, "New-Horse-2"])
      yield* credentials.withdraw
      assert.deepStrictEqual(texts(yield* credentials.read), [secret, undefined])
      yield* credentials.propose(Redacted.make("New-Horse-3"))
      yield* credentials.promote
      assert.deepStrictEqual(texts(yield* credentials.read), ["New-Horse-3", undefined])
    }))
})
