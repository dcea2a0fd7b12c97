import { DomainView } from "@namewright/core/domains"
import { limits, type Page } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import { ToolRefusal } from "../Tool.ts"

/** A domain that a selector has found. */
export const SelectedDomain = Schema.Struct({
  name: DomainView.fields.name,
  domain_id: DomainView.fields.domain_id
})
export type SelectedDomain = typeof SelectedDomain.Type

/** Domains that one bulk command changes at most. Source: MCP specification, "Limits". */
export const selectionLimit: number = limits.bulkInstances.maximum

/** One page of the domains that a selector finds, sorted by name. */
export type ReadDomains<E, R> = (page: number, page_size: number) => Effect.Effect<Page<SelectedDomain>, E, R>

/** The whole selection fits one page, so that it is what the list was at one moment. */
const standardPageSize: number = Math.min(selectionLimit, limits.pageSize.maximum)

/**
 * Every domain that a selector finds, sorted by name, so that equal selections are equal lists however they were paged.
 * Fails when there are none, or too many for one command.
 */
export const resolveSelector = Effect.fnUntraced(function*<E, R>(
  read: ReadDomains<E, R>,
  page_size: number = standardPageSize
): Effect.fn.Return<ReadonlyArray<SelectedDomain>, E | ToolRefusal, R> {
  const found = new Map<string, SelectedDomain>()
  for (let page = 1;; page++) {
    const { items, total } = yield* read(page, page_size)
    if (page === 1) yield* refuseCount(total)
    for (const domain of items) found.set(domain.domain_id, domain)
    if (found.size > selectionLimit) return yield* new ToolRefusal({ message: grewBeyondLimit })
    if (items.length < page_size || page * page_size >= total) break
  }
  yield* refuseCount(found.size)
  return [...found.values()].toSorted((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
})

/** Refuses a selection that no batch can be made of. */
export const refuseCount = (count: number): Effect.Effect<void, ToolRefusal> =>
  count === 0
    ? Effect.fail(noDomains([]))
    : count > selectionLimit
    ? Effect.fail(new ToolRefusal({ message: `The selector matched ${count} domains, which ${tooMany}` }))
    : Effect.void

/** The selection is empty, perhaps because of texts that are no ids of tags. */
export const noDomains = (labels: ReadonlyArray<string>): ToolRefusal => {
  const reason = labels.length === 0
    ? "The filters may be too narrow, or `tag_ids` may hold a label where the id of a tag (`tag_…`) belongs."
    : `\`tag_ids\` takes ids of tags (\`tag_…\`), and these are labels: ${labels.map(quoted).join(", ")}.`
  return new ToolRefusal({ message: `The selector matched no domains. ${reason}` })
}

const quoted = (text: string): string => JSON.stringify(text)

const tooMany = `exceeds the limit of ${selectionLimit} for one batch. ` +
  "Narrow the selector and submit several batches, each with an approval of its own."

const grewBeyondLimit = `The selector matched more and more domains while its pages were read, which ${tooMany}`
