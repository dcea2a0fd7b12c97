import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { contactBody } from "../contacts/contactBody.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

interface Entry {
  readonly object_type: string
  readonly object_id: string
  readonly action: string
  readonly details: { readonly before: Record<string, unknown>; readonly after: Record<string, unknown> } | null
  readonly performed_by_type: string
  readonly performed_by_id: string | null
  readonly api_key_id: string | null
  readonly server_request_id: string | null
}

const caller = Effect.fnUntraced(function*(credit = 0) {
  const { fetch, key, organization } = yield* TestPlatform
  const owner = yield* organization({ credit })
  const mine = yield* key(owner)
  const call = (method: string, path: string, body?: unknown) => fetch(method, path, body, { key: mine })
  const logs = (query = "") =>
    Effect.map(call("GET", `/v1/archive/object-logs${query}`), ({ body }) => body.items as ReadonlyArray<Entry>)
  return { call, logs, owner }
})

const contactOf = Effect.fnUntraced(function*() {
  const one = yield* caller()
  const created = yield* one.call("POST", "/v1/contacts", contactBody)
  return { ...one, contact_id: String(created.body.contact_id), created }
})

layer(TestPlatform.layer)("GET /v1/archive/object-logs", (it) => {
  it.effect("200: creation and deletion of a contact, with its members, the key's organization and the request", () =>
    Effect.gen(function*() {
      const { call, contact_id, created, logs, owner } = yield* contactOf()
      yield* call("DELETE", `/v1/contacts/${contact_id}`)
      const entries = yield* logs(`?object_id=${contact_id}&sort_order=asc`)
      assert.deepStrictEqual(entries.map(({ action, object_type }) => [object_type, action]), [
        ["CONTACT", "CREATED"],
        ["CONTACT", "DELETED"]
      ])
      const [first, last] = entries
      assert.deepStrictEqual(first?.details?.before, {})
      assert.strictEqual(first?.details?.after["email"], contactBody.email)
      assert.deepStrictEqual(last?.details?.before, first?.details?.after)
      assert.deepStrictEqual(last?.details?.after, {})
      assert.deepStrictEqual([first?.performed_by_type, first?.performed_by_id], ["organization", owner])
      assert.match(first?.api_key_id ?? "", /^api_key_/)
      assert.strictEqual(first?.server_request_id, created.headers.get("x-request-id"))
    }))

  it.effect("200: changed members of a user, before and after, by a person", () =>
    Effect.gen(function*() {
      const { fetch, organization, person } = yield* TestPlatform
      const token = yield* person(yield* organization())
      const user = { username: "logged", email: "logged@example.com", first_name: "A", last_name: "B", locale: "de" }
      const { body } = yield* fetch("POST", "/v1/users", { ...user, password: "Kite-Marble-77!" }, { token })
      yield* fetch("PATCH", `/v1/users/${body.user_id}`, { first_name: "Ada" }, { token })
      const logs = yield* fetch("GET", `/v1/archive/object-logs/${body.user_id}`, undefined, { token })
      const [updated, created] = logs.body.items as ReadonlyArray<Entry>
      assert.deepStrictEqual([updated?.action, updated?.details], [
        "UPDATED",
        { before: { first_name: "A" }, after: { first_name: "Ada" } }
      ])
      assert.strictEqual(updated?.performed_by_type, "user")
      assert.strictEqual(created?.action, "CREATED")
      assert.notInclude(JSON.stringify(logs.body), "Kite-Marble")
    }))

  it.effect("200: registration, charge and update of a domain, without its auth code", () =>
    Effect.gen(function*() {
      const { call, logs } = yield* caller(1_000_000)
      const { body: contact } = yield* call("POST", "/v1/contacts", contactBody)
      const { contact_id } = contact
      const contacts = { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id }
      const domain = yield* call("POST", "/v1/domains", {
        name: "logged.com",
        renewal_mode: "renew",
        period: { unit: "y", value: 1 },
        contacts
      })
      assert.strictEqual(domain.status, 201, JSON.stringify(domain.body))
      yield* call("PATCH", "/v1/domains/logged.com", { renewal_mode: "expire" })
      const ofDomain = yield* logs(`?object_id=${domain.body.domain_id}&sort_order=asc`)
      assert.deepStrictEqual(ofDomain.map(({ action }) => action), ["CREATED", "UPDATED", "UPDATED"])
      assert.deepStrictEqual(ofDomain[2]?.details, {
        before: { renewal_mode: "renew" },
        after: { renewal_mode: "expire" }
      })
      assert.isString(domain.body.auth_code)
      assert.include(JSON.stringify(ofDomain), `"auth_code":"********"`)
      assert.notInclude(JSON.stringify(ofDomain), domain.body.auth_code)
      const charges = yield* logs("?object_type=BILLING_TRANSACTION&sort_order=asc")
      assert.deepStrictEqual(charges.slice(-2).map(({ action }) => action), [
        "BILLING_TRANSACTION_RESERVED",
        "BILLING_TRANSACTION_SUCCEEDED"
      ])
    }))

  it.effect("200: webhooks, zones and keys, without secrets", () =>
    Effect.gen(function*() {
      const { call, logs } = yield* caller()
      const hook = yield* call("POST", "/v1/webhooks", { url: "https://receiver.example/hook" })
      yield* call("POST", `/v1/webhooks/${hook.body.webhook_endpoint_id}/rotate_secret`, {})
      const zone = yield* call("POST", "/v1/dns", { name: "logged.example" })
      assert.strictEqual(zone.status, 201, JSON.stringify(zone.body))
      const made = yield* call("POST", "/v1/auth/client_credentials", { api_key_name: "second" })
      const entries = yield* logs()
      const shown = JSON.stringify(entries)
      for (const type of ["WEBHOOK", "ZONE", "API_KEY"]) {
        assert.include(entries.map((entry) => `${entry.object_type} ${entry.action}`), `${type} CREATED`)
      }
      assert.notInclude(shown, hook.body.secret)
      assert.isString(made.body.api_key)
      assert.notInclude(shown, made.body.api_key)
      assert.notInclude(shown, made.body.client_secret)
    }))

  it.effect("200: permissions of a role before and after, and its deletion", () =>
    Effect.gen(function*() {
      const { call, logs } = yield* caller()
      const role = { name: "Audited role", permissions: ["domains:read"] }
      const { body } = yield* call("POST", "/v1/organizations/roles", role)
      yield* call("PATCH", `/v1/organizations/roles/${body.label}`, { permissions: ["contacts:read"] })
      yield* call("DELETE", `/v1/organizations/roles/${body.label}`)
      const entries = yield* logs(`?object_type=ROLE&object_id=${body.label}&sort_order=asc`)
      assert.deepStrictEqual(entries.map(({ action }) => action), ["CREATED", "UPDATED", "DELETED"])
      assert.deepStrictEqual(entries[1]?.details, {
        before: { permissions: ["domains:read"] },
        after: { permissions: ["contacts:read"] }
      })
    }))

  it.effect("200: all filters, 50 entries in a page by default", () =>
    Effect.gen(function*() {
      const { call, contact_id, created, logs, owner } = yield* contactOf()
      const { body } = yield* call("GET", "/v1/archive/object-logs")
      assert.deepStrictEqual([body.page, body.page_size], [1, 50])
      const [entry] = yield* logs(`?object_id=${contact_id}`)
      const id = (entry as unknown as { readonly object_log_id: string }).object_log_id
      for (
        const [query, count] of [
          [`object_log_id=${id}`, 1],
          ["object_type=CONTACT", 1],
          ["object_type=ZONE", 0],
          [`object_id=${contact_id}&action=CREATED`, 1],
          [`object_id=${contact_id}&action=RENEWED`, 0],
          [`server_request_id=${created.headers.get("x-request-id")}`, 1],
          [`object_type=CONTACT&performed_by_type=organization&performed_by_id=${owner}`, 1],
          ["object_type=CONTACT&performed_by_type=user", 0],
          ["object_type=CONTACT&created_before=1970-01-01", 0],
          ["object_type=CONTACT&created_after=1960-01-01", 1]
        ] as const
      ) {
        assert.lengthOf(yield* logs(`?${query}&sort_by=performed_by_id`), count, query)
      }
    }))

  it.effect("200: with organization:read alone", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const reader = yield* key(yield* organization(), ["organization:read"])
      const answer = yield* fetch("GET", "/v1/archive/object-logs", undefined, { key: reader })
      assert.strictEqual(answer.status, 200)
    }))

  it.effect("200: an empty page for an unknown object, and for one of another organization", () =>
    Effect.gen(function*() {
      const { contact_id } = yield* contactOf()
      const { call } = yield* caller()
      for (const id of [contact_id, "unknown"]) {
        const { body, status } = yield* call("GET", `/v1/archive/object-logs/${id}`)
        assert.deepStrictEqual([status, body.total, body.items], [200, 0, []], id)
      }
      for (const query of [`object_id=${contact_id}`, "object_type=CONTACT"]) {
        assert.strictEqual((yield* call("GET", `/v1/archive/object-logs?${query}`)).body.total, 0)
      }
    }))

  it.effect("422: unknown action, sort field and performer", () =>
    Effect.gen(function*() {
      const { call } = yield* caller()
      for (const query of ["action=BOUGHT", "sort_by=details", "performed_by_type=key", "created_after=soon"]) {
        assert.strictEqual((yield* call("GET", `/v1/archive/object-logs?${query}`)).status, 422, query)
      }
    }))
})
