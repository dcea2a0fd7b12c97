import { assert, layer } from "@effect/vitest"
import { AllowedNetworks } from "@namewright/core/access"
import { limits, type OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller as keyCaller, issuesOf } from "../tags/caller.ts"
import { AccessPlatform } from "./AccessPlatform.ts"

const path = "/v1/organizations/ip-restrictions"
const office = "192.0.2.7"
const elsewhere = "203.0.113.9"

/** Calls with a new key of an organization, by default a new one, from the office unless another address is given. */
const caller = Effect.fnUntraced(function*(of?: OrganizationId, role = "admin") {
  const { credential, fetch, organization } = yield* AccessPlatform
  const owner = of ?? (yield* organization())
  const keyring = yield* credential(owner, { role })
  return Object.assign(
    (method: string, at: string, body?: unknown, address: string | null = office) =>
      fetch(method, at, body, {
        key: keyring.api_key,
        headers: address === null ? {} : { "x-test-address": address }
      }),
    { organization: owner, keyring }
  )
})

type Call = Effect.Success<ReturnType<typeof caller>>

const allow = Effect.fnUntraced(function*(call: Call, ip_network: string, query = "") {
  const { body, status } = yield* call("POST", `${path}${query}`, { ip_network })
  assert.strictEqual(status, 200, JSON.stringify(body))
  return body
})

const outcome = (answer: { readonly status: number; readonly body: { readonly code?: string } | undefined }) => [
  answer.status,
  answer.body?.code
]

layer(AccessPlatform.layer)("IP restrictions", (it) => {
  it.effect("are created, listed, read, changed and deleted", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const created = yield* call("POST", path, { ip_network: " 192.0.2.77/24 " })
      const { created_on, ip_restriction_id, ...rest } = created.body
      assert.deepStrictEqual([created.status, rest], [200, {
        organization_id: call.organization,
        ip_network: "192.0.2.0/24",
        last_used_on: null
      }])
      assert.match(created_on, /Z$/)
      assert.isTrue(Number.isInteger(ip_restriction_id))
      const single = yield* allow(call, "2001:db8::1")
      assert.strictEqual(single.ip_network, "2001:db8::1/128")
      assert.deepStrictEqual((yield* call("GET", path)).body, [created.body, single])
      assert.deepStrictEqual((yield* call("GET", `${path}/${ip_restriction_id}`)).body, created.body)
      const changed = yield* call("PATCH", `${path}/${single.ip_restriction_id}`, { ip_network: "198.51.100.3" })
      assert.deepStrictEqual([changed.status, changed.body], [200, { ...single, ip_network: "198.51.100.3/32" }])
      assert.strictEqual((yield* call("DELETE", `${path}/${single.ip_restriction_id}`)).status, 204)
      const gone = yield* call("GET", `${path}/${single.ip_restriction_id}`)
      assert.deepStrictEqual([...outcome(gone), gone.body.ip_restriction_id], [
        404,
        "ERROR_IP_RESTRICTION_NOT_FOUND",
        single.ip_restriction_id
      ])
    }))

  it.effect("200: the time of last use is set, removed, and noted within five minutes of a use", () =>
    Effect.gen(function*() {
      const { writeUses } = yield* AllowedNetworks
      const call = yield* caller()
      const made = yield* allow(call, "192.0.2.0/24")
      const at = `${path}/${made.ip_restriction_id}`
      const read = Effect.map(call("GET", at), ({ body }) => body.last_used_on)
      /** The time after a use that was written. */
      const used = read.pipe(Effect.andThen(writeUses), Effect.andThen(read))
      assert.isNull(made.last_used_on)
      const first = yield* used
      assert.isString(first)
      yield* TestClock.adjust("4 minutes")
      assert.strictEqual(yield* used, first)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(Date.parse(yield* used) - Date.parse(first), 300_000)
      const set = yield* call("PATCH", at, { last_used_on: "2026-01-02T03:04:05Z" })
      assert.deepStrictEqual([set.body.last_used_on, set.body.ip_network], ["2026-01-02T03:04:05Z", "192.0.2.0/24"])
      assert.isNull((yield* call("PATCH", at, { last_used_on: null, ip_network: null })).body.last_used_on)
    }))

  it.effect("403: calls from addresses outside of all networks, in every notation, until the last one is removed", () =>
    Effect.gen(function*() {
      const { fetch } = yield* AccessPlatform
      const call = yield* caller()
      const status = (address: string | null) => Effect.map(call("GET", path, undefined, address), outcome)
      assert.deepStrictEqual(yield* status(elsewhere), [200, undefined])
      const made = yield* allow(call, "192.0.2.0/25")
      const refused = [403, "ERROR_PERMISSION_DENIED"]
      for (const address of [elsewhere, "192.0.2.128", "2001:db8::1", "::ffff:203.0.113.9", "::", null]) {
        assert.deepStrictEqual(yield* status(address), refused, String(address))
      }
      for (const address of [office, "::ffff:192.0.2.7", "::FFFF:C000:0207", "192.0.2.127"]) {
        assert.deepStrictEqual(yield* status(address), [200, undefined], address)
      }
      const { client_id, client_secret } = call.keyring
      const grant = { grant_type: "client_credentials", client_id, client_secret }
      const token = (address: string) =>
        fetch("POST", "/v1/auth/token", grant, { headers: { "x-test-address": address } })
      assert.deepStrictEqual(outcome(yield* token(elsewhere)), refused)
      const { access_token } = (yield* token(office)).body
      const bearer = (address: string) =>
        fetch("GET", path, undefined, { token: access_token, headers: { "x-test-address": address } })
      assert.deepStrictEqual(outcome(yield* bearer(elsewhere)), refused)
      assert.strictEqual((yield* bearer(office)).status, 200)
      yield* call("DELETE", `${path}/${made.ip_restriction_id}`)
      assert.deepStrictEqual(yield* status(elsewhere), [200, undefined])
    }))

  it.effect("409: changes that would exclude the caller's own address, and nothing is stored", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const refused = Effect.fnUntraced(function*(method: string, at: string, body?: unknown) {
        const before = (yield* call("GET", path)).body
        const answer = yield* call(method, at, body)
        assert.deepStrictEqual([...outcome(answer), answer.body.client_address], [
          409,
          "ERROR_IP_RESTRICTION_LOCKOUT",
          office
        ])
        assert.deepStrictEqual((yield* call("GET", path)).body, before)
      })
      yield* refused("POST", path, { ip_network: "198.51.100.0/24" })
      const first = yield* allow(call, "192.0.2.0/24")
      const second = yield* allow(call, "198.51.100.0/24")
      yield* refused("DELETE", `${path}/${first.ip_restriction_id}`)
      yield* refused("PATCH", `${path}/${first.ip_restriction_id}`, { ip_network: "192.0.2.128/25" })
      yield* allow(call, "192.0.2.7")
      assert.strictEqual((yield* call("DELETE", `${path}/${first.ip_restriction_id}`)).status, 204)
      const [, single] = (yield* call("GET", path)).body
      yield* refused("DELETE", `${path}/${single.ip_restriction_id}`)
      assert.strictEqual((yield* call("DELETE", `${path}/${second.ip_restriction_id}`)).status, 204)
      assert.strictEqual((yield* call("DELETE", `${path}/${single.ip_restriction_id}`)).status, 204, "the last one")
    }))

  it.effect("200: the same with force", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      yield* allow(call, "198.51.100.0/24", "?force=true")
      assert.strictEqual((yield* call("GET", path)).status, 403)
      assert.strictEqual((yield* call("GET", path, undefined, "198.51.100.1")).status, 200)
      const other = yield* caller()
      const { ip_restriction_id } = yield* allow(other, "192.0.2.0/24")
      yield* allow(other, "198.51.100.0/24")
      assert.strictEqual((yield* other("DELETE", `${path}/${ip_restriction_id}?force=true`)).status, 204)
      assert.strictEqual((yield* other("GET", path)).status, 403)
      const third = yield* caller()
      const made = yield* allow(third, "192.0.2.0/24")
      const moved = { ip_network: "198.51.100.0/24" }
      assert.strictEqual((yield* third("PATCH", `${path}/${made.ip_restriction_id}?force=true`, moved)).status, 200)
      assert.strictEqual((yield* third("GET", path)).status, 403)
    }))

  it.effect("409: a network that the organization has", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      yield* allow(call, "192.0.2.0/24")
      const other = yield* allow(call, "198.51.100.0/24")
      const exists = [409, "ERROR_IP_RESTRICTION_EXISTS"]
      assert.deepStrictEqual(outcome(yield* call("POST", path, { ip_network: "::ffff:192.0.2.9/120" })), exists)
      const moved = yield* call("PATCH", `${path}/${other.ip_restriction_id}`, { ip_network: "192.0.2.1/24" })
      assert.deepStrictEqual([...outcome(moved), moved.body.ip_network], [...exists, "192.0.2.0/24"])
    }))

  it.effect("422: all problems at once, and more networks than an organization can have", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const issues = (method: string, at: string, body?: unknown) =>
        Effect.map(call(method, at, body), (answer) => [answer.status, issuesOf(answer.body)])
      assert.deepStrictEqual(yield* issues("POST", `${path}?force=maybe`, { ip_network: "x", organization_id: "y" }), [
        422,
        [["query.force", "bool_parsing"], ["body.ip_network", "ip_any_network"], [
          "body.organization_id",
          "typeid_parsing"
        ]]
      ])
      assert.deepStrictEqual(yield* issues("POST", path, {}), [422, [["body.ip_network", "missing"]]])
      assert.deepStrictEqual((yield* issues("GET", `${path}/1.5`))[0], 422)
      assert.deepStrictEqual((yield* issues("GET", `${path}/0`))[0], 422)
      assert.deepStrictEqual((yield* issues("GET", `${path}/9007199254740993`))[0], 422)
      yield* allow(call, "192.0.2.0/24")
      yield* Effect.forEach(
        Array.from({ length: limits.ipRestrictions - 1 }, (_, index) => `198.51.100.${index}`),
        (address) => allow(call, address),
        { discard: true }
      )
      assert.deepStrictEqual(yield* issues("POST", path, { ip_network: "203.0.113.1" }), [
        422,
        [["body.ip_network", "too_long"]]
      ])
    }))

  it.effect("403: without the right to manage the organization", () =>
    Effect.gen(function*() {
      const admin = yield* caller()
      const viewer = yield* caller(admin.organization, "dns_manager")
      const denied = (method: string, at: string, body?: unknown) =>
        Effect.map(viewer(method, at, body), (answer) => [answer.status, answer.body.permission])
      assert.deepStrictEqual(yield* denied("GET", path), [403, "organization:read"])
      assert.deepStrictEqual(yield* denied("POST", path, { ip_network: office }), [403, "organization:manage"])
    }))

  it.effect("a parent manages those of its suborganizations, and each restricts only its own callers", () =>
    Effect.gen(function*() {
      const { organization } = yield* AccessPlatform
      const parent = yield* caller()
      const child = yield* caller(yield* organization({ parent: parent.organization }))
      const stranger = yield* caller()
      const restriction = { ip_network: "198.51.100.0/24", organization_id: child.organization }
      const made = yield* parent("POST", path, restriction)
      assert.deepStrictEqual([made.status, made.body.organization_id], [200, child.organization])
      const at = `${path}/${made.body.ip_restriction_id}`
      assert.strictEqual((yield* child("GET", path)).status, 403)
      assert.deepStrictEqual((yield* child("GET", path, undefined, "198.51.100.1")).body, [made.body])
      assert.deepStrictEqual((yield* parent("GET", at)).body, made.body)
      assert.deepStrictEqual((yield* parent("GET", path)).body, [], "its own list")
      const below = `${path}?organization_id=${child.organization}`
      assert.deepStrictEqual((yield* parent("GET", below)).body, [made.body])

      // The parent's own networks do not restrict the suborganization, but a caller of the parent that acts for it.
      yield* allow(parent, "192.0.2.0/24")
      assert.strictEqual((yield* child("GET", path, undefined, "198.51.100.1")).status, 200)
      assert.strictEqual((yield* parent("GET", below, undefined, "198.51.100.1")).status, 403)
      assert.strictEqual((yield* parent("GET", below)).status, 200)

      const missing = [404, "ERROR_IP_RESTRICTION_NOT_FOUND"]
      for (const [method, body] of [["GET"], ["PATCH", { ip_network: office }], ["DELETE"]] as const) {
        assert.deepStrictEqual(outcome(yield* stranger(method, at, body)), missing, method)
      }
      const unknown = [404, "ERROR_ORGANIZATION_NOT_FOUND"]
      assert.deepStrictEqual(outcome(yield* stranger("GET", below)), unknown)
      assert.deepStrictEqual(outcome(yield* stranger("POST", path, restriction)), unknown)
      const own = (yield* parent("GET", path)).body[0].ip_restriction_id
      const upward = yield* child("GET", `${path}/${own}`, undefined, "198.51.100.1")
      assert.deepStrictEqual(outcome(upward), missing)
      assert.strictEqual((yield* parent("DELETE", at)).status, 204)
      assert.strictEqual((yield* child("GET", path)).status, 200)
    }))

  it.effect("are in the object log with their changes", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { ip_restriction_id } = yield* allow(call, "192.0.2.0/24")
      const at = `${path}/${ip_restriction_id}`
      yield* call("PATCH", at, { ip_network: "192.0.2.0/25" })
      yield* call("PATCH", at, { ip_network: "192.0.2.0/25" })
      yield* call("DELETE", at)
      const log = yield* call("GET", "/v1/archive/object-logs?object_type=IP_RESTRICTION&sort_order=asc")
      const entries: ReadonlyArray<any> = log.body.items
      assert.deepStrictEqual(entries.map(({ action, object_id }) => [action, object_id]), [
        ["CREATED", String(ip_restriction_id)],
        ["UPDATED", String(ip_restriction_id)],
        ["DELETED", String(ip_restriction_id)]
      ])
      assert.deepStrictEqual(entries[1].details, {
        before: { ip_network: "192.0.2.0/24" },
        after: { ip_network: "192.0.2.0/25" }
      })
    }))
})

layer(TestPlatform.layer)("The list of IP restrictions", (it) => {
  it.effect("200: as an object with one page, if the request asks for it", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const call = yield* keyCaller()
      const child = yield* organization({ parent: call.organization })
      const list = Effect.map(call("GET", `${path}?organization_id=${child}&wrap=true`), ({ body }) => body)
      const empty = yield* list
      assert.deepStrictEqual([empty.results, empty.pagination.total_items], [[], 0])
      const made = yield* call("POST", path, { ip_network: "192.0.2.0/24", organization_id: child })
      const { pagination, results } = yield* list
      assert.deepStrictEqual([results, pagination.total_items, pagination.total_pages, pagination.has_next_page], [
        [made.body],
        1,
        1,
        false
      ])
    }))
})
