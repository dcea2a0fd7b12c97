import { Schema } from "effect"
import type { Instant } from "../../../shared/index.ts"
import { type MessageObject, nameOnly, type PollMessage, type PollPayload } from "../../PollMessage.ts"
import { type SimulatedDomain, SimulatedTransfer } from "./SimulatedDomain.ts"

/** State of the domain or contact when the message about it was written; an EPP server shows it with the message. */
export const MessageSubject = Schema.Struct({
  /** Handle of the contact, if the message is about one. */
  handle: Schema.optionalKey(Schema.String),
  roid: Schema.String,
  sponsor: Schema.String,
  transfer: Schema.NullOr(SimulatedTransfer)
})
export type MessageSubject = typeof MessageSubject.Type

export const subjectOf = ({ roid, sponsor, transfer }: SimulatedDomain): MessageSubject => ({ roid, sponsor, transfer })

/** A message for one registrar that is not in the queue yet. */
export interface SimulatedMessage {
  readonly registrar: string
  readonly queued_on: Instant.Instant
  readonly text: string
  readonly payload: PollPayload
  /** Null if the message is about no object. */
  readonly subject: MessageSubject | null
}

/** A message in the queue. */
export interface QueuedMessage extends Omit<PollMessage, "object" | "queued_on"> {
  readonly queued_on: Instant.Instant
  /** Null if the message is about no object, or if its stored form has no subject. */
  readonly subject: MessageSubject | null
}

/** The object of a message as the registry states it. Every message is queued at the time of its change. */
export const objectOf = ({ queued_on, subject }: QueuedMessage): MessageObject => ({
  ...nameOnly,
  roid: subject === null || subject.handle !== undefined ? null : subject.roid,
  happened_on: queued_on
})

/**
 * Sponsor of the names that the simulator treats as registered elsewhere. It sends no commands and reads no messages.
 */
export const elsewhere = "elsewhere"

/** Sponsor of the names that were released to the registry. */
export const registryItself = "registry"

/** True if a registrar reads its messages. */
export const isAttended = (registrar: string): boolean => registrar !== elsewhere && registrar !== registryItself
