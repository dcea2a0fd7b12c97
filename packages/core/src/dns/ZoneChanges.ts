import { Context, type Effect } from "effect"
import type { DnsName } from "./DnsName.ts"
import type { RrsetChange } from "./Rrset.ts"
import type { Zone } from "./Zone.ts"
import type { ZoneChange, ZoneChangeCause } from "./ZoneChange.ts"
import type { ZoneNotFound } from "./ZoneError.ts"

/** What a change wants of a zone. */
export interface ZoneEdit {
  readonly rrsets: ReadonlyArray<RrsetChange>
  /** Members of the zone itself that change, such as its nameservers. */
  readonly zone?:
    | Partial<
      Pick<
        Zone,
        "nameservers" | "rname" | "dnssec_status" | "dnssec_registry_publish" | "vanity_nameserver_set_id"
      >
    >
    | undefined
  /** What is served changes though neither RRsets nor zone do: other keys, or a new round of signatures. */
  readonly is_signed_anew?: boolean | undefined
}

/**
 * The id that the next change of a zone is written under, a UUID, where somebody has to find it in the history again: a
 * job that may run twice. Undefined takes a new one.
 */
export const ChangesetId = Context.Reference<string | undefined>("@namewright/core/dns/ChangesetId", {
  defaultValue: () => undefined
})

/**
 * The only way to a new serial. It locks the zone, lets the caller decide on what is there, writes, appends to the
 * history, and has the nameservers told after the commit. Called in a transaction or opening one.
 */
export class ZoneChanges extends Context.Service<ZoneChanges, {
  /** `decide` answers null, or an edit without any difference, when nothing is to change; then the serial stays. */
  readonly change: <E, R>(
    name: DnsName,
    cause: ZoneChangeCause,
    decide: (zone: Zone) => Effect.Effect<ZoneEdit | null, E, R>
  ) => Effect.Effect<ZoneChange | null, ZoneNotFound | E, R>
}>()("@namewright/core/dns/ZoneChanges") {}
