import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { recovery } from "../../../core/test/domains/faultSuite.ts"
import { fixedCredentials } from "../../src/pool/EppCredentials.ts"
import type { EppFault } from "../../src/server/index.ts"
import { prepared } from "./faultyRun.ts"
import { Recorder } from "./Recorder.ts"
import { nameOf, type WireOperation, wireOperations } from "./wireOperations.ts"
import { driverOf, onTheWire, password, WireRegistry, wireSessions } from "./WirePlatform.ts"

/** What either side wrote into an element that holds a secret. */
const secretsIn = (documents: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(
    documents.flatMap((document) =>
      Array.from(
        document.matchAll(/<(?:[a-z]+:)?(?:pw|newPW|authCode)(?:\s[^>]*)?>([^<]+)</gi),
        ([, secret = ""]) => secret
      )
    ).filter((secret) => secret !== "[LOGIN-SECURITY]")
  )

/** The registry repeats the code of a transfer, which is the secret that a customer has typed. */
const faultsOf = ({ title }: WireOperation): ReadonlyArray<EppFault | undefined> => {
  const quoted = title === "the request of a transfer" ? "Transfer-Code-1" : "It"
  return [
    undefined,
    { _tag: "Cut", when: "after" },
    { _tag: "Fail", code: 2400, when: "before", text: `${quoted} did not work` },
    { _tag: "Fail", code: 2202, when: "before", text: `${quoted} is not the code` },
    { _tag: "Garbage", document: "<epp><pw>Transfer-Code-1</pw" }
  ]
}

describe("the passwords and auth codes of a complete run", () => {
  const recorder = new Recorder()

  it.effect("are in no log line, span, failure or metric, after any fault", () =>
    Effect.gen(function*() {
      const { documents, server, wireClock } = yield* WireRegistry
      const run = (work: Effect.Effect<unknown, unknown, Layer.Success<ReturnType<typeof onTheWire>>>) =>
        Effect.map(Effect.exit(work), (exit) => recorder.failure(exit))

      for (let row = 0; row < 5; row++) {
        for (const operation of wireOperations) {
          const before = yield* prepared(operation, nameOf(operation, `secret-${"abcde".charAt(row)}`))
          const { after = 0, command } = operation
          const fault = faultsOf(operation)[row]
          if (fault !== undefined) server.faults.inject({ command, after, fault })
          yield* run(operation.run(before.owner, before.name))
          server.faults.clear()
          yield* run(recovery)
        }
      }

      // Passwords that the registry does not know, one of them longer than the schema has room for.
      for (const wrong of ["Wrong-Horse-2", "a battery staple that is longer than sixteen characters"]) {
        yield* Effect.scoped(Effect.gen(function*() {
          const credentials = fixedCredentials("our-account", Redacted.make(wrong))
          const client = yield* wireSessions({ name: "wrong", credentials })
          const registry = driverOf(client)
          yield* run(registry.nextMessage)
          yield* wireClock.adjust("2 minutes")
          yield* run(registry.nextMessage)
        }))
      }

      const secrets = [...secretsIn(documents), password]
      assert.includeMembers(secrets, ["Transfer-Code-1", "Wrong-Horse-2"])
      assert.isAbove(secrets.length, 50)
      assert.isAbove(recorder.counts.logged, 20)
      assert.isAbove(recorder.counts.spans, 1000)
      const texts = yield* recorder.texts
      const leaks = texts.filter((text) => secrets.some((secret) => text.includes(secret)))
      assert.deepStrictEqual(leaks, [])
    }).pipe(Effect.provide(Layer.provideMerge(onTheWire(), recorder.layer))))
})
