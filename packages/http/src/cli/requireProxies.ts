import { Effect } from "effect"
import { hidesCallers } from "../realm/callerAddresses.ts"
import { CommandFailed } from "./CommandFailed.ts"
import type { Settings } from "./Settings.ts"

/** What an operator has to choose so that sign-ins are limited by the addresses of callers. */
export const proxyAdvice =
  "--trusted-proxies: expected the proxies in front of this server, since people sign in here at an https address, or none if callers connect without a proxy"

/** Fails where the embedded realm would take all callers for one. */
export const requireProxies = (
  { realm, trustedProxies }: Pick<Settings, "realm" | "trustedProxies">,
  url: string
): Effect.Effect<void, CommandFailed> =>
  realm === "embedded" && hidesCallers(trustedProxies, url)
    ? Effect.fail(new CommandFailed({ message: proxyAdvice }))
    : Effect.void
