import { Schema } from "effect"
import { BillingTransactionId } from "../billing/index.ts"
import { ProcessId } from "../processes/index.ts"
import { Instant, OrganizationId, Principal, TypeId } from "../shared/index.ts"
import { CommandId } from "./RegistryCommand.ts"

export const IntentId = TypeId.schema("intent").pipe(Schema.brand("IntentId"))
export type IntentId = typeof IntentId.Type
export const newIntentId = TypeId.generator("intent", (text) => IntentId.make(text))

/**
 * State of an open intent. `prepared`: stored, and perhaps sent; the outcome is unknown. `accepted`: the registry has
 * accepted the command and decides later. A settled intent is deleted; its effects are in its object, its charges and
 * its events.
 */
export const IntentState = Schema.Literals(["prepared", "accepted"])
export type IntentState = typeof IntentState.Type

/** Decision of an operator on an escalated intent: whether the registry has carried out the command. */
export const IntentRuling = Schema.Literals(["done", "undone"])
export type IntentRuling = typeof IntentRuling.Type

/** Decision of a registry on a command that it has accepted (EPP 1001). */
export const RegistryDecision = Schema.Literals(["approved", "rejected"])
export type RegistryDecision = typeof RegistryDecision.Type

/**
 * Stored decision to send a command to a registry. After a crash at any point, recovery looks the outcome up from the
 * row. One object has at most one prepared intent.
 */
export const RegistryIntent = Schema.Struct({
  intent_id: IntentId,
  organization_id: OrganizationId,
  /** The principal that ordered the command. */
  ordered_by: Principal,
  /** Id of the job of a batch that ordered the command; null for every other order. */
  job_id: Schema.NullOr(Schema.String),
  /** Key of the registry backend. */
  registry: Schema.String,
  /** Kind of its handler, for example `domain.create`. */
  kind: Schema.String,
  object_id: Schema.String,
  object_name: Schema.String,
  /** Id of the latest sending. */
  command_id: CommandId,
  /** Payload in the encoding of its kind. */
  payload: Schema.Unknown,
  /** Reserved charges of the order. */
  billing_transaction_ids: Schema.Array(BillingTransactionId),
  state: IntentState,
  /**
   * Number of attempts that ended without an outcome. Determines the back-off. Attempts that ended with their process, or
   * because the storage failed, do not count.
   */
  attempts: Schema.Int,
  /** Process that works on the intent; null for none. */
  process_id: Schema.NullOr(ProcessId),
  /** Number of the current lease. Outcomes and commands under an earlier lease are refused. */
  lease: Schema.Int,
  /** Time of recovery's next attempt. During a lease, its expiry, even if its process is alive. */
  due_on: Instant.Instant,
  /** From this time on, a look-up that does not find the command proves that it was not carried out. */
  conclusive_from: Instant.Instant,
  created_on: Instant.Instant,
  /** Time of the escalation to an operator; null while recovery can find the outcome without one. */
  escalated_on: Schema.NullOr(Instant.Instant),
  /** State at the registry, for the operator; null if the intent is not escalated. */
  escalation: Schema.NullOr(Schema.String),
  /** The operator's decision, which recovery carries out; null until it is made. */
  ruling: Schema.NullOr(IntentRuling),
  /** True once a look-up has found the accepted command pending. If a later one does not, the registry has decided. */
  found_pending: Schema.Boolean,
  /** The registry's decision on the accepted command, from its message; null until it is received. */
  decision: Schema.NullOr(RegistryDecision)
})
export type RegistryIntent = typeof RegistryIntent.Type
