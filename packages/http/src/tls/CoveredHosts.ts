import { Context } from "effect"

/**
 * True if the server that received a request, `source`, may answer for a host: over TLS, if the presented certificate covers it.
 * Default: every host, because a proxy or the server of an embedding host has decided.
 */
export const CoveredHosts = Context.Reference<(source: object, host: string) => boolean>(
  "@namewright/http/tls/CoveredHosts",
  { defaultValue: () => () => true }
)
