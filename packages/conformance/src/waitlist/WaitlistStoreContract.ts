import { assert, layer } from "@effect/vitest"
import { newUserId } from "@namewright/core/access"
import { Instant, newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { type WaitlistApplication, WaitlistStore } from "@namewright/core/waitlist"
import { DateTime, Effect, type Layer, Option } from "effect"

const texts = { display_name: "AI assistant", description: "Answers questions" }

const applicationOf = Effect.fnUntraced(function*(
  organization_id: OrganizationId,
  product: string,
  change: Partial<WaitlistApplication> = {}
): Effect.fn.Return<WaitlistApplication> {
  const applied_on = yield* Instant.now
  return {
    user_id: yield* newUserId,
    organization_id,
    product,
    status: "pending",
    note: "Zeile 1\nZeile 2",
    applied_on,
    decided_on: null,
    ...change
  }
})

/** Contract of the storage of products with a waitlist. Product keys are those of the tests, without others. */
export const waitlistStoreContract = <E>(name: string, storage: Layer.Layer<WaitlistStore | Transaction, E>) =>
  layer(storage)(`WaitlistStore (${name})`, (it) => {
    const offered = Effect.fnUntraced(function*(product: string, ...organizations: ReadonlyArray<OrganizationId>) {
      const store = yield* WaitlistStore
      yield* store.putProduct({ product, ...texts })
      for (const organization of organizations) yield* store.invite(organization, product, yield* Instant.now)
    })

    it.effect("replaces the texts of a product, and lists products by key", () =>
      Effect.gen(function*() {
        const store = yield* WaitlistStore
        yield* offered("texts_b")
        yield* offered("texts_a")
        yield* store.putProduct({ product: "texts_b", display_name: "Other", description: "Another" })
        const other = { product: "texts_b", display_name: "Other", description: "Another" }
        assert.deepStrictEqual(yield* store.findProduct("texts_b"), Option.some(other))
        assert.deepStrictEqual(yield* store.findProduct("texts_c"), Option.none())
        const listed = (yield* store.products).filter(({ product }) => product.startsWith("texts_"))
        assert.deepStrictEqual(listed, [{ product: "texts_a", ...texts }, other])
      }))

    it.effect("shows products to invited organizations only, until they are uninvited", () =>
      Effect.gen(function*() {
        const store = yield* WaitlistStore
        const [own, other] = [yield* newOrganizationId, yield* newOrganizationId]
        yield* offered("invited_b", own, own)
        yield* offered("invited_a", own)
        yield* offered("invited_c")
        const keys = (organization: OrganizationId) =>
          Effect.map(store.invited(organization), (found) => found.map(({ product }) => product))
        assert.deepStrictEqual(yield* keys(own), ["invited_a", "invited_b"])
        assert.deepStrictEqual(yield* keys(other), [])
        yield* store.uninvite(own, "invited_b")
        yield* store.uninvite(other, "invited_a")
        assert.deepStrictEqual(yield* keys(own), ["invited_a"])
      }))

    it.effect("stores one application of a user for a product, as it was sent, also of concurrent ones", () =>
      Effect.gen(function*() {
        const store = yield* WaitlistStore
        const { atomically } = yield* Transaction
        yield* offered("once_a")
        yield* offered("once_b")
        const first = yield* applicationOf(yield* newOrganizationId, "once_a")
        const second = { ...first, product: "once_b", note: null }
        const stored = yield* Effect.all([first, first, first].map((one) => atomically(store.insert(one))), {
          concurrency: 3
        })
        assert.deepStrictEqual(stored.toSorted(), [false, false, true])
        assert.isTrue(yield* atomically(store.insert(second)))
        assert.deepStrictEqual(yield* store.applicationsOf(first.user_id), [first, second])
        yield* store.removeOf(first.user_id)
        assert.deepStrictEqual(yield* store.applicationsOf(first.user_id), [])
      }))

    it.effect("grants a product while the application is granted and the organization invited", () =>
      Effect.gen(function*() {
        const store = yield* WaitlistStore
        const { atomically } = yield* Transaction
        const own = yield* newOrganizationId
        yield* offered("granted_a", own)
        const application = yield* applicationOf(own, "granted_a")
        const { product, user_id } = application
        const at = DateTime.add(application.applied_on, { hours: 1 })
        yield* atomically(store.insert(application))
        yield* atomically(store.insert(yield* applicationOf(own, "granted_a")))
        const decide = (status: "granted" | "rejected") =>
          atomically(Effect.gen(function*() {
            const before = yield* store.lock(user_id, product)
            yield* store.decide(user_id, product, status, at)
            return Option.map(before, (one) => one.status)
          }))
        assert.deepStrictEqual(yield* store.granted(user_id), [])
        assert.deepStrictEqual(yield* decide("granted"), Option.some("pending"))
        assert.deepStrictEqual(yield* store.granted(user_id), ["granted_a"])
        assert.deepStrictEqual(yield* store.granted(yield* newUserId), [])
        yield* store.uninvite(own, product)
        assert.deepStrictEqual(yield* store.granted(user_id), [])
        yield* store.invite(own, product, at)
        assert.deepStrictEqual(yield* store.granted(user_id), ["granted_a"])
        assert.deepStrictEqual(yield* decide("rejected"), Option.some("granted"))
        assert.deepStrictEqual(yield* store.granted(user_id), [])
        assert.deepStrictEqual(yield* store.applicationsOf(user_id), [
          { ...application, status: "rejected", decided_on: at }
        ])
        assert.deepStrictEqual(yield* atomically(store.lock(yield* newUserId, product)), Option.none())
      }))

    it.effect("lists the applications for a product by time, and by status", () =>
      Effect.gen(function*() {
        const store = yield* WaitlistStore
        const { atomically } = yield* Transaction
        yield* offered("listed_a")
        yield* offered("listed_b")
        const own = yield* newOrganizationId
        const now = yield* Instant.now
        const made = (hours: number) => applicationOf(own, "listed_a", { applied_on: DateTime.add(now, { hours }) })
        const [last, first, middle] = [yield* made(2), yield* made(0), yield* made(1)]
        const elsewhere = yield* applicationOf(own, "listed_b")
        for (const one of [last, first, middle, elsewhere]) yield* atomically(store.insert(one))
        const page = { page: 1, page_size: 2 }
        assert.deepStrictEqual(yield* store.list("listed_a", {}, page), { items: [first, middle], total: 3, ...page })
        assert.deepStrictEqual((yield* store.list("listed_a", {}, { ...page, page: 2 })).items, [last])
        yield* store.decide(middle.user_id, "listed_a", "granted", now)
        assert.deepStrictEqual((yield* store.list("listed_a", { status: "pending" }, page)).items, [first, last])
        assert.strictEqual((yield* store.list("listed_a", { status: "granted" }, page)).total, 1)
        assert.strictEqual((yield* store.list("listed_a", { status: "rejected" }, page)).total, 0)
      }))
  })
