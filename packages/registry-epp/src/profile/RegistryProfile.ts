import { ContactRole } from "@namewright/core/shared"
import { Schema } from "effect"
import { ElementTemplate } from "./ElementTemplate.ts"

const { Array, Boolean, Literals, NullOr, optionalKey, String, Struct } = Schema

/** What of a contact can be shown or hidden (RFC 5733, section 2.9). */
export const DisclosedPart = Literals(["name", "organization", "address", "voice", "fax", "email"])
export type DisclosedPart = typeof DisclosedPart.Type

/** How the registry takes contacts (RFC 5733). */
export const ContactProfile = Struct({
  /** What a contact can be to a domain; empty at registries that take no contacts. */
  roles: Array(ContactRole),
  /** Sent in place of a handle where the registry makes the handles; null where the registrar chooses them. */
  id: NullOr(String),
  /**
   * Which postal forms are sent. `by_script`: `int` where the data are ASCII, else `loc`. `int` and `both` write the
   * letters of Latin scripts without their marks.
   */
  postal: Literals(["int", "loc", "both", "by_script"]),
  /** The password of a contact, which nobody needs again: random, or empty where the registry allows that. */
  auth_code: Literals(["random", "empty"]),
  /** What the wish to be shown, or hidden, is said of; empty where it is not said at all. */
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

/** How names change hands. */
export const TransferProfile = Struct({
  /** By a request of the gaining registrar; by `release` nothing is sent, and the losing registrar gives the name away. */
  way: Literals(["request", "release"]),
  /** Whether a request names a term. */
  period: Literals(["as_asked", "omitted"]),
  /** Whether the losing registrar can approve and reject. */
  decisions: Boolean
})

/** How codes are asked for at registries that make them. */
export const AuthCodeRequest = Struct({
  /** The command that the element extends; an `info` is sent for its effect and never twice. */
  command: Literals(["info", "update"]),
  extension: ElementTemplate,
  /**
   * Local names of the elements of the answer's extensions that hold the code, its end and who got it by mail. A code
   * in the domain itself comes first.
   */
  answer: Struct({ auth_code: NullOr(String), expires_on: NullOr(String), recipient: NullOr(String) })
})
export type AuthCodeRequest = typeof AuthCodeRequest.Type

/** How a name is given out of the account's hands. */
export const ReleaseProfile = Struct({
  /** An element beside an empty update of the domain, or one in the place of the domain's. */
  form: Literals(["extension", "object"]),
  element: ElementTemplate,
  /** To whom: the registry itself, or a registrar by its tag. */
  recipients: Array(Literals(["registry", "registrar"]))
})

/** Extensions of commands with what the TLD asks for besides. */
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

/** Fees (RFC 8748). */
export const FeeProfile = Struct({
  /** What prices are asked for in; null leaves it to the registry. */
  currency: NullOr(String),
  /** Classes of names at the list price, compared without case; a name without a class has it, too. */
  standard_classes: Array(String)
})

/**
 * How one registry speaks EPP, as data. Everything that differs between registries stands here; the driver knows none
 * by name.
 */
export const RegistryProfile = Struct({
  /** The namespaces to use, of those that the greeting offers. */
  objects: Array(String),
  extensions: Array(String),
  contacts: ContactProfile,
  /** Whether nameservers are objects of their own or attributes of the domain (RFC 5731, section 1.1). */
  hosts: Literals(["objects", "attributes"]),
  /** The form in which key material is taken (RFC 5910, section 4). */
  dnssec: Literals(["ds", "key", "any", "none"]),
  names_per_check: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 500 })),
  /** How a term is said; `omitted` where the registry has a single one and refuses the element. */
  period: Literals(["as_asked", "months", "omitted"]),
  /** Whether there is a renew command. */
  renews: Boolean,
  /** Which day of expiry a renewal names: the UTC day, or the day as the registry writes it in its own zone. */
  expiry_day: Literals(["utc", "as_written"]),
  transfer: TransferProfile,
  auth_code: AuthCodeProfile,
  auth_code_request: NullOr(AuthCodeRequest),
  release: NullOr(ReleaseProfile),
  /** Restores (RFC 3915): by a request alone, or with a report behind it where the name then waits for one. */
  restore: Literals(["none", "request", "report"]),
  /** How long queries may show the state of before a command, where a copy answers them; 0 where they never do. */
  lookup_lag_seconds: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 86_400 })),
  /** Null where fees are never asked for. */
  fee: NullOr(FeeProfile),
  /** Whether checks ask for claims notices (RFC 8334); one more command for the names that are free. */
  claims: Boolean,
  poll: Boolean,
  /**
   * Values for templates by suffix, each under a key of its own. Names whose suffixes have different values are not
   * checked in one command, and `repository` says which suffixes share their host objects; absent, all do.
   */
  tld_values: optionalKey(Schema.Record(String, Schema.Record(String, String))),
  templates: ProfileTemplates
})
export type RegistryProfile = typeof RegistryProfile.Type

/** A profile in a file: a built-in one by name, with what is different. */
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
  restore: Schema.optionalKey(RegistryProfile.fields.restore),
  lookup_lag_seconds: Schema.optionalKey(RegistryProfile.fields.lookup_lag_seconds),
  fee: Schema.optionalKey(RegistryProfile.fields.fee),
  claims: Schema.optionalKey(RegistryProfile.fields.claims),
  poll: Schema.optionalKey(RegistryProfile.fields.poll),
  tld_values: RegistryProfile.fields.tld_values,
  templates: Schema.optionalKey(RegistryProfile.fields.templates)
})
export type ProfileChanges = typeof ProfileChanges.Type
