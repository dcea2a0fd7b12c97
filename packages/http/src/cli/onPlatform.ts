import type { PlatformServices } from "@namewright/core/embed"
import { Effect } from "effect"
import { CommandFailed } from "./CommandFailed.ts"
import { type PlatformChoice, platformOf } from "./platformOf.ts"
import { settingFlags } from "./settingFlags.ts"

/** Settings of commands that use the services but do not serve. */
export const platformFlags = settingFlags("database", "environment", "keyEncryptionSecret", "logFormat")

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
