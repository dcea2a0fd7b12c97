import { Schema } from "effect"
import { limits } from "./Limits.ts"

/** Requested page of a list. `page` counts from 1; `page_size` is in rows. */
export interface PageRequest {
  readonly page: number
  readonly page_size: number
  /** Rows before the first one that is returned, instead of the rows of earlier pages. */
  readonly skip?: number | undefined
}

/** One page of a list with the total number of rows. Source: REST specification, "Endpoints". */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly total: number
  readonly page: number
  readonly page_size: number
}

/** Wire form of a page of `item`. */
export const Page = <S extends Schema.Constraint>(item: S) =>
  Schema.Struct({
    items: Schema.Array(item),
    total: Schema.Int,
    page: Schema.Int,
    page_size: Schema.Int
  })

export const SortOrder = Schema.Literals(["asc", "desc"]).annotate({ identifier: "SortOrder" })
export type SortOrder = typeof SortOrder.Type

/** Sort field and direction of a list. */
export interface Sort<Field extends string> {
  readonly by: Field
  readonly order: SortOrder
}

/** Number of rows before the page. */
export const offset = ({ page, page_size, skip }: PageRequest): number => skip ?? (page - 1) * page_size

export const pageSize: { readonly standard: number; readonly maximum: number } = limits.pageSize
