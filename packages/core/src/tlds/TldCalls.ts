import { Effect, Schema, Struct } from "effect"
import {
  anyOf,
  call,
  type CallOptions,
  type CallsFor,
  inPath,
  type InputOf,
  inQuery,
  type JsonOf,
  limits
} from "../shared/index.ts"
import { Tlds } from "./Tlds.ts"
import { TldSpec, TldType } from "./TldSpec.ts"

/** A member of a specification, as the filter `fields` names it. */
export const TldField = Schema.Literals(Object.keys(TldSpec.fields) as ReadonlyArray<keyof TldSpec>)
  .annotate({ identifier: "TldField" })
export type TldField = typeof TldField.Type

/** A specification with the requested members. */
export const PartialTldSpec = TldSpec.mapFields(Struct.map(Schema.optionalKey)).annotate({
  identifier: "TldSpecificationSections"
})

export const TldText = Schema.String.check(Schema.isMaxLength(limits.domainName.maximum + 1))

/** Parameters of the list of TLDs. */
export const tldListQuery = {
  fields: Schema.optionalKey(anyOf(TldField)),
  tlds: Schema.optionalKey(anyOf(TldText, limits.tldsFilter))
}

/** Which specification of a TLD is read. */
export const tldQuery = {
  backend: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(63))),
  customer_spec_ref: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(255))),
  version: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)))
}

export const OfferedTldJson = Schema.Struct({ tld: Schema.String, type: TldType }).annotate({
  identifier: "OfferedTld"
})
export interface OfferedTldJson extends JsonOf<typeof OfferedTldJson> {}

const TldListQuery = Schema.Struct(tldListQuery)
const TldQuery = Schema.Struct(tldQuery)

export interface TldSpecJson extends JsonOf<typeof TldSpec> {}
export interface PartialTldSpecJson extends JsonOf<typeof PartialTldSpec> {}
export interface TldListInput extends InputOf<typeof TldListQuery> {}
export interface TldQueryInput extends InputOf<typeof TldQuery> {}

/** Rules of the TLDs that the installation sells. */
export interface TldCalls {
  /**
   * Returns the specifications of all TLDs, or of those in `tlds`, with all members, or with those in `fields`.
   *
   * Rights: `organization:read`.
   *
   * @example
   * const specs = await caller.tlds.list({ tlds: ["com", "de"], fields: ["tlds", "enabled"] })
   */
  readonly list: (query?: TldListInput, options?: CallOptions) => Promise<ReadonlyArray<PartialTldSpecJson>>
  /**
   * Returns the newest specification of a TLD, or a selected one.
   *
   * Rights: `organization:read`.
   *
   * @throws ERROR_TLD_NOT_FOUND
   *
   * @example
   * const spec = await caller.tlds.get("com")
   */
  readonly get: (tld: string, query?: TldQueryInput, options?: CallOptions) => Promise<TldSpecJson>
  /**
   * Returns the TLDs that the organization can use.
   *
   * Rights: `organization:read`.
   *
   * @example
   * const names = (await caller.tlds.portfolio()).map(({ tld }) => tld)
   */
  readonly portfolio: (options?: CallOptions) => Promise<ReadonlyArray<OfferedTldJson>>
}

export const tldCalls = {
  list: call(
    [inQuery(TldListQuery)],
    Schema.Array(PartialTldSpec),
    ({ fields = [], tlds = [] }) =>
      Tlds.use((service) => service.list(tlds.length === 0 ? undefined : tlds)).pipe(
        Effect.map((specs) => fields.length === 0 ? specs : specs.map((spec) => Struct.pick(spec, fields)))
      )
  ),
  get: call(
    [inPath("tld", TldText), inQuery(TldQuery)],
    TldSpec,
    (tld, query) => Tlds.use((tlds) => tlds.get(tld, query))
  ),
  portfolio: call([], Schema.Array(OfferedTldJson), () => Tlds.use((tlds) => tlds.portfolio))
} satisfies CallsFor<TldCalls>
