import { DateTime, Duration, Effect } from "effect"
import { parse } from "tldts"
import type { Hostname, Instant } from "../shared/index.ts"
import type { AuthorityFailed as Failed, CertificateAuthority } from "./CertificateAuthority.ts"
import { AuthorityFailed } from "./CertificateAuthority.ts"
import type { CertificateStore } from "./CertificateStore.ts"

/** Registered domain of a host by the Public Suffix List with its private part, as authorities count; the host without one. */
export const registeredDomain = (host: Hostname): string =>
  parse(host, { allowPrivateDomains: true, validateHostname: false, detectIp: false }).domain ?? host

/** Registered domains of hosts, each once, in ascending order. */
export const registeredDomains = (hosts: ReadonlyArray<Hostname>): ReadonlyArray<string> =>
  [...new Set(hosts.map(registeredDomain))].toSorted()

/** Time at which fewer than `limit` of these times, in ascending order, are within the period. */
const freeAgain = (
  times: ReadonlyArray<Instant.Instant>,
  limit: number,
  period: Duration.Duration
): Instant.Instant | undefined => {
  const decisive = times.at(-limit)
  return times.length < limit || decisive === undefined ? undefined : DateTime.addDuration(decisive, period)
}

/**
 * The refusal that an authority would answer with, because it has issued too many certificates for a registered domain or for
 * exactly these names; undefined if it accepts an order. Counts those of this installation.
 */
export const reachedIssueLimit = Effect.fnUntraced(function*(
  store: CertificateStore["Service"],
  { issueLimit, name: authority }: CertificateAuthority,
  names: ReadonlyArray<Hostname>,
  now: Instant.Instant
): Effect.fn.Return<Failed | undefined> {
  if (issueLimit === undefined) return undefined
  const { perDomain, perNames, period } = issueLimit
  const since = DateTime.subtractDuration(now, period)
  const refusal = (until: Instant.Instant, issued: string) =>
    new AuthorityFailed({
      reason: "rateLimited",
      message: `${authority} has issued ${issued} in ${Duration.format(period)}, its limit`,
      retry_after: Math.ceil(Duration.toSeconds(DateTime.distance(now, until)))
    })
  const domains = registeredDomains(names)
  for (const domain of domains) {
    const until = freeAgain(yield* store.issueTimes({ authority, domain, since }), perDomain, period)
    if (until !== undefined) return refusal(until, `${perDomain} certificates for ${domain}`)
  }
  const [domain = ""] = domains
  const until = freeAgain(yield* store.issueTimes({ authority, domain, since, names }), perNames, period)
  return until === undefined ? undefined : refusal(until, `${perNames} certificates for ${names.join(", ")}`)
})
