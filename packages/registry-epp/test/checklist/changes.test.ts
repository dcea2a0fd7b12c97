import { assert, layer } from "@effect/vitest"
import { DomainName } from "@namewright/core/shared"
import { Effect } from "effect"
import type { DomainUpdate, EppDomainParts } from "../../src/index.ts"
import { answers, framesKeepToSchemas, makeContact, register, Registrars, shown } from "./Registrars.ts"

const update = (name: string, changes: Partial<DomainUpdate> = {}): DomainUpdate => ({
  _tag: "DomainUpdate",
  name,
  ...changes
})
const parts = (changes: Partial<EppDomainParts>): EppDomainParts => ({ contacts: [], statuses: [], ...changes })
const statuses = (...names: ReadonlyArray<string>) => parts({ statuses: names.map((status) => ({ status })) })
const nameservers = (...names: ReadonlyArray<string>) => parts({ nameservers: { form: "objects", hosts: names } })

const clientStatuses = [
  "clientHold",
  "clientTransferProhibited",
  "clientDeleteProhibited",
  "clientRenewProhibited",
  "clientUpdateProhibited"
]

layer(Registrars.layer())("An update of a name", (it) => {
  it.effect.each(clientStatuses)("sets and lifts %s, once each", (status) =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      const name = `${status.toLowerCase()}.generic`
      yield* register(ours, name)
      const [one, prohibited] = [statuses(status), status === "clientUpdateProhibited" ? 2304 : 2306]
      yield* answers(ours, update(name, { remove: one }), 2306)
      yield* answers(ours, update(name, { add: one }), 1000)
      assert.include((yield* shown(ours, name)).statuses, status)
      yield* answers(ours, update(name, { add: one }), prohibited)
      yield* answers(ours, update(name, { remove: one }), 1000)
      assert.deepStrictEqual((yield* shown(ours, name)).statuses, ["inactive"])
    }))

  it.effect.each([
    "serverHold",
    "serverUpdateProhibited",
    "pendingDelete",
    "pendingTransfer",
    "ok",
    "inactive"
  ])("does not set %s, which is the registry's", (status) =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      const name = `${status.toLowerCase()}.generic`
      yield* register(ours, name)
      yield* answers(ours, update(name, { add: statuses(status) }), 2306)
      yield* answers(ours, update(name, { remove: statuses(status) }), 2306)
      assert.deepStrictEqual((yield* shown(ours, name)).statuses, ["inactive"])
    }))

  it.effect("of a locked name may lift the lock together with other changes", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      yield* register(ours, "locked.generic")
      const lock = statuses("clientUpdateProhibited")
      yield* answers(ours, update("locked.generic", { add: lock }), 1000)
      const change = { authInfo: { password: "Another-Horse-2" } }
      yield* answers(ours, update("locked.generic", { change }), 2304)
      yield* answers(ours, update("locked.generic", { remove: lock, add: statuses("clientHold"), change }), 1000)
      const { data, statuses: left } = yield* shown(ours, "locked.generic")
      assert.deepStrictEqual([data.authInfo, left], [change.authInfo, ["inactive", "clientHold"]])
    }))

  it.effect("is refused for others than the sponsor, and while a server status or a pending command prohibits it", () =>
    Effect.gen(function*() {
      const { ours, simulator, theirs } = yield* Registrars
      const change = { add: statuses("clientHold") }
      yield* register(ours, "forbidden.generic")
      yield* answers(theirs, update("forbidden.generic", change), 2201)
      const name = DomainName.make("forbidden.generic")
      yield* Effect.orDie(simulator.acts.changeStatuses(name, { add: ["serverUpdateProhibited"] }, "Lock"))
      yield* answers(ours, update("forbidden.generic", change), 2304)
      yield* register(ours, "leaving.generic")
      yield* answers(theirs, {
        _tag: "DomainTransfer",
        operation: "request",
        name: "leaving.generic",
        authInfo: { password: "Correct-Horse-1" }
      }, 1001)
      yield* answers(ours, update("leaving.generic", change), 2304)
      yield* answers(ours, update("missing.generic", change), 2303)
    }))

  it.effect("adds only new nameservers, and removes only existing ones", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      for (const name of ["a.example.net", "b.example.net"]) {
        yield* answers(ours, { _tag: "HostCreate", name, addresses: [] }, 1000)
      }
      const [a, b] = [nameservers("a.example.net"), nameservers("b.example.net")]
      yield* register(ours, "delegated.generic", { nameservers: { form: "objects", hosts: ["a.example.net"] } })
      assert.deepStrictEqual((yield* shown(ours, "delegated.generic")).statuses, ["ok"])
      yield* answers(ours, update("delegated.generic", { add: a }), 2306)
      yield* answers(ours, update("delegated.generic", { remove: b }), 2306)
      yield* answers(ours, update("delegated.generic", { add: b, remove: b }), 2306)
      yield* answers(ours, update("delegated.generic", { add: nameservers("c.example.net") }), 2303)
      yield* answers(ours, update("delegated.generic", { remove: nameservers("c.example.net") }), 2306)
      yield* answers(ours, update("delegated.generic", { add: b, remove: a }), 1000)
      const { data } = yield* shown(ours, "delegated.generic")
      assert.deepStrictEqual(data.nameservers?.hosts, ["b.example.net"])
    }))

  it.effect("replaces the contacts of a name by others of the registrar", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      yield* register(ours, "people.generic")
      yield* makeContact(ours, "another")
      const admin = (id: string) => parts({ contacts: [{ type: "admin", id }] })
      yield* answers(ours, update("people.generic", { add: admin("nobody"), remove: admin("ours") }), 2303)
      yield* answers(ours, update("people.generic", { add: admin("theirs"), remove: admin("ours") }), 2201)
      yield* answers(ours, update("people.generic", { add: admin("another") }), 2306)
      yield* answers(ours, update("people.generic", { remove: admin("ours") }), 2003)
      yield* answers(ours, update("people.generic", { add: admin("another"), remove: admin("ours") }), 1000)
      yield* answers(ours, update("people.generic", { change: { registrant: "" } }), 2306)
      yield* answers(ours, update("people.generic", { change: { registrant: "another" } }), 1000)
      const { data } = yield* shown(ours, "people.generic")
      assert.deepStrictEqual([data.registrant, data.contacts.find(({ type }) => type === "admin")?.id], [
        "another",
        "another"
      ])
      yield* answers(ours, { _tag: "ContactDelete", id: "another" }, 2305)
    }))

  it.effect("without a change is refused", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      yield* register(ours, "unchanged.generic")
      yield* answers(ours, update("unchanged.generic"), 2003)
    }))

  it.effect("removes the auth code", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* Registrars
      yield* register(ours, "codeless.generic")
      yield* answers(ours, update("codeless.generic", { change: { authInfo: null } }), 1000)
      assert.isUndefined((yield* shown(ours, "codeless.generic")).data.authInfo)
      for (const password of ["Correct-Horse-1", ""]) {
        const command = { _tag: "DomainTransfer", operation: "request", name: "codeless.generic" } as const
        yield* answers(theirs, { ...command, authInfo: { password } }, password === "" ? 2201 : 2202)
      }
    }))
})

framesKeepToSchemas()
