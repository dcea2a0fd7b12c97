import type { Effect, Option, Schema } from "effect"
import type { Registry } from "./Registry.ts"
import type { CommandError, QueryError, RefusalReason, RegistryRefusal, RegistryTemporary } from "./RegistryError.ts"
import type { RegistryIntent } from "./RegistryIntent.ts"

/** An intent whose payload is decoded. */
export interface Intent<P> extends Omit<RegistryIntent, "payload"> {
  readonly payload: P
  /** True if this process sends the command again. After a takeover, `lease` is above zero instead. */
  readonly isResent?: boolean
}

/**
 * The registry's response to a command that it did not refuse. `payload` replaces the intent's: it contains members of
 * the response that later queries do not return.
 */
export type Sent<A, P = never> =
  | { readonly _tag: "Done"; readonly result: A }
  | { readonly _tag: "Accepted"; readonly payload?: P }

/** Result of a look-up of a command whose answer was lost, or that the registry accepted earlier. */
export type LookUpResult<A> =
  | { readonly _tag: "Done"; readonly result: A }
  /** The registry shows that the command is pending. */
  | { readonly _tag: "Pending" }
  /** The registry does not show the command. It may still carry out a command that it has accepted. */
  | { readonly _tag: "NotDone" }
  /** Part of the command is done. The rest is sent, regardless of the intent's age. */
  | { readonly _tag: "Begun" }
  /** The command has become impossible, for example because another registrar was faster. */
  | { readonly _tag: "Refused"; readonly refusal: RegistryRefusal }
  /** The object may result from this command or from another registrar's. An operator must ask the registry. */
  | { readonly _tag: "Unclear"; readonly found: string }

/**
 * Execution of one kind of intent. `send` and `lookUp` call the registry outside of any transaction. `complete`,
 * `accepted` and `refused` store the outcome in one transaction, exactly once: the object first, money last, as in the
 * preparation. `complete` returns the result for the waiting caller.
 */
export interface IntentHandler<P, A, R = void> {
  readonly kind: string
  readonly payload: Schema.Codec<P, unknown>
  readonly send: (intent: Intent<P>, registry: Registry) => Effect.Effect<Sent<A, P>, CommandError>
  /** Looks up whether the command was carried out. Changes nothing. */
  readonly lookUp: (intent: Intent<P>, registry: Registry) => Effect.Effect<LookUpResult<A>, QueryError>
  /**
   * Reasons with which a registry refuses to repeat a completed command. If the registry does not show the command
   * either, it contradicts itself, and the intent is not given up.
   */
  readonly refusedOnceDone?: ReadonlySet<RefusalReason>
  /**
   * True if the registry may be reviewing an earlier sending without showing it: no status explains why it refuses a
   * repeat with `statusProhibits`.
   */
  readonly mayBeReviewed?: (intent: Intent<P>, registry: Registry) => Effect.Effect<boolean, QueryError>
  /** True if the registry states that the command had no effect. Called before an old intent is given up. */
  readonly isUndone?: (intent: Intent<P>, registry: Registry) => Effect.Effect<boolean, QueryError>
  /** The result at the registry, for a command that an operator has declared done. */
  readonly adopt?: (intent: Intent<P>, registry: Registry) => Effect.Effect<Option.Option<A>, QueryError>
  readonly complete: (intent: Intent<P>, result: A) => Effect.Effect<R>
  readonly accepted: (intent: Intent<P>) => Effect.Effect<void>
  /** Records, in the same transaction, that an operator has to decide. */
  readonly escalated?: (intent: Intent<P>) => Effect.Effect<void>
  readonly refused: (intent: Intent<P>, refusal: RegistryRefusal | RegistryTemporary) => Effect.Effect<void>
}

export const done = <A>(result: A): { readonly _tag: "Done"; readonly result: A } => ({ _tag: "Done", result })
export const accepted: Sent<never> = { _tag: "Accepted" }
export const acceptedWith = <P>(payload: P): Sent<never, P> => ({ _tag: "Accepted", payload })
export const pending: LookUpResult<never> = { _tag: "Pending" }
export const notDone: LookUpResult<never> = { _tag: "NotDone" }
export const begun: LookUpResult<never> = { _tag: "Begun" }
export const unclear = (found: string): LookUpResult<never> => ({ _tag: "Unclear", found })
export const refusedBy = (refusal: RegistryRefusal): LookUpResult<never> => ({ _tag: "Refused", refusal })
