import { Schema } from "effect"
import type { Instant } from "../../../shared/index.ts"
import { type MessageObject, nameOnly, type PollMessage, type PollPayload } from "../../PollMessage.ts"
import { type SimulatedDomain, SimulatedTransfer } from "./SimulatedDomain.ts"

/** How the name, or the contact, stood when a message about it was written; a registry shows it beside the message. */
export const MessageSubject = Schema.Struct({
  /** The contact, where the message is about one. */
  handle: Schema.optionalKey(Schema.String),
  roid: Schema.String,
  sponsor: Schema.String,
  transfer: Schema.NullOr(SimulatedTransfer)
})
export type MessageSubject = typeof MessageSubject.Type

export const subjectOf = ({ roid, sponsor, transfer }: SimulatedDomain): MessageSubject => ({ roid, sponsor, transfer })

/** A message for one registrar, before it stands in the queue. */
export interface SimulatedMessage {
  readonly registrar: string
  readonly queued_on: Instant.Instant
  readonly text: string
  readonly payload: PollPayload
  /** Null when the message is about no object. */
  readonly subject: MessageSubject | null
}

/** A message in the queue. */
export interface QueuedMessage extends Omit<PollMessage, "object" | "queued_on"> {
  readonly queued_on: Instant.Instant
  /** Null when the message is about no object, or is older than what is kept now. */
  readonly subject: MessageSubject | null
}

/** The object of a message as the registry states it: every change is queued when it happens. */
export const objectOf = ({ queued_on, subject }: QueuedMessage): MessageObject => ({
  ...nameOnly,
  roid: subject === null || subject.handle !== undefined ? null : subject.roid,
  happened_on: queued_on
})

/** Holds the names that the simulator treats as registered elsewhere; nobody works there, and nobody reads its queue. */
export const elsewhere = "elsewhere"

/** Holds the names that were given back to the registry. */
export const registryItself = "registry"

/** Whether a registrar reads its messages. */
export const isAttended = (registrar: string): boolean => registrar !== elsewhere && registrar !== registryItself
