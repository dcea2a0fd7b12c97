import { assert, layer } from "@effect/vitest"
import {
  firstSync,
  newRegistrarCredentialId,
  RegistrarCredentialStore,
  type StoredCredential
} from "@namewright/core/registrars"
import { Instant, newOrganizationId, type OrganizationId, type Transaction } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"
import { countedInTurn } from "../countedInTurn.ts"

const newCredential = Effect.fnUntraced(function*(
  organization_id: OrganizationId,
  members: Partial<StoredCredential> = {}
): Effect.fn.Return<StoredCredential> {
  const now = yield* Instant.now
  return {
    registrar_credential_id: yield* newRegistrarCredentialId,
    organization_id,
    name: "Älteres Konto",
    registrar: "OPENSRS",
    ...firstSync(now),
    secrets: "plain.{}",
    created_on: now,
    updated_on: now,
    ...members
  }
})

const stored = Effect.fnUntraced(function*(organization: OrganizationId, members?: Partial<StoredCredential>) {
  const store = yield* RegistrarCredentialStore
  const credential = yield* newCredential(organization, members)
  yield* store.insert(credential)
  return credential
})

const ids = (some: ReadonlyArray<StoredCredential>) => some.map((one) => one.registrar_credential_id)

const firstPage = { page: 1, page_size: 10 }

/** Contract of the storage of credentials at external registrars. */
export const registrarCredentialStoreContract = <E>(
  name: string,
  storage: Layer.Layer<RegistrarCredentialStore | Transaction, E>
) =>
  layer(storage)(`RegistrarCredentialStore (${name})`, (it) => {
    it.effect("finds a credential of one organization as it was stored, and removes it", () =>
      Effect.gen(function*() {
        const store = yield* RegistrarCredentialStore
        const organization = yield* newOrganizationId
        const credential = yield* stored(organization, { last_synced_on: yield* Instant.now, error_detail: "Späße" })
        const { registrar_credential_id: id } = credential
        assert.deepStrictEqual(Option.getOrUndefined(yield* store.find(organization, id)), credential)
        assert.deepStrictEqual(Option.getOrUndefined(yield* store.lock(id)), credential)
        assert.isTrue(Option.isNone(yield* store.find(yield* newOrganizationId, id)))
        assert.strictEqual(yield* store.count(organization), 1)
        yield* store.remove(id)
        assert.isTrue(Option.isNone(yield* store.find(organization, id)))
        assert.strictEqual(yield* store.count(organization), 0)
      }))

    it.effect("makes a second creation in an organization wait for the first", () =>
      Effect.gen(function*() {
        const store = yield* RegistrarCredentialStore
        const organization = yield* newOrganizationId
        const credential = yield* newCredential(organization)
        const counted = yield* countedInTurn({
          lock: store.lockCreation(organization),
          count: store.count(organization),
          insert: store.insert(credential)
        })
        assert.deepStrictEqual(counted, [0, 1])
      }))

    it.effect("saves every member", () =>
      Effect.gen(function*() {
        const store = yield* RegistrarCredentialStore
        const organization = yield* newOrganizationId
        const before = yield* stored(organization)
        const now = DateTime.add(yield* Instant.now, { hours: 1 })
        const after: StoredCredential = {
          ...before,
          name: "Other",
          secrets: "plain.{\"a\":1}",
          generation: 2,
          sync_status: "failed",
          last_synced_on: now,
          next_sync_on: null,
          domain_count: 100_000,
          skipped_count: 3,
          error_code: "ERROR_CREDENTIAL_AUTH",
          error_message: "No",
          error_detail: "Never",
          updated_on: now
        }
        yield* store.save(after)
        const found = yield* store.find(organization, before.registrar_credential_id)
        assert.deepStrictEqual(Option.getOrUndefined(found), after)
      }))

    it.effect("lists the oldest first, by registrar", () =>
      Effect.gen(function*() {
        const store = yield* RegistrarCredentialStore
        const organization = yield* newOrganizationId
        const made = yield* Effect.forEach(
          ["OPENSRS", "ENOM", "OPENSRS"] as const,
          (registrar) => stored(organization, { registrar })
        )
        yield* stored(yield* newOrganizationId)
        const page = yield* store.list(organization, {}, { page: 2, page_size: 2 })
        assert.deepStrictEqual([page.total, ids(page.items)], [3, ids(made.slice(2))])
        const some = yield* store.list(organization, { registrar: ["OPENSRS", "MONIKER"] }, firstPage)
        assert.deepStrictEqual(ids(some.items), ids(made.filter(({ registrar }) => registrar === "OPENSRS")))
      }))

    it.effect("describes credentials of any organizations", () =>
      Effect.gen(function*() {
        const store = yield* RegistrarCredentialStore
        const [one, other] = [yield* stored(yield* newOrganizationId), yield* stored(yield* newOrganizationId)]
        const wanted = ids([one, other])
        const found = yield* store.described([...wanted, yield* newRegistrarCredentialId])
        assert.sameMembers(found.map((credential) => credential.registrar_credential_id), wanted)
        assert.deepStrictEqual([found[0]?.name, found[0]?.registrar], ["Älteres Konto", "OPENSRS"])
        assert.deepStrictEqual(yield* store.described([]), [])
      }))

    it.effect("claims credentials that are due", () =>
      Effect.gen(function*() {
        const store = yield* RegistrarCredentialStore
        const organization = yield* newOrganizationId
        // Before every other credential of the database.
        const next_sync_on = DateTime.makeUnsafe("1969-01-01T00:00:00Z")
        const due = yield* stored(organization, { next_sync_on })
        const late = yield* stored(organization, { next_sync_on: DateTime.add(next_sync_on, { hours: 1 }) })
        yield* stored(organization, { next_sync_on: null })
        assert.deepStrictEqual(ids(yield* store.claimDue(next_sync_on, 10)), ids([due]))
        const both = yield* store.claimDue(DateTime.add(next_sync_on, { hours: 2 }), 10)
        assert.deepStrictEqual(ids(both), ids([due, late]))
        assert.deepStrictEqual(ids(yield* store.claimDue(DateTime.add(next_sync_on, { hours: 2 }), 1)), ids([due]))
      }))
  })
