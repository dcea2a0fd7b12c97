import { assert, layer } from "@effect/vitest"
import {
  ApiKeyStore,
  type CustomRole,
  DuplicateRoleName,
  newApiKeyId,
  RoleStore,
  UserStore
} from "@namewright/core/access"
import { Instant, newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"
import { countedInTurn } from "../countedInTurn.ts"
import { newUser } from "./UserStoreContract.ts"

const newRole = Effect.fnUntraced(function*(label: string, given: Partial<CustomRole> = {}) {
  const now = yield* Instant.now
  const role: CustomRole = {
    label,
    name: `Name of ${label}`,
    description: null,
    permissions: ["dns:manage", "tags:read"],
    created_on: now,
    updated_on: now,
    ...given
  }
  return role
})

const storedKey = Effect.fnUntraced(function*(
  organization_id: OrganizationId,
  role: string,
  dates: { readonly expires_at?: Instant.Instant; readonly deleted_on?: Instant.Instant } = {}
) {
  const { insert } = yield* ApiKeyStore
  const api_key_id = yield* newApiKeyId
  yield* insert(
    {
      api_key_id,
      organization_id,
      api_key_name: "a",
      api_key_description: null,
      api_key_last_four: "0aZ9",
      role,
      created_on: yield* Instant.now,
      last_used_on: null,
      last_used_address: null,
      expires_at: null,
      deleted_on: null,
      restrictions: null,
      agent_client_id: null,
      agent_user_id: null,
      ...dates
    },
    { key_hash: `key of ${api_key_id}`, client_secret_hash: `secret of ${api_key_id}` }
  )
})

const conflict = (role_name: string) => new DuplicateRoleName({ role_name })

/** Contract of storage adapters for custom roles. */
export const roleStoreContract = <E>(
  name: string,
  storage: Layer.Layer<ApiKeyStore | RoleStore | Transaction | UserStore, E>
) => {
  layer(storage)(`RoleStore (${name})`, (it) => {
    it.effect("finds and lists the roles of one organization as they were stored, by label", () =>
      Effect.gen(function*() {
        const store = yield* RoleStore
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        const plain = yield* newRole("b_2", { permissions: [] })
        const full = yield* newRole("a_1", { description: "Überall\nund nirgends" })
        for (const role of [plain, full]) yield* store.insert(organization, role)
        yield* store.insert(yield* newOrganizationId, yield* newRole("stranger"))
        assert.deepStrictEqual(yield* store.list(organization), [full, plain])
        assert.strictEqual(yield* store.count(organization), 2)
        assert.deepStrictEqual(yield* store.find(organization, "a_1"), Option.some(full))
        assert.deepStrictEqual(yield* atomically(store.lock(organization, "b_2")), Option.some(plain))
        assert.deepStrictEqual(yield* store.find(organization, "stranger"), Option.none())
        assert.deepStrictEqual(yield* atomically(store.lock(organization, "stranger")), Option.none())
      }))

    it.effect("accepts a label and a name once in an organization, whatever their case", () =>
      Effect.gen(function*() {
        const store = yield* RoleStore
        const organization = yield* newOrganizationId
        const role = yield* newRole("chief", { name: "Prüfer" })
        yield* store.insert(organization, role)
        yield* store.insert(yield* newOrganizationId, role)
        const sameLabel = store.insert(organization, { ...role, name: "Other" })
        const sameName = store.insert(organization, { ...role, label: "other", name: "PRÜFER" })
        assert.deepStrictEqual(yield* Effect.flip(sameLabel), conflict("Other"))
        assert.deepStrictEqual(yield* Effect.flip(sameName), conflict("PRÜFER"))
        yield* store.insert(organization, yield* newRole("second"))
        const renamed = store.save(organization, yield* newRole("second", { name: "prüfer" }))
        assert.deepStrictEqual(yield* Effect.flip(renamed), conflict("prüfer"))
        yield* store.save(organization, { ...role, name: "PRÜFER" })
        assert.deepStrictEqual((yield* store.list(organization)).map((one) => one.name), ["PRÜFER", "Name of second"])
      }))

    it.effect("makes a second creation in an organization wait for the first", () =>
      Effect.gen(function*() {
        const store = yield* RoleStore
        const organization = yield* newOrganizationId
        const role = yield* newRole("only")
        const counted = yield* countedInTurn({
          lock: store.lockCreation(organization),
          count: store.count(organization),
          insert: Effect.orDie(store.insert(organization, role))
        })
        assert.deepStrictEqual(counted, [0, 1])
      }))

    it.effect("saves every member except the creation, and removes one role of one organization", () =>
      Effect.gen(function*() {
        const store = yield* RoleStore
        const organization = yield* newOrganizationId
        const stranger = yield* newOrganizationId
        const role = yield* newRole("chief")
        for (const owner of [organization, stranger]) yield* store.insert(owner, role)
        yield* store.insert(organization, yield* newRole("second"))
        const later = DateTime.add(role.created_on, { hours: 1 })
        const changed: CustomRole = {
          ...role,
          name: "New",
          description: "d",
          permissions: ["billing:read"],
          updated_on: later
        }
        yield* store.save(organization, { ...changed, created_on: later })
        assert.deepStrictEqual(yield* store.find(organization, "chief"), Option.some(changed))
        assert.deepStrictEqual(yield* store.find(stranger, "chief"), Option.some(role))
        yield* store.remove(organization, "chief")
        assert.deepStrictEqual((yield* store.list(organization)).map(({ label }) => label), ["second"])
        assert.deepStrictEqual(yield* store.find(stranger, "chief"), Option.some(role))
      }))

    it.effect("counts users, and keys that are neither revoked nor expired", () =>
      Effect.gen(function*() {
        const { countHolders } = yield* RoleStore
        const users = yield* UserStore
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        const stranger = yield* newOrganizationId
        const now = yield* Instant.now
        const count = (label: string, at = now) => countHolders(organization, label, at)
        assert.strictEqual(yield* count("chief"), 0)
        const hour = DateTime.add(now, { hours: 1 })
        yield* storedKey(organization, "chief")
        yield* storedKey(organization, "chief", { expires_at: hour })
        yield* storedKey(organization, "chief", { expires_at: now })
        yield* storedKey(organization, "chief", { deleted_on: now })
        yield* storedKey(organization, "chief", { deleted_on: now, expires_at: hour })
        yield* storedKey(organization, "other")
        yield* storedKey(stranger, "chief")
        const holders = [[organization, "chief"], [organization, null], [stranger, "chief"]] as const
        for (const [index, [owner, role]] of holders.entries()) {
          const user = yield* newUser(owner, `holder-${index}-${organization}`, `${index}-${organization}@example.org`)
          yield* atomically(users.insert({ ...user, role }))
        }
        assert.deepStrictEqual([yield* count("chief"), yield* count("other"), yield* count("none")], [3, 1, 0])
        assert.strictEqual(yield* count("chief", hour), 2)
      }))
  })
}
