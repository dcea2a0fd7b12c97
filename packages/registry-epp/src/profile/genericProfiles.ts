import { EppUri } from "../message/EppUri.ts"
import type { ProfileTemplates, RegistryProfile } from "./RegistryProfile.ts"

export const noTemplates: typeof ProfileTemplates.Type = {
  contact_create: [],
  domain_create: [],
  domain_update: [],
  domain_renew: [],
  domain_transfer: [],
  domain_delete: []
}

/** Profile of most generic registries, without contacts: the minimum data set of registration. */
export const generic: RegistryProfile = {
  objects: [EppUri.domain, EppUri.host],
  extensions: [
    EppUri.secDNS,
    EppUri.rgp,
    EppUri.fee,
    "urn:ietf:params:xml:ns:fee-0.23",
    "urn:ietf:params:xml:ns:fee-0.12",
    "urn:ietf:params:xml:ns:fee-0.11",
    "urn:ietf:params:xml:ns:fee-0.6",
    EppUri.launch,
    EppUri.loginSec,
    EppUri.changePoll,
    EppUri.maintenance,
    EppUri.unhandledNamespaces,
    EppUri.secureAuthInfo
  ],
  contacts: { roles: [], id: null, postal: "int", auth_code: "random", disclosed: [] },
  hosts: "objects",
  dnssec: "ds",
  names_per_check: 50,
  period: "as_asked",
  renews: true,
  expiry_day: "utc",
  transfer: { way: "request", period: "as_asked", decisions: true },
  auth_code: { absent: "empty", removal: "null", lifetime_days: 14, verifiable: true },
  auth_code_request: null,
  release: null,
  verification_report: null,
  restore: "report",
  // Registries do not publish it; replicas usually lag by seconds.
  lookup_lag_seconds: 60,
  fee: { currency: null, standard_classes: ["standard"] },
  claims: false,
  poll: true,
  templates: noTemplates
}

/** Generic profile with contacts in all four roles. */
export const genericThick: RegistryProfile = {
  ...generic,
  objects: [EppUri.domain, EppUri.contact, EppUri.host],
  contacts: { ...generic.contacts, roles: ["registrant", "admin", "tech", "billing"], postal: "by_script" }
}

/** Profile with contacts, and with nameservers as attributes of the domain. */
export const hostAttributes: RegistryProfile = {
  ...genericThick,
  objects: [EppUri.domain, EppUri.contact],
  hosts: "attributes"
}
