import { DomainListInclude, DomainSortField, Registrar, RenewalMode } from "@namewright/core/domains"
import type { DomainFilter } from "@namewright/core/domains"
import { DomainStatus } from "@namewright/core/registry"
import { limits, OrganizationId, TypeId } from "@namewright/core/shared"
import { TldName } from "@namewright/core/tlds"
import { Schema, SchemaTransformation } from "effect"
import {
  booleanParameter,
  commaList,
  instantParameter,
  pageParameters,
  searchText,
  sortParameters
} from "../shared/ListParameters.ts"
import { tagParameters } from "../tags/TagParameters.ts"

const { optionalKey } = Schema

/** TLD, case-insensitive, with or without a leading dot. */
const TldParameter = Schema.String.check(Schema.isMaxLength(limits.domainName.maximum)).pipe(
  Schema.decodeTo(
    TldName,
    SchemaTransformation.transform({
      decode: (text) => text.toLowerCase().replace(/^\./, ""),
      encode: (tld) => tld
    })
  )
)

/** Filters of the list of domains. Source: REST specification, "Endpoints", Domains. */
const filterParameters = {
  ...tagParameters,
  name: optionalKey(searchText),
  search: optionalKey(searchText),
  sld: optionalKey(searchText),
  tld: optionalKey(commaList(TldParameter)),
  nameserver: optionalKey(searchText),
  registry_statuses: optionalKey(commaList(DomainStatus)),
  renewal_mode: optionalKey(RenewalMode),
  transfer_lock: optionalKey(booleanParameter),
  read_only: optionalKey(booleanParameter),
  is_premium: optionalKey(booleanParameter),
  registrar: optionalKey(commaList(Registrar)),
  registrar_credential_id: optionalKey(commaList(TypeId.schema("registrar_credential"))),
  created_after: optionalKey(instantParameter),
  created_before: optionalKey(instantParameter),
  updated_after: optionalKey(instantParameter),
  updated_before: optionalKey(instantParameter),
  expires_after: optionalKey(instantParameter),
  expires_before: optionalKey(instantParameter),
  registered_after: optionalKey(instantParameter),
  registered_before: optionalKey(instantParameter),
  transferred_after: optionalKey(instantParameter),
  transferred_before: optionalKey(instantParameter),
  expires_in_30_days: optionalKey(booleanParameter),
  expires_in_60_days: optionalKey(booleanParameter),
  expires_in_90_days: optionalKey(booleanParameter)
}

export const listParameters = {
  ...pageParameters(),
  ...sortParameters(DomainSortField, { by: "created_on", order: "desc" }),
  ...filterParameters,
  include: optionalKey(commaList(DomainListInclude)),
  /** Suborganization whose domains are listed; default: the caller's organization. */
  organization_id: optionalKey(OrganizationId)
}

const Filters = Schema.Struct(filterParameters)

/** Filter of core for the query parameters. */
export const filterOf = (query: typeof Filters.Type): DomainFilter => {
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
  } = query
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
