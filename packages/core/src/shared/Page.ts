import { Schema } from "effect"
import { limits } from "./Limits.ts"

/** Which page of a list: `page` counts from 1, `page_size` rows each. */
export interface PageRequest {
  readonly page: number
  readonly page_size: number
}

/** One page of a list with the number of all rows. Source: REST specification, "Endpoints". */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly total: number
  readonly page: number
  readonly page_size: number
}

/** The wire form of a page of `item`. */
export const Page = <S extends Schema.Constraint>(item: S) =>
  Schema.Struct({
    items: Schema.Array(item),
    total: Schema.Int,
    page: Schema.Int,
    page_size: Schema.Int
  })

export const SortOrder = Schema.Literals(["asc", "desc"]).annotate({ identifier: "SortOrder" })
export type SortOrder = typeof SortOrder.Type

/** By which field a list is sorted, and in which direction. */
export interface Sort<Field extends string> {
  readonly by: Field
  readonly order: SortOrder
}

/** How many rows come before the page. */
export const offset = ({ page, page_size }: PageRequest): number => (page - 1) * page_size

export const pageSize: { readonly standard: number; readonly maximum: number } = limits.pageSize
