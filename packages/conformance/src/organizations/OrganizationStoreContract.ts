import { assert, layer } from "@effect/vitest"
import { TaxRateUnits } from "@namewright/core/billing"
import {
  initialTerms,
  OrganizationAttributeStore,
  type OrganizationFilter,
  OrganizationLimitStore,
  OrganizationStore,
  type StoredOrganization
} from "@namewright/core/organizations"
import { Instant, Money, newOrganizationId, Transaction } from "@namewright/core/shared"
import { Deferred, Effect, Fiber, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"

type Stores = OrganizationStore | OrganizationAttributeStore | OrganizationLimitStore | Transaction

/** Stored organization, by default a parent. */
export const organization = Effect.fnUntraced(function*(name: string, fields: Partial<StoredOrganization> = {}) {
  const organization_id = yield* newOrganizationId
  const made: StoredOrganization = {
    organization_id,
    parent_organization_id: null,
    payer_id: organization_id,
    external_reference: null,
    name,
    status: "active",
    billing_mode: "consolidated",
    country_code: null,
    city: null,
    address_1: null,
    address_2: null,
    postal_code: null,
    state: null,
    currency: "EUR",
    default_locale: null,
    business_number: null,
    tax_id: null,
    tax_id_type: null,
    tax_rate: null,
    ...initialTerms,
    created_on: yield* Instant.now,
    deleted_on: null,
    ...fields
  }
  const { insert } = yield* OrganizationStore
  yield* insert(made)
  return made
})

/** Stored suborganization, by default one whose parent pays. */
export const childOf = (parent: StoredOrganization, name: string, fields: Partial<StoredOrganization> = {}) =>
  organization(name, {
    parent_organization_id: parent.organization_id,
    payer_id: parent.organization_id,
    currency: null,
    ...fields
  })

const names = (items: ReadonlyArray<StoredOrganization>) => items.map((item) => item.name)
const firstPage = { page: 1, page_size: 10 }
const byName = { by: "name", order: "asc" } as const

/** Contract of storage adapters for organizations. */
export const organizationStoreContract = <E>(name: string, storage: Layer.Layer<Stores, E>) =>
  layer(storage)(`OrganizationStore (${name})`, (it) => {
    it.effect("finds an organization as it was inserted, unless it is deleted", () =>
      Effect.gen(function*() {
        const { find, findEntry, findParty } = yield* OrganizationStore
        const bare = yield* organization("Bare")
        const full = yield* childOf(bare, "Fülle & Co", {
          status: "inactive",
          country_code: "DE",
          city: "Köln",
          tax_rate: TaxRateUnits.make(81_250),
          billing_model: "postpaid",
          credit_limit: Money.MinorUnits.make(5_000_000_000),
          customer_number: 4711,
          active_plan: { plan_id: "p", name: "Pro", plan_level: 3, amount: "9.00", currency: "EUR" },
          independent_billing_approved: true
        })
        const gone = yield* organization("Gone", { deleted_on: yield* Instant.now })
        assert.deepStrictEqual(yield* find(bare.organization_id), Option.some(bare))
        assert.deepStrictEqual(yield* find(full.organization_id), Option.some(full))
        assert.deepStrictEqual(
          yield* findEntry(full.organization_id),
          Option.some({
            organization_id: full.organization_id,
            parent_organization_id: bare.organization_id,
            active: false
          })
        )
        assert.deepStrictEqual(yield* find(gone.organization_id), Option.none())
        assert.deepStrictEqual(yield* findEntry(gone.organization_id), Option.none())
        assert.deepStrictEqual(yield* findParty(gone.organization_id, "alert"), Option.none())
      }))

    it.effect("stores an external reference once among organizations that are not deleted", () =>
      Effect.gen(function*() {
        const { find, findByReference, insert } = yield* OrganizationStore
        const gone = yield* organization("Gone", { external_reference: "ref-1", deleted_on: yield* Instant.now })
        assert.deepStrictEqual(yield* findByReference("ref-1"), Option.none())
        const kept = yield* organization("Kept", { external_reference: "ref-1" })
        const again = { ...kept, organization_id: yield* newOrganizationId, name: "Again" }
        assert.isFalse(yield* insert(again))
        assert.deepStrictEqual(yield* find(again.organization_id), Option.none())
        assert.isTrue(yield* insert({ ...again, external_reference: "REF-1" }))
        assert.isTrue(yield* insert({ ...gone, organization_id: yield* newOrganizationId }))
        assert.deepStrictEqual(yield* findByReference("ref-1"), Option.some(kept))
        assert.deepStrictEqual(yield* findByReference("ref-2"), Option.none())
      }))

    it.effect("finds the payer, its terms and its attribute", () =>
      Effect.gen(function*() {
        const { findParty } = yield* OrganizationStore
        const attributes = yield* OrganizationAttributeStore
        const terms = {
          currency: "USD",
          billing_model: "postpaid",
          credit_limit: Money.MinorUnits.make(100),
          tax_rate: TaxRateUnits.make(190_000)
        } as const
        const parent = yield* organization("Parent", terms)
        const child = yield* childOf(parent, "Child")
        const expected = { payer_id: parent.organization_id, ...terms, has_spending_limit: false }
        assert.deepStrictEqual(
          yield* findParty(child.organization_id, "alert"),
          Option.some({ ...expected, alert: null })
        )
        const attribute = { key: "alert", value: "5.00", private: false, protected: false }
        yield* attributes.put(parent.organization_id, [attribute], yield* Instant.now)
        const alert = { ...expected, alert: "5.00" }
        assert.deepStrictEqual(yield* findParty(child.organization_id, "alert"), Option.some(alert))
        assert.deepStrictEqual(yield* findParty(parent.organization_id, "alert"), Option.some(alert))
        const limits = yield* OrganizationLimitStore
        yield* limits.put(child.organization_id, { monthly_spend: Money.zero, domains: null })
        assert.deepStrictEqual(
          yield* findParty(child.organization_id, "alert"),
          Option.some({ ...alert, has_spending_limit: true })
        )
        yield* limits.put(child.organization_id, { monthly_spend: null, domains: 1 })
        assert.deepStrictEqual(yield* findParty(child.organization_id, "alert"), Option.some(alert))
      }))

    it.effect("changes the given members only", () =>
      Effect.gen(function*() {
        const { find, list, update } = yield* OrganizationStore
        const before = yield* organization("Before", { city: "Graz", country_code: "AT" })
        const id = before.organization_id
        const change = { name: "AFTER", city: null, tax_rate: TaxRateUnits.make(1), independent_billing_approved: true }
        const after = { ...before, ...change }
        assert.deepStrictEqual(yield* update(id, change, yield* Instant.now), Option.some(after))
        assert.deepStrictEqual(yield* update(id, {}, yield* Instant.now), Option.some(after))
        assert.deepStrictEqual(yield* find(id), Option.some(after))
        const found = yield* list({ organization: id }, { search: "after" }, byName, firstPage)
        assert.deepStrictEqual(names(found.items), ["AFTER"])
        assert.deepStrictEqual(yield* update(yield* newOrganizationId, change, yield* Instant.now), Option.none())
      }))

    it.effect("lists a family or one organization, by part of the name and by country, sorted, in pages", () =>
      Effect.gen(function*() {
        const { list } = yield* OrganizationStore
        const parent = yield* organization("Parent", { country_code: "SE" })
        yield* TestClock.adjust("1 minute")
        const child = yield* childOf(parent, "alpha 100%_b", { country_code: "DE" })
        yield* TestClock.adjust("1 minute")
        yield* childOf(parent, "Ärmel")
        yield* childOf(parent, "Gone", { deleted_on: yield* Instant.now })
        yield* organization("Stranger")
        const family = { family: parent.organization_id }
        const all = yield* list(family, {}, byName, firstPage)
        assert.deepStrictEqual([all.total, names(all.items)], [3, ["alpha 100%_b", "Parent", "Ärmel"]])
        const page = yield* list(family, {}, { by: "created_on", order: "desc" }, { page: 2, page_size: 2 })
        assert.deepStrictEqual([page.total, names(page.items)], [3, ["Parent"]])
        for (const [order, expected] of [["asc", ["DE", "SE", null]], ["desc", ["SE", "DE", null]]] as const) {
          const { items } = yield* list(family, {}, { by: "country_code", order }, firstPage)
          assert.deepStrictEqual(items.map((item) => item.country_code), [...expected])
        }
        const search = (filter: OrganizationFilter) =>
          Effect.map(list(family, filter, byName, firstPage), ({ items }) => names(items))
        assert.deepStrictEqual(yield* search({ search: "ÄR" }), ["Ärmel"])
        assert.deepStrictEqual(yield* search({ search: "%_" }), ["alpha 100%_b"])
        assert.deepStrictEqual(yield* search({ search: "a_p" }), [])
        assert.deepStrictEqual(yield* search({ country_code: "SE" }), ["Parent"])
        const alone = yield* list({ organization: child.organization_id }, {}, byName, firstPage)
        assert.deepStrictEqual(names(alone.items), [child.name])
      }))

    it.effect("counts and locks organizations that are not deleted", () =>
      Effect.gen(function*() {
        const { countBelow, keep, lock, update } = yield* OrganizationStore
        const { atomically } = yield* Transaction
        const parent = yield* organization("Parent")
        const child = yield* childOf(parent, "Child")
        yield* childOf(parent, "Gone", { deleted_on: yield* Instant.now })
        assert.strictEqual(yield* countBelow(parent.organization_id), 1)
        assert.strictEqual(yield* countBelow(child.organization_id), 0)
        const { organization_id } = child
        assert.isTrue(yield* atomically(keep(organization_id)))
        assert.deepStrictEqual(yield* atomically(lock(organization_id)), Option.some(child))
        const now = yield* Instant.now
        yield* update(organization_id, { deleted_on: now }, now)
        assert.isFalse(yield* atomically(keep(organization_id)))
        assert.deepStrictEqual(yield* atomically(lock(organization_id)), Option.none())
        assert.strictEqual(yield* countBelow(parent.organization_id), 0)
      }))

    it.effect("makes a deletion wait for those that keep the organization, and them for the deletion", () =>
      Effect.gen(function*() {
        const { keep, lock, update } = yield* OrganizationStore
        const { atomically } = yield* Transaction
        const { organization_id } = yield* organization("Contested")
        const [isKept, isReleased] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const order: Array<string> = []
        const keeping = yield* Effect.forkChild(atomically(Effect.gen(function*() {
          yield* keep(organization_id)
          yield* Deferred.succeed(isKept, undefined)
          yield* Deferred.await(isReleased)
          order.push("kept")
        })))
        yield* Deferred.await(isKept)
        const deleting = yield* Effect.forkChild(atomically(Effect.gen(function*() {
          yield* lock(organization_id)
          order.push("deleted")
          const now = yield* Instant.now
          yield* update(organization_id, { deleted_on: now }, now)
        })))
        yield* Deferred.succeed(isReleased, undefined)
        yield* Fiber.join(keeping)
        yield* Fiber.join(deleting)
        assert.deepStrictEqual(order, ["kept", "deleted"])
        assert.isFalse(yield* atomically(keep(organization_id)))
      }))

    it.effect("keeps the limits of an organization, none by default", () =>
      Effect.gen(function*() {
        const { find, keepWithLimit, lock, put } = yield* OrganizationLimitStore
        const { atomically } = yield* Transaction
        const [own, other] = [yield* newOrganizationId, yield* newOrganizationId]
        const none = { monthly_spend: null, domains: null }
        assert.deepStrictEqual([yield* find(own), yield* atomically(lock(own))], [none, none])
        const first = { monthly_spend: Money.MinorUnits.make(2 ** 40), domains: null }
        yield* put(own, first)
        assert.deepStrictEqual([yield* find(own), yield* atomically(lock(own))], [first, first])
        yield* put(own, { monthly_spend: null, domains: 3 })
        assert.deepStrictEqual([yield* find(own), yield* find(other)], [{ monthly_spend: null, domains: 3 }, none])
        const stored = yield* organization("Limited")
        const limited = atomically(keepWithLimit(stored.organization_id))
        assert.deepStrictEqual(yield* limited, Option.some(null))
        yield* put(stored.organization_id, { monthly_spend: null, domains: 3 })
        assert.deepStrictEqual([yield* limited, yield* atomically(keepWithLimit(own))], [Option.some(3), Option.none()])
      }))

    it.effect("keeps attributes by organization and key, with their ids", () =>
      Effect.gen(function*() {
        const store = yield* OrganizationAttributeStore
        const [one, other] = [yield* newOrganizationId, yield* newOrganizationId]
        const attribute = { key: "b", value: { deep: [1, "ü", null, true] }, private: true, protected: false }
        const first = yield* Instant.now
        yield* store.put(one, [attribute, { key: "a", value: 1, private: false, protected: true }], first)
        yield* store.put(other, [attribute], first)
        const before = (yield* store.list([one, other])).get(one) ?? []
        const [, kept] = before
        assert.isDefined(kept)
        assert.deepStrictEqual(before.map(({ key, value }) => [key, value]), [["a", 1], ["b", attribute.value]])
        assert.deepStrictEqual(before.map((found) => [found.private, found.protected]), [[false, true], [true, false]])
        assert.isTrue(before.every((found) => Number.isInteger(found.organization_attribute_id)))

        yield* TestClock.adjust("1 hour")
        yield* store.put(one, [{ ...attribute, value: "new", private: false }], yield* Instant.now)
        yield* store.put(one, [], yield* Instant.now)
        const [, changed] = (yield* store.list([one])).get(one) ?? []
        assert.deepStrictEqual(changed, { ...kept, value: "new", private: false, updated_on: yield* Instant.now })
        yield* store.remove(one, ["a", "absent"])
        yield* store.remove(one, [])
        const left = yield* store.list([one, other])
        assert.deepStrictEqual([left.get(one)?.map(({ key }) => key), left.get(other)?.length], [["b"], 1])
        assert.strictEqual((yield* store.list([])).size, 0)
      }))
  })
