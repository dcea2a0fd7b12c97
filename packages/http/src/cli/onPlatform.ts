import type { PlatformServices } from "@namewright/core/embed"
import { Effect } from "effect"
import { CommandFailed } from "./CommandFailed.ts"
import { type PlatformChoice, platformOf } from "./platformOf.ts"
import { settingFlags } from "./settingFlags.ts"

/** The settings of commands that use the services and serve nothing. */
export const platformFlags = settingFlags("database", "environment", "keyEncryptionSecret", "logFormat")

/** Runs one piece of work on the services; a refusal is printed with the text of its error. */
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
