import { assert, describe, it } from "@effect/vitest"
import {
  ApiKeys,
  asSystem,
  BuiltInRoleImmutable,
  DuplicateRoleName,
  labelOf,
  type NewRole,
  OrganizationInactive,
  PermissionDenied,
  RoleInUse,
  RoleNotFound,
  Roles,
  RoleStore,
  systemActor
} from "@namewright/core/access"
import {
  type Actor,
  CurrentActor,
  effective,
  InvalidInput,
  limits,
  type OrganizationId,
  type Permission,
  permissions
} from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { accessPlatform, callWithKey, newCredential, newOrganization, newPerson } from "./AccessPlatform.ts"

const as = (actor: Actor) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.provideService(work, CurrentActor, actor)

const holderOf = (organization: OrganizationId, ...rights: ReadonlyArray<Permission>) =>
  as({ ...systemActor(organization), principal: { type: "user", id: "user" }, permissions: new Set(rights) })

const manager = (organization: OrganizationId, ...rights: ReadonlyArray<Permission>) =>
  holderOf(organization, "organization:manage", ...rights)

const dnsRole: NewRole = { name: "DNS reader", permissions: ["dns:read"] }

describe("labelOf", () => {
  it.each([
    ["Auditor", "auditor"],
    ["  --DNS & Mail  team!", "dns_mail_team"],
    ["a__b", "a_b"],
    ["Prüfer 2", "pr_fer_2"],
    ["İstanbul", "stanbul"],
    ["Kelvin \u212a", "kelvin"],
    ["日本", ""],
    ["___", ""]
  ])("%s", (name, label) => {
    assert.strictEqual(labelOf(name), label)
  })
})

it.layer(accessPlatform({ credential_cache_seconds: 5 }))("Roles", (it) => {
  describe("create", () => {
    it.effect("derives the label, sorts the permissions and collapses repeated ones", () =>
      Effect.gen(function*() {
        const roles = yield* Roles
        const organization = yield* newOrganization()
        const created = yield* asSystem(
          organization,
          roles.create({
            name: "Front Desk",
            description: "Answers the phone",
            permissions: ["tags:read", "dns:read", "whitelabel_branding:read", "dns:read", "whitelabel_branding:view"]
          })
        )
        const now = created.created_on
        assert.deepStrictEqual(created, {
          label: "front_desk",
          name: "Front Desk",
          description: "Answers the phone",
          permissions: ["dns:read", "tags:read", "whitelabel_branding:view"],
          built_in: false,
          created_on: now,
          updated_on: now
        })
        assert.deepStrictEqual(yield* asSystem(organization, roles.get("front_desk")), created)
      }))

    it.effect("needs organization:manage, and every permission of the role or one that implies it", () =>
      Effect.gen(function*() {
        const roles = yield* Roles
        const organization = yield* newOrganization()
        const create = roles.create(dnsRole)
        assert.instanceOf(yield* Effect.flip(holderOf(organization, "dns:read")(create)), PermissionDenied)
        const missing = yield* Effect.flip(manager(organization, "domains:manage")(create))
        assert.strictEqual(missing instanceof PermissionDenied && missing.permission, "dns:read")
        const inactive = yield* Effect.flip(as({ ...systemActor(organization), organization_active: false })(create))
        assert.instanceOf(inactive, OrganizationInactive)
        assert.lengthOf((yield* asSystem(organization, roles.list)).filter(({ built_in }) => !built_in), 0)
        yield* manager(organization, "dns:delete")(create)
      }))

    it.effect("refuses taken names, and those of built-in roles", () =>
      Effect.gen(function*() {
        const roles = yield* Roles
        const organization = yield* newOrganization()
        const named = (name: string) => asSystem(organization, roles.create({ ...dnsRole, name }))
        yield* named("DNS reader")
        for (const name of ["DNS reader", "dns  READER", "Dns-Reader", "Owner", "dns manager", "ADMIN!"]) {
          assert.deepStrictEqual(yield* Effect.flip(named(name)), new DuplicateRoleName({ role_name: name }))
        }
        yield* asSystem(yield* newOrganization({ parent: organization }), roles.create(dnsRole))
      }))

    it.effect("refuses more roles than an organization may have", () =>
      Effect.gen(function*() {
        const roles = yield* Roles
        const store = yield* RoleStore
        const organization = yield* newOrganization()
        const first = yield* asSystem(organization, roles.create(dnsRole))
        const now = yield* DateTime.now
        yield* Effect.forEach(
          Array.from({ length: limits.customRoles.total - 1 }, (_, index) => `role_${index}`),
          (label) => store.insert(organization, { ...first, label, name: label, created_on: now, updated_on: now })
        )
        assert.instanceOf(
          yield* Effect.flip(asSystem(organization, roles.create({ ...dnsRole, name: "One more" }))),
          InvalidInput
        )
        yield* asSystem(organization, roles.remove("role_7"))
        yield* asSystem(organization, roles.create({ ...dnsRole, name: "One more" }))
      }))
  })

  describe("list and get", () => {
    it.effect("show the built-in roles and the organization's own, with organization:read", () =>
      Effect.gen(function*() {
        const roles = yield* Roles
        const organization = yield* newOrganization()
        const child = yield* newOrganization({ parent: organization })
        for (const name of ["Zebra", "Ape"]) yield* asSystem(organization, roles.create({ ...dnsRole, name }))
        const list = (of: OrganizationId) =>
          Effect.map(holderOf(of, "organization:read")(roles.list), (all) => all.map(({ label }) => label))
        const builtIn = ["owner", "admin", "viewer", "domain_manager", "dns_manager", "billing_manager"]
        assert.deepStrictEqual(yield* list(organization), [...builtIn, "ape", "zebra"])
        assert.deepStrictEqual(yield* list(child), builtIn)
        const get = (label: string) => holderOf(organization, "organization:read")(roles.get(label))
        const { permissions: granted, ...viewer } = yield* get("viewer")
        assert.deepStrictEqual(granted, granted.toSorted())
        assert.deepInclude(viewer, { label: "viewer", built_in: true, created_on: null, updated_on: null })
        assert.deepStrictEqual(yield* Effect.flip(get("none")), new RoleNotFound({ role_name: "none" }))
        const stranger = yield* Effect.flip(asSystem(child, roles.get("zebra")))
        assert.deepStrictEqual(stranger, new RoleNotFound({ role_name: "zebra" }))
        assert.instanceOf(yield* Effect.flip(holderOf(organization, "dns:read")(roles.list)), PermissionDenied)
        assert.instanceOf(yield* Effect.flip(holderOf(organization)(roles.get("viewer"))), PermissionDenied)
        assert.instanceOf(yield* Effect.flip(holderOf(organization)(roles.permissions)), PermissionDenied)
        const catalogue = yield* holderOf(organization, "organization:read")(roles.permissions)
        assert.deepStrictEqual(catalogue.permissions, permissions)
      }))
  })

  describe("update", () => {
    it.effect("changes the given members, and keeps the label", () =>
      Effect.gen(function*() {
        const roles = yield* Roles
        const organization = yield* newOrganization()
        const created = yield* asSystem(organization, roles.create({ ...dnsRole, description: "Old" }))
        yield* TestClock.adjust("1 minute")
        const update = (patch: Parameters<typeof roles.update>[1]) =>
          asSystem(organization, roles.update("dns_reader", patch))
        const updated_on = yield* DateTime.now
        assert.deepStrictEqual(yield* update({ name: "Zones" }), { ...created, name: "Zones", updated_on })
        assert.deepStrictEqual(yield* update({ name: null, permissions: null, description: null }), {
          ...created,
          name: "Zones",
          description: null,
          updated_on
        })
        const { permissions: granted } = yield* update({ permissions: ["tags:read", "dns:manage", "tags:read"] })
        assert.deepStrictEqual(granted, ["dns:manage", "tags:read"])
        assert.deepStrictEqual((yield* update({ permissions: [] })).permissions, [])
        yield* asSystem(organization, roles.create({ ...dnsRole, name: "Other" }))
        for (const name of ["other", "Owner"]) {
          assert.deepStrictEqual(yield* Effect.flip(update({ name })), new DuplicateRoleName({ role_name: name }))
        }
      }))

    it.effect("refuses roles that have, or would have, more permissions than the caller", () =>
      Effect.gen(function*() {
        const roles = yield* Roles
        const organization = yield* newOrganization()
        yield* asSystem(organization, roles.create({ name: "Big", permissions: ["billing:manage", "dns:read"] }))
        const lacks = Effect.fnUntraced(function*(
          rights: ReadonlyArray<Permission>,
          change: Effect.Effect<unknown, unknown, CurrentActor>
        ) {
          const error = yield* Effect.flip(manager(organization, ...rights)(change))
          return error instanceof PermissionDenied ? error.permission : error
        })
        assert.strictEqual(yield* lacks(["dns:read"], roles.update("big", { name: "Small" })), "billing:manage")
        assert.strictEqual(yield* lacks(["dns:read"], roles.update("big", { permissions: [] })), "billing:manage")
        assert.strictEqual(yield* lacks(["dns:read"], roles.remove("big")), "billing:manage")
        const grow = roles.update("big", { permissions: ["users:read"] })
        assert.strictEqual(yield* lacks(["dns:read", "billing:manage"], grow), "users:read")
        const { name, permissions: kept } = yield* asSystem(organization, roles.get("big"))
        assert.deepStrictEqual([name, kept], ["Big", ["billing:manage", "dns:read"]])
      }))

    it.effect("applies to keys at once, though their caller is cached", () =>
      Effect.gen(function*() {
        const roles = yield* Roles
        const organization = yield* newOrganization()
        yield* asSystem(organization, roles.create(dnsRole))
        const { api_key } = yield* newCredential(organization, { role: "dns_reader" })
        const rights = Effect.map(callWithKey(api_key), (actor) => effective(actor.permissions))
        assert.deepStrictEqual(yield* rights, ["dns:read"])
        yield* asSystem(organization, roles.update("dns_reader", { permissions: ["tags:manage"] }))
        assert.deepStrictEqual(yield* rights, ["tags:manage", "tags:read"])
      }))
  })

  describe("remove", () => {
    it.effect("refuses a role in use with the number of its users and usable keys", () =>
      Effect.gen(function*() {
        const roles = yield* Roles
        const keys = yield* ApiKeys
        const organization = yield* newOrganization()
        yield* asSystem(organization, roles.create(dnsRole))
        const remove = asSystem(organization, roles.remove("dns_reader"))
        const inUse = (binding_count: number) => new RoleInUse({ role_name: "dns_reader", binding_count })
        yield* newPerson(organization, { role: "viewer" })
        yield* newCredential(organization, { role: "dns_reader" })
        const { api_key_id } = yield* newCredential(organization, { role: "dns_reader" })
        yield* newPerson(organization, { role: "dns_reader" })
        assert.deepStrictEqual(yield* Effect.flip(remove), inUse(3))
        yield* asSystem(organization, keys.revoke(api_key_id))
        assert.deepStrictEqual(yield* Effect.flip(remove), inUse(2))
      }))

    it.effect("deletes an unused role, whose label then names nothing", () =>
      Effect.gen(function*() {
        const roles = yield* Roles
        const organization = yield* newOrganization()
        yield* asSystem(organization, roles.create(dnsRole))
        yield* asSystem(organization, roles.remove("dns_reader"))
        const gone = new RoleNotFound({ role_name: "dns_reader" })
        assert.deepStrictEqual(yield* Effect.flip(asSystem(organization, roles.remove("dns_reader"))), gone)
        assert.deepStrictEqual(yield* Effect.flip(asSystem(organization, roles.update("dns_reader", {}))), gone)
        assert.deepStrictEqual(yield* Effect.flip(newCredential(organization, { role: "dns_reader" })), gone)
      }))

    it.effect("leaves the built-in roles as they are", () =>
      Effect.gen(function*() {
        const roles = yield* Roles
        const organization = yield* newOrganization()
        for (const role_name of ["owner", "viewer"]) {
          const refused = new BuiltInRoleImmutable({ role_name })
          const update = roles.update(role_name, { permissions: [] })
          assert.deepStrictEqual(yield* Effect.flip(asSystem(organization, update)), refused)
          assert.deepStrictEqual(yield* Effect.flip(asSystem(organization, roles.remove(role_name))), refused)
        }
        assert.instanceOf(yield* Effect.flip(holderOf(organization)(roles.remove("viewer"))), PermissionDenied)
      }))
  })
})
