import { limits, SortOrder } from "@namewright/core/shared"
import { Effect, Schema } from "effect"

const withDefault = <S extends Schema.Top>(schema: S, value: S["Encoded"]) =>
  schema.pipe(Schema.withDecodingDefaultKey(Effect.succeed(value)))

/** `page` and `page_size`, as every paged list takes them. Source: REST specification, "Endpoints". */
export const pageParameters = (size: { readonly standard: number; readonly maximum: number } = limits.pageSize) => ({
  page: withDefault(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.page.maximum })), 1),
  page_size: withDefault(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: size.maximum })), size.standard)
})

/** `sort_by` over the list's own fields, and `sort_order`. */
export const sortParameters = <S extends Schema.Top>(
  field: S,
  standard: { readonly by: S["Encoded"]; readonly order: SortOrder }
) => ({
  sort_by: withDefault(field, standard.by),
  sort_order: withDefault(SortOrder, standard.order)
})

/** A free text filter. */
export const searchText = Schema.String.check(Schema.isMaxLength(limits.searchText))
