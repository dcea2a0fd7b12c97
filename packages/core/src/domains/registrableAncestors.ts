import { ancestors, DomainName, domainNameProblem } from "../shared/index.ts"

/** The name if a domain can have it; empty for labels such as `_dmarc`, and for a single label. */
export const registrable = (name: string): ReadonlyArray<DomainName> =>
  domainNameProblem(name) === undefined ? [DomainName.make(name)] : []

/** Possible names of parent domains of a hostname, longest first. */
export const registrableAncestors = (hostname: string): ReadonlyArray<DomainName> =>
  ancestors(hostname).flatMap(registrable)
