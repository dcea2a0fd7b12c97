import { Context } from "effect"

/**
 * The object form of a list that an operation otherwise answers as a bare array, for callers that ask for it with
 * `?wrap=true` or `Accept: application/vnd.wrapped+json`: `endpoint.annotate(WrappedAs, (tlds) => ({ tlds }))`.
 */
export const WrappedAs = Context.Reference<((items: ReadonlyArray<unknown>) => unknown) | undefined>(
  "@namewright/http/shared/WrappedAs",
  { defaultValue: () => undefined }
)

/**
 * The members that an operation's answer has beside its own under client compatibility, from the answer as it is on
 * the wire: `endpoint.annotate(ClientFields, (summary) => ({ ... }))`.
 */
export const ClientFields = Context.Reference<
  ((body: Readonly<Record<string, unknown>>) => Record<string, unknown>) | undefined
>("@namewright/http/shared/ClientFields", { defaultValue: () => undefined })

/**
 * What becomes of the JSON text of an operation's answer under client compatibility, where members have another value
 * for existing clients: `endpoint.annotate(ClientText, (text) => ...)`.
 */
export const ClientText = Context.Reference<((text: string) => string) | undefined>(
  "@namewright/http/shared/ClientText",
  { defaultValue: () => undefined }
)

/** The second envelope of a list, which existing clients read. */
export const pagination = (total: number, page: number, page_size: number) => {
  const total_pages = Math.ceil(total / page_size)
  return {
    total_pages,
    total_items: total,
    total_count: total,
    current_page: page,
    page_size,
    has_next_page: page < total_pages,
    has_previous_page: page > 1
  }
}

/** The second envelope of a list that is never paged. */
export const unpaged = (items: ReadonlyArray<unknown>) => ({
  results: items,
  pagination: pagination(items.length, 1, Math.max(items.length, 1))
})
