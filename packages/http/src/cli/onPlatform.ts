import type { PlatformServices } from "@namewright/core/embed"
import { Effect } from "effect"
import { callerUrl } from "./callerUrl.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { type PlatformChoice, platformOf } from "./platformOf.ts"
import { signInPagesOf } from "./realmOf.ts"
import { settingFlags } from "./settingFlags.ts"
import type { Settings } from "./Settings.ts"

/** Settings of commands that use the services but do not serve. */
export const platformFlags = settingFlags("database", "environment", "keyEncryptionSecret", "logFormat")

/** Settings of commands that also send mails, with links to the pages of the server. */
export const mailingFlags = {
  ...platformFlags,
  ...settingFlags("baseUrl", "realm", "mailFrom", "brandMailFrom", "mailSpfDomain")
}

/** The settings for work that sends mails. A running server sends them. */
export const mailing = (chosen: Settings): PlatformChoice => {
  const baseUrl = callerUrl(chosen)
  return { ...chosen, baseUrl, signInPages: signInPagesOf(chosen, baseUrl) }
}

/** Runs work on the services. The message of a refusal is printed. */
export const onPlatform = <A>(
  choice: PlatformChoice,
  work: Effect.Effect<A, { readonly message: string }, PlatformServices>
) =>
  Effect.scoped(Effect.provide(work, platformOf(choice))).pipe(
    Effect.mapError((error) =>
      error instanceof CommandFailed ? error : new CommandFailed({ message: messageOf(error) })
    )
  )

const messageOf = (error: unknown): string => error instanceof Error ? error.message : String(error)
