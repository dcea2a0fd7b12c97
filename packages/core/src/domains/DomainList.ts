import { Schema, SchemaTransformation } from "effect"
import { DomainStatus } from "../registry/index.ts"
import { anyOf, Instant, limits, listForm, searchText, TypeId } from "../shared/index.ts"
import { tagFilter } from "../tags/index.ts"
import { TldName } from "../tlds/index.ts"
import { Registrar, RenewalMode } from "./Domain.ts"
import { type DomainFilter, DomainSortField } from "./DomainFilter.ts"
import { DomainListInclude } from "./Domains.ts"

const { optionalKey } = Schema

/** TLD, case-insensitive, with or without a leading dot. */
export const TldText = Schema.String.check(Schema.isMaxLength(limits.domainName.maximum)).pipe(
  Schema.decodeTo(
    TldName,
    SchemaTransformation.transform({
      decode: (text) => text.toLowerCase().replace(/^\./, ""),
      encode: (tld) => tld
    })
  )
)

/** Every filter of the list of domains. Source: REST specification, "Endpoints", Domains. */
const fields = {
  ...tagFilter,
  name: optionalKey(searchText),
  search: optionalKey(searchText),
  sld: optionalKey(searchText),
  tld: optionalKey(anyOf(TldText)),
  nameserver: optionalKey(searchText),
  registry_statuses: optionalKey(anyOf(DomainStatus)),
  renewal_mode: optionalKey(RenewalMode),
  transfer_lock: optionalKey(Schema.Boolean),
  read_only: optionalKey(Schema.Boolean),
  is_premium: optionalKey(Schema.Boolean),
  registrar: optionalKey(anyOf(Registrar)),
  registrar_credential_id: optionalKey(anyOf(TypeId.schema("registrar_credential"))),
  created_after: optionalKey(Instant.Instant),
  created_before: optionalKey(Instant.Instant),
  updated_after: optionalKey(Instant.Instant),
  updated_before: optionalKey(Instant.Instant),
  expires_after: optionalKey(Instant.Instant),
  expires_before: optionalKey(Instant.Instant),
  registered_after: optionalKey(Instant.Instant),
  registered_before: optionalKey(Instant.Instant),
  transferred_after: optionalKey(Instant.Instant),
  transferred_before: optionalKey(Instant.Instant),
  expires_in_30_days: optionalKey(Schema.Boolean),
  expires_in_60_days: optionalKey(Schema.Boolean),
  expires_in_90_days: optionalKey(Schema.Boolean)
}

/** Parameters of the list of domains. */
export const domainList = listForm({
  sort: { field: DomainSortField, standard: { by: "created_on", order: "desc" } },
  filter: fields,
  include: DomainListInclude
})

const Filters = Schema.Struct(fields)

/** The filter of the service for the filter of a request. */
export const domainFilterOf = (requested: typeof Filters.Type): DomainFilter => {
  const {
    created_after,
    created_before,
    expires_after,
    expires_before,
    expires_in_30_days,
    expires_in_60_days,
    expires_in_90_days,
    registered_after,
    registered_before,
    transferred_after,
    transferred_before,
    updated_after,
    updated_before,
    ...filter
  } = requested
  return {
    ...filter,
    dates: {
      created: { after: created_after, before: created_before },
      updated: { after: updated_after, before: updated_before },
      expires: { after: expires_after, before: expires_before },
      registered: { after: registered_after, before: registered_before },
      transferred: { after: transferred_after, before: transferred_before }
    },
    expires_within: { 30: expires_in_30_days, 60: expires_in_60_days, 90: expires_in_90_days }
  }
}
