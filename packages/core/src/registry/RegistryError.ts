import { Schema } from "effect"
import { Instant } from "../shared/index.ts"

/**
 * Why a registry refuses, by what a caller can do about it. A class of EPP result codes each (RFC 5730, section 3),
 * because registries disagree on the single code.
 */
export const RefusalReason = Schema.Literals([
  /** The object exists (2302). After an earlier unknown outcome of a create it may be our own. */
  "objectExists",
  /** The object does not exist (2303). After an earlier unknown outcome of a delete that may be success. */
  "objectMissing",
  /** Another registrar sponsors the object (2201). */
  "notSponsor",
  /** The auth code is wrong (2202). */
  "invalidAuthCode",
  /** A status of the object forbids it (2304). */
  "statusProhibits",
  /** Other objects depend on it (2305). */
  "associationProhibits",
  /** The object cannot be renewed or transferred now (2002, 2105, 2106): a wrong expiry date, a term too long, a lock, our own. */
  "notEligible",
  /** A transfer is pending (2300). */
  "transferPending",
  /** No transfer is pending (2301). */
  "noTransferPending",
  /** The platform's account at the registry has no credit left (2104). Not the customer's balance. */
  "registryCredit",
  /** A value is out of range or malformed (2003 to 2005). */
  "parameter",
  /** A rule of the registry (2306, 2308). */
  "policy",
  /** The registry does not do this at all (2100 to 2103, 2307). */
  "unsupported"
])
export type RefusalReason = typeof RefusalReason.Type

/** The registry answered and did nothing. Sending the same again is pointless. */
export class RegistryRefusal extends Schema.TaggedError<RegistryRefusal>()("RegistryRefusal", {
  reason: RefusalReason,
  /** EPP result code, where there is one. */
  result_code: Schema.NullOr(Schema.Int),
  /** The registry's own words, with secrets masked; shown to the customer. */
  text: Schema.String
}) {
  override get message() {
    return this.result_code === null ? this.text : `${this.result_code} ${this.text}`
  }
}

/** The command was not carried out and may be sent again later: no session, a limit, a fault of the registry. */
export class RegistryTemporary extends Schema.TaggedError<RegistryTemporary>()("RegistryTemporary", {
  text: Schema.String,
  /** Set if nothing was sent because of a maintenance of the registry. `retry_after` is in seconds. */
  maintenance: Schema.optionalKey(Schema.Struct({ ends_on: Instant.Instant, retry_after: Schema.Int }))
}) {
  override get message() {
    return this.text
  }
}

/**
 * The command was sent and no answer came. It may have been carried out: look before it is sent again. Only commands
 * that change something fail so; a query that got no answer is `RegistryTemporary`.
 */
export class RegistryOutcomeUnknown extends Schema.TaggedError<RegistryOutcomeUnknown>()("RegistryOutcomeUnknown", {
  command_id: Schema.String,
  text: Schema.String
}) {
  override get message() {
    return this.text
  }
}

/** What a query can fail with. */
export type QueryError = RegistryRefusal | RegistryTemporary

/** What a command that changes something can fail with. */
export type CommandError = RegistryRefusal | RegistryTemporary | RegistryOutcomeUnknown
