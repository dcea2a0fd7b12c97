import { assert, layer } from "@effect/vitest"
import {
  type ApiKey,
  ApiKeyStore,
  CredentialStore,
  IpRestrictionStore,
  newApiKeyId,
  newUserId,
  RoleStore,
  UserStore
} from "@namewright/core/access"
import { Instant, newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { newUser } from "./UserStoreContract.ts"

type Stores = ApiKeyStore | CredentialStore | RoleStore | IpRestrictionStore | UserStore

const newKey = Effect.fnUntraced(function*(organization_id: OrganizationId, api_key_name: string, role = "admin") {
  const key: ApiKey = {
    api_key_id: yield* newApiKeyId,
    organization_id,
    api_key_name,
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
    agent_user_id: null
  }
  return key
})

const hashesOf = ({ api_key_id }: ApiKey) => ({
  key_hash: `key of ${api_key_id}`,
  client_secret_hash: `secret of ${api_key_id}`
})

const stored = Effect.fnUntraced(function*(organization: OrganizationId, name: string, role?: string) {
  const key = yield* newKey(organization, name, role)
  const store = yield* ApiKeyStore
  yield* store.insert(key, hashesOf(key))
  return key
})

/** Contract of storage adapters for credentials. */
export const apiKeyStoreContract = <E>(name: string, storage: Layer.Layer<Stores, E>) => {
  layer(storage)(`ApiKeyStore (${name})`, (it) => {
    it.effect("finds a credential as it was inserted, for its organization only", () =>
      Effect.gen(function*() {
        const store = yield* ApiKeyStore
        const organization = yield* newOrganizationId
        const bare = yield* stored(organization, "bare")
        const now = yield* Instant.now
        const full: ApiKey = {
          ...(yield* newKey(organization, "full")),
          api_key_description: "Überall",
          expires_at: now,
          agent_client_id: "client-1",
          agent_user_id: "user-1"
        }
        yield* store.insert(full, hashesOf(full))
        assert.deepStrictEqual(yield* store.find(organization, bare.api_key_id), Option.some(bare))
        assert.deepStrictEqual(yield* store.find(organization, full.api_key_id), Option.some(full))
        assert.deepStrictEqual(yield* store.find(yield* newOrganizationId, bare.api_key_id), Option.none())
      }))

    it.effect("lists the organization's credentials in pages, the newest first", () =>
      Effect.gen(function*() {
        const store = yield* ApiKeyStore
        const organization = yield* newOrganizationId
        yield* stored(yield* newOrganizationId, "stranger")
        for (const label of ["a", "b", "c"]) {
          yield* stored(organization, label)
          yield* TestClock.adjust("1 minute")
        }
        const names = (page: number) =>
          Effect.map(store.list(organization, { page, page_size: 2 }), ({ items, total }) => [
            total,
            items.map((key) => key.api_key_name)
          ])
        assert.deepStrictEqual(yield* names(1), [3, ["c", "b"]])
        assert.deepStrictEqual(yield* names(2), [3, ["a"]])
        assert.deepStrictEqual(yield* names(3), [3, []])
      }))

    it.effect("revokes the keys that one program created for a person, or all programs", () =>
      Effect.gen(function*() {
        const store = yield* ApiKeyStore
        const organization = yield* newOrganizationId
        const user = yield* newUserId
        const now = yield* Instant.now
        const made = Effect.fnUntraced(function*(agent_user_id: string | null, agent_client_id: string | null) {
          const key = { ...(yield* newKey(organization, "a")), agent_user_id, agent_client_id }
          yield* store.insert(key, hashesOf(key))
          return key.api_key_id
        })
        const ids = [
          yield* made(user, "one"),
          yield* made(user, "two"),
          yield* made(yield* newUserId, "one"),
          yield* made(null, null)
        ]
        const revoked = Effect.forEach(ids, (id) =>
          Effect.map(store.find(organization, id), (found) => Option.getOrThrow(found).deleted_on !== null))
        yield* store.revokeOfAgent(user, "one", now)
        assert.deepStrictEqual(yield* revoked, [true, false, false, false])
        yield* store.revokeOfAgent(user, undefined, now)
        assert.deepStrictEqual(yield* revoked, [true, true, false, false])
      }))

    it.effect("revokes all keys of an organization, and no others", () =>
      Effect.gen(function*() {
        const store = yield* ApiKeyStore
        const [organization, other] = [yield* newOrganizationId, yield* newOrganizationId]
        const keys = [
          yield* stored(organization, "a"),
          yield* stored(organization, "b"),
          yield* stored(other, "c")
        ] as const
        const first = yield* Instant.now
        yield* store.revoke(organization, keys[0].api_key_id, first)
        yield* TestClock.adjust("1 hour")
        const later = yield* Instant.now
        yield* store.revokeAll(organization, later)
        const revoked = yield* Effect.forEach(keys, ({ api_key_id, organization_id }) =>
          Effect.map(store.find(organization_id, api_key_id), (found) =>
            Option.getOrThrow(found).deleted_on))
        assert.deepStrictEqual(revoked, [first, later, null])
      }))

    it.effect("keeps the first time of a revocation", () =>
      Effect.gen(function*() {
        const store = yield* ApiKeyStore
        const organization = yield* newOrganizationId
        const key = yield* stored(organization, "a")
        const first = yield* Instant.now
        assert.isFalse(yield* store.revoke(yield* newOrganizationId, key.api_key_id, first))
        assert.isTrue(yield* store.revoke(organization, key.api_key_id, first))
        yield* TestClock.adjust("1 hour")
        assert.isTrue(yield* store.revoke(organization, key.api_key_id, yield* Instant.now))
        const found = Option.getOrThrow(yield* store.find(organization, key.api_key_id))
        assert.deepStrictEqual(found.deleted_on, first)
      }))
  })

  layer(storage)(`CredentialStore (${name})`, (it) => {
    it.effect("finds a credential by key, by secret within its organization, and by id", () =>
      Effect.gen(function*() {
        const store = yield* CredentialStore
        const organization = yield* newOrganizationId
        const stranger = yield* newOrganizationId
        const key = yield* stored(organization, "a")
        yield* stored(organization, "another")
        const { client_secret_hash, key_hash } = hashesOf(key)
        const expected = Option.some({ key, key_hash, client_secret_hash, custom_permissions: null, networks: [] })
        assert.deepStrictEqual(yield* store.findByKeyHash(key_hash), expected)
        assert.deepStrictEqual(yield* store.findByClientSecretHash(organization, client_secret_hash), expected)
        assert.deepStrictEqual(yield* store.find(organization, key.api_key_id), expected)
        assert.deepStrictEqual(yield* store.findByKeyHash(client_secret_hash), Option.none())
        assert.deepStrictEqual(yield* store.findByClientSecretHash(stranger, client_secret_hash), Option.none())
        assert.deepStrictEqual(yield* store.find(stranger, key.api_key_id), Option.none())
      }))

    it.effect("brings the rights of the custom role that the credential names, as they are now", () =>
      Effect.gen(function*() {
        const store = yield* CredentialStore
        const roles = yield* RoleStore
        const organization = yield* newOrganizationId
        const now = yield* Instant.now
        const role = { label: "auditor", name: "Auditor", description: null, created_on: now, updated_on: now }
        const key = yield* stored(organization, "a", role.label)
        const rights = Effect.map(
          store.find(organization, key.api_key_id),
          (found) => Option.getOrThrow(found).custom_permissions
        )

        yield* roles.save(yield* newOrganizationId, { ...role, permissions: ["billing:manage"] })
        assert.isNull(yield* rights)
        yield* roles.save(organization, { ...role, permissions: ["domains:read", "audit_logs:read"] })
        assert.deepStrictEqual(yield* rights, ["domains:read", "audit_logs:read"])
        yield* roles.save(organization, { ...role, permissions: [] })
        assert.deepStrictEqual(yield* rights, [])
        assert.deepStrictEqual(
          yield* roles.find(organization, role.label),
          Option.some({ ...role, permissions: [] })
        )
      }))

    it.effect("brings every network of the organization, and none of another", () =>
      Effect.gen(function*() {
        const store = yield* CredentialStore
        const restrictions = yield* IpRestrictionStore
        const organization = yield* newOrganizationId
        const key = yield* stored(organization, "a")
        const created_on = yield* Instant.now
        for (
          const [organization_id, ip_network] of [
            [organization, "192.0.2.0/24"],
            [organization, "2001:db8::/32"],
            [yield* newOrganizationId, "198.51.100.0/24"]
          ] as const
        ) {
          yield* restrictions.insert({ organization_id, ip_network, last_used_on: null, created_on })
        }
        const { networks } = Option.getOrThrow(yield* store.find(organization, key.api_key_id))
        assert.deepStrictEqual(networks.map(({ ip_network }) => ip_network), ["192.0.2.0/24", "2001:db8::/32"])
      }))

    it.effect("finds a person with the rights of the custom role and the networks of the organization", () =>
      Effect.gen(function*() {
        const store = yield* CredentialStore
        const users = yield* UserStore
        const roles = yield* RoleStore
        const restrictions = yield* IpRestrictionStore
        const organization_id = yield* newOrganizationId
        const now = yield* Instant.now
        const dates = { created_on: now, updated_on: now }
        const person = yield* newUser(organization_id, "caller", "caller@example.org")
        const guest = yield* newUser(organization_id, "guest", "guest@example.org")
        yield* users.insert({ ...person, role: "auditor" })
        yield* users.insert({ ...guest, role: null })
        const nobody = yield* newUserId
        assert.deepStrictEqual(yield* store.findUser(nobody), Option.none())
        assert.deepStrictEqual(
          yield* store.findUser(guest.user_id),
          Option.some({ user_id: guest.user_id, organization_id, role: null, custom_permissions: null, networks: [] })
        )
        yield* roles.save(organization_id, {
          label: "auditor",
          name: "Auditor",
          description: null,
          permissions: ["audit_logs:read"],
          ...dates
        })
        for (const ip_network of ["192.0.2.0/24", "2001:db8::/32"]) {
          yield* restrictions.insert({ organization_id, ip_network, last_used_on: null, created_on: now })
        }
        const { networks, ...found } = Option.getOrThrow(yield* store.findUser(person.user_id))
        assert.deepStrictEqual(found, {
          user_id: person.user_id,
          organization_id,
          role: "auditor",
          custom_permissions: ["audit_logs:read"]
        })
        assert.deepStrictEqual(networks.map(({ ip_network }) => ip_network), ["192.0.2.0/24", "2001:db8::/32"])
      }))

    it.effect("changes what can change of a credential, and nothing else", () =>
      Effect.gen(function*() {
        const store = yield* ApiKeyStore
        const organization = yield* newOrganizationId
        const key = yield* stored(organization, "before")
        const other = yield* stored(organization, "other")
        const changed: ApiKey = {
          ...key,
          api_key_name: "after",
          api_key_description: "Changed",
          role: "viewer",
          expires_at: DateTime.add(key.created_on, { days: 1 }),
          restrictions: {
            ids: ["domain_01h455vb4pex5vsknk084sn02q"],
            tag_ids: ["tag_01h455vb4pex5vsknk084sn02q"],
            names: ["*.example.com"],
            rrsets: [{ name: "_acme-challenge.*", types: ["TXT"] }, { name: "*" }],
            networks: ["192.0.2.0/24"]
          }
        }
        yield* store.update({ ...changed, api_key_last_four: "none" })
        assert.deepStrictEqual(Option.getOrThrow(yield* store.lock(organization, key.api_key_id)), changed)
        assert.deepStrictEqual(Option.getOrThrow(yield* store.find(organization, other.api_key_id)), other)
        assert.isTrue(Option.isNone(yield* store.lock(yield* newOrganizationId, key.api_key_id)))
        yield* store.update(key)
        assert.deepStrictEqual(Option.getOrThrow(yield* store.find(organization, key.api_key_id)), key)
      }))

    it.effect("notes when a credential and a network were used", () =>
      Effect.gen(function*() {
        const store = yield* CredentialStore
        const restrictions = yield* IpRestrictionStore
        const organization_id = yield* newOrganizationId
        const key = yield* stored(organization_id, "a")
        const other = yield* stored(organization_id, "b")
        const created_on = yield* Instant.now
        const made = { organization_id, ip_network: "192.0.2.1/32", last_used_on: null, created_on }
        const network = yield* Effect.orDie(restrictions.insert(made))
        yield* TestClock.adjust("1 minute")
        const used = yield* Instant.now
        yield* store.markKeyUsed(key.api_key_id, used, "192.0.2.7")
        yield* restrictions.markUsed([network.ip_restriction_id], used, created_on)
        const found = Option.getOrThrow(yield* store.find(organization_id, key.api_key_id))
        assert.deepStrictEqual([found.key.last_used_on, found.key.last_used_address], [used, "192.0.2.7"])
        assert.deepStrictEqual(found.networks.map(({ last_used_on }) => last_used_on), [used])
        assert.isNull(Option.getOrThrow(yield* store.find(organization_id, other.api_key_id)).key.last_used_on)
      }))
  })
}
