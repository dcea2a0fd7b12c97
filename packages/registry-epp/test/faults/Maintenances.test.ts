import { assert, layer } from "@effect/vitest"
import { RegistryMessages } from "@namewright/core/domains"
import { type MaintenanceNotice, RegistryMaintenanceStore, RegistryUnavailable } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { chargesOf, customer, isOwned, register } from "../../../core/test/domains/DomainsPlatform.ts"
import { schemaProblems } from "../SchemaValidation.ts"
import { backend, onTheWire, registrar, WireRegistry } from "./WirePlatform.ts"

const poll = Effect.flatMap(RegistryMessages, (messages) => messages.poll)

const announce = Effect.fnUntraced(function*(
  change: "create" | "update" | "end",
  minutes: { readonly from: number; readonly to: number },
  changes: Partial<MaintenanceNotice> = {}
) {
  const { simulator } = yield* WireRegistry
  const now = yield* Instant.now
  const maintenance: MaintenanceNotice = {
    maintenance_id: "move-1",
    name: "Datacenter move",
    starts_on: DateTime.add(now, { minutes: minutes.from }),
    ends_on: DateTime.add(now, { minutes: minutes.to }),
    impact: "full",
    systems: [{ name: "EPP", host: null, impact: "full" }],
    environment: "production",
    reason: "planned",
    tlds: [],
    description: "All servers move",
    detail: null,
    ...changes
  }
  yield* simulator.acts.announceMaintenance(backend, registrar, { change, maintenance })
  yield* poll
  yield* TestClock.adjust("10 seconds")
  return maintenance
})

layer(onTheWire())("A maintenance that a registry announces over EPP", (it) => {
  it.effect("is stored as it was announced, and stops the commands until it ends", () =>
    Effect.gen(function*() {
      const { sent } = yield* WireRegistry
      const owner = yield* customer()
      const maintenance = yield* announce("create", { from: 1, to: 60 })
      const store = yield* RegistryMaintenanceStore
      assert.deepStrictEqual(yield* store.since(yield* Instant.now, 10), [
        { ...maintenance, registry: backend, ended_on: null }
      ])
      yield* register(owner, "before.wire")
      yield* TestClock.adjust("1 minute")
      const from = sent.length
      const error = yield* Effect.flip(register(owner, "during.wire"))
      assert.instanceOf(error, RegistryUnavailable)
      assert.isFalse(yield* isOwned("during.wire"))
      assert.deepStrictEqual(yield* chargesOf(owner, "during.wire"), [])
      assert.lengthOf(sent, from)
      yield* TestClock.adjust("1 hour")
      yield* register(owner, "during.wire")
    }))

  it.effect("is moved by an update, and ended by its end", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      yield* announce("create", { from: 0, to: 60 }, { maintenance_id: "move-2" })
      yield* Effect.flip(register(owner, "moved.wire"))
      yield* announce("update", { from: 30, to: 60 }, { maintenance_id: "move-2" })
      yield* register(owner, "moved.wire")
      yield* TestClock.adjust("30 minutes")
      yield* Effect.flip(register(owner, "ended.wire"))
      yield* announce("end", { from: -1, to: 29 }, { maintenance_id: "move-2" })
      yield* register(owner, "ended.wire")
    }))

  it.effect("is announced in documents that the schemas allow", () =>
    Effect.gen(function*() {
      const { documents } = yield* WireRegistry
      const news = documents.filter((document) => document.includes("maint:infData"))
      assert.isAtLeast(news.length, 4)
      assert.isTrue(documents.some((document) => /<objURI>urn:ietf:params:xml:ns:epp:maintenance-1.0</.test(document)))
      assert.deepStrictEqual(schemaProblems(news), [])
    }))
})
