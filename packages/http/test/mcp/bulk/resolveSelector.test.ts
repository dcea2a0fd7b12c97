import { assert, describe, it } from "@effect/vitest"
import type { Page } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import { resolveSelector, SelectedDomain, selectionLimit } from "../../../src/mcp/bulk/resolveSelector.ts"

const decode = Schema.decodeUnknownSync(SelectedDomain)

const numbered = (number: number) =>
  decode({
    name: `d${number}.example`,
    domain_id: `domain_01h455vb4pex5vsknk08${String(number).padStart(6, "0")}`
  })

/** Pages of a list that does not change. */
const paged = (domains: ReadonlyArray<SelectedDomain>) => (page: number, page_size: number) =>
  Effect.succeed({
    items: domains.slice((page - 1) * page_size, page * page_size),
    total: domains.length,
    page,
    page_size
  })

const many = (count: number) => Array.from({ length: count }, (_, number) => numbered(number))

const refusal = <R>(resolving: Effect.Effect<unknown, { readonly message: string }, R>) =>
  Effect.map(Effect.flip(resolving), ({ message }) => message)

const Numbers = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 300 })))
  .check(Schema.isMinLength(1), Schema.isMaxLength(80))
const Size = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 90 }))

describe("resolving a selector", () => {
  it.effect.prop(
    "gives equal lists for equal selections, however they are ordered and paged",
    [Numbers, Size, Size],
    ([numbers, one, other]) =>
      Effect.gen(function*() {
        const domains = [...new Set(numbers)].map(numbered)
        const resolved = yield* resolveSelector(paged(domains), one)
        assert.deepStrictEqual(yield* resolveSelector(paged(domains.toReversed()), other), resolved)
        assert.deepStrictEqual(resolved.map(({ name }) => name), domains.map(({ name }) => name).toSorted())
      })
  )

  it.effect("takes as many as one command takes, in one page", () =>
    Effect.gen(function*() {
      const pages: Array<number> = []
      const read = paged(many(selectionLimit))
      const resolved = yield* resolveSelector((page, size) => {
        pages.push(page)
        return read(page, size)
      })
      assert.deepStrictEqual([resolved.length, pages], [1000, [1]])
    }))

  it.effect("refuses more, with their number", () =>
    Effect.gen(function*() {
      assert.match(
        yield* refusal(resolveSelector(paged(many(1001)))),
        /^The selector matched 1001 domains, which exceeds the limit of 1000 /
      )
    }))

  it.effect("refuses a selection that grows beyond the limit while it is paged", () =>
    Effect.gen(function*() {
      const growing = (page: number, page_size: number): Effect.Effect<Page<SelectedDomain>> =>
        Effect.succeed({
          items: Array.from({ length: page_size }, (_, at) => numbered(page * page_size + at)),
          total: 900 + page * page_size,
          page,
          page_size
        })
      assert.match(
        yield* refusal(resolveSelector(growing, 100)),
        /^The matching domains increased while they were read, which exceeds the limit of 1000 /
      )
    }))

  it.effect("refuses an empty selection, also if its domains disappear while it is paged", () =>
    Effect.gen(function*() {
      assert.match(yield* refusal(resolveSelector(paged([]))), /^The selector matched no domains\. .*`tag_ids`/)
      const gone = (page: number, page_size: number): Effect.Effect<Page<SelectedDomain>> =>
        Effect.succeed({ items: [], total: 10, page, page_size })
      assert.match(yield* refusal(resolveSelector(gone)), /^The selector matched no domains\./)
    }))

  it.effect("counts a domain that moved to a later page once", () =>
    Effect.gen(function*() {
      const [a, b, c] = many(3) as [SelectedDomain, SelectedDomain, SelectedDomain]
      const pages = [[a, b], [b, c]]
      const resolved = yield* resolveSelector(
        (page, page_size) => Effect.succeed({ items: pages[page - 1] ?? [], total: 4, page, page_size }),
        2
      )
      assert.deepStrictEqual(resolved, [a, b, c])
    }))
})
