import { assert, layer } from "@effect/vitest"
import { Worker } from "@namewright/core/embed"
import { RegistrySimulator } from "@namewright/core/registry"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { whileItPauses } from "../../../core/test/shared/watchSleeps.ts"
import { registrant, registrantOf } from "../domains/dnssecCaller.ts"
import { askingFor } from "../domains/otherRegistrar.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"

// A message about a transfer waits while recovery settles its intent.
const work = whileItPauses(Effect.flatMap(Worker, (worker) => worker.tick(Duration.minutes(5))), Effect.void)

type Call = Effect.Success<ReturnType<typeof caller>>

/** Shows the domains `KEY-1.com`, `KEY-2.net` and `KEY-3.org`. */
const connect = Effect.fnUntraced(function*(call: Call, api_key: string) {
  const { body, status } = yield* call("POST", "/v1/connect/registrars", {
    name: "Old account",
    registrar: "OPENSRS",
    credentials: { api_key }
  })
  assert.strictEqual(status, 201, JSON.stringify(body))
  yield* work
  return `/v1/connect/registrars/${body.registrar_credential_id}`
})

const shown = Effect.fnUntraced(function*(call: Call, name: string) {
  const { body, status } = yield* call("GET", `/v1/domains/${name}?include=tags,registrar_credential`)
  if (status !== 200) return undefined
  const tags = (body.status_tags as ReadonlyArray<{ readonly tag_type: string }>).map(({ tag_type }) => tag_type)
  return { tags, read_only: body.read_only as boolean, credential: body.registrar_credential !== null }
})

const external = { tags: ["EXTERNAL"], read_only: true, credential: true }

layer(TestPlatform.layer)("a domain that is shown from an external registrar", (it) => {
  it.effect("is tagged while it is imported, and then is one of the platform", () =>
    Effect.gen(function*() {
      const call = yield* askingFor("imported-1.com")
      const credential = yield* connect(call, "imported")
      assert.deepStrictEqual(yield* shown(call, "imported-1.com"), external)
      const { body, status } = yield* call.ask()
      assert.strictEqual(status, 201, JSON.stringify(body))
      const pending = yield* shown(call, "imported-1.com")
      assert.sameMembers(pending?.tags ?? [], ["IMPORT_PENDING", "INBOUND_TRANSFER_PENDING"])
      assert.deepStrictEqual([pending?.read_only, pending?.credential], [false, false])
      // The registrar still lists it.
      yield* call("POST", `${credential}/sync`)
      yield* work
      const synced = (yield* call("GET", credential)).body
      assert.deepStrictEqual([synced.domain_count, synced.skipped_count], [2, 1])
      yield* TestClock.adjust("6 days")
      yield* work
      assert.deepStrictEqual(yield* shown(call, "imported-1.com"), { tags: [], read_only: false, credential: false })
      assert.deepStrictEqual(yield* shown(call, "imported-2.net"), external)
      assert.deepStrictEqual(yield* call.charges, ["succeeded"])
    }))

  it.effect("is tagged as asked for while it is unknown whether the registry took the order", () =>
    Effect.gen(function*() {
      const { faults } = yield* RegistrySimulator
      const name = "asked-1.com"
      const call = yield* askingFor(name)
      yield* connect(call, "asked")
      yield* faults.inject({ method: "requestTransfer", fault: "cutBefore", object: name })
      for (const method of ["infoDomain", "queryTransfer"] as const) {
        yield* faults.inject({ method, fault: "temporary", object: name, times: 1000 })
      }
      const { body, status } = yield* call.ask()
      assert.strictEqual(status, 201, JSON.stringify(body))
      assert.deepStrictEqual(yield* shown(call, name), {
        tags: ["IMPORT_REQUESTED"],
        read_only: false,
        credential: false
      })
      yield* faults.clear
      for (const delay of ["3 minutes", "3 minutes"] as const) {
        yield* TestClock.adjust(delay)
        yield* work
      }
      const accepted = yield* shown(call, name)
      assert.sameMembers(accepted?.tags ?? [], ["IMPORT_PENDING", "INBOUND_TRANSFER_PENDING"])
      assert.deepStrictEqual(yield* call.charges, ["pending"])
    }))

  it.effect("is shown again after a canceled import", () =>
    Effect.gen(function*() {
      const call = yield* askingFor("kept-1.com")
      yield* connect(call, "kept")
      const { body } = yield* call.ask()
      assert.strictEqual((yield* call("DELETE", `/v1/domains/${body.domain_id}/transfer`)).status, 204)
      assert.isUndefined(yield* shown(call, "kept-1.com"))
      yield* TestClock.adjust("10 minutes")
      yield* work
      assert.deepStrictEqual(yield* shown(call, "kept-1.com"), external)
    }))

  it.effect("does not keep others from transferring it, which is no import", () =>
    Effect.gen(function*() {
      const call = yield* askingFor("moved-1.com")
      const seller = yield* caller()
      yield* connect(seller, "moved")
      assert.strictEqual((yield* call.ask()).status, 201)
      assert.deepStrictEqual((yield* shown(call, "moved-1.com"))?.tags, ["INBOUND_TRANSFER_PENDING"])
      assert.isUndefined(yield* shown(seller, "moved-1.com"))
    }))

  it.effect("counts as a new domain for a suborganization that registers its name", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const parent = yield* organization({ credit: 1_000_000 })
      const child = yield* organization({ parent })
      const call = yield* registrantOf(parent)
      yield* connect(call, "counted")
      const limited = yield* call("PATCH", `/v1/organizations/${child}/limits`, { domains: 1 })
      assert.strictEqual(limited.status, 200, JSON.stringify(limited.body))
      const other = yield* registrantOf(child)
      assert.isString((yield* other.register("counted-own.com")).domain_id)
      assert.strictEqual((yield* other.register("counted-1.com")).code, "ERROR_ORGANIZATION_DOMAIN_LIMIT")
      // The domain of the parent takes the place of the one that is shown.
      yield* call.register("counted-1.com")
      assert.strictEqual((yield* call("GET", "/v1/domains")).body.total, 3)
    }))

  it.effect("does not keep its name from being registered when the registry has none", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      yield* connect(call, "stale")
      assert.deepStrictEqual(yield* shown(call, "stale-1.com"), external)
      yield* call.register("stale-1.com")
      assert.deepStrictEqual(yield* shown(call, "stale-1.com"), { tags: [], read_only: false, credential: false })
      const { body } = yield* call("GET", "/v1/domains")
      assert.strictEqual(body.total, 3)
    }))
})
