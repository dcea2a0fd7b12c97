import { anyOf, limits, type ListForm, type ListSort, type PageSize, SortOrder } from "@namewright/core/shared"
import { Effect, Record, Schema, SchemaAST, SchemaTransformation } from "effect"

const withDefault = <S extends Schema.Top>(schema: S, value: S["Encoded"] & S["Type"]) =>
  schema.annotate({ default: value }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(value)))

/** Parameters `page` and `page_size` of every paged list. Source: REST specification, "Endpoints". */
export const pageParameters = (size: PageSize = limits.pageSize) => ({
  page: withDefault(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.page.maximum })), 1),
  page_size: withDefault(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: size.maximum })), size.standard)
})

const sortParameters = <Field extends string>({ field, standard }: ListSort<Field>) => ({
  sort_by: withDefault(field, standard.by),
  sort_order: withDefault(SortOrder, standard.order)
})

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

/**
 * Parameter that can be repeated or have a list: `tld=com,net`. For values without commas: ids, TLDs, enumerations.
 * Empty elements are dropped.
 */
export const commaList = <Item extends Schema.Codec<unknown, string>>(list: Schema.$Array<Item>) =>
  Schema.Array(Schema.String).pipe(
    Schema.decodeTo(
      list,
      SchemaTransformation.transform({
        decode: (texts: ReadonlyArray<string>) => texts.flatMap(elements) as ReadonlyArray<Item["Encoded"]>,
        encode: (texts: ReadonlyArray<Item["Encoded"]>) => texts
      })
    )
  )

const elements = (text: string): ReadonlyArray<string> =>
  text.split(",").map((element) => element.trim()).filter((element) => element !== "")

type CommaList<Item extends Schema.Codec<unknown, string>> = ReturnType<typeof commaList<Item>>

/** Parameter with the decoded type of a member of a filter. */
type Parameter<S> = S extends Schema.optionalKey<infer Value> ? Schema.optionalKey<Parameter<Value>>
  : S extends Schema.Boolean ? typeof booleanParameter
  : S extends Schema.$Array<infer Item extends Schema.Codec<unknown, string>> ? CommaList<Item>
  : S

type Parameters<Filter> = { readonly [Name in keyof Filter]: Parameter<Filter[Name]> }

const valueParameter = (value: Schema.Constraint): Schema.Constraint => {
  if (SchemaAST.isBoolean(value.ast)) return booleanParameter
  return SchemaAST.isArrays(value.ast) ? commaList(value as Schema.$Array<Schema.Codec<unknown, string>>) : value
}

/** Query parameters for the members of a filter: lists as in `commaList`, booleans as in `booleanParameter`. */
export const filterParameters = <Filter extends Schema.Struct.Fields>(filter: Filter): Parameters<Filter> =>
  Record.map(filter, (field) =>
    SchemaAST.isOptional(field.ast)
      ? Schema.optionalKey(valueParameter(Schema.requiredKey(field as Schema.optionalKey<Schema.Constraint>)))
      : valueParameter(field)) as Parameters<Filter>

type ListParameters<Filter, Field extends string, Include extends string> =
  & ReturnType<typeof pageParameters>
  & ([Field] extends [never] ? {} : ReturnType<typeof sortParameters<Field>>)
  & Parameters<Filter>
  & ([Include] extends [never] ? {} : { readonly include: Schema.optionalKey<CommaList<Schema.Codec<Include>>> })

/** Query parameters of a list: page, `sort_by` and `sort_order`, filters, and the optional members of items. */
export const listParameters = <Filter extends Schema.Struct.Fields, Field extends string, Include extends string>(
  { filter, include, pageSize, sort }: ListForm<Filter, Field, Include>
) =>
  ({
    ...pageParameters(pageSize),
    ...(sort === undefined ? {} : sortParameters(sort)),
    ...filterParameters(filter),
    ...(include === undefined ? {} : { include: includeParameter(include) })
  }) as ListParameters<Filter, Field, Include>

/** Parameter for the optional members of a response. */
export const includeParameter = <Include extends string>(include: Schema.Codec<Include>) =>
  Schema.optionalKey(commaList(anyOf(include)))
