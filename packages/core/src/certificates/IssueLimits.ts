import { DateTime, Duration, Effect } from "effect"
import { parse } from "tldts"
import type { Instant } from "../shared/index.ts"
import type { AuthorityFailed as Failed, CertificateAuthority } from "./CertificateAuthority.ts"
import { AuthorityFailed } from "./CertificateAuthority.ts"
import { type CertificateName, provenHost } from "./CertificateName.ts"
import type { CertificateStore } from "./CertificateStore.ts"

/** Domain directly below the public or private suffix of a name, by which authorities count; its host without one. */
export const domainBelowAnySuffix = (name: CertificateName): string => {
  const host = provenHost(name)
  return parse(host, { allowPrivateDomains: true, validateHostname: false, detectIp: false }).domain ?? host
}

/** These domains of names, each once, in ascending order. */
export const domainsBelowAnySuffix = (names: ReadonlyArray<CertificateName>): ReadonlyArray<string> =>
  [...new Set(names.map(domainBelowAnySuffix))].toSorted()

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
  names: ReadonlyArray<CertificateName>,
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
  const domains = domainsBelowAnySuffix(names)
  for (const domain of domains) {
    const until = freeAgain(yield* store.issueTimes({ authority, domain, since }), perDomain, period)
    if (until !== undefined) return refusal(until, `${perDomain} certificates for ${domain}`)
  }
  const [domain = ""] = domains
  const until = freeAgain(yield* store.issueTimes({ authority, domain, since, names }), perNames, period)
  return until === undefined ? undefined : refusal(until, `${perNames} certificates for ${names.join(", ")}`)
})
