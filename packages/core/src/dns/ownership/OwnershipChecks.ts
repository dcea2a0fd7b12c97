import { Context, Effect, Layer } from "effect"
import { OrganizationDirectory, OrganizationScope, systemActor } from "../../access/index.ts"
import { type Hostname, type OrganizationId, PlatformSettings } from "../../shared/index.ts"
import { absoluteName } from "../absoluteName.ts"
import * as DnsName from "../DnsName.ts"
import { VanitySetStore } from "../vanity/VanitySetStore.ts"
import type { Zone } from "../Zone.ts"
import { namesAbove } from "../ZoneName.ts"
import { ZoneStore } from "../ZoneStore.ts"
import { generatedNameservers } from "./generatedNameservers.ts"
import { NameHolders } from "./NameHolders.ts"
import { type OwnershipAnswers, questionOf } from "./OwnershipAnswers.ts"
import { OwnershipChallenges } from "./OwnershipChallenges.ts"
import { type ClaimedName, type OwnershipFinding, OwnershipProof } from "./OwnershipProof.ts"
import { isPlatformName, ownershipVerdict } from "./ownershipVerdict.ts"
import { nearestAbove } from "./ServedZones.ts"
import { ZoneOwnershipStore } from "./ZoneOwnershipStore.ts"

/** A zone whose ownership is to be checked. */
type ZoneToCheck = Pick<Zone, "dns_zone_id" | "name" | "organization_id">

/** Checks whether an organization owns the name of a zone. Called outside of transactions, because it asks nameservers. */
export class OwnershipChecks extends Context.Service<OwnershipChecks, {
  /** Takes some seconds at most. */
  readonly check: (zone: ZoneToCheck) => Effect.Effect<OwnershipFinding>
}>()("@namewright/core/dns/ownership/OwnershipChecks") {
  static readonly layer = Layer.effect(
    OwnershipChecks,
    Effect.gen(function*() {
      const challenges = yield* OwnershipChallenges
      const directory = yield* OrganizationDirectory
      const holders = yield* NameHolders
      const proof = yield* OwnershipProof
      const sets = yield* VanitySetStore
      const store = yield* ZoneOwnershipStore
      const zones = yield* ZoneStore
      const { dns } = yield* PlatformSettings

      const actsFor = (organization: OrganizationId, owner: OrganizationId) =>
        OrganizationScope.visible(directory, systemActor(organization), owner)

      /**
       * Hostnames of an organization's vanity sets below its own domains and served zones. Sets of several
       * organizations may have the same hostname; only the owner of the name above controls its addresses.
       */
      const exclusiveHostnames = Effect.fnUntraced(function*(organization: OrganizationId) {
        const hostnames = yield* sets.hostnames(organization)
        const names = hostnames.map(absoluteName)
        const holderOf = yield* holders.of(names)
        const served = yield* store.served([...new Set(names.flatMap((name) => [name, ...namesAbove(name)]))])
        const exclusive: Array<Hostname> = []
        for (const hostname of hostnames) {
          const name = absoluteName(hostname)
          const owner = holderOf.get(name) ?? served.get(name) ?? nearestAbove(name, served)
          if (owner !== undefined && (yield* actsFor(organization, owner.organization_id))) exclusive.push(hostname)
        }
        return exclusive
      })

      /**
       * NS records for the name in the nearest served zone above, if that zone is held or proven; undefined if there are
       * none. The platform's nameservers answer for both zones, so that the public DNS does not show these records.
       */
      const hostedDelegation = Effect.fnUntraced(function*(name: DnsName.DnsName) {
        const between = namesAbove(name)
        const above = nearestAbove(name, yield* store.served(between))
        if (above === undefined || above.ownership === "unproven") return undefined
        const cuts = [name, ...between].filter((one) => one !== above.name && DnsName.isWithin(one, above.name))
        const rrsets = (yield* zones.rrsetsAt(above, cuts)).filter(({ type }) => type === "NS")
        // A cut between the two zones means that the name is delegated from there.
        const [highestCut] = rrsets.toSorted((left, right) => left.name.length - right.name.length)
        if (highestCut?.name !== name) return undefined
        // The platform's own delegation follows from the ownership and cannot prove it.
        const isOwners = highestCut.protected_reason === null
        return { above, nameservers: isOwners ? highestCut.records.map(absoluteName) : [] }
      })

      const claimOf = Effect.fnUntraced(
        function*({ name, organization_id }: ZoneToCheck): Effect.fn.Return<ClaimedName> {
          return {
            zone_name: name,
            organization_id,
            token: yield* challenges.tokenOf(organization_id, name),
            vanity_nameservers: yield* exclusiveHostnames(organization_id),
            own_nameservers: generatedNameservers(organization_id, dns.nameservers)
          }
        }
      )

      const check = Effect.fn("OwnershipChecks.check")(function*(zone: ZoneToCheck) {
        const claim = yield* claimOf(zone)
        const delegated = yield* hostedDelegation(zone.name)
        if (delegated === undefined) return yield* proof.check(claim)
        const question = questionOf(claim, dns)
        const { above, nameservers } = delegated
        const platform_nameservers = nameservers.filter((name) => isPlatformName(question, name))
        const answers: OwnershipAnswers = {
          parent: above.name,
          delegations: [{ server: above.name, nameservers, is_referral: true }],
          silent_parents: [],
          platform_nameservers,
          challenges: [],
          silent_children: []
        }
        const finding = ownershipVerdict(question, answers)
        const isDecided = finding._tag === "Proven" || platform_nameservers.length === nameservers.length
        return isDecided ? finding : yield* proof.check(claim)
      })

      return OwnershipChecks.of({ check })
    })
  )
}
