import { assert, layer } from "@effect/vitest"
import { type StoredVatCheck, type VatCheck, VatCheckStore } from "@namewright/core/organizations"
import { Instant, newOrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"

const firstPage = { page: 1, page_size: 100 }

const pending = Effect.fnUntraced(function*(fields: Partial<VatCheck> = {}) {
  const check: VatCheck = {
    organization_id: yield* newOrganizationId,
    vat_number: "DE123456789",
    outcome: "pending",
    vat_checked_on: null,
    attempts: 1,
    due_on: yield* Instant.now,
    ...fields
  }
  yield* VatCheckStore.use(({ put }) => put(check))
  return check
})

const idsOf = (checks: ReadonlyArray<VatCheck>) => checks.map(({ organization_id }) => organization_id)

/** Contract of storage adapters for checks of VAT numbers. */
export const vatCheckStoreContract = <E>(name: string, storage: Layer.Layer<VatCheckStore, E>) =>
  layer(storage)(`VatCheckStore (${name})`, (it) => {
    it.effect("keeps one check of an organization", () =>
      Effect.gen(function*() {
        const { find, put, remove } = yield* VatCheckStore
        const now = yield* Instant.now
        const first = yield* pending()
        const { organization_id } = first
        assert.deepStrictEqual(yield* find(organization_id), Option.some({ ...first, version: 1 }))
        const confirmed: VatCheck = {
          organization_id,
          vat_number: "EL123456789",
          outcome: "confirmed",
          vat_checked_on: now,
          attempts: 0,
          due_on: null
        }
        yield* put(confirmed)
        assert.deepStrictEqual(yield* find(organization_id), Option.some({ ...confirmed, version: 2 }))
        assert.isTrue(Option.isNone(yield* find(yield* newOrganizationId)))
        yield* remove(organization_id)
        yield* remove(organization_id)
        assert.isTrue(Option.isNone(yield* find(organization_id)))
      }))

    it.effect("leases what is due, the oldest first, once", () =>
      Effect.gen(function*() {
        const { leaseDue, remove } = yield* VatCheckStore
        const now = yield* Instant.now
        const until = DateTime.add(now, { minutes: 5 })
        const old = DateTime.subtract(now, { days: 400 })
        const [second, first] = [
          yield* pending({ due_on: DateTime.add(old, { minutes: 1 }) }),
          yield* pending({ due_on: old })
        ]
        yield* pending({ due_on: null })
        const later = yield* pending({ due_on: DateTime.add(old, { hours: 1 }) })
        const at = DateTime.add(old, { minutes: 1 })
        assert.deepStrictEqual(yield* leaseDue(1, at, until), [{ ...first, due_on: until, version: 2 }])
        assert.deepStrictEqual(yield* leaseDue(5, at, until), [{ ...second, due_on: until, version: 2 }])
        assert.deepStrictEqual(yield* leaseDue(5, at, until), [])
        for (const { organization_id } of [first, second, later]) yield* remove(organization_id)
      }))

    it.effect("settles a leased check, unless it has changed since", () =>
      Effect.gen(function*() {
        const { find, leaseDue, put, settle } = yield* VatCheckStore
        const now = yield* Instant.now
        const old = DateTime.subtract(now, { days: 500 })
        const check = yield* pending({ due_on: old })
        const [leased] = yield* leaseDue(1, old, now)
        assert.strictEqual(leased?.organization_id, check.organization_id)
        const settled: StoredVatCheck = { ...leased!, outcome: "mismatch", vat_checked_on: now, due_on: null }
        yield* put(check)
        assert.isFalse(yield* settle(settled))
        const [again] = yield* leaseDue(1, old, now)
        assert.isTrue(yield* settle({ ...settled, version: again!.version }))
        assert.isFalse(yield* settle({ ...settled, version: again!.version }))
        const stored = { ...settled, version: again!.version + 1 }
        assert.deepStrictEqual(yield* find(check.organization_id), Option.some(stored))
      }))

    it.effect("lists what is not confirmed, by outcome", () =>
      Effect.gen(function*() {
        const { listOpen } = yield* VatCheckStore
        const due_on = null
        const made = yield* Effect.forEach(
          ["pending", "confirmed", "mismatch", "unregistered", "mismatch"] as const,
          (outcome) => pending({ outcome, due_on })
        )
        const own = new Set(idsOf(made))
        const listed = (outcome?: "pending" | "mismatch" | "unregistered") =>
          Effect.map(listOpen(outcome, firstPage), ({ items }) =>
            items.filter(({ organization_id }) => own.has(organization_id)).map((one) => one.outcome))
        assert.deepStrictEqual(yield* listed(), ["mismatch", "mismatch", "pending", "unregistered"])
        assert.deepStrictEqual(yield* listed("mismatch"), ["mismatch", "mismatch"])
        assert.deepStrictEqual(yield* listed("unregistered"), ["unregistered"])
        const { items, total } = yield* listOpen("mismatch", { page: 1, page_size: 1 })
        assert.isAtLeast(total, 2)
        assert.lengthOf(items, 1)
      }))
  })
