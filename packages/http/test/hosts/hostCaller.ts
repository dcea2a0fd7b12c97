import { Effect } from "effect"
import { registrant } from "../domains/dnssecCaller.ts"

/** Caller that owns the domain, and a function that creates a host below it. */
export const hostCaller = Effect.fnUntraced(function*(domain: string) {
  const call = yield* registrant
  const { domain_id } = yield* call.register(domain)
  const host = (label: string, ip_addresses: ReadonlyArray<string> = ["9.9.9.9"]) =>
    Effect.map(call("POST", "/v1/hosts", { hostname: `${label}.${domain}`, ip_addresses }), ({ body }) => body)
  return Object.assign(call, { domain_id: domain_id as string, host })
})
