import { type CreateZone, ZoneDnssec, Zones } from "@namewright/core/dns"
import { Effect } from "effect"
import { type Customer, customer } from "../../domains/DomainsPlatform.ts"
import { whileServed } from "../dnssec/SigningPlatform.ts"

let made = 0

/** The nameservers of every zone without a vanity set, as an NS RRset shows them. */
export const ours = "NS ns1.namewright.test. ns2.namewright.test."

/** A domain's name, without the final dot, that no other test has, of a customer who acts on zones of it. */
export const family = Effect.fnUntraced(function*(owner?: Customer) {
  const zones = yield* Zones
  const dnssec = yield* ZoneDnssec
  const { act, organization_id } = owner ?? (yield* customer())
  const top = `family-${++made}.com`
  return {
    top,
    act,
    organization_id,
    make: (name: string, rest: Omit<CreateZone, "name"> = {}) => act(zones.create({ name, ...rest })),
    remove: (name: string) => act(zones.remove(name)),
    sign: (name: string) => whileServed(act(dnssec.enable(name))),
    unsign: (name: string) => act(dnssec.disable(name)),
    roll: (name: string) => act(dnssec.roll(name)),
    get: (name: string) => act(zones.get(name, [])),
    /** Type and records that the platform has written for the delegation of a name. */
    delegation: Effect.fnUntraced(function*(zone: string, name: string) {
      const { rrsets } = yield* act(zones.get(zone, []))
      return rrsets.filter(({ fqdn, protected_reason }) => fqdn === `${name}.` && protected_reason === "CHILD_ZONE")
        .map(({ records, type }) => [type, ...records.map(({ rdata }) => rdata)].join(" "))
    }),
    /** The key tags of the DS that a zone has of a name. */
    dsTags: Effect.fnUntraced(function*(zone: string, name: string) {
      const { rrsets } = yield* act(zones.get(zone, []))
      return rrsets.filter(({ fqdn, type }) => fqdn === `${name}.` && type === "DS")
        .flatMap(({ records }) => records.map(({ rdata }) => Number(rdata.split(" ")[0])))
    })
  }
})
