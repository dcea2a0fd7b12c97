import { type Registry, RegistryAccountId } from "@namewright/core/registry"
import { Effect } from "effect"
import { eppRegistry } from "../../src/driver/eppRegistry.ts"
import type { EppCommand } from "../../src/message/EppCommand.ts"
import type { EppResponse, EppResult } from "../../src/message/EppResponse.ts"
import type { EppServices } from "../../src/message/EppServices.ts"
import type { ResponseData } from "../../src/message/ResponseData.ts"
import type { ResponseExtension } from "../../src/message/ResponseExtension.ts"
import { writeCommand } from "../../src/message/writeCommand.ts"
import type { ComposedCommand, EppClient, EppFailure } from "../../src/pool/EppClient.ts"
import { genericThick } from "../../src/profile/genericProfiles.ts"
import type { RegistryProfile } from "../../src/profile/RegistryProfile.ts"

/** What the registry answers to a command. */
export type Script = (command: EppCommand) => EppResponse | EppFailure

/** A command that the driver sent, with its transaction id where it changes something. */
export interface Sent {
  readonly command: EppCommand
  readonly clTRID: string | undefined
}

export interface Scripted {
  readonly registry: Registry
  /** What was sent so far, in order. */
  readonly sent: ReadonlyArray<Sent>
}

const registrar = "us"

/** A driver of which every command is answered by a script, and of the kind that a session could have written. */
export const scripted = (
  script: Script,
  { profile = genericThick, services }: {
    readonly profile?: RegistryProfile
    readonly services?: ReadonlyArray<string>
  } = {}
): Scripted => {
  const sent: Array<Sent> = []
  const offered: EppServices = {
    objects: new Set(profile.objects),
    extensions: new Set(services ?? profile.extensions)
  }
  const answer = (composed: ComposedCommand, clTRID: string | undefined) =>
    Effect.suspend(() => {
      const command = typeof composed === "function" ? composed(offered) : composed
      writeCommand(command, { clTRID: clTRID ?? "query" })
      sent.push({ command, clTRID })
      const result = script(command)
      return result._tag === "Response" ? Effect.succeed(result) : Effect.fail(result)
    })
  const client: EppClient = {
    query: (command) => answer(command, undefined),
    transform: answer,
    services: Effect.succeed(offered),
    greeting: Effect.die(new Error("Nobody asks for the greeting")),
    state: Effect.succeed({ sessions: [], waiting: 0, circuit: "closed", problem: undefined })
  }
  const account_id = RegistryAccountId.make("registry_account_00000000000000000000000000")
  return {
    registry: eppRegistry({ key: "test", account_id, client, profile, registrar, zones: ["test"] }),
    sent
  }
}

/** An answer with one result. */
export const answer = (
  code: number,
  { data, extension = {}, reasons = [], text = "As the script has it" }: {
    readonly data?: ResponseData
    readonly extension?: Partial<ResponseExtension>
    readonly reasons?: EppResult["reasons"]
    readonly text?: string
  } = {}
): EppResponse => ({
  _tag: "Response",
  results: [{ code, message: text, values: [], reasons }],
  ...(data === undefined ? {} : { data }),
  extension: { other: [], ...extension },
  svTRID: "server-1"
})
