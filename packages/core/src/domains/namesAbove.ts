import { ancestors, DomainName, domainNameProblem } from "../shared/index.ts"

/** The name, if a domain can have it: labels such as `_dmarc` are in no domain's name, and a single label is a suffix. */
export const registrable = (name: string): ReadonlyArray<DomainName> =>
  domainNameProblem(name) === undefined ? [DomainName.make(name)] : []

/** Names of domains that a hostname may lie below, longest first. */
export const namesAbove = (hostname: string): ReadonlyArray<DomainName> => ancestors(hostname).flatMap(registrable)
