import { assert, layer } from "@effect/vitest"
import { Deletions } from "@namewright/core/domains"
import { DomainName } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  chargesOf,
  customer,
  eventsOf,
  openIntents,
  passDays,
  register,
  round
} from "../../../core/test/domains/DomainsPlatform.ts"
import type { EppFault } from "../../src/server/index.ts"
import { currentDomain } from "./wireOperations.ts"
import { onTheWire, WireRegistry } from "./WirePlatform.ts"

/** A deleted name whose restore is ordered, and whose report meets a fault from then on. */
const begun = Effect.fnUntraced(function*(label: string, fault: EppFault) {
  const { server } = yield* WireRegistry
  const owner = yield* customer()
  const deletions = yield* Deletions
  const name = DomainName.make(label)
  yield* register(owner, name)
  yield* TestClock.adjust("6 days")
  yield* round
  yield* owner.act(deletions.remove(name))
  server.faults.inject({ command: "DomainUpdate", object: name, after: 1, times: 10_000, fault })
  yield* Effect.exit(owner.act(deletions.restore(name, {})))
  return { owner, name }
})

layer(onTheWire())("A restore with a completed request and without a report", (it) => {
  it.effect("is retried for days, and completed and charged once", () =>
    Effect.gen(function*() {
      const { carriedOut, server } = yield* WireRegistry
      const { name, owner } = yield* begun("begun.wire", { _tag: "Fail", code: 2400, when: "before" })
      yield* passDays(3)
      const waiting = yield* currentDomain(owner, name)
      assert.deepStrictEqual(waiting && (yield* openIntents(waiting)), ["domain.restore prepared"])
      server.faults.clear()
      yield* passDays(1)
      assert.isNull((yield* currentDomain(owner, name))?.canceled_on)
      assert.deepStrictEqual(
        carriedOut.filter(({ object }) => object === name).map(({ command }) => command),
        ["create", "delete", "restore", "report"]
      )
      assert.deepStrictEqual(yield* chargesOf(owner, name), [
        "create succeeded 24.90",
        "restore succeeded 85.00",
        "renew succeeded 29.90"
      ])
      assert.lengthOf((yield* eventsOf(owner)).filter((event) => event === "DELETION/CANCELED"), 1)
    }))

  it.effect("ends at the registry's time limit, and is refunded", () =>
    Effect.gen(function*() {
      const { server } = yield* WireRegistry
      const { name, owner } = yield* begun("never-reported.wire", { _tag: "Cut", when: "before" })
      yield* passDays(8)
      server.faults.clear()
      const domain = yield* currentDomain(owner, name)
      assert.include(domain?.registry_statuses ?? [], "redemptionPeriod")
      assert.deepStrictEqual(domain && (yield* openIntents(domain)), [])
      assert.deepStrictEqual(yield* chargesOf(owner, name), [
        "create succeeded 24.90",
        "restore failed 85.00",
        "renew failed 29.90"
      ])
    }))

  it.effect("is refused when the registry refuses the report", () =>
    Effect.gen(function*() {
      const { server } = yield* WireRegistry
      const { name, owner } = yield* begun("bad-report.wire", { _tag: "Fail", code: 2306, when: "before" })
      server.faults.clear()
      assert.deepStrictEqual((yield* chargesOf(owner, name)).slice(1), ["restore failed 85.00", "renew failed 29.90"])
      // The name waits for the report still, so a second order sends only that.
      const deletions = yield* Deletions
      yield* owner.act(deletions.restore(name, {}))
      assert.isNull((yield* currentDomain(owner, name))?.canceled_on)
    }))

  for (const [when, later] of [["at once", false], ["later", true]] as const) {
    it.effect(`has its report sent when the registry took the request (1001) and shows ${when} that it waits for one`, () =>
      Effect.gen(function*() {
        const { carriedOut, copy, server } = yield* WireRegistry
        const owner = yield* customer()
        const deletions = yield* Deletions
        const name = DomainName.make(`thought-${later ? "later" : "soon"}.wire`)
        yield* register(owner, name)
        yield* TestClock.adjust("6 days")
        yield* round
        yield* owner.act(deletions.remove(name))
        const fault: EppFault = { _tag: "Fail", code: 1001, when: "after", text: "The request is pending" }
        server.faults.inject({ command: "DomainUpdate", object: name, fault })
        if (later) yield* copy.hold(name)
        yield* Effect.exit(owner.act(deletions.restore(name, {})))
        assert.deepStrictEqual((yield* chargesOf(owner, name)).slice(1), [
          "restore pending 85.00",
          "renew pending 29.90"
        ])
        yield* TestClock.adjust("10 minutes")
        yield* round
        if (later) {
          assert.deepStrictEqual((yield* chargesOf(owner, name)).slice(1, 2), ["restore pending 85.00"])
          copy.catchUp()
        }
        yield* TestClock.adjust("1 hour")
        yield* round
        assert.isNull((yield* currentDomain(owner, name))?.canceled_on)
        assert.deepStrictEqual(
          carriedOut.filter(({ object }) => object === name).map(({ command }) => command),
          ["create", "delete", "restore", "report"]
        )
        assert.deepStrictEqual((yield* chargesOf(owner, name)).slice(0, 2), [
          "create succeeded 24.90",
          "restore succeeded 85.00"
        ])
      }))
  }

  it.effect("stays charged while the registry has accepted the request (1001), and is refunded after the purge of the name", () =>
    Effect.gen(function*() {
      const { server } = yield* WireRegistry
      const owner = yield* customer()
      const deletions = yield* Deletions
      const name = DomainName.make("thought-in-vain.wire")
      yield* register(owner, name)
      yield* TestClock.adjust("6 days")
      yield* round
      yield* owner.act(deletions.remove(name))
      server.faults.inject({
        command: "DomainUpdate",
        object: name,
        fault: { _tag: "Fail", code: 1001, when: "before", text: "The request is pending" }
      })
      yield* Effect.exit(owner.act(deletions.restore(name, {})))
      yield* TestClock.adjust("3 hours")
      yield* round
      assert.deepStrictEqual((yield* chargesOf(owner, name)).slice(1), ["restore pending 85.00", "renew pending 29.90"])
      yield* passDays(8)
      assert.deepStrictEqual((yield* chargesOf(owner, name)).slice(1), ["restore pending 85.00", "renew pending 29.90"])
      yield* TestClock.adjust("60 days")
      yield* round
      assert.deepStrictEqual((yield* chargesOf(owner, name)).slice(1), ["restore failed 85.00", "renew failed 29.90"])
    }))
})
