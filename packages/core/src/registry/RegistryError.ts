import { Schema } from "effect"
import { Instant } from "../shared/index.ts"

/**
 * Reason of a registry's refusal, grouped by the caller's options. Each is a class of EPP result codes (RFC 5730,
 * section 3), because registries use different codes for the same reason.
 */
export const RefusalReason = Schema.Literals([
  /** The object exists (2302). After a create with an unknown outcome, the object may result from it. */
  "objectExists",
  /** The object does not exist (2303). After a delete with an unknown outcome, it may have succeeded. */
  "objectMissing",
  /** Another registrar sponsors the object (2201). */
  "notSponsor",
  /** The auth code is wrong (2202). */
  "invalidAuthCode",
  /** A status of the object forbids it (2304). */
  "statusProhibits",
  /** Other objects depend on it (2305). */
  "associationProhibits",
  /**
   * The object cannot be renewed or transferred now (2002, 2105, 2106): a wrong expiry date, a term too long, a lock,
   * or the account sponsors it already.
   */
  "notEligible",
  /** A transfer is pending (2300). */
  "transferPending",
  /** No transfer is pending (2301). */
  "noTransferPending",
  /** The credit of the platform's account at the registry is used up (2104). It is not the customer's balance. */
  "registryCredit",
  /** A value is out of range or malformed (2003 to 2005). */
  "parameter",
  /** A rule of the registry (2306, 2308). */
  "policy",
  /** The registry does not support the command or option (2100 to 2103, 2307). */
  "unsupported"
])
export type RefusalReason = typeof RefusalReason.Type

/** The registry answered and changed nothing. Repeating the command is pointless. */
export class RegistryRefusal extends Schema.TaggedError<RegistryRefusal>()("RegistryRefusal", {
  reason: RefusalReason,
  /** EPP result code; null if there is none. */
  result_code: Schema.NullOr(Schema.Int),
  /** Text of the registry with secrets masked; shown to the customer. */
  text: Schema.String
}) {
  override get message() {
    return this.result_code === null ? this.text : `${this.result_code} ${this.text}`
  }
}

/** The command was not carried out and may be sent again later: no session, a limit, or a fault of the registry. */
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
 * The command was sent and no answer came. It may have been carried out, so the caller must look it up before sending it
 * again. Only commands that change something fail with it; a query without an answer is `RegistryTemporary`.
 */
export class RegistryOutcomeUnknown extends Schema.TaggedError<RegistryOutcomeUnknown>()("RegistryOutcomeUnknown", {
  command_id: Schema.String,
  text: Schema.String
}) {
  override get message() {
    return this.text
  }
}

/** Errors of a query. */
export type QueryError = RegistryRefusal | RegistryTemporary

/** Errors of a command that changes something. */
export type CommandError = RegistryRefusal | RegistryTemporary | RegistryOutcomeUnknown
