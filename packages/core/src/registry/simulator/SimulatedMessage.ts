import type { Instant } from "../../shared/index.ts"
import type { PollPayload } from "../PollMessage.ts"

/** A message for one registrar, before it stands in the queue. */
export interface SimulatedMessage {
  readonly registrar: string
  readonly queued_on: Instant.Instant
  readonly text: string
  readonly payload: PollPayload
}

/** Holds the names that the simulator treats as registered elsewhere; nobody works there, and nobody reads its queue. */
export const elsewhere = "elsewhere"

/** Holds the names that were given back to the registry. */
export const registryItself = "registry"

/** Whether a registrar reads its messages. */
export const isAttended = (registrar: string): boolean => registrar !== elsewhere && registrar !== registryItself
