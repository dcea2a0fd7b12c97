import { Instant, limits, SortOrder, Text } from "@namewright/core/shared"
import { Effect, Schema, SchemaTransformation } from "effect"

const withDefault = <S extends Schema.Top>(schema: S, value: S["Encoded"] & S["Type"]) =>
  schema.annotate({ default: value }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(value)))

/** Parameters `page` and `page_size` of every paged list. Source: REST specification, "Endpoints". */
export const pageParameters = (size: { readonly standard: number; readonly maximum: number } = limits.pageSize) => ({
  page: withDefault(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.page.maximum })), 1),
  page_size: withDefault(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: size.maximum })), size.standard)
})

/** Parameters `sort_by`, of the list's fields, and `sort_order`. */
export const sortParameters = <S extends Schema.Top>(
  field: S,
  standard: { readonly by: S["Encoded"] & S["Type"]; readonly order: SortOrder }
) => ({
  sort_by: withDefault(field, standard.by),
  sort_order: withDefault(SortOrder, standard.order)
})

/** Filter by free text. */
export const searchText = Schema.String.check(Schema.isMaxLength(limits.searchText), Text.singleLine)

/** `true`, `false`, `1` or `0`. */
export const booleanParameter = Schema.Literals(["true", "false", "1", "0"]).pipe(
  Schema.decodeTo(
    Schema.Boolean,
    SchemaTransformation.transform({
      decode: (text) => text === "true" || text === "1",
      encode: (value): "true" | "false" => value ? "true" : "false"
    })
  )
)

/** Instant in RFC 3339, in UTC by default; a date is its midnight. */
export const instantParameter = Instant.Instant

/** Parameter that can be repeated: `tld=com&tld=net`. */
export const repeated = <S extends Schema.Top>(item: S, maximum: number = limits.repeatedParameter) =>
  Schema.Array(item).check(Schema.isMaxLength(maximum))

/**
 * Parameter that can be repeated or have a list: `tld=com,net`. For values without commas: ids, TLDs, enumerations.
 * Empty elements are dropped.
 */
export const commaList = <S extends Schema.Codec<unknown, string>>(
  item: S,
  maximum: number = limits.repeatedParameter
) =>
  Schema.Array(Schema.String).pipe(
    Schema.decodeTo(
      repeated(item, maximum),
      SchemaTransformation.transform({
        decode: (texts: ReadonlyArray<string>) => texts.flatMap(elements) as ReadonlyArray<S["Encoded"]>,
        encode: (texts: ReadonlyArray<S["Encoded"]>) => texts
      })
    )
  )

const elements = (text: string): ReadonlyArray<string> =>
  text.split(",").map((element) => element.trim()).filter((element) => element !== "")
