import { Entropy, PlatformSettings } from "@namewright/core/shared"
import { Context } from "effect"

/** What core reads while it works, and not when its services are built. */
const read: ReadonlySet<string> = new Set([Entropy.key, PlatformSettings.key])

/**
 * What a request finds in its context before it is looked at: clock, loggers, tracer and their like, but no services,
 * which were taken when the routes were built. Parts of the path of a request copy its context, so its size counts.
 */
export const requestContext = (context: Context.Context<never>): Context.Context<never> =>
  Context.makeUnsafe(new Map(Array.from(context.mapUnsafe).filter(([key]) => isSetting(key) || read.has(key))))

/** Effect's own settings of a fiber have such keys; its services are few. */
const isSetting = (key: string): boolean =>
  key.startsWith("effect/") && !key.startsWith("effect/sql/") && !key.startsWith("effect/Layer/")
