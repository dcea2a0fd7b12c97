import { callContext, Entropy, PlatformSettings } from "@namewright/core/shared"
import { Context } from "effect"
import { HttpMiddleware } from "effect/http"
import { quietRoutes } from "./operations.ts"

/** Services that core reads from the context of a request. */
const read: ReadonlySet<string> = new Set([Entropy.key, PlatformSettings.key])

/**
 * Initial context of a request: clock, loggers, tracer and similar references. Routes got their services when they were
 * built. Several services are added for each request, so the context must be small.
 */
export const requestContext = (context: Context.Context<never>): Context.Context<never> =>
  Context.add(
    callContext(Context.makeUnsafe<never>(
      new Map(Array.from(context.mapUnsafe).filter(([key]) => isSetting(key) || read.has(key)))
    )),
    HttpMiddleware.TracerDisabledWhen,
    ({ url }) => quietRoutes.some((route) => pathOf(url).endsWith(route))
  )

const pathOf = (url: string): string => url.split("?", 1)[0] ?? ""

/** True for Effect's references, false for its services with the same prefix. */
const isSetting = (key: string): boolean =>
  key.startsWith("effect/") && !key.startsWith("effect/sql/") && !key.startsWith("effect/Layer/")
