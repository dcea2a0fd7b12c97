import type { Effect, Option, Schema } from "effect"
import type { Registry } from "./Registry.ts"
import type { CommandError, QueryError, RefusalReason, RegistryRefusal, RegistryTemporary } from "./RegistryError.ts"
import type { RegistryIntent } from "./RegistryIntent.ts"

/** An intent whose payload is decoded. */
export interface Intent<P> extends Omit<RegistryIntent, "payload"> {
  readonly payload: P
}

/**
 * What the registry did with a command that it did not refuse. `payload` replaces that of the intent: it contains the
 * members of the answer that later queries do not show.
 */
export type Sent<A, P = never> =
  | { readonly _tag: "Done"; readonly result: A }
  | { readonly _tag: "Accepted"; readonly payload?: P }

/** What a look-up at the registry shows about a command whose answer was lost, or that it accepted earlier. */
export type Looked<A> =
  | { readonly _tag: "Done"; readonly result: A }
  /** The registry shows that it has the command and has not finished it. */
  | { readonly _tag: "Pending" }
  /** Nothing of it is to be seen there. The registry may still carry out a command that it has accepted. */
  | { readonly _tag: "NotDone" }
  /** A part of it is done, and the rest is to be sent, however long ago it was ordered. */
  | { readonly _tag: "Begun" }
  /** It has become impossible, for example because another registrar was faster. */
  | { readonly _tag: "Refused"; readonly refusal: RegistryRefusal }
  /** The object may be the command's doing or another registrar's; an operator has to ask the registry. */
  | { readonly _tag: "Unclear"; readonly shown: string }

/**
 * How one kind of intent is carried out. `send` and `look` speak to the registry outside of any transaction; the other
 * three store the outcome, in one transaction, exactly once: the object first, money last, as in the preparation.
 * `complete` returns what the caller that waits for the outcome gets.
 */
export interface IntentHandler<P, A, R = void> {
  readonly kind: string
  readonly payload: Schema.Codec<P, unknown>
  readonly send: (intent: Intent<P>, registry: Registry) => Effect.Effect<Sent<A, P>, CommandError>
  /** Asks whether the command was carried out, without changing anything. */
  readonly look: (intent: Intent<P>, registry: Registry) => Effect.Effect<Looked<A>, QueryError>
  /**
   * With these a registry refuses a repeat of what it has done. While nothing of the command is to be seen there either,
   * the registry contradicts itself, and nothing is given up.
   */
  readonly refusedOnceDone?: ReadonlySet<RefusalReason>
  /**
   * Whether the registry may be reviewing an earlier sending without showing it: no status that it shows explains why it
   * refuses a repeat with `statusProhibits`.
   */
  readonly mayBeReviewed?: (intent: Intent<P>, registry: Registry) => Effect.Effect<boolean, QueryError>
  /** Whether the registry says that nothing has come of the command; asked before an old one is given up. */
  readonly isUndone?: (intent: Intent<P>, registry: Registry) => Effect.Effect<boolean, QueryError>
  /** The result as the registry shows it, for a command that was carried out by the word of an operator. */
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
export const pending: Looked<never> = { _tag: "Pending" }
export const notDone: Looked<never> = { _tag: "NotDone" }
export const begun: Looked<never> = { _tag: "Begun" }
export const unclear = (shown: string): Looked<never> => ({ _tag: "Unclear", shown })
export const refusedBy = (refusal: RegistryRefusal): Looked<never> => ({ _tag: "Refused", refusal })
