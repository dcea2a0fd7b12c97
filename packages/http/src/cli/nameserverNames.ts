import { canonical, DelegationLookup, type LookedUp } from "@namewright/core/dns"
import { Hostname } from "@namewright/core/shared"
import { Effect, Option, Schema } from "effect"
import type { CheckResult } from "./printCheckResults.ts"
import type { Settings } from "./Settings.ts"

/** Label with the form of those generated for organizations, but of no organization. */
const probe = "00000000000000000000000000"

const hostname = Schema.decodeOption(Hostname)

const addressesOf = (looked: LookedUp): ReadonlyArray<string> =>
  looked._tag === "Answered" ? canonical(looked.addresses) : []

/** Problem of a nameserver name; undefined if its wildcard resolves to the same addresses. */
const problemOf = Effect.fnUntraced(function*(name: string) {
  const lookup = yield* DelegationLookup
  const names = Option.all([hostname(name), hostname(`${probe}.${name}`)])
  if (Option.isNone(names)) return `${name} is not a hostname`
  const [own, generated] = yield* Effect.all([
    lookup.publicAddresses(names.value[0]),
    lookup.publicAddresses(names.value[1])
  ], { concurrency: 2 })
  for (const looked of [own, generated]) {
    if (looked._tag === "Unanswered") return `${name} could not be looked up: ${looked.reason}`
  }
  const addresses = addressesOf(own)
  if (addresses.length === 0) return `${name} has no addresses`
  return addresses.join() === addressesOf(generated).join()
    ? undefined
    : `*.${name} should have the addresses of ${name} (${
      addresses.join(", ")
    }): organizations delegate their names there`
})

/** Checks the platform's nameserver names and their wildcards in the DNS. */
export const nameserverNames = Effect.fnUntraced(function*(
  { environment, zoneNameservers }: Pick<Settings, "environment" | "zoneNameservers">
): Effect.fn.Return<CheckResult, never, DelegationLookup> {
  const about = "Nameserver names"
  if (environment === "sandbox") return { about, verdict: "fine", explanation: "not looked up in a sandbox" }
  const problems = (yield* Effect.forEach(zoneNameservers, problemOf, { concurrency: "unbounded" }))
    .flatMap((problem) => problem ?? [])
  return problems.length === 0
    ? { about, verdict: "fine", explanation: `${zoneNameservers.join(", ")}, and the wildcards below them` }
    : { about, verdict: "problem", explanation: problems.join("; ") }
})
