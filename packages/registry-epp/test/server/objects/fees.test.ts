import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { FeeAgreement, FeeCheck } from "../../../src/message/CommandExtension.ts"
import type { DomainCreate } from "../../../src/message/DomainCommand.ts"
import { schemaProblems } from "../../SchemaValidation.ts"
import { authInfo, codeOf, dataOf, makeContact, ObjectServer, type Talk } from "./ObjectServer.ts"

const amount = (text: string, currency = "EUR"): FeeAgreement => ({ currency, fees: [{ amount: text }], credits: [] })

const creation = (name: string, fee?: FeeAgreement, years = 1): DomainCreate => ({
  _tag: "DomainCreate",
  name,
  period: { value: years, unit: "y" },
  registrant: "holder",
  contacts: [{ type: "admin", id: "holder" }, { type: "tech", id: "holder" }],
  authInfo,
  ...(fee === undefined ? {} : { extension: { fee } })
})

const check = (talk: Talk, fee: FeeCheck, ...names: ReadonlyArray<string>) =>
  talk.say({ _tag: "DomainCheck", names, extension: { fee } })

layer(ObjectServer.layer({ opening_balance: 1_000_000 }))("Fees over EPP", (it) => {
  it.effect("are returned for every command, for standard and premium names", () =>
    Effect.gen(function*() {
      const { ours } = yield* ObjectServer
      const commands = [
        { name: "create" as const, period: { value: 2, unit: "y" as const } },
        { name: "renew" as const },
        { name: "transfer" as const },
        { name: "restore" as const }
      ]
      const { extension } = yield* check(ours, { currency: "EUR", commands }, "plain.generic", "premium-a.generic")
      assert.strictEqual(extension.feeChecked?.currency, "EUR")
      const fees = extension.feeChecked?.names.map((name) => [
        name.id,
        name.available,
        name.class,
        ...name.commands.map(({ fees }) => fees[0]?.amount)
      ])
      assert.deepStrictEqual(fees, [
        ["plain.generic", true, "standard", "20.00", "10.00", "10.00", "40.00"],
        ["premium-a.generic", true, "premium", "5000.00", "250.00", "10.00", "40.00"]
      ])
    }))

  it.effect("are not returned for commands and names without fees, nor in another currency", () =>
    Effect.gen(function*() {
      const { ours } = yield* ObjectServer
      const commands = [{ name: "create" as const }, { name: "custom" as const, customName: "sync" }]
      const { extension } = yield* check(ours, { commands }, "plain.generic", "plain.elsewhere")
      assert.deepStrictEqual(extension.feeChecked?.names.map(({ available }) => available), [false, false])
      const wanted = { currency: "XAU", commands: [{ name: "create" as const }] }
      assert.strictEqual(yield* codeOf(check(ours, wanted, "plain.generic")), 2004)
    }))

  it.effect("of premium names have to be agreed to, to the cent", () =>
    Effect.gen(function*() {
      const { ours } = yield* ObjectServer
      yield* makeContact(ours, "holder")
      const name = "premium-b.generic"
      assert.strictEqual(yield* codeOf(ours.say(creation(name))), 2003)
      assert.strictEqual(yield* codeOf(ours.say(creation(name, amount("2500.01")))), 2004)
      assert.strictEqual(yield* codeOf(ours.say(creation(name, amount("2500.00", "USD")))), 2004)
      const parts = { fees: [{ amount: "2000" }, { amount: "510.000" }], credits: [{ amount: "-10.0" }] }
      const { extension, results } = yield* ours.say(creation(name, parts))
      assert.strictEqual(results[0].code, 1000)
      assert.deepStrictEqual([extension.fee?.command, extension.fee?.currency, extension.fee?.balance], [
        "create",
        "EUR",
        "7500.00"
      ])
      const deleted = yield* ours.say({ _tag: "DomainDelete", name })
      assert.deepStrictEqual(deleted.extension.fee, {
        command: "delete",
        currency: "EUR",
        fees: [],
        credits: [{ amount: "-2500.00", description: "grace period credit" }],
        balance: "10000.00"
      })
    }))

  it.effect("that are charged are reported although the client agreed to none, and credited", () =>
    Effect.gen(function*() {
      const { ours } = yield* ObjectServer
      yield* makeContact(ours, "holder")
      const name = "reported.generic"
      const { extension } = yield* ours.say(creation(name, undefined, 2))
      assert.deepInclude(extension.fee, {
        command: "create",
        currency: "EUR",
        fees: [{ amount: "20.00", description: "create fee" }],
        credits: []
      })
      const { expiresOn = "" } = yield* dataOf("DomainData", ours.say({ _tag: "DomainInfo", name }))
      const renewed = yield* ours.say({
        _tag: "DomainRenew",
        name,
        currentExpiry: expiresOn.slice(0, 10),
        period: { value: 1, unit: "y" }
      })
      assert.deepStrictEqual(renewed.extension.fee?.fees.map((fee) => fee.amount), ["10.00"])
      const deleted = yield* ours.say({ _tag: "DomainDelete", name })
      assert.deepStrictEqual(deleted.extension.fee?.credits.map((credit) => credit.amount), ["-30.00"])
    }))

  it.effect("of standard names are checked as well if the client states fees", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* ObjectServer
      yield* makeContact(ours, "holder")
      assert.strictEqual(yield* codeOf(ours.say(creation("plain.generic", amount("10.01")))), 2004)
      assert.strictEqual(yield* codeOf(ours.say(creation("plain.generic", amount("20.00"), 2))), 1000)
      const { expiresOn = "" } = yield* dataOf("DomainData", ours.say({ _tag: "DomainInfo", name: "plain.generic" }))
      const renewed = yield* ours.say({
        _tag: "DomainRenew",
        name: "plain.generic",
        currentExpiry: expiresOn.slice(0, 10),
        extension: { fee: amount("10.00") }
      })
      assert.strictEqual(renewed.extension.fee?.command, "renew")
      const asked = yield* theirs.say({
        _tag: "DomainTransfer",
        operation: "request",
        name: "plain.generic",
        authInfo,
        extension: { fee: amount("10.00") }
      })
      assert.deepStrictEqual([asked.results[0].code, asked.extension.fee?.balance], [1001, "10000.00"])
    }))

  it.effect("keep to the schemas, in both directions", () =>
    Effect.gen(function*() {
      const { documents } = yield* ObjectServer
      assert.isAbove(documents.length, 30)
      assert.deepStrictEqual(schemaProblems(documents), [])
    }))
})

layer(ObjectServer.layer({ opening_balance: 1500 }))("A balance that does not cover the fee", (it) => {
  it.effect("refuses the registration, and nothing is registered", () =>
    Effect.gen(function*() {
      const { ours } = yield* ObjectServer
      yield* makeContact(ours, "holder")
      assert.strictEqual(yield* codeOf(ours.say(creation("first.generic"))), 1000)
      assert.strictEqual(yield* codeOf(ours.say(creation("second.generic"))), 2104)
      assert.strictEqual(yield* codeOf(ours.say({ _tag: "DomainInfo", name: "second.generic" })), 2303)
    }))
})

layer(ObjectServer.layer())("A reserved name over EPP", (it) => {
  it.effect("is not available and cannot be registered", () =>
    Effect.gen(function*() {
      const { ours } = yield* ObjectServer
      yield* makeContact(ours, "holder")
      const names = ["free.generic", "nic.generic"]
      const checked = yield* dataOf("DomainChecked", ours.say({ _tag: "DomainCheck", names }))
      assert.deepStrictEqual(checked.names, [
        { id: "free.generic", available: true },
        { id: "nic.generic", available: false, reason: "Reserved" }
      ])
      assert.strictEqual(yield* codeOf(ours.say(creation("nic.generic"))), 2304)
    }))
})
