import { Schema } from "effect"
import { BillingTransactionId } from "../billing/index.ts"
import { ProcessId } from "../processes/index.ts"
import { Instant, OrganizationId, TypeId } from "../shared/index.ts"
import { CommandId } from "./RegistryCommand.ts"

export const IntentId = TypeId.schema("intent").pipe(Schema.brand("IntentId"))
export type IntentId = typeof IntentId.Type
export const newIntentId = TypeId.generator("intent", (text) => IntentId.make(text))

/**
 * How far an intent is known to have come. `prepared`: stored, perhaps sent, nobody knows. `accepted`: the registry has
 * it and decides later. A decided intent is gone; what it did stands in its object, its money and its events.
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
 * What the platform is about to do at a registry, stored before it is done. After a crash at any point the row tells
 * what has to be found out. One object has at most one prepared intent.
 */
export const RegistryIntent = Schema.Struct({
  intent_id: IntentId,
  organization_id: OrganizationId,
  /** The key of the registry backend. */
  registry: Schema.String,
  /** Which handler understands the payload, for example `domain.create`. */
  kind: Schema.String,
  object_id: Schema.String,
  object_name: Schema.String,
  /** The id of the newest sending. */
  command_id: CommandId,
  /** The encoded payload of the kind. */
  payload: Schema.Unknown,
  /** Money set aside for the work. */
  billing_transaction_ids: Schema.Array(BillingTransactionId),
  state: IntentState,
  /** How often it has been taken up again; 0 for the first sending. */
  attempts: Schema.Int,
  /** Process that works on it; null where none does. */
  process_id: Schema.NullOr(ProcessId),
  /** Number of its leases. Outcomes and commands of an earlier lease are refused. */
  lease: Schema.Int,
  /** Recovery takes it up then: it waits until then, or its lease ends then although its process is alive. */
  run_after: Instant.Instant,
  /** From then on, a look at the registry that does not find the command proves that it was not carried out. */
  believed_on: Instant.Instant,
  created_on: Instant.Instant,
  /** Since when an operator has to decide; null while recovery can find out by itself. */
  escalated_on: Schema.NullOr(Instant.Instant),
  /** What the registry shows, for the operator; null where nothing is escalated. */
  escalation: Schema.NullOr(Schema.String),
  /** The operator's decision, which recovery carries out; null until there is one. */
  ruling: Schema.NullOr(IntentRuling),
  /** True once the registry has shown the accepted command as pending. When it no longer does, it has decided. */
  shown_pending: Schema.Boolean,
  /** The registry's decision on the accepted command, as its message says; null until there is one. */
  decision: Schema.NullOr(RegistryDecision)
})
export type RegistryIntent = typeof RegistryIntent.Type
