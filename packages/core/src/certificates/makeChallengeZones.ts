import { Effect, Option } from "effect"
import { OrganizationDirectory } from "../access/index.ts"
import {
  absoluteName,
  DnsName,
  namesAbove,
  type Zone,
  ZoneOwnershipStore,
  ZonePublications,
  ZoneStore
} from "../dns/index.ts"
import { type Hostname, limits, type OrganizationId } from "../shared/index.ts"
import { CheckFailed } from "./CheckFailed.ts"

/** Label of the records that prove a host over DNS. Source: RFC 8555, section 8.4. */
const challengeLabel = "_acme-challenge"

/** Owner of the record that proves a host. The host leaves space for the label. */
export const challengeRecordName = (host: Hostname): DnsName.DnsName => absoluteName(`${challengeLabel}.${host}`)

const longestHost = limits.domainName.maximum - challengeLabel.length - 1

/** Zones of this installation in which hosts can be proven over DNS. */
export const makeChallengeZones = Effect.gen(function*() {
  const directory = yield* OrganizationDirectory
  const ownership = yield* ZoneOwnershipStore
  const publications = yield* ZonePublications
  const store = yield* ZoneStore

  /** The nearest served zone that contains a name. */
  const nearest = Effect.fnUntraced(function*(name: DnsName.DnsName) {
    const names = [name, ...namesAbove(name)]
    const served = yield* ownership.served(names)
    return Option.fromUndefinedOr(names.map((one) => served.get(one)).find((zone) => zone !== undefined))
  })

  /** True if an organization may write records into a zone: it is the owner, or the owner's parent. */
  const mayUse = Effect.fnUntraced(function*(zone: Zone, organization_id: OrganizationId | null) {
    // The platform's own hosts are chosen by its operator.
    if (organization_id === null || organization_id === zone.organization_id) return true
    const owner = yield* directory.find(zone.organization_id)
    return Option.exists(owner, ({ parent_organization_id }) => parent_organization_id === organization_id)
  })

  /** Fails if nameservers answer for the record with a delegation or an alias instead. */
  const checkVisible = Effect.fnUntraced(function*(zone: Zone, name: DnsName.DnsName) {
    const between = [name, ...namesAbove(name)].filter((one) => DnsName.isWithin(one, zone.name))
    const hiding = (yield* store.rrsetsAt(zone, between)).find((rrset) =>
      rrset.type === "CNAME"
        ? rrset.name === name
        : (rrset.type === "NS" && rrset.name !== zone.name) || (rrset.type === "DNAME" && rrset.name !== name)
    )
    if (hiding === undefined) return
    const message = `${name} is redirected by the ${hiding.type} record at ${hiding.name}, which is not followed`
    return yield* new CheckFailed({ code: "challenge_redirected", message })
  })

  /** The zone that contains the record of a host. Fails if it is not the organization's, or the record would not be served. */
  const locate = Effect.fnUntraced(function*(host: Hostname, organization_id: OrganizationId | null) {
    if (host.length > longestHost) {
      const message = `${host} has more than ${longestHost} characters, and no record can prove it`
      return yield* new CheckFailed({ code: "zone_missing", message })
    }
    const name = challengeRecordName(host)
    const found = yield* nearest(name)
    if (Option.isNone(found)) {
      const message = `${host} is proven over DNS, and no zone of it is served by this installation`
      return yield* new CheckFailed({ code: "zone_missing", message })
    }
    const zone = found.value
    if (!(yield* mayUse(zone, organization_id))) {
      const message = `${host} is proven over DNS, and its zone ${zone.name} belongs to another organization`
      return yield* new CheckFailed({ code: "zone_foreign", message })
    }
    yield* checkVisible(zone, name)
    if ((yield* publications.ofZone(zone)).length === 0) {
      const message = `${host} is proven over DNS, and its zone ${zone.name} is published to no nameserver`
      return yield* new CheckFailed({ code: "zone_unpublished", message })
    }
    return zone
  })

  return { locate }
})
