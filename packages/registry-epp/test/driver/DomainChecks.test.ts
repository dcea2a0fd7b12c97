import { assert, describe, it } from "@effect/vitest"
import { DomainName } from "@namewright/core/shared"
import { Effect } from "effect"
import type { EppCommand } from "../../src/message/EppCommand.ts"
import type { FeeOfName } from "../../src/message/ResponseExtension.ts"
import { writeCommand } from "../../src/message/writeCommand.ts"
import { generic } from "../../src/profile/genericProfiles.ts"
import { name } from "./orders.ts"
import { answer, scripted } from "./ScriptedClient.ts"

const numbered = (count: number) => Array.from({ length: count }, (_, index) => DomainName.make(`name-${index}.test`))

const namesOf = (command: EppCommand) => command._tag === "DomainCheck" ? command.names : []

const free = (command: EppCommand) =>
  answer(1000, {
    data: { _tag: "DomainChecked", names: namesOf(command).map((id) => ({ id: id.toUpperCase(), available: true })) }
  })

const premium: FeeOfName = {
  id: name,
  available: true,
  class: "Gold",
  commands: [
    {
      name: "create",
      standard: false,
      fees: [{ amount: "100.10" }, { amount: "20.200" }],
      credits: [{ amount: "-0.3" }]
    },
    { name: "renew", standard: false, fees: [{ amount: "0.001" }], credits: [] }
  ]
}

const withFee = (fee: FeeOfName, currency = "EUR") => () =>
  answer(1000, {
    data: { _tag: "DomainChecked", names: [{ id: name, available: true }] },
    extension: { feeChecked: { currency, names: [fee] } }
  })

describe("checks", () => {
  it.effect("are sent in batches of the registry's size, and return results in the order of the names", () =>
    Effect.gen(function*() {
      const names = numbered(120)
      const { registry, sent } = scripted(free)
      const answers = yield* registry.checkDomains(names)
      assert.deepStrictEqual(answers.map((one) => one.name), names)
      assert.deepStrictEqual(sent.map(({ command }) => namesOf(command).length), [50, 50, 20])
    }))

  it.effect("find the name that causes the refusal of a batch", () =>
    Effect.gen(function*() {
      const names = numbered(20)
      const { registry, sent } = scripted((command) =>
        namesOf(command).includes("name-13.test") ? answer(2005, { text: "Invalid label" }) : free(command)
      )
      const answers = yield* registry.checkDomains(names)
      assert.deepStrictEqual(
        answers.flatMap(({ available, name: checked, reason }) => available ? [] : [[checked, reason]]),
        [["name-13.test", "2005 Invalid label"]]
      )
      assert.isBelow(sent.length, 12)
    }))

  it.effect("fail if a check is refused for another reason than the name (2306)", () =>
    Effect.gen(function*() {
      const names = numbered(4)
      const { registry } = scripted((command) =>
        namesOf(command).includes("name-2.test") ? answer(2306, { text: "Not like this" }) : free(command)
      )
      const answers = yield* registry.checkDomains(names)
      assert.deepStrictEqual(
        answers.map(({ available, error, reason }) => [available, reason, error]),
        names.map((_, index) => index === 2 ? [false, null, "2306 Not like this"] : [true, null, null])
      )
    }))

  it.effect.each([2003, 2201, 2308])(
    "do not ask again what the registry refuses for another reason: %i",
    (code) =>
      Effect.gen(function*() {
        const { registry, sent } = scripted(() => answer(code))
        assert.strictEqual((yield* Effect.flip(registry.checkDomains(numbered(8))))._tag, "RegistryRefusal")
        assert.strictEqual(sent.length, 1)
      })
  )

  it.effect("fail if the response lacks a name", () =>
    Effect.gen(function*() {
      const { registry } = scripted(() => answer(1000, { data: { _tag: "DomainChecked", names: [] } }))
      assert.strictEqual((yield* Effect.flip(registry.checkDomains([name])))._tag, "RegistryTemporary")
    }))

  it.effect("return the prices of premium names, summed exactly, without prices below a cent", () =>
    Effect.gen(function*() {
      const [found] = yield* scripted(withFee(premium)).registry.checkDomains([name])
      assert.deepStrictEqual<unknown>(found?.premium, { create: { amount: 12_000, currency: "EUR" } })
    }))

  it.effect("report a premium name with a price in a foreign currency without the price", () =>
    Effect.gen(function*() {
      const [found] = yield* scripted(withFee(premium, "SEK")).registry.checkDomains([name])
      assert.deepStrictEqual(found?.premium, {})
    }))

  it.effect.each([{ ...premium, class: "STANDARD" }, { id: name, available: true, commands: premium.commands }])(
    "take names of the standard class, or of none, for the list price",
    (fee) =>
      Effect.gen(function*() {
        const [found] = yield* scripted(withFee(fee)).registry.checkDomains([name])
        assert.isNull(found?.premium)
      })
  )

  it.effect.each([[], ["urn:ietf:params:xml:ns:fee-0.9"]])(
    "ask for no fees where the session has no version of that extension that is spoken: %j",
    (services) =>
      Effect.gen(function*() {
        const { registry, sent } = scripted(free, { services })
        yield* registry.checkDomains([name])
        assert.deepStrictEqual(sent.map(({ command }) => command), [{ _tag: "DomainCheck", names: [name] }])
      })
  )

  it.effect("request the fee of one command if the version supports only one", () =>
    Effect.gen(function*() {
      const feeUri = "urn:ietf:params:xml:ns:fee-0.11"
      const { registry, sent } = scripted(free, { services: [feeUri] })
      yield* registry.checkDomains([name])
      const command = sent[0]?.command
      assert.ok(command?._tag === "DomainCheck")
      assert.deepStrictEqual(command.extension?.fee?.commands.map((asked) => asked.name), ["create"])
      assert.isString(writeCommand(command, { clTRID: "query", feeUri }))
    }))

  it.effect("find no claims if the registry does not support the check", () =>
    Effect.gen(function*() {
      const { registry } = scripted((command) =>
        command._tag === "DomainCheck" && command.extension?.launch !== undefined ? answer(2306) : free(command), {
        profile: { ...generic, claims: true }
      })
      assert.deepInclude((yield* registry.checkDomains([name]))[0], { available: true, claims_key: null })
    }))

  it.effect("check claims in a separate command, and only for available names", () =>
    Effect.gen(function*() {
      const taken = DomainName.make("taken.test")
      const { registry, sent } = scripted((command) =>
        command._tag === "DomainCheck" && command.extension?.launch !== undefined
          ? answer(1000, {
            extension: { launchChecked: { names: [{ name, exists: true, claimKeys: [{ key: "2013/1/2" }] }] } }
          })
          : answer(1000, {
            data: {
              _tag: "DomainChecked",
              names: [{ id: name, available: true }, { id: taken, available: false, reason: "In use" }]
            }
          }), { profile: { ...generic, claims: true } })
      const answers = yield* registry.checkDomains([taken, name])
      assert.deepStrictEqual(
        answers.map((one) =>
          one.claims_key
        ),
        [null, "2013/1/2"]
      )
      assert.deepStrictEqual(sent.map(({ command }) => namesOf(command)), [[taken, name], [name]])
      for (const { command } of sent) {
        const extension = command._tag === "DomainCheck" ? command.extension : undefined
        assert.isFalse(extension?.fee !== undefined && extension.launch !== undefined)
      }
    }))
})
