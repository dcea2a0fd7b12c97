import type { ObjectAvailability } from "@namewright/core/registry"
import { Effect } from "effect"
import { present } from "../message/present.ts"
import type { Availability } from "../message/ResponseData.ts"
import { type CommandContext, CommandRefused } from "./Handlers.ts"

/** Refuses a check of more names or ids than the server allows (2306). */
export const checkSize = (
  requested: ReadonlyArray<string>,
  { namesPerCheck }: CommandContext
): Effect.Effect<void, CommandRefused> =>
  requested.length > namesPerCheck
    ? Effect.fail(new CommandRefused({ code: 2306, text: `One check asks about at most ${namesPerCheck}` }))
    : Effect.void

/** The result for one name or id, in the client's spelling. */
export const checked = (id: string, { available, reason }: Omit<ObjectAvailability, "id">): Availability =>
  present({ id, available, reason: reason === null ? undefined : shortReason(reason) })

/** A reason has at most 32 characters (RFC 5730, `reasonBaseType`). */
const shortReason = (reason: string): string => reason.length <= 32 ? reason : `${reason.slice(0, 31)}…`
