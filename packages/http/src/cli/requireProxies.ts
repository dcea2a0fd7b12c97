import { Effect } from "effect"
import { hidesCallers } from "../realm/callerAddresses.ts"
import { CommandFailed } from "./CommandFailed.ts"
import type { Settings } from "./Settings.ts"

/** Advice for an operator, so that sign-ins are limited by caller address. */
export const proxyAdvice =
  "--trusted-proxies: expected the proxies in front of this server, because the embedded realm is at an https address, or none if callers connect without a proxy"

/** Fails if the embedded realm would see one address for all callers. */
export const requireProxies = (
  { realm, trustedProxies }: Pick<Settings, "realm" | "trustedProxies">,
  url: string
): Effect.Effect<void, CommandFailed> =>
  realm === "embedded" && hidesCallers(trustedProxies, url)
    ? Effect.fail(new CommandFailed({ message: proxyAdvice }))
    : Effect.void
