import { Entropy, PlatformSettings } from "@namewright/core/shared"
import { Context } from "effect"

/** Services that core reads from the context of a request. */
const read: ReadonlySet<string> = new Set([Entropy.key, PlatformSettings.key])

/**
 * Initial context of a request: clock, loggers, tracer and similar references. Routes took their services when they were
 * built. The context is copied several times for a request, so it has to be small.
 */
export const requestContext = (context: Context.Context<never>): Context.Context<never> =>
  Context.makeUnsafe(new Map(Array.from(context.mapUnsafe).filter(([key]) => isSetting(key) || read.has(key))))

/** Keys of Effect's references. Its services with such a prefix are excluded. */
const isSetting = (key: string): boolean =>
  key.startsWith("effect/") && !key.startsWith("effect/sql/") && !key.startsWith("effect/Layer/")
