import { ApiKeys, asSystem, type NewApiKey, type OrganizationDirectory } from "@namewright/core/access"
import { AgentPolicies, standardPolicy } from "@namewright/core/approvals"
import { CurrentActor, type OrganizationId } from "@namewright/core/shared"
import { Context, DateTime, Effect, Layer, Redacted } from "effect"
import { agentFor, TestPlatform } from "../support/TestPlatform.ts"
import { OwnedObjects } from "./OwnedObjects.ts"

type Restrictions = NonNullable<NewApiKey["restrictions"]>

/** An organization with a domain and a zone in the scope of its restricted keys, beside the objects of `OwnedObjects`. */
export class ScopedCallers extends Context.Service<ScopedCallers, {
  readonly owner: OrganizationId
  readonly domain_id: string
  readonly dns_zone_id: string
  readonly tag_id: string
  readonly zone_tag_id: string
  /** API key with restrictions. */
  readonly restricted: (restrictions: Restrictions, role?: string) => Effect.Effect<string>
  /** API key with restrictions that a program has created for a person. Its writes need approvals. */
  readonly ofProgram: (restrictions: Restrictions) => Effect.Effect<string>
  /** Access token of a credential with restrictions. */
  readonly token: (restrictions: Restrictions) => Effect.Effect<string>
  /** Unrestricted key of the organization. */
  readonly key: string
}>()("@namewright/http/test/ScopedCallers") {
  static readonly layer = Layer.effect(
    ScopedCallers,
    Effect.gen(function*() {
      const { actor, fetch, key: keyOf, person } = yield* TestPlatform
      const objects = yield* OwnedObjects
      const keys = yield* ApiKeys
      const owner = objects["organization_id"] as OrganizationId
      const key = yield* keyOf(owner)
      const context = yield* Effect.context<OrganizationDirectory>()
      const call = (method: string, path: string, body?: unknown) =>
        Effect.map(fetch(method, path, body, { key }), ({ body: answer, status }) => {
          if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
          return answer
        })
      const { contact_id } = objects
      const contacts = { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id }
      const { domain_id } = yield* call("POST", "/v1/domains", {
        name: "scoped.com",
        renewal_mode: "renew",
        period: { unit: "y", value: 1 },
        contacts
      })
      const { dns_zone_id } = yield* call("POST", "/v1/dns", {
        name: "scoped.example",
        rrsets: [{ name: "www", type: "A", ttl: 300, records: [{ rdata: "192.0.2.1" }] }]
      })
      const { tag_id } = yield* call("POST", "/v1/tags", { type: "DOMAIN", label: "customer" })
      const { tag_id: zone_tag_id } = yield* call("POST", "/v1/tags", { type: "ZONE", label: "customer" })
      yield* call("POST", `/v1/tags/${tag_id}/objects`, { add: ["scoped.com"] })
      yield* call("POST", `/v1/tags/${zone_tag_id}/objects`, { add: ["scoped.example"] })
      const created = (restrictions: Restrictions, role = "admin") =>
        asSystem(owner, keys.create({ api_key_name: "restricted", role, restrictions })).pipe(
          Effect.orDie,
          Effect.provideContext(context)
        )
      const policies = yield* AgentPolicies
      const user = yield* actor(yield* person(owner))
      const user_id = user.principal.type === "user" ? user.principal.id : ""
      const asProgram = Effect.provideService(CurrentActor, { ...user, agent: agentFor(user_id) })
      yield* Effect.orDie(asSystem(owner, policies.replace({ ...standardPolicy, rest_access: true })))
      return ScopedCallers.of({
        owner,
        key,
        domain_id,
        dns_zone_id,
        tag_id,
        zone_tag_id,
        restricted: (restrictions, role) =>
          Effect.map(created(restrictions, role), ({ api_key }) => Redacted.value(api_key)),
        ofProgram: Effect.fnUntraced(
          function*(restrictions) {
            const expires_at = DateTime.add(yield* DateTime.now, { days: 30 })
            const input = { api_key_name: "program", role: "admin", restrictions, expires_at }
            return Redacted.value((yield* asProgram(keys.create(input))).api_key)
          },
          Effect.orDie,
          Effect.provideContext(context)
        ),
        token: Effect.fnUntraced(function*(restrictions) {
          const { client_id, client_secret } = yield* created(restrictions)
          const { body } = yield* fetch("POST", "/v1/auth/token", {
            grant_type: "client_credentials",
            client_id,
            client_secret: Redacted.value(client_secret)
          })
          return body.access_token
        })
      })
    })
  )
}
