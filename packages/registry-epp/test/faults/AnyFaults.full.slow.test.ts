import { assert, describe, it, layer } from "@effect/vitest"
import { Wallets } from "@namewright/core/billing"
import { Deletions, DomainStore, DomainUpdates, Renewals } from "@namewright/core/domains"
import type { PlatformServices } from "@namewright/core/embed"
import { DomainName, Period } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { testSize } from "../../../../test/testSize.ts"
import { Draw } from "../../../core/test/dns/Draw.ts"
import {
  chargesOf,
  type Customer,
  customer,
  day,
  openIntents,
  register,
  round,
  updateOf
} from "../../../core/test/domains/DomainsPlatform.ts"
import type { EppCommand } from "../../src/message/EppCommand.ts"
import type { EppFault } from "../../src/server/index.ts"
import { schemaProblems } from "../SchemaValidation.ts"
import { backend, onTheWire, registrar, WireRegistry } from "./WirePlatform.ts"

const steps = 250
const seeds = Array.from({ length: testSize(1, 2) }, (_, index) => index + 1)

/** What either side wrote, but for what was meant to be no EPP. */
const frames: Array<string> = []

const commands = [
  "DomainCheck",
  "DomainInfo",
  "DomainInfo",
  "DomainCreate",
  "DomainCreate",
  "DomainRenew",
  "DomainRenew",
  "DomainUpdate",
  "DomainUpdate",
  "DomainDelete",
  "DomainDelete",
  "PollRequest",
  "PollAcknowledgement"
] as const satisfies ReadonlyArray<EppCommand["_tag"]>

const faults: readonly [EppFault, ...ReadonlyArray<EppFault>] = [
  { _tag: "Cut", when: "before" },
  { _tag: "Cut", when: "after" },
  { _tag: "Fail", code: 2400, when: "before" },
  { _tag: "Fail", code: 2400, when: "after" },
  { _tag: "Fail", code: 2500, when: "before" },
  { _tag: "Fail", code: 2500, when: "after" },
  { _tag: "Fail", code: 2502, when: "before" },
  { _tag: "WrongId", clTRID: "NW-other" },
  { _tag: "WrongId", clTRID: undefined },
  { _tag: "WrongLength", length: 3 },
  { _tag: "Garbage", document: "Service unavailable" }
]

type Work = Effect.Effect<unknown, unknown, PlatformServices>

/** What a customer may ask for next. */
const order = (owner: Customer, name: DomainName, draw: Draw): Work =>
  draw.pick<() => Work>([
    () => register(owner, name),
    () => register(owner, name),
    () => Effect.flatMap(Renewals, (renewals) => owner.act(renewals.renew(name, { period: Period.years(1) }))),
    () =>
      Effect.flatMap(DomainUpdates, (updates) =>
        owner.act(updates.update(name, updateOf({ statuses: draw.chance(50) ? ["clientHold"] : [] })))),
    () =>
      Effect.flatMap(Deletions, (deletions) => owner.act(deletions.remove(name))),
    () => Effect.flatMap(Deletions, (deletions) => owner.act(deletions.restore(name, {})))
  ])()

const passHours = Effect.fnUntraced(function*(hours: number) {
  for (let hour = 0; hour < hours; hour++) {
    yield* TestClock.adjust("1 hour")
    yield* round
  }
})

for (const seed of seeds) {
  layer(onTheWire())(`After ${steps} orders of which many meet a fault (${seed})`, (it) => {
    it.effect("platform and registry have the same names, and completed orders are charged once", () =>
      Effect.gen(function*() {
        const { carriedOut, documents, server, simulator, wireClock } = yield* WireRegistry
        const draw = new Draw(seed)
        const owner = yield* customer(10_000_000)
        const names = Array.from({ length: 8 }, (_, index) => DomainName.make(`any-${index}.wire`))
        for (let step = 0; step < steps; step++) {
          const name = draw.pick([names[0] ?? DomainName.make("any.wire"), ...names])
          while (draw.chance(45)) {
            server.faults.inject({
              command: draw.pick(commands),
              fault: draw.pick(faults),
              times: 1 + draw.below(3)
            })
          }
          yield* Effect.exit(order(owner, name, draw))
          if (draw.chance(30)) yield* TestClock.adjust(`${draw.below(4000)} seconds`)
          if (draw.chance(30)) yield* round
          if (draw.chance(8)) yield* passHours(draw.below(60))
          // After 2502, a pool tries to open another session only after some minutes.
          if (draw.chance(20)) yield* wireClock.adjust("10 seconds")
        }
        server.faults.clear()
        yield* passHours(48)

        const store = yield* DomainStore
        const registry = simulator.registry(backend, registrar)
        for (const name of names) {
          const here = yield* store.find(name)
          const there = Option.filter(yield* registry.infoDomain(name), ({ sponsor }) => sponsor === "account")
          assert.strictEqual(Option.isSome(here), Option.isSome(there), name)
          if (Option.isSome(here) && Option.isSome(there)) {
            assert.strictEqual(here.value.roid, there.value.roid, name)
            assert.strictEqual(day(here.value.expires_on), day(there.value.expires_on), name)
            assert.deepStrictEqual([...here.value.registry_statuses].toSorted(), [...there.value.statuses].toSorted())
            assert.deepStrictEqual(yield* openIntents(here.value), [])
          }
          const done = carriedOut.filter(({ object }) => object === name).map(({ command }) => command)
          const paid = (yield* chargesOf(owner, name)).map((charge) => charge.split(" ").slice(0, 2).join(" "))
          const count = (all: ReadonlyArray<string>, ...wanted: ReadonlyArray<string>) =>
            all.filter((one) => wanted.includes(one)).length
          assert.strictEqual(count(paid, "create succeeded", "create canceled"), count(done, "create"), name)
          assert.strictEqual(count(paid, "restore succeeded"), count(done, "restore"), name)
          assert.strictEqual(count(done, "report"), count(done, "restore"), name)
          // A restore brings a year with it, unless the name has ten; then that charge is canceled.
          const renewals = count(paid, "renew succeeded", "renew canceled")
          assert.strictEqual(renewals, count(done, "renew", "report"), name)
          assert.strictEqual(count(paid, "create pending", "renew pending", "restore pending"), 0, name)
        }
        assert.deepStrictEqual(yield* (yield* Wallets).audit, [])
        frames.push(...documents.filter((document) => document.startsWith("<")))
        assert.isAbove(carriedOut.filter(({ command }) => command === "create").length, 5)
      }))
  })
}

describe("the frames of these orders", () => {
  it("are valid by the schemas, after any fault", () => {
    assert.isAbove(frames.length, 1000 * seeds.length)
    assert.deepStrictEqual(schemaProblems(frames), [])
  })
})
