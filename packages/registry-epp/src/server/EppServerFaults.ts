import type { Effect } from "effect"
import type { EppCommand } from "../message/EppCommand.ts"

/** Fault of one command. */
export type EppFault =
  /** The connection is closed without a response, before or after the command is carried out. */
  | { readonly _tag: "Cut"; readonly when: "before" | "after" }
  /**
   * The server responds with this code, before or after the command is carried out. From 2500 on it closes the
   * connection.
   */
  | { readonly _tag: "Fail"; readonly code: number; readonly when: "before" | "after"; readonly text?: string }
  /** The command is carried out; its response is sent after the effect ends. */
  | { readonly _tag: "Delay"; readonly until: Effect.Effect<void> }
  /** The response has the transaction id of another command, or none. */
  | { readonly _tag: "WrongId"; readonly clTRID: string | undefined }
  /** The response is sent octet by octet. */
  | { readonly _tag: "Trickle" }
  /** The header of the response announces this many octets. */
  | { readonly _tag: "WrongLength"; readonly length: number }
  /** This text is sent instead of the response. */
  | { readonly _tag: "Garbage"; readonly document: string }

export interface ComingEppFault {
  readonly fault: EppFault
  /** Tag of the affected commands. Default: any. */
  readonly command?: EppCommand["_tag"]
  /** Name or id of the object of affected commands. Default: any. */
  readonly object?: string
  /** Number of affected commands. Default 1. */
  readonly times?: number
  /** Number of matching commands that succeed first. Default 0. */
  readonly after?: number
}

/** Pending faults in the order of their injection. */
export interface EppServerFaults {
  readonly inject: (fault: ComingEppFault) => void
  readonly clear: () => void
  /** The next fault of a command, used up once. A command that succeeds first is counted. */
  readonly take: (command: EppCommand) => EppFault | undefined
}

interface Waiting {
  readonly coming: ComingEppFault
  left: number
  passing: number
}

export const eppServerFaults = (): EppServerFaults => {
  let waiting: ReadonlyArray<Waiting> = []
  return {
    inject: (coming) => {
      waiting = [...waiting, { coming, left: coming.times ?? 1, passing: coming.after ?? 0 }]
    },
    clear: () => {
      waiting = []
    },
    take: (command) => {
      const hit = waiting.find(({ coming }) => isHit(coming, command))
      if (hit === undefined) return undefined
      if (hit.passing > 0) {
        hit.passing--
        return undefined
      }
      hit.left--
      waiting = waiting.filter(({ left }) => left > 0)
      return hit.coming.fault
    }
  }
}

const isHit = ({ command: tag, object }: ComingEppFault, command: EppCommand): boolean =>
  (tag === undefined || command._tag === tag) && (object === undefined || isAbout(command, object))

const isAbout = (command: EppCommand, object: string): boolean => {
  if ("name" in command) return command.name === object
  if ("names" in command) return command.names.includes(object)
  if ("id" in command) return command.id === object
  if ("ids" in command) return command.ids.includes(object)
  return command._tag === "PollAcknowledgement" && command.messageId === object
}
