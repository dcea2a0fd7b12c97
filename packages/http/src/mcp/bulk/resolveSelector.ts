import { DomainView } from "@namewright/core/domains"
import { limits, type Page } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import { ToolRefusal } from "../Tool.ts"

/** Domain that a selector matches. */
export const SelectedDomain = Schema.Struct({
  name: DomainView.fields.name,
  domain_id: DomainView.fields.domain_id
})
export type SelectedDomain = typeof SelectedDomain.Type

/** Maximum domains of one bulk command. Source: MCP specification, "Limits". */
export const selectionLimit: number = limits.bulkInstances.maximum

/** Reads one page of the domains that a selector matches, sorted by name. */
export type ReadDomains<E, R> = (page: number, page_size: number) => Effect.Effect<Page<SelectedDomain>, E, R>

/** Page size that fits the whole selection, so that it is a snapshot of the list. */
const standardPageSize: number = Math.min(selectionLimit, limits.pageSize.maximum)

/**
 * All domains that a selector matches, sorted by name, so that equal selections are equal lists for any page size.
 * Fails if there are none, or too many for one command.
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

/** Refuses a selection that is empty or exceeds one batch. */
export const refuseCount = (count: number): Effect.Effect<void, ToolRefusal> =>
  count === 0
    ? Effect.fail(noDomains([]))
    : count > selectionLimit
    ? Effect.fail(new ToolRefusal({ message: `The selector matched ${count} domains, which ${tooMany}` }))
    : Effect.void

/** Refusal of an empty selection, with texts that are not ids of tags as a possible reason. */
export const noDomains = (labels: ReadonlyArray<string>): ToolRefusal => {
  const reason = labels.length === 0
    ? "The filters may be too narrow, or `tag_ids` may contain a label instead of the id of a tag (`tag_…`)."
    : `\`tag_ids\` expects ids of tags (\`tag_…\`), and these are labels: ${labels.map(quoted).join(", ")}.`
  return new ToolRefusal({ message: `The selector matched no domains. ${reason}` })
}

const quoted = (text: string): string => JSON.stringify(text)

const tooMany = `exceeds the limit of ${selectionLimit} for one batch. ` +
  "Narrow the selector and submit several batches, each with an approval of its own."

const grewBeyondLimit = `The matching domains increased while they were read, which ${tooMany}`
