import { DomainListInclude, DomainSortField, Registrar, RenewalMode, TldText } from "@namewright/core/domains"
import { DomainStatus } from "@namewright/core/registry"
import { OrganizationId, TypeId } from "@namewright/core/shared"
import { Schema } from "effect"
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

/** Filters of the list of domains. Source: REST specification, "Endpoints", Domains. */
const filterParameters = {
  ...tagParameters,
  name: optionalKey(searchText),
  search: optionalKey(searchText),
  sld: optionalKey(searchText),
  tld: optionalKey(commaList(TldText)),
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
