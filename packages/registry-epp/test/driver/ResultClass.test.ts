import { assert, describe, it } from "@effect/vitest"
import { newCommandId } from "@namewright/core/registry"
import { Effect } from "effect"
import { EppAnswerLost, EppNotSent } from "../../src/pool/EppClient.ts"
import type { XmlElement } from "../../src/xml/XmlElement.ts"
import { name, named } from "./orders.ts"
import { answer, type Script, scripted } from "./ScriptedClient.ts"

/** Every result code of RFC 5730, section 3, and what a command that changes something and a query make of it. */
const codes: ReadonlyArray<readonly [code: number, command: string, query?: string]> = [
  [1000, "done"],
  [1001, "accepted"],
  [1300, "done"],
  [1500, "done"],
  [2000, "unsupported"],
  [2001, "parameter"],
  [2002, "notEligible"],
  [2003, "parameter"],
  [2004, "parameter"],
  [2005, "parameter"],
  [2100, "unsupported"],
  [2101, "unsupported"],
  [2102, "unsupported"],
  [2103, "unsupported"],
  [2104, "registryCredit"],
  [2105, "notEligible"],
  [2106, "notEligible"],
  [2200, "RegistryTemporary"],
  [2201, "notSponsor"],
  [2202, "invalidAuthCode"],
  [2300, "transferPending"],
  [2301, "noTransferPending"],
  [2302, "objectExists"],
  [2303, "objectMissing"],
  [2304, "statusProhibits"],
  [2305, "associationProhibits"],
  [2306, "policy"],
  [2307, "unsupported"],
  [2308, "policy"],
  [2400, "RegistryOutcomeUnknown", "RegistryTemporary"],
  [2500, "RegistryOutcomeUnknown", "RegistryTemporary"],
  [2501, "RegistryTemporary"],
  [2502, "RegistryTemporary"],
  [1999, "done"],
  [2099, "parameter"],
  [2199, "unsupported"],
  [2299, "notSponsor"],
  [2399, "policy"],
  [2499, "RegistryOutcomeUnknown", "RegistryTemporary"],
  [2999, "policy"]
]

const outcome = <
  A extends { readonly completed?: boolean },
  E extends { readonly _tag: string; readonly reason?: string }
>(
  effect: Effect.Effect<A, E>
) =>
  Effect.match(effect, {
    onFailure: (error) => error.reason ?? error._tag,
    onSuccess: ({ completed }) => completed === false ? "accepted" : "done"
  })

const remove = (script: Script) =>
  Effect.flatMap(named, (command) => outcome(scripted(script).registry.deleteDomain(command)))

describe("result codes", () => {
  it.effect.each(codes)("have a meaning for every command: %i", ([code, command]) =>
    Effect.gen(function*() {
      assert.strictEqual(yield* remove(() => answer(code)), command)
    }))

  it.effect.each(codes.filter(([code]) => code >= 2000 && code !== 2301 && code !== 2303))(
    "mean something to every query: %i",
    ([code, command, query]) =>
      Effect.gen(function*() {
        const { registry } = scripted(() => answer(code))
        const failed = yield* Effect.flip(registry.queryTransfer(name))
        assert.strictEqual("reason" in failed ? failed.reason : failed._tag, query ?? command)
      })
  )

  it.effect("never report a command with a lost response as not carried out", () =>
    Effect.gen(function*() {
      const lost = new EppAnswerLost({ clTRID: "abc", text: "Connection reset" })
      assert.strictEqual(yield* remove(() => lost), "RegistryOutcomeUnknown")
      const { registry } = scripted(() => lost)
      assert.strictEqual((yield* Effect.flip(registry.infoDomain(name)))._tag, "RegistryTemporary")
    }))

  it.effect.each(
    [
      ["busy", "RegistryTemporary"],
      ["unreachable", "RegistryTemporary"],
      ["refused", "RegistryTemporary"],
      ["stopped", "RegistryTemporary"],
      ["unwritable", "parameter"]
    ] as const
  )("know that nothing was sent when that is so: %s", ([reason, expected]) =>
    Effect.gen(function*() {
      assert.strictEqual(yield* remove(() => new EppNotSent({ reason, text: "Not sent" })), expected)
    }))

  it.effect("send a transform command once, under its own id", () =>
    Effect.gen(function*() {
      const command_id = yield* newCommandId
      const { registry, sent } = scripted(() => answer(2400))
      yield* Effect.exit(registry.deleteDomain({ command_id, name }))
      assert.deepStrictEqual(sent.map(({ clTRID }) => clTRID), [command_id])
    }))
})

describe("refusals", () => {
  it.effect("contain the registry's complete explanation", () =>
    Effect.gen(function*() {
      const value = { namespace: "urn:x", name: "domain:status", attributes: {}, children: [], text: "clientHold" }
      const { registry } = scripted(() => ({
        ...answer(2304, { text: "Object status prohibits operation", reasons: [{ value, reason: "Locked by court" }] }),
        results: [
          {
            code: 2304,
            message: "Object status prohibits operation",
            values: [value],
            reasons: [{ value, reason: "Locked" }]
          },
          { code: 2306, message: "Policy", values: [], reasons: [] }
        ]
      }))
      const error = yield* Effect.flip(Effect.flatMap(named, registry.deleteDomain))
      assert.strictEqual(
        error.message,
        "2304 Object status prohibits operation; Locked (domain:status: clientHold); domain:status: clientHold; Policy"
      )
    }))

  it.effect("contain no value with a secret, at any depth", () =>
    Effect.gen(function*() {
      const element = (name: string, children: ReadonlyArray<XmlElement>, text = ""): XmlElement => (
        { namespace: "urn:x", name, attributes: {}, children, text }
      )
      const value = element("authInfo", [element("ext", [element("proof", [], "Correct-Horse-1")])])
      const { registry } = scripted(() => answer(2202, { text: "No", reasons: [{ value, reason: "Wrong" }] }))
      const error = yield* Effect.flip(Effect.flatMap(named, registry.deleteDomain))
      assert.strictEqual(error.message, "2202 No; Wrong")
    }))

  it.effect("do not repeat an auth code that the registry quotes", () =>
    Effect.gen(function*() {
      const secret = "Correct-Horse-1"
      const { registry } = scripted(() => answer(2202, { text: `"${secret}" is wrong` }))
      const error = yield* Effect.flip(registry.infoDomain(name, secret))
      assert.notInclude(JSON.stringify(error), secret)
      assert.strictEqual(error.message, "2202 \"***\" is wrong")
    }))
})
