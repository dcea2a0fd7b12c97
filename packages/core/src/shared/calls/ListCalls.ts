import { Effect, Schema } from "effect"
import { limits } from "../Limits.ts"
import { Page, type PageRequest, type Sort, SortOrder } from "../Page.ts"
import { type Argument, type Call, plainEncoder, type PlainSchema, type Position } from "./Call.ts"
import type { InputOf } from "./CallInput.ts"
import { type AllOptions, type CallOptions, CallOptionsInput, type ListRequest } from "./CallOptions.ts"

/** Size of the pages of a list. */
export interface PageSize {
  readonly standard: number
  readonly maximum: number
}

/** Fields that a list can be sorted by, and its default order. */
export interface ListSort<Field extends string> {
  readonly field: Schema.Codec<Field>
  readonly standard: Sort<Field>
}

/** Filters, order and optional members of a list. The query of the REST operation is derived from it. */
export interface ListForm<
  Filter extends Schema.Struct.Fields,
  Field extends string,
  Include extends string
> {
  readonly filter: Filter
  readonly sort?: ListSort<Field> | undefined
  readonly include?: Schema.Codec<Include> | undefined
  /** Default `limits.pageSize`. */
  readonly pageSize?: PageSize | undefined
}

/** Declares the form of a list. */
export const listForm = <
  const Filter extends Schema.Struct.Fields,
  Field extends string = never,
  Include extends string = never
>(form: ListForm<Filter, Field, Include>): ListForm<Filter, Field, Include> => form

/** Request for a page, decoded. */
export interface ListQuery<Filter extends Schema.Struct.Fields, Field extends string, Include extends string> {
  readonly filter: Schema.Struct.Type<Filter>
  readonly sort: Sort<Field>
  readonly page: PageRequest
  readonly include: ReadonlyArray<Include>
}

type PlainItem = Readonly<Record<string, unknown>>

interface GivenSort {
  readonly by: string
  readonly order?: SortOrder
}

interface GivenOptions {
  readonly sort?: GivenSort
  readonly include?: ReadonlyArray<unknown>
}

interface GivenRequest extends GivenOptions {
  readonly filter: unknown
  readonly page?: number
  readonly page_size?: number
}

type Paths = ReadonlyArray<Argument<PlainSchema, true>>
type PathsGiven<P extends Paths> = { [K in keyof P]: P[K] extends Argument<infer S, true> ? InputOf<S> : never }
type PathsDecoded<P extends Paths> = { [K in keyof P]: P[K] extends Argument<infer S, true> ? S["Type"] : never }

interface ListCalls<P extends Paths, FilterInput, Field extends string, Include extends string, Item, E, R> {
  readonly page: Call<
    (
      ...given: [...PathsGiven<P>, request?: ListRequest<FilterInput, Field, Include>, options?: CallOptions]
    ) => Promise<Page<Item>>,
    E,
    R
  >
  readonly all: Call<
    (
      ...given: [...PathsGiven<P>, filter?: FilterInput, options?: AllOptions<Field, Include>]
    ) => AsyncIterable<Item>,
    E,
    R
  >
}

/** The methods `page` and `all` of a list, of items that their member `id` identifies. */
export const listCalls = <
  const P extends Paths,
  Filter extends Schema.Struct.Fields,
  Field extends string,
  Include extends string,
  S extends PlainSchema,
  E,
  R
>(
  paths: P,
  form: ListForm<Filter, Field, Include>,
  item: S,
  id: keyof S["Encoded"] & string,
  read: (query: ListQuery<Filter, Field, Include>, ...paths: PathsDecoded<P>) => Effect.Effect<Page<S["Type"]>, E, R>
): ListCalls<P, InputOf<Schema.Struct<Filter>>, Field, Include, S["Encoded"], E, R> => {
  const Filters = Schema.Struct(form.filter) as unknown as PlainSchema
  const noFilter = Schema.decodeUnknownSync(Filters)({})
  const { maximum, standard } = form.pageSize ?? limits.pageSize
  const Size = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum }))
  const common = {
    ...(form.sort === undefined ? {} : { sort: Schema.optionalKey(sorting(form.sort.field)) }),
    ...(form.include === undefined ? {} : { include: Schema.optionalKey(Schema.Array(form.include)) }),
    page_size: Schema.optionalKey(Size)
  }
  const Request = Schema.Struct({
    ...common,
    filter: Schema.optionalKey(Filters),
    page: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.page.maximum })))
  })
  const encode = plainEncoder(Page(item))
  const decodedPaths = (decoded: ReadonlyArray<never>) => decoded.slice(0, paths.length) as unknown as PathsDecoded<P>
  const sortOf = (sort: GivenSort | undefined, standardSort: Sort<string>) =>
    (sort === undefined ? standardSort : { order: "asc", ...sort }) as Sort<Field>

  const readPage = (decoded: ReadonlyArray<never>) => {
    const { filter, include = [], page = 1, page_size = standard, sort } = decoded.at(-1) as unknown as GivenRequest
    const query = {
      filter: (filter ?? noFilter) as Schema.Struct.Type<Filter>,
      sort: sortOf(sort, form.sort?.standard ?? byCreation),
      page: { page, page_size },
      include: include as ReadonlyArray<Include>
    }
    return Effect.map(read(query, ...decodedPaths(decoded)), encode)
  }

  const window = (decoded: ReadonlyArray<never>, options: GivenOptions, { size, skip }: Position) => {
    const query = {
      filter: decoded.at(-1) as unknown as Schema.Struct.Type<Filter>,
      sort: sortOf(options.sort, byCreation),
      page: { page: 1, page_size: size, skip },
      include: (options.include ?? []) as ReadonlyArray<Include>
    }
    return Effect.map(read(query, ...decodedPaths(decoded)), (found) => encode(found).items as ReadonlyArray<PlainItem>)
  }

  return {
    page: {
      given: [...paths, {
        schema: Request as unknown as PlainSchema,
        part: "query",
        name: undefined,
        isRequired: false
      }],
      options: CallOptionsInput,
      isRepeatable: false,
      run: readPage,
      window: undefined
    },
    all: {
      given: [...paths, { schema: Filters, part: "query", name: undefined, isRequired: false }],
      options: Schema.Struct({ ...CallOptionsInput.fields, ...common }) as unknown as PlainSchema,
      isRepeatable: false,
      run: () => Effect.void,
      window: { largest: maximum, id, read: window }
    }
  }
}

const byCreation: Sort<string> = { by: "created_on", order: "asc" }

const sorting = <Field extends string>(field: Schema.ConstraintCodec<Field, Field>) =>
  Schema.Struct({ by: field, order: Schema.optionalKey(SortOrder) })
