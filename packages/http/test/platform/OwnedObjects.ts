import { assert } from "@effect/vitest"
import { newApproval } from "@namewright/conformance"
import { ApiKeys, asSystem } from "@namewright/core/access"
import { ApprovalStore } from "@namewright/core/approvals"
import { EventLog } from "@namewright/core/events"
import type { OrganizationId } from "@namewright/core/shared"
import { Context, Effect, Layer } from "effect"
import { openApiDocument } from "../../src/platform/openapi/openApiDocument.ts"
import { userBody } from "../access/userBody.ts"
import { contactBody } from "../contacts/contactBody.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { vanitySetBody } from "../vanity/vanitySetBody.ts"
import { ownedObjectMakers } from "./operationSamples.ts"

/** Path parameters that are not typed ids. */
const otherParameters = {
  object_id: "domain_01h455vb4pex5vsknk084sn02q",
  product: "ai_inference",
  label: "unknown_role",
  ip_restriction_id: "2147483647",
  product_type: "domain",
  host_reference: "host_01h455vb4pex5vsknk084sn02q",
  domain_reference: "domain_01h455vb4pex5vsknk084sn02q",
  tld: "com",
  zone_name: "unknown.example",
  serial: "2026010100"
}

const idParameters = Object.values<any>(
  openApiDocument({ base_url: "https://api.example.net", environment: "sandbox" }).paths
).flatMap((item) =>
  Object.values<any>(item).flatMap(({ parameters }) =>
    parameters.flatMap(({ name, schema }: { readonly name: string; readonly schema: any }) => {
      const prefix = /^\^([a-z_]+)_\[/.exec(schema.pattern ?? "")?.[1]
      return prefix === undefined ? [] : [[name, `${prefix}_01h455vb4pex5vsknk084sn02q`] as const]
    })
  )
)

/** Well-formed values of path parameters; objects with these ids do not exist. */
export const sampleParameters: Readonly<Record<string, string>> = {
  ...Object.fromEntries(idParameters),
  ...otherParameters
}

/** Path parameters of objects that belong to no organization, or whose list is empty for others. */
export const sharedParameters = new Set(["object_id", "product", "product_type", "serial", "tld"])

/** One object of each kind that an organization owns, by path parameter. */
export class OwnedObjects
  extends Context.Service<OwnedObjects, Readonly<Record<string, string>>>()("@namewright/http/test/OwnedObjects")
{
  static readonly layer = Layer.effect(
    OwnedObjects,
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
        name: "owned.com",
        renewal_mode: "renew",
        period: { unit: "y", value: 1 },
        contacts
      })
      const host = yield* create("/v1/hosts", { hostname: "ns1.owned.com", ip_addresses: ["9.9.9.9"] })
      const { webhook_endpoint_id } = yield* create("/v1/webhooks", { url: "https://receiver.example/hook" })
      const tested = yield* fetch("POST", `/v1/webhooks/${webhook_endpoint_id}/test`, undefined, { key: mine })
      const { batch_id } = yield* create("/v1/jobs", {
        paused: true,
        commands: [{ command: "contact_create", payload: contactBody }]
      })
      const jobs = yield* fetch("GET", `/v1/jobs/${batch_id}/jobs`, undefined, { key: mine })
      const set = yield* fetch("POST", "/v1/vanity-nameserver-sets", vanitySetBody("owned.example"), { key: mine })
      const zone = yield* create("/v1/dns", { name: "owned.example" })
      const report = yield* fetch("POST", "/v1/reports", {}, { key: mine })
      const user = yield* fetch("POST", "/v1/users", userBody("owned.com"), { key: mine })
      const transactions = yield* fetch("GET", `/v1/organizations/${owner}/transactions`, undefined, { key: mine })
      const others = yield* Effect.forEach(ownedObjectMakers, (make) => make(owner))
      return {
        ...Object.assign({}, ...others),
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
        user_id: user.body.user_id,
        event_id: yield* eventOf(owner),
        api_key_id: yield* credentialOf(owner),
        approval_id: yield* approvalOf(owner),
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

const approvalOf = (owner: OrganizationId) =>
  Effect.gen(function*() {
    const approval = yield* newApproval(owner, { message: "Renew owned.com?" })
    const approvals = yield* ApprovalStore
    yield* approvals.insert(approval, [])
    return approval.approval_id
  })
