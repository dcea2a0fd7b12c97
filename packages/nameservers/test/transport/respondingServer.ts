import { Effect, type Scope } from "effect"
import { type CannotListen, dnsService, type DnsServiceOptions } from "../../src/transport/DnsService.ts"
import { effectHandlers, type Responder } from "../../src/transport/effectHandlers.ts"

/** Serves DNS over UDP and TCP on a free port, which it returns. */
export const respondingServer = (
  respond: Responder,
  options: Partial<DnsServiceOptions> = {}
): Effect.Effect<number, CannotListen, Scope.Scope> =>
  Effect.flatMap(
    effectHandlers(respond),
    (handlers) => dnsService({ host: "127.0.0.1", port: 0, ...options }, handlers)
  )
