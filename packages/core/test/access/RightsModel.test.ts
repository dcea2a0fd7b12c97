import { assert, it } from "@effect/vitest"
import { ApiKeys, CurrentRights, Roles, systemActor, UserId, Users } from "@namewright/core/access"
import { type Actor, CurrentActor, effective, type OrganizationId, type Permission } from "@namewright/core/shared"
import { Effect, Layer, Option, type Redacted, Schema } from "effect"
import { testSize } from "../../../../test/testSize.ts"
import { accessPlatform, callWithKey, newOrganization, newPerson } from "./AccessPlatform.ts"

const everything: ReadonlyArray<Permission> = [
  "dns:read",
  "dns:manage",
  "dns:delete",
  "billing:read",
  "billing:manage",
  "audit_logs:read",
  "whitelabel_branding:view",
  "whitelabel_branding:manage"
]

/** Rights that let a caller carry out every step; what it may grant differs. */
const duties: ReadonlyArray<Permission> = ["organization:manage", "users:manage", "api_keys:manage"]

const Few = Schema.Array(Schema.Literals(everything)).check(Schema.isMaxLength(4))
const RoleNumber = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
const UserNumber = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1 }))

/** `caller` are the rights of the caller besides its duties; null for all rights. */
const caller = Schema.NullOr(Few)

const Step = Schema.Union([
  Schema.Struct({ type: Schema.Literal("create"), role: RoleNumber, rights: Few, caller }),
  Schema.Struct({ type: Schema.Literal("change"), role: RoleNumber, rights: Few, caller }),
  Schema.Struct({ type: Schema.Literal("remove"), role: RoleNumber, caller }),
  Schema.Struct({ type: Schema.Literal("key"), role: RoleNumber, caller }),
  Schema.Struct({ type: Schema.Literal("revoke"), role: RoleNumber }),
  Schema.Struct({ type: Schema.Literal("assign"), role: Schema.NullOr(RoleNumber), user: UserNumber, caller })
])
type Step = typeof Step.Type

const Steps = Schema.Array(Step).check(Schema.isMinLength(15), Schema.isMaxLength(40))

const labelOf = (role: number) => `role_${role}`

/** What a set of rights permits, by the sentences of the specification. */
const closure = (rights: ReadonlyArray<string>): ReadonlyArray<string> =>
  [
    ...new Set(rights.flatMap((right) => {
      const [resource = "", scope] = right.split(":")
      const reading = resource === "whitelabel_branding" ? "view" : "read"
      const read = scope === "manage" || scope === "delete" ? [right, `${resource}:${reading}`] : [right]
      return read.includes("organization:read") ? [...read, "audit_logs:read"] : read
    }))
  ].toSorted()

const mayGrant = (caller: ReadonlyArray<string> | null, rights: ReadonlyArray<string>) =>
  caller === null || rights.every((right) => closure([...duties, ...caller]).includes(right))

interface ModelKey {
  readonly role: string
  revoked: boolean
}

/** Roles as a map, and holders as lists of labels. */
class Model {
  readonly roles = new Map<string, ReadonlyArray<string>>()
  readonly keys: Array<ModelKey> = []
  readonly users: Array<string | null> = [null, null]

  rightsOf(label: string | null) {
    return closure(label === null ? [] : this.roles.get(label) ?? [])
  }

  private holders(label: string) {
    return this.keys.filter(({ revoked, role }) => role === label && !revoked).length +
      this.users.filter((role) => role === label).length
  }

  /** Carries out a step, and returns its outcome. */
  next(step: Step): string {
    if (step.type === "revoke") {
      const key = this.keys.find(({ revoked, role }) => role === labelOf(step.role) && !revoked)
      if (key !== undefined) key.revoked = true
      return "ok"
    }
    if (step.type === "assign") {
      const wanted = step.role === null ? null : labelOf(step.role)
      const current = this.users[step.user] ?? null
      if (!mayGrant(step.caller, this.rightsOf(current))) return "PermissionDenied"
      if (wanted === current) return "ok"
      if (wanted !== null && !this.roles.has(wanted)) return "RoleNotFound"
      if (!mayGrant(step.caller, this.rightsOf(wanted))) return "PermissionDenied"
      this.users[step.user] = wanted
      return "ok"
    }
    const label = labelOf(step.role)
    const current = this.roles.get(label)
    if (step.type === "create") {
      if (!mayGrant(step.caller, step.rights)) return "PermissionDenied"
      if (current !== undefined) return "DuplicateRoleName"
      this.roles.set(label, step.rights)
      return "ok"
    }
    if (current === undefined) return "RoleNotFound"
    if (!mayGrant(step.caller, current)) return "PermissionDenied"
    if (step.type === "change") {
      if (!mayGrant(step.caller, step.rights)) return "PermissionDenied"
      this.roles.set(label, step.rights)
    }
    if (step.type === "key") this.keys.push({ role: label, revoked: false })
    if (step.type === "remove") {
      const holders = this.holders(label)
      if (holders > 0) return `RoleInUse ${holders}`
      this.roles.delete(label)
    }
    return "ok"
  }
}

const callerOf = (organization: OrganizationId, rights: ReadonlyArray<Permission> | null): Actor => ({
  ...systemActor(organization),
  principal: { type: "user", id: "caller" },
  ...(rights === null ? {} : { permissions: new Set([...duties, ...rights]) })
})

/** The platform of one run, with the secrets of the keys that it has created. */
const platform = Effect.gen(function*() {
  const roles = yield* Roles
  const keys = yield* ApiKeys
  const users = yield* Users
  const organization = yield* newOrganization()
  const people = [yield* newPerson(organization, { role: null }), yield* newPerson(organization, { role: null })]
  const created: Array<
    {
      readonly api_key_id: Effect.Success<ReturnType<typeof keys.create>>["api_key_id"]
      role: string
      revoked: boolean
    } & {
      readonly api_key: Redacted.Redacted
    }
  > = []

  const carryOut = (step: Step): Effect.Effect<unknown, unknown, CurrentActor> => {
    if (step.type === "create") return roles.create({ name: labelOf(step.role), permissions: step.rights })
    if (step.type === "change") return roles.update(labelOf(step.role), { permissions: step.rights })
    if (step.type === "remove") return roles.remove(labelOf(step.role))
    if (step.type === "assign") {
      const user_id = people[step.user]?.user_id ?? UserId.make("")
      return users.assignRole(user_id, step.role === null ? null : labelOf(step.role))
    }
    if (step.type === "key") {
      return Effect.map(
        keys.create({ api_key_name: "a", role: labelOf(step.role) }),
        ({ api_key, api_key_id, role }) => {
          created.push({ api_key, api_key_id, role, revoked: false })
        }
      )
    }
    const key = created.find(({ revoked, role }) => role === labelOf(step.role) && !revoked)
    if (key === undefined) return Effect.void
    key.revoked = true
    return keys.revoke(key.api_key_id)
  }

  const outcome = (step: Step) =>
    Effect.provideService(carryOut(step), CurrentActor, callerOf(organization, "caller" in step ? step.caller : null))
      .pipe(
        Effect.match({
          onFailure: (error) => {
            const { _tag, binding_count } = error as { readonly _tag: string; readonly binding_count?: number }
            return binding_count === undefined ? _tag : `${_tag} ${binding_count}`
          },
          onSuccess: () => "ok"
        })
      )

  const reader = callerOf(organization, null)
  /** Rights of keys and users, as requests, jobs and the list of permissions see them. */
  const rights = Effect.gen(function*() {
    const current = yield* CurrentRights
    const ofKeys = yield* Effect.forEach(
      created.filter(({ revoked }) => !revoked),
      ({ api_key, api_key_id }) =>
        Effect.gen(function*() {
          const direct = effective((yield* callWithKey(api_key)).permissions)
          const job = Option.getOrThrow(yield* current.of(organization, { type: "api_key", id: api_key_id }))
          assert.deepStrictEqual(effective(job.permissions), direct)
          return direct
        })
    )
    const ofUsers = yield* Effect.forEach(people, ({ user_id }) =>
      Effect.map(
        Effect.provideService(users.permissions(user_id), CurrentActor, reader),
        ({ permissions }) => permissions
      ))
    return [...ofKeys, ...ofUsers]
  })

  return { outcome, rights }
})

it.layer(Layer.provideMerge(CurrentRights.layer, accessPlatform({ credential_cache_seconds: 5 })))(
  "rights of keys and users",
  (it) => {
    it.effect.prop("are those of a plain map of roles after any steps", [Steps], ([steps]) =>
      Effect.gen(function*() {
        const model = new Model()
        const { outcome, rights } = yield* platform
        for (const step of steps) {
          assert.strictEqual(yield* outcome(step), model.next(step), JSON.stringify(step))
          const holders = [...model.keys.filter(({ revoked }) => !revoked).map(({ role }) => role), ...model.users]
          assert.deepStrictEqual(yield* rights, holders.map((role) => model.rightsOf(role)), JSON.stringify(step))
        }
      }), { arbitrary: { runs: testSize(50, 150) } })
  }
)
