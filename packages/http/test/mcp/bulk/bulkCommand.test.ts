import { assert, describe, it } from "@effect/vitest"
import { actionHash } from "@namewright/core/approvals"
import { Effect, Schema } from "effect"
import { bulkCommand } from "../../../src/mcp/bulk/bulkCommand.ts"
import { type BulkInput, bulkRequest } from "../../../src/mcp/bulk/bulkRequest.ts"
import { resolveSelector, SelectedDomain } from "../../../src/mcp/bulk/resolveSelector.ts"

const decode = Schema.decodeUnknownSync(SelectedDomain)

/** `id` distinguishes a domain from an earlier one of the same name. */
const domain = (number: number, id: number) =>
  decode({
    name: `d${number}.example`,
    domain_id: `domain_01h455vb4pex5vsknk08${id}${String(number).padStart(5, "0")}`
  })

const change: BulkInput = { templateType: "dns_zone_update_bulk", template: { rrsets: [] }, selector: {} }

/** What an approval of the change is bound to, when the portfolio is this one, read in pages of this size. */
const hashOf = Effect.fnUntraced(function*(portfolio: ReadonlyArray<SelectedDomain>, size: number, input = change) {
  const request = yield* bulkRequest(input)
  const domains = yield* resolveSelector((page, page_size) =>
    Effect.succeed({
      items: portfolio.slice((page - 1) * page_size, page * page_size),
      total: portfolio.length,
      page,
      page_size
    }), size)
  return yield* actionHash({
    operation_id: "submitBatch",
    path_params: {},
    query: {},
    body: { commands: [bulkCommand(request, domains)] },
    organization_context: null,
    domain_ids: domains.map(({ domain_id }) => domain_id)
  })
})

const Numbers = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 })))
  .check(Schema.isMinLength(1), Schema.isMaxLength(12))
const Size = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 }))

describe("an approval of a bulk change", () => {
  it.effect.prop(
    "is for exactly the domains that were found, in any order and page size",
    [Numbers, Numbers, Size, Size],
    ([one, other, size, otherSize]) =>
      Effect.gen(function*() {
        const [ones, others] = [new Set(one), new Set(other)]
        const portfolio = [...ones].map((number) => domain(number, 1))
        const hash = yield* hashOf(portfolio, size)
        assert.strictEqual(yield* hashOf(portfolio.toReversed(), otherSize), hash)
        const isSame = ones.size === others.size && one.every((number) => others.has(number))
        const otherHash = yield* hashOf([...others].map((number) => domain(number, 1)), otherSize)
        assert.strictEqual(otherHash === hash, isSame)
      })
  )

  it.effect("is not for a new domain with the same name", () =>
    Effect.gen(function*() {
      assert.notStrictEqual(yield* hashOf([domain(1, 1)], 10), yield* hashOf([domain(1, 2)], 10))
    }))

  it.effect("is not for another template", () =>
    Effect.gen(function*() {
      const others: ReadonlyArray<BulkInput> = [
        { ...change, template: { rrsets: [], dnssec_status: null } },
        { ...change, template: { dnssec_status: "enabled" } },
        { ...change, templateType: "dns_zone_create_bulk" }
      ]
      const hashes = yield* Effect.forEach([change, ...others], (input) => hashOf([domain(1, 1)], 10, input))
      assert.strictEqual(new Set(hashes).size, hashes.length)
    }))
})
