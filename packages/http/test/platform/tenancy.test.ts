import { assert, describe, layer } from "@effect/vitest"
import { ApiKeys, asSystem, operationRights as documentedRights } from "@namewright/core/access"
import { EventLog } from "@namewright/core/events"
import { covers, type OrganizationId, type Permission, permissions } from "@namewright/core/shared"
import { Context, Effect, Layer } from "effect"
import { openApiDocument } from "../../src/platform/openapi/openApiDocument.ts"
import { contactBody } from "../contacts/contactBody.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { vanitySetBody } from "../vanity/vanitySetBody.ts"
import { operationRights, type OperationRow } from "./operationRights.ts"

interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
}

const operations: ReadonlyArray<Operation> = Object.entries<any>(
  openApiDocument({ base_url: "https://api.example.net", environment: "sandbox" }).paths
).flatMap(([path, item]) =>
  Object.entries<any>(item).map(([method, { operationId }]) => ({
    id: operationId,
    method: method.toUpperCase(),
    path
  }))
)

/** Operations that need no credential. */
const open = new Set(["issueToken"])
const closed = operations.filter(({ id }) => !open.has(id))

const rowOf = ({ id }: Operation): OperationRow => {
  const row = operationRights[id]
  if (row === undefined) throw new Error(`Give ${id} a row in operationRights.ts`)
  return row
}

/** Well-formed values of path parameters; objects with these ids do not exist. */
const samples: Readonly<Record<string, string>> = {
  api_key_id: "api_key_01h455vb4pex5vsknk084sn02q",
  organization_id: "organization_01h455vb4pex5vsknk084sn02q",
  transaction_id: "billing_transaction_01h455vb4pex5vsknk084sn02q",
  product_type: "domain",
  event_id: "event_01h455vb4pex5vsknk084sn02q",
  batch_id: "batch_01h455vb4pex5vsknk084sn02q",
  job_id: "job_01h455vb4pex5vsknk084sn02q",
  tag_id: "tag_01h455vb4pex5vsknk084sn02q",
  contact_id: "contact_01h455vb4pex5vsknk084sn02q",
  host_reference: "host_01h455vb4pex5vsknk084sn02q",
  domain_reference: "domain_01h455vb4pex5vsknk084sn02q",
  webhook_endpoint_id: "webhook_endpoint_01h455vb4pex5vsknk084sn02q",
  webhook_delivery_id: "webhook_delivery_01h455vb4pex5vsknk084sn02q",
  tld: "com",
  report_id: "report_01h455vb4pex5vsknk084sn02q",
  set_id: "vns_01h455vb4pex5vsknk084sn02q",
  zone_name: "unknown.example",
  serial: "2026010100"
}

/** Path parameters that name what belongs to nobody. */
const shared = new Set(["product_type", "serial", "tld"])

const parametersOf = (path: string) => Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name)

const filled = (operation: Operation, values: Readonly<Record<string, string>>): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`Give the path parameter ${name} a sample`)
    return encodeURIComponent(value)
  }) + (rowOf(operation).query ?? "")

/** Everything but one right and those that include it. */
const allBut = (missing: Permission) => permissions.filter((one) => !covers(new Set([one]), missing))

/** One object of each kind, by the path parameter that names it. */
class Objects extends Context.Service<Objects, Readonly<Record<string, string>>>()("@namewright/http/test/Objects") {
  static readonly layer = Layer.effect(
    Objects,
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const owner = yield* organization({ credit: 1_000_000 })
      const mine = yield* key(owner)
      const create = (path: string, body: unknown) =>
        Effect.map(fetch("POST", path, body, { key: mine }), (answer) => {
          assert.strictEqual(answer.status, 201, JSON.stringify(answer.body))
          return answer.body
        })
      const { contact_id } = yield* create("/v1/contacts", contactBody)
      const { tag_id } = yield* create("/v1/tags", { type: "DOMAIN", label: "vip" })
      const contacts = { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id }
      const domain = yield* create("/v1/domains", {
        name: "held.com",
        renewal_mode: "renew",
        period: { unit: "y", value: 1 },
        contacts
      })
      const host = yield* create("/v1/hosts", { hostname: "ns1.held.com", ip_addresses: ["9.9.9.9"] })
      const { webhook_endpoint_id } = yield* create("/v1/webhooks", { url: "https://receiver.example/hook" })
      const tested = yield* fetch("POST", `/v1/webhooks/${webhook_endpoint_id}/test`, undefined, { key: mine })
      const { batch_id } = yield* create("/v1/jobs", {
        paused: true,
        commands: [{ command: "contact_create", payload: contactBody }]
      })
      const jobs = yield* fetch("GET", `/v1/jobs/${batch_id}/jobs`, undefined, { key: mine })
      const set = yield* fetch("POST", "/v1/vanity-nameserver-sets", vanitySetBody("held.example"), { key: mine })
      const zone = yield* create("/v1/dns", { name: "held.example" })
      const report = yield* fetch("POST", "/v1/reports", {}, { key: mine })
      const transactions = yield* fetch("GET", `/v1/organizations/${owner}/transactions`, undefined, { key: mine })
      return {
        organization_id: owner,
        contact_id,
        batch_id,
        job_id: jobs.body.items[0].job_id,
        tag_id,
        domain_reference: domain.domain_id,
        host_reference: host.host_id,
        webhook_endpoint_id,
        webhook_delivery_id: tested.body.webhook_delivery_id,
        report_id: report.body.report_id,
        set_id: set.body.set_id,
        zone_name: zone.name,
        event_id: yield* eventOf(owner),
        api_key_id: yield* credentialOf(owner),
        transaction_id: transactions.body.items[0].billing_transaction_id
      }
    })
  )
}

const eventOf = (owner: OrganizationId) =>
  Effect.flatMap(EventLog, (log) =>
    log.record({
      organization_id: owner,
      object_type: "ACCOUNT",
      object_id: owner,
      object_name: null,
      type: null,
      subtype: null,
      event_data: { message: "Something happened" }
    }))

const credentialOf = (owner: OrganizationId) =>
  Effect.flatMap(
    ApiKeys,
    (keys) => Effect.map(asSystem(owner, keys.create({ api_key_name: "test" })), ({ api_key_id }) => api_key_id)
  )

layer(Objects.layer.pipe(Layer.provideMerge(TestPlatform.layer)))("every operation", (it) => {
  it("has a row that says what the platform documents", () => {
    assert.sameMembers(Object.keys(operationRights), closed.map(({ id }) => id))
    for (const operation of closed) {
      assert.deepStrictEqual(documentedRights(operation.method, operation.path), rowOf(operation).rights, operation.id)
    }
  })

  describe("401: without a credential", () => {
    it.effect.each(closed)("$id", (operation) =>
      Effect.gen(function*() {
        const { fetch } = yield* TestPlatform
        const { body, status } = yield* fetch(operation.method, filled(operation, samples), rowOf(operation).body)
        assert.deepStrictEqual([status, body.code], [401, "ERROR_AUTHENTICATION"])
      }))
  })

  const guarded = closed.flatMap((operation) => rowOf(operation).rights.map((right) => ({ ...operation, right })))

  describe("403: with every right but the one", () => {
    it.effect.each(guarded)("$id needs $right", ({ right, ...operation }) =>
      Effect.gen(function*() {
        const { fetch, key, organization } = yield* TestPlatform
        const limited = yield* key(yield* organization(), allBut(right))
        const { body, status } = yield* fetch(operation.method, filled(operation, samples), rowOf(operation).body, {
          key: limited
        })
        assert.deepStrictEqual([status, body.code], [403, "ERROR_PERMISSION_DENIED"], JSON.stringify(body))
      }))
  })

  const addressed = closed.flatMap((operation) =>
    parametersOf(operation.path).filter((name) => !shared.has(name)).map((name) => ({ ...operation, name }))
  )

  describe("404: with another organization's key", () => {
    it.effect.each(addressed)("$id of another $name", ({ name, ...operation }) =>
      Effect.gen(function*() {
        const { fetch, key, organization } = yield* TestPlatform
        const objects = yield* Objects
        const stranger = yield* organization()
        const path = filled(operation, { ...samples, organization_id: stranger, [name]: objects[name] ?? "" })
        const { body, status } = yield* fetch(operation.method, path, rowOf(operation).body, {
          key: yield* key(stranger)
        })
        assert.strictEqual(status, 404, JSON.stringify(body))
        assert.match(body.code, /_NOT_FOUND$/)
        assert.notInclude(JSON.stringify(body), "held.com")
      }))
  })
})
