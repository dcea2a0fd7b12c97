import { newAction } from "@namewright/conformance"
import {
  type Action,
  AgentPolicies,
  type AgentPolicy,
  Approvals,
  type Challenge,
  type Consumption,
  standardPolicy
} from "@namewright/core/approvals"
import { layerPlatform, type Storage } from "@namewright/core/embed"
import { OrganizationOperations } from "@namewright/core/organizations"
import {
  type Actor,
  CurrentActor,
  Money,
  type OrganizationId,
  type Permission,
  permissions
} from "@namewright/core/shared"
import { Effect, Layer, Redacted } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

export const pages = "https://api.example.net/realms/sandbox/approvals"

/** Platform with a web page for approvals, on the test clock. */
export const approvalsPlatformOn = (storage: Layer.Layer<Storage, unknown>) =>
  Layer.orDie(layerPlatform({ storage, approvalPages: pages }))

export const approvalsOnSqlite = approvalsPlatformOn(memoryDatabase())

let people = 0

/** User of an organization, who calls directly or through a client. */
export interface Person {
  readonly organization_id: OrganizationId
  readonly user_id: string
  readonly directly: Actor
  readonly throughClient: Actor
}

/** New user. Defaults: a new organization, all permissions. */
export const person = Effect.fnUntraced(function*(
  of: { readonly organization?: OrganizationId; readonly rights?: ReadonlyArray<Permission> } = {}
) {
  const operations = yield* OrganizationOperations
  const organization_id = of.organization ?? (yield* operations.createParent({ name: "Example" })).organization_id
  const user_id = `user_${String(++people).padStart(26, "0")}`
  const directly: Actor = {
    principal: { type: "user", id: user_id },
    organization_id,
    parent_organization_id: null,
    organization_active: true,
    role: "admin",
    permissions: new Set(of.rights ?? permissions)
  }
  const agent = { client_id: "client-1", scopes: ["service:mcp", "profile"], user_id, sees_auth_codes: true }
  const throughClient: Actor = { ...directly, agent }
  const made: Person = { organization_id, user_id, directly, throughClient }
  return made
})

/** Runs work as an actor. */
export const as = (actor: Actor) => <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.provideService(work, CurrentActor, actor)

export const eur = (amount: number): Money.Money => ({ amount: Money.MinorUnits.make(amount), currency: "EUR" })

export const challenge = Effect.fnUntraced(function*(actor: Actor, action: Action = newAction()) {
  const approvals = yield* Approvals
  return yield* as(actor)(approvals.challenge(action, "token"))
})

export const consume = Effect.fnUntraced(function*(
  actor: Actor,
  token: Redacted.Redacted | string,
  action: Action = newAction()
) {
  const approvals = yield* Approvals
  const presented = typeof token === "string" ? Redacted.make(token) : token
  return yield* as(actor)(approvals.consume(presented, action, "token"))
})

/** Outcome of a call with a token. */
export const outcomeOf = (consumption: Consumption): string =>
  consumption._tag === "Challenge" ? consumption.reason : consumption._tag

/** True if two challenges are the same question. */
export const isSame = (a: Challenge, b: Challenge): boolean =>
  a.approval_id === b.approval_id && Redacted.value(a.token) === Redacted.value(b.token)

export const setPolicy = Effect.fnUntraced(function*({ directly }: Person, policy: Partial<AgentPolicy>) {
  const policies = yield* AgentPolicies
  yield* as(directly)(policies.replace({ ...standardPolicy, ...policy }))
})

/** The approval as its organization reads it. */
export const read = Effect.fnUntraced(function*({ directly }: Person, { approval_id }: Pick<Challenge, "approval_id">) {
  const approvals = yield* Approvals
  return yield* as(directly)(approvals.get(approval_id))
})
