import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { DomainCreate } from "../../../src/message/DomainCommand.ts"
import { authInfo, codeOf, dataOf, makeContact, ObjectServer, type Talk } from "./ObjectServer.ts"

let contacts = 0

/** Registers a name, with a contact that is made for it. */
const register = Effect.fnUntraced(function*(talk: Talk, name: string, changes: Partial<DomainCreate> = {}) {
  const id = `c-${++contacts}`
  yield* makeContact(talk, id)
  return yield* talk.say({
    _tag: "DomainCreate",
    name,
    registrant: id,
    contacts: [{ type: "admin", id }, { type: "tech", id }],
    authInfo,
    ...changes
  })
})

const info = (talk: Talk, name: string) => dataOf("DomainData", talk.say({ _tag: "DomainInfo", name }))

const add = (talk: Talk, name: string, status: string) =>
  talk.say({ _tag: "DomainUpdate", name, add: { contacts: [], statuses: [{ status }] } })

layer(ObjectServer.layer())("The sponsor of a domain, over EPP", (it) => {
  it.effect("is who made it, and who changed it last is said beside it", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* ObjectServer
      yield* register(ours, "kept.generic")
      const made = yield* info(ours, "kept.generic")
      assert.deepStrictEqual([made.sponsor, made.creator, made.updater], ["ours", "ours", undefined])
      yield* TestClock.adjust("1 hour")
      yield* add(ours, "kept.generic", "clientHold")
      const changed = yield* info(ours, "kept.generic")
      assert.strictEqual(changed.updater, "ours")
      assert.isTrue((changed.updatedOn ?? "") > (changed.createdOn ?? ""))
      const foreign = yield* info(theirs, "kept.generic")
      assert.deepStrictEqual([foreign.sponsor, foreign.creator, foreign.authInfo], ["ours", undefined, undefined])
    }))

  it.effect("changes with a transfer: a new auth code, no client statuses, nothing left to the old one", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* ObjectServer
      const name = "moved.generic"
      yield* register(ours, name)
      yield* ours.say({ _tag: "HostCreate", name: `ns1.${name}`, addresses: [{ address: "192.0.2.1", version: "v4" }] })
      yield* add(ours, name, "clientDeleteProhibited")
      yield* theirs.say({ _tag: "DomainTransfer", operation: "request", name, authInfo })
      yield* ours.say({ _tag: "DomainTransfer", operation: "approve", name })
      const moved = yield* info(theirs, name)
      assert.deepStrictEqual([moved.sponsor, moved.creator], ["theirs", "ours"])
      assert.isDefined(moved.transferredOn)
      assert.isNotEmpty(moved.authInfo?.password)
      assert.notStrictEqual(moved.authInfo?.password, authInfo.password)
      assert.notInclude(moved.statuses.map(({ status }) => status), "clientDeleteProhibited")
      assert.strictEqual(
        (yield* dataOf("HostData", theirs.say({ _tag: "HostInfo", name: `ns1.${name}` }))).sponsor,
        "theirs"
      )
      assert.strictEqual(yield* codeOf(add(ours, name, "clientHold")), 2201)
    }))

  it.effect("may delete it in its add grace period, and anybody may have it then", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* ObjectServer
      yield* register(ours, "fresh.generic")
      const deleted = yield* ours.say({ _tag: "DomainDelete", name: "fresh.generic" })
      assert.strictEqual(deleted.results[0].code, 1000)
      assert.deepStrictEqual(deleted.extension.fee?.credits.map(({ amount }) => amount), ["-10.00"])
      assert.strictEqual(yield* codeOf(ours.say({ _tag: "DomainInfo", name: "fresh.generic" })), 2303)
      assert.strictEqual(yield* codeOf(register(theirs, "fresh.generic")), 1000)
    }))

  it.effect("chooses a strong auth code or none", () =>
    Effect.gen(function*() {
      const { ours } = yield* ObjectServer
      assert.strictEqual(yield* codeOf(register(ours, "weak.generic", { authInfo: { password: "short" } })), 2306)
      assert.strictEqual(yield* codeOf(register(ours, "none.generic", { authInfo: { password: "" } })), 1000)
      assert.isUndefined((yield* info(ours, "none.generic")).authInfo)
      assert.strictEqual(yield* codeOf(register(ours, "name.elsewhere")), 2306)
    }))
})
