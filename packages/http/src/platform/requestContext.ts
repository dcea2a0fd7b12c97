import { Entropy, PlatformSettings } from "@namewright/core/shared"
import { Context } from "effect"

/** Services that core reads from the context of a request. */
const read: ReadonlySet<string> = new Set([Entropy.key, PlatformSettings.key])

/**
 * Initial context of a request: clock, loggers, tracer and similar references. Routes got their services when they were
 * built. The context is copied several times per request, so it must be small.
 */
export const requestContext = (context: Context.Context<never>): Context.Context<never> =>
  Context.makeUnsafe(new Map(Array.from(context.mapUnsafe).filter(([key]) => isSetting(key) || read.has(key))))

/** True for Effect's references, false for its services with the same prefix. */
const isSetting = (key: string): boolean =>
  key.startsWith("effect/") && !key.startsWith("effect/sql/") && !key.startsWith("effect/Layer/")
