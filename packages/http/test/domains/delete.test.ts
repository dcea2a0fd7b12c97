import { assert, layer } from "@effect/vitest"
import { RegistrySimulator } from "@namewright/core/registry"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { round } from "../../../core/test/domains/DomainsPlatform.ts"
import type { Answer } from "../support/inProcess.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { registrant, registrantOf } from "./dnssecCaller.ts"

const codeOf = ({ body, status }: Answer) => body === undefined ? String(status) : `${status} ${body.code}`

const unknown = { method: "deleteDomain", fault: "cutAfter" } as const
const unseen = { method: "infoDomain", fault: "temporary", times: 100 } as const

/** A customer, and how it deletes a name under a key. */
const deleting = Effect.gen(function*() {
  const call = yield* registrant
  const remove = (name: string, key?: string) =>
    Effect.map(
      call("DELETE", `/v1/domains/${name}`, undefined, key === undefined ? {} : { "idempotency-key": key }),
      codeOf
    )
  const idOf = (name: string) => Effect.map(call("GET", `/v1/domains/${name}`), ({ body }) => body.domain_id)
  const charges = Effect.map(
    call("GET", `/v1/organizations/${call.organization}/transactions?action=create`),
    ({ body }) => (body.items as ReadonlyArray<{ readonly status: string }>).map(({ status }) => status)
  )
  return { call, charges, idOf, remove }
})

/** A deletion with a key that the registry carries out, and whose outcome is not known a minute later. */
const leftOpen = Effect.fnUntraced(function*(
  remove: Effect.Success<typeof deleting>["remove"],
  object: string
) {
  const { faults } = yield* RegistrySimulator
  yield* faults.inject({ ...unknown, object })
  yield* faults.inject({ ...unseen, object })
  assert.strictEqual(yield* remove(object, "k"), "503 ERROR_REGISTRY_UNAVAILABLE")
  yield* faults.clear
  yield* TestClock.adjust("1 minute")
})

layer(TestPlatform.layer)("DELETE /v1/domains/{domain_reference}", (it) => {
  it.effect("204: the name is free at once in its grace period, and the money is back", () =>
    Effect.gen(function*() {
      const { call, charges, remove } = yield* deleting
      yield* call.register("typo.com")
      assert.strictEqual(yield* remove("typo.com"), "204")
      assert.strictEqual((yield* call("GET", "/v1/domains/typo.com")).status, 404)
      assert.deepStrictEqual(yield* charges, ["canceled"])
    }))

  it.effect("204: a later name enters redemption", () =>
    Effect.gen(function*() {
      const { call, remove } = yield* deleting
      yield* call.register("leaving.com")
      yield* TestClock.adjust("6 days")
      assert.strictEqual(yield* remove("leaving.com"), "204")
      assert.include((yield* call("GET", "/v1/domains/leaving.com")).body.registry_statuses, "redemptionPeriod")
    }))

  it.effect("204: a repeat with the key spares the name that was registered again", () =>
    Effect.gen(function*() {
      const { call, idOf, remove } = yield* deleting
      yield* call.register("again.com")
      assert.strictEqual(yield* remove("again.com", "k"), "204")
      yield* call.register("again.com")
      const again = yield* idOf("again.com")
      assert.strictEqual(yield* remove("again.com", "k"), "204")
      assert.strictEqual(yield* idOf("again.com"), again)
    }))

  for (const [age, period] of [["0 days", "in its grace period"], ["6 days", "that enters redemption"]] as const) {
    it.effect(`204: a key with an unsettled deletion has the later outcome as its response, for a name ${period}`, () =>
      Effect.gen(function*() {
        const { call, remove } = yield* deleting
        const object = `left-open-${age.slice(0, 1)}.com`
        yield* call.register(object)
        yield* TestClock.adjust(age)
        yield* leftOpen(remove, object)
        assert.strictEqual(yield* remove(object, "k"), "204")
        assert.strictEqual(yield* remove(object, "k"), "204")
      }))
  }

  it.effect("204: a name that was registered again after an unknown outcome is not deleted by a repeat", () =>
    Effect.gen(function*() {
      const { call, charges, idOf, remove } = yield* deleting
      const object = "found-out.com"
      yield* call.register(object)
      yield* leftOpen(remove, object)
      yield* round
      yield* call.register(object)
      const again = yield* idOf(object)
      assert.strictEqual(yield* remove(object, "k"), "204")
      assert.strictEqual(yield* idOf(object), again)
      assert.deepStrictEqual((yield* charges).toSorted(), ["canceled", "succeeded"])
    }))

  it.effect("204: the domain of a suborganization, with the key of its parent, is deleted once", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const { call, remove } = yield* deleting
      const branch = yield* registrantOf(yield* organization({ parent: call.organization }))
      const object = "branch-name.com"
      yield* branch.register(object)
      yield* leftOpen(remove, object)
      assert.strictEqual(yield* remove(object, "k"), "204")
    }))

  it.effect("403: a key without domains:delete", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["domains:manage"] })
      assert.strictEqual((yield* call("DELETE", "/v1/domains/nobody.com")).status, 403)
    }))

  it.effect("404: a name that nobody has, and another organization's domain, which stays", () =>
    Effect.gen(function*() {
      const { call, idOf, remove } = yield* deleting
      yield* call.register("others.com")
      const stranger = yield* caller()
      assert.strictEqual(codeOf(yield* stranger("DELETE", "/v1/domains/others.com")), "404 ERROR_DOMAIN_NOT_FOUND")
      assert.isString(yield* idOf("others.com"))
      assert.strictEqual(yield* remove("nobody-has-it.com"), "404 ERROR_DOMAIN_NOT_FOUND")
    }))

  it.effect("404: a repeat of a request that deleted nothing does not meet a domain that is newer than the request", () =>
    Effect.gen(function*() {
      const { call, idOf, remove } = yield* deleting
      const { faults } = yield* RegistrySimulator
      const object = "newer.com"
      yield* call.register(object)
      yield* faults.inject({ method: "deleteDomain", fault: "temporary", object })
      assert.strictEqual(yield* remove(object, "k"), "503 ERROR_REGISTRY_UNAVAILABLE")
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* remove(object), "204")
      yield* call.register(object)
      const newer = yield* idOf(object)
      assert.strictEqual(yield* remove(object, "k"), "404 ERROR_DOMAIN_NOT_FOUND")
      assert.strictEqual(yield* idOf(object), newer)
    }))

  it.effect("409: a domain whose statuses forbid it, and one that is deleted already", () =>
    Effect.gen(function*() {
      const { call, remove } = yield* deleting
      yield* call.register("locked.com")
      yield* call("PATCH", "/v1/domains/locked.com", { statuses: ["clientDeleteProhibited"] })
      assert.strictEqual(yield* remove("locked.com"), "409 ERROR_DOMAIN_DELETE_PROHIBITED")
      yield* call.register("twice.com")
      yield* TestClock.adjust("6 days")
      assert.strictEqual(yield* remove("twice.com", "a"), "204")
      assert.strictEqual(yield* remove("twice.com", "b"), "409 ERROR_DOMAIN_DELETE_PROHIBITED")
    }))

  it.effect("409: a key whose deletion cannot be settled yet, with the time of another attempt", () =>
    Effect.gen(function*() {
      const { call } = yield* deleting
      const { faults } = yield* RegistrySimulator
      const object = "unsettled.com"
      yield* call.register(object)
      yield* faults.inject({ ...unknown, object })
      yield* faults.inject({ ...unseen, object })
      const headers = { "idempotency-key": "k" }
      yield* call("DELETE", `/v1/domains/${object}`, undefined, headers)
      const early = yield* call("DELETE", `/v1/domains/${object}`, undefined, headers)
      assert.strictEqual(codeOf(early), "409 ERROR_REQUEST_IN_PROGRESS")
      assert.isAtLeast(Number(early.headers.get("retry-after")), 20)
      yield* faults.clear
    }))

  it.effect("409: a key that was used for another request", () =>
    Effect.gen(function*() {
      const { call, remove } = yield* deleting
      yield* call.register("first.com")
      assert.strictEqual(yield* remove("first.com", "k"), "204")
      assert.strictEqual(yield* remove("second.com", "k"), "409 ERROR_IDEMPOTENCY_KEY_REUSED")
    }))
})
