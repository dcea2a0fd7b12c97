import { assert, describe, it } from "@effect/vitest"
import type { AgreedFee } from "@namewright/core/registry"
import { Money } from "@namewright/core/shared"
import { Effect } from "effect"
import type { EppCommand } from "../../src/message/EppCommand.ts"
import type { FeeAnswer } from "../../src/message/ResponseExtension.ts"
import { creation, name } from "./orders.ts"
import { answer, type Script, scripted } from "./ScriptedClient.ts"

const charges = (answered: Partial<FeeAnswer>, currency = "EUR"): Script => ({ _tag }) =>
  _tag === "DomainCheck"
    ? answer(1000, {
      extension: {
        feeChecked: {
          currency,
          names: [{
            id: name,
            available: true,
            commands: [{ name: "create", standard: false, fees: [], credits: [], ...answered }]
          }]
        }
      }
    })
    : answer(1000)

const euros = (amount: number): AgreedFee => ({ amount: Money.MinorUnits.make(amount), currency: "EUR" })

const buy = Effect.fnUntraced(function*(script: Script, fee: AgreedFee | null, services?: ReadonlyArray<string>) {
  const { registry, sent } = scripted(script, services === undefined ? {} : { services })
  const outcome = yield* Effect.result(Effect.flatMap(creation({ fee }), registry.createDomain))
  return { outcome, commands: sent.map(({ command }) => command) }
})

const feeOf = (command: EppCommand | undefined) => command?._tag === "DomainCreate" ? command.extension?.fee : undefined

describe("an agreed fee", () => {
  it.effect("is sent in the registry's parts, with the same digits", () =>
    Effect.gen(function*() {
      const fees = [{ amount: "100.100", description: "Registration Fee" }, { amount: "0.1" }]
      const { commands } = yield* buy(charges({ fees, credits: [{ amount: "-0.2" }] }), euros(10_000))
      assert.deepStrictEqual(feeOf(commands.at(-1)), { currency: "EUR", fees, credits: [{ amount: "-0.2" }] })
    }))

  it.effect("requests the price of exactly the ordered period", () =>
    Effect.gen(function*() {
      const { commands } = yield* buy(charges({ fees: [{ amount: "100" }] }), euros(10_000))
      const [check] = commands
      assert.deepStrictEqual(check?._tag === "DomainCheck" ? check.extension?.fee?.commands : undefined, [
        { name: "create", period: { value: 1, unit: "y" } }
      ])
    }))

  it.effect.each<[string, Script]>([
    ["has gone up", charges({ fees: [{ amount: "100.01" }] })],
    ["has gone down", charges({ fees: [{ amount: "99.99" }] })],
    ["differs by less than a cent", charges({ fees: [{ amount: "100.001" }] })],
    ["is in another currency", charges({ fees: [{ amount: "100.00" }] }, "USD")],
    ["is no number", charges({ fees: [{ amount: "1e2€" }] })],
    ["is beyond all numbers", charges({ fees: [{ amount: "1e400000000" }] })],
    ["is not named any more", charges({ fees: [] })]
  ])("that %s keeps the command from being sent", ([, script]) =>
    Effect.gen(function*() {
      const { commands, outcome } = yield* buy(script, euros(10_000))
      assert.deepStrictEqual(commands.map(({ _tag }) => _tag), ["DomainCheck"])
      assert.isTrue(outcome._tag === "Failure" && outcome.failure._tag === "RegistryRefusal")
    }))

  it.effect("is omitted without an agreed fee, and in sessions without the fee extension", () =>
    Effect.gen(function*() {
      const script = charges({ fees: [{ amount: "100" }] })
      for (const { commands } of [yield* buy(script, null), yield* buy(script, euros(10_000), [])]) {
        assert.deepStrictEqual(commands.map(({ _tag }) => _tag), ["DomainCreate"])
        assert.isUndefined(feeOf(commands[0]))
      }
    }))
})
