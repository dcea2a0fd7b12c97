import { assert, layer } from "@effect/vitest"
import { Instant, newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { type UsageHour, UsageStore } from "@namewright/core/usage"
import { DateTime, Effect, type Layer } from "effect"

const hourOf = (account_id: OrganizationId, hour: string, change: Partial<UsageHour> = {}): UsageHour => ({
  account_id,
  product: "ai_inference",
  hour,
  model: "small",
  input_tokens: 10,
  output_tokens: 5,
  cache_read_tokens: 3,
  cache_write_tokens: 2,
  request_count: 1,
  ...change
})

const january = (account_id: OrganizationId) => ({
  account_id,
  product: "ai_inference",
  first: "2026-01-01",
  last: "2026-01-31"
} as const)

const add = (...hours: ReadonlyArray<UsageHour>) =>
  Effect.gen(function*() {
    const { atomically } = yield* Transaction
    yield* atomically(UsageStore.use((store) => store.add(hours)))
  })

/** Contract of the storage of usage. */
export const usageStoreContract = <E>(name: string, storage: Layer.Layer<UsageStore | Transaction, E>) =>
  layer(storage)(`UsageStore (${name})`, (it) => {
    it.effect("adds up hours by day and by model", () =>
      Effect.gen(function*() {
        const store = yield* UsageStore
        const own = yield* newOrganizationId
        yield* add(hourOf(own, "2026-01-05T00"), hourOf(own, "2026-01-05T23", { model: "large", output_tokens: 7 }))
        yield* add(hourOf(own, "2026-01-05T00"), hourOf(own, "2026-01-06T00"), hourOf(own, "2026-01-05T01"))
        const small = {
          model: "small",
          input_tokens: 10,
          output_tokens: 5,
          cache_read_tokens: 3,
          cache_write_tokens: 2
        }
        const large = { ...small, model: "large", output_tokens: 7, request_count: 1 }
        const thrice = {
          model: "small",
          input_tokens: 30,
          output_tokens: 15,
          cache_read_tokens: 9,
          cache_write_tokens: 6,
          request_count: 3
        }
        assert.deepStrictEqual(yield* store.days(january(own)), [
          { day: "2026-01-05", ...large },
          { day: "2026-01-05", ...thrice },
          { day: "2026-01-06", ...small, request_count: 1 }
        ])
        const four = {
          model: "small",
          input_tokens: 40,
          output_tokens: 20,
          cache_read_tokens: 12,
          cache_write_tokens: 8,
          request_count: 4
        }
        assert.deepStrictEqual(yield* store.total(january(own)), [large, four])
      }))

    it.effect("reads both days of the range whole, and no other day", () =>
      Effect.gen(function*() {
        const store = yield* UsageStore
        const own = yield* newOrganizationId
        yield* add(
          hourOf(own, "2025-12-31T23"),
          hourOf(own, "2026-01-01T00"),
          hourOf(own, "2026-01-31T23"),
          hourOf(own, "2026-02-01T00")
        )
        const days = yield* store.days(january(own))
        assert.deepStrictEqual(days.map(({ day }) => day), ["2026-01-01", "2026-01-31"])
        assert.deepStrictEqual((yield* store.total(january(own))).map((group) => group.request_count), [2])
      }))

    it.effect("reads no usage of other accounts", () =>
      Effect.gen(function*() {
        const store = yield* UsageStore
        const [own, other] = [yield* newOrganizationId, yield* newOrganizationId]
        yield* add(hourOf(other, "2026-01-05T00"))
        assert.deepStrictEqual([yield* store.days(january(own)), yield* store.total(january(own))], [[], []])
      }))

    it.effect("counts large quantities exactly", () =>
      Effect.gen(function*() {
        const store = yield* UsageStore
        const own = yield* newOrganizationId
        const input_tokens = 2 ** 52 - 1
        yield* add(hourOf(own, "2026-01-05T00", { input_tokens }), hourOf(own, "2026-01-05T01", { input_tokens }))
        assert.strictEqual((yield* store.total(january(own)))[0]?.input_tokens, 2 ** 53 - 2)
      }))

    it.effect("stores a key once, with its contents, and removes old keys in portions", () =>
      Effect.gen(function*() {
        const store = yield* UsageStore
        const { atomically } = yield* Transaction
        const mark = yield* newOrganizationId
        const keyOf = (number: number) => ({ usage_key: `${mark}-${number}`, contents: `{"n":${number}}` })
        const at = yield* Instant.now
        const later = DateTime.add(at, { days: 1 })
        const first = yield* atomically(store.claim([keyOf(2), keyOf(1)], at))
        assert.deepStrictEqual([...first].toSorted(), [`${mark}-1`, `${mark}-2`])
        const again = yield* atomically(store.claim([keyOf(2), keyOf(3)], later))
        assert.deepStrictEqual([...again], [`${mark}-3`])
        assert.deepStrictEqual(
          [...(yield* store.contents([`${mark}-2`, `${mark}-9`]))],
          [[`${mark}-2`, `{"n":2}`]]
        )
        assert.deepStrictEqual([...(yield* store.claim([], at)), ...(yield* store.contents([]))], [])

        assert.strictEqual(yield* atomically(store.removeKeys(at, 100)), 0)
        assert.strictEqual(yield* atomically(store.removeKeys(later, 1)), 1)
        assert.strictEqual(yield* atomically(store.removeKeys(later, 100)), 1)
        assert.deepStrictEqual([...(yield* store.contents([1, 2, 3].map((n) => `${mark}-${n}`))).keys()], [`${mark}-3`])
      }))
  })
