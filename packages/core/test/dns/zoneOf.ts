import { type RequestedRrset, Zones } from "@namewright/core/dns"
import { Effect } from "effect"
import type { Customer } from "../domains/DomainsPlatform.ts"

/** A new zone of the customer with these RRsets. */
export const zoneWith = (owner: Customer, name: string, ...rrsets: ReadonlyArray<RequestedRrset>) =>
  Effect.flatMap(Zones, (zones) => owner.act(zones.create({ name, rrsets })))

export const upsertOf = (rrset: RequestedRrset) => ({ op: "upsert", rrset })

/** RRsets of a zone that its user has written: `www A 192.0.2.1`. */
export const written = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const zones = yield* Zones
  const { rrsets } = yield* owner.act(zones.get(name, []))
  return rrsets.filter((one) => !one.protected).map(({ name: own, records, type }) =>
    [own, type, ...records.map(({ rdata }) => rdata)].join(" ")
  )
})
