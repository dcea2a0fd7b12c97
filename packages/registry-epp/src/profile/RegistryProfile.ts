import { ContactRole } from "@namewright/core/shared"
import { Schema } from "effect"
import { ElementTemplate } from "./ElementTemplate.ts"

const { Array, Boolean, Literals, NullOr, optionalKey, String, Struct } = Schema

/** Part of a contact whose disclosure can be allowed or prohibited (RFC 5733, section 2.9). */
export const DisclosedPart = Literals(["name", "organization", "address", "voice", "fax", "email"])
export type DisclosedPart = typeof DisclosedPart.Type

/** Contacts of a registry (RFC 5733). */
export const ContactProfile = Struct({
  /** Roles that a contact can have for a domain; empty if the registry has no contacts. */
  roles: Array(ContactRole),
  /** Text sent as the handle if the registry generates handles. Null if the registrar chooses them. */
  id: NullOr(String),
  /**
   * Postal forms that are sent. `by_script` is `int` for ASCII data, else `loc`. `int` and `both` remove the diacritics
   * of Latin letters.
   */
  postal: Literals(["int", "loc", "both", "by_script"]),
  /** Password of a new contact, which is not stored: random, or empty if the registry allows it. */
  auth_code: Literals(["random", "empty"]),
  /** Parts named in the disclosure preference of a contact. Empty: no preference is sent. */
  disclosed: Array(DisclosedPart)
})
export type ContactProfile = typeof ContactProfile.Type

/** Auth codes of domains at registries where registrars set them. */
export const AuthCodeProfile = Struct({
  /**
   * Password of a domain that is registered without a code: empty (RFC 9154, section 5.1), or random and not stored, for
   * registries that demand a value.
   */
  absent: Literals(["empty", "random"]),
  /**
   * Removal of a code: by `<domain:null/>`, or by an empty password (RFC 9154, section 5.2). Null if the registry allows
   * neither; a random code that is not stored then replaces it.
   */
  removal: NullOr(Literals(["null", "empty"])),
  /**
   * Days from setting a code to its removal, if codes are set for one transfer (RFC 9154, section 4.2). Null if domains
   * have a code from their registration on, or if the registry makes the codes.
   */
  lifetime_days: NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 365 }))),
  /** True if the registry verifies the code of an inbound transfer in an info command (RFC 9154, section 5.3). */
  verifiable: Boolean
})

/** Transfers of domains. */
export const TransferProfile = Struct({
  /**
   * `request`: the gaining registrar requests it. `release`: nothing is sent, and the losing registrar releases the
   * domain.
   */
  way: Literals(["request", "release"]),
  /** True if a request contains a term. */
  period: Literals(["as_asked", "omitted"]),
  /** True if the losing registrar can approve and reject. */
  decisions: Boolean
})

/** Request for an auth code at registries that generate the codes. */
export const AuthCodeRequest = Struct({
  /** Command that the element extends. An `info` of this kind changes the registry, so it is never repeated. */
  command: Literals(["info", "update"]),
  extension: ElementTemplate,
  /**
   * Local names of the elements in the response extensions that contain the code, its expiry and its recipient by mail.
   * A code in the domain data takes precedence.
   */
  answer: Struct({ auth_code: NullOr(String), expires_on: NullOr(String), recipient: NullOr(String) })
})
export type AuthCodeRequest = typeof AuthCodeRequest.Type

/** Release of a domain to the registry or to another registrar. */
export const ReleaseProfile = Struct({
  /** `extension`: the element extends an empty update of the domain. `object`: it replaces the domain element. */
  form: Literals(["extension", "object"]),
  element: ElementTemplate,
  /** Possible recipients: the registry itself, or a registrar by its tag. */
  recipients: Array(Literals(["registry", "registrar"]))
})

/** Report of a verified contact, as an update of the contact that changes nothing else. */
export const VerificationReportProfile = Struct({
  /** Slots: `{@method}`, `{@proof}`, `{@reference}`, `{@verified_on}` and `{@registrar}`, the registrar id of the account. */
  extension: ElementTemplate
})

/** Extensions of commands with data that the TLD requires. */
export const ProfileTemplates = Struct({
  /** Elements of every command about a domain, host or contact; commands about the session and the queue have none. */
  every: optionalKey(Array(ElementTemplate)),
  contact_create: Array(ElementTemplate),
  domain_create: Array(ElementTemplate),
  domain_update: Array(ElementTemplate),
  domain_renew: Array(ElementTemplate),
  domain_transfer: Array(ElementTemplate),
  domain_delete: Array(ElementTemplate)
})

/** Commands that a registry may refuse without an allocation token. */
export const TokenCommand = Literals(["create", "transfer"])
export type TokenCommand = typeof TokenCommand.Type

/** Allocation tokens (RFC 8495). */
export const AllocationTokenProfile = Struct({
  /** Token of the account by suffix. */
  tokens: Schema.Record(String, Schema.RedactedFromValue(Schema.NonEmptyString)),
  /** Commands that are refused before they are sent if there is no token for the name. */
  required: Array(TokenCommand)
})

/** Fees (RFC 8748). */
export const FeeProfile = Struct({
  /** Currency of price queries. Null: the registry chooses it. */
  currency: NullOr(String),
  /** Fee classes at the list price, compared without case. A domain without a class has the list price as well. */
  standard_classes: Array(String)
})

/**
 * EPP dialect of one registry, as data. All differences between registries are in profiles; the driver has no code for
 * a single registry.
 */
export const RegistryProfile = Struct({
  /** Namespaces announced at login, if the greeting offers them. */
  objects: Array(String),
  extensions: Array(String),
  contacts: ContactProfile,
  /** Nameservers as host objects or as attributes of the domain (RFC 5731, section 1.1). */
  hosts: Literals(["objects", "attributes"]),
  /** Form of DNSSEC key material (RFC 5910, section 4). */
  dnssec: Literals(["ds", "key", "any", "none"]),
  names_per_check: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 500 })),
  /** Form of a registration term; `omitted` if the registry has a single term and refuses the element. */
  period: Literals(["as_asked", "months", "omitted"]),
  /** True if the registry has a renew command. */
  renews: Boolean,
  /** Expiry day in a renew command: the UTC day, or the day in the time zone that the registry writes. */
  expiry_day: Literals(["utc", "as_written"]),
  transfer: TransferProfile,
  auth_code: AuthCodeProfile,
  auth_code_request: NullOr(AuthCodeRequest),
  release: NullOr(ReleaseProfile),
  /** Null if verifications cannot be reported. */
  verification_report: NullOr(VerificationReportProfile),
  /** Restores (RFC 3915): a request alone, or a request and a report if the domain then waits for one. */
  restore: Literals(["none", "request", "report"]),
  /** Maximum age, in seconds, of the state that queries show. 0 if they show the current state. */
  lookup_lag_seconds: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 86_400 })),
  /** Null if fees are never queried. */
  fee: NullOr(FeeProfile),
  /** True if checks query claims notices (RFC 8334), with one more command for the available names. */
  claims: Boolean,
  poll: Boolean,
  /**
   * Values for templates by suffix and key. Names whose suffixes have different values are not checked in one command.
   * Suffixes with the same `repository` share their host objects; without that key, all do.
   */
  tld_values: optionalKey(Schema.Record(String, Schema.Record(String, String))),
  /** Absent if no tokens are sent. */
  allocation_token: optionalKey(AllocationTokenProfile),
  templates: ProfileTemplates
})
export type RegistryProfile = typeof RegistryProfile.Type

/** A profile in a configuration: a built-in one by name, with changes. */
export const ProfileChanges = Struct({
  extends: String,
  objects: Schema.optionalKey(RegistryProfile.fields.objects),
  extensions: Schema.optionalKey(RegistryProfile.fields.extensions),
  contacts: Schema.optionalKey(RegistryProfile.fields.contacts),
  hosts: Schema.optionalKey(RegistryProfile.fields.hosts),
  dnssec: Schema.optionalKey(RegistryProfile.fields.dnssec),
  names_per_check: Schema.optionalKey(RegistryProfile.fields.names_per_check),
  period: Schema.optionalKey(RegistryProfile.fields.period),
  renews: Schema.optionalKey(RegistryProfile.fields.renews),
  expiry_day: Schema.optionalKey(RegistryProfile.fields.expiry_day),
  transfer: Schema.optionalKey(RegistryProfile.fields.transfer),
  auth_code: Schema.optionalKey(RegistryProfile.fields.auth_code),
  auth_code_request: Schema.optionalKey(RegistryProfile.fields.auth_code_request),
  release: Schema.optionalKey(RegistryProfile.fields.release),
  verification_report: Schema.optionalKey(RegistryProfile.fields.verification_report),
  restore: Schema.optionalKey(RegistryProfile.fields.restore),
  lookup_lag_seconds: Schema.optionalKey(RegistryProfile.fields.lookup_lag_seconds),
  fee: Schema.optionalKey(RegistryProfile.fields.fee),
  claims: Schema.optionalKey(RegistryProfile.fields.claims),
  poll: Schema.optionalKey(RegistryProfile.fields.poll),
  tld_values: RegistryProfile.fields.tld_values,
  allocation_token: RegistryProfile.fields.allocation_token,
  templates: Schema.optionalKey(RegistryProfile.fields.templates)
})
export type ProfileChanges = typeof ProfileChanges.Type
