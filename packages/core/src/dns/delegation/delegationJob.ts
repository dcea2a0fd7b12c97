import { Schema } from "effect"
import type { SystemJob } from "../../jobs/index.ts"
import { DnsName } from "../DnsName.ts"
import type { RrsetChange } from "../Rrset.ts"
import { isAddress } from "../rules/delegations.ts"
import type { Zone } from "../Zone.ts"
import { namesAbove } from "../ZoneName.ts"

/** Kind of the jobs that update delegations. */
export const delegationJobKind = "dns.child_delegations"

/** Names whose delegations are updated. */
export const DelegationJob = Schema.Struct({
  /** Names of zones whose glue may differ. */
  renewed: Schema.Array(DnsName),
  /** Names at and below which other zones may be delegated. */
  unblocked: Schema.Array(DnsName)
})

export const delegationJob = (names: typeof DelegationJob.Type): SystemJob => ({
  kind: delegationJobKind,
  organization_id: null,
  payload: { ...names }
})

/** Maximum number of names; more are replaced by the name of the zone. */
const mostNames = 50

/** Names of zones whose glue may contain the changed addresses: those of nameservers of the zone itself. */
export const glueNames = ({ nameservers }: Zone, changes: ReadonlyArray<RrsetChange>): ReadonlyArray<DnsName> => {
  const changed = changes.filter((change) => isAddress(change) && nameservers.includes(change.name))
  return [...new Set(changed.flatMap(({ name }) => [name, ...namesAbove(name)]))]
}

/**
 * Names at and below which zones can be delegated now, or are hidden: NS RRsets that the owner of the zone has written or
 * removed, and removed CNAME and DNAME.
 */
export const clearedNames = (
  zone: Pick<Zone, "name">,
  changes: ReadonlyArray<RrsetChange>
): ReadonlyArray<DnsName> => {
  const cleared = changes.filter(({ after, before, name, type }) =>
    name !== zone.name && (after ?? before)?.protected_reason === null &&
    (type === "NS" || ((type === "CNAME" || type === "DNAME") && after === null))
  )
  const names = [...new Set(cleared.map(({ name }) => name))]
  return names.length > mostNames ? [zone.name] : names
}
