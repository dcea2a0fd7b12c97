import {
  canonical,
  isPlatformName,
  type OwnershipAnswers,
  type OwnershipFinding,
  OwnershipProof,
  type OwnershipQuestion,
  ownershipVerdict,
  questionOf,
  unknown
} from "@namewright/core/dns"
import { PlatformSettings } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { rrTypes } from "../message/RrType.ts"
import type { Transport } from "../transport/DnsExchange.ts"
import { delegationIn, textsIn } from "./delegationIn.ts"
import { findParentZone, type ParentZone, united } from "./ParentZone.ts"
import { type PublicResolver, publicResolver, type PublicResolverOptions, Unresolved } from "./PublicResolver.ts"
import { makeZoneServers, type ZoneServer, type ZoneServers, type ZoneServersOptions } from "./ZoneServers.ts"

export interface OwnershipProofOptions extends PublicResolverOptions, ZoneServersOptions {
  /** Time limit of one check in milliseconds. Default 12,000. */
  readonly limit?: number | undefined
}

const standardLimit = 12_000

/** Addresses of the platform's nameservers in canonical form. Fails unless all of them are resolved. */
const platformAddresses = (resolver: PublicResolver, { addresses, common_nameservers }: OwnershipQuestion) =>
  Effect.forEach(common_nameservers, resolver.addresses, { concurrency: "unbounded" }).pipe(
    Effect.map((resolved) => new Set(canonical([...addresses, ...resolved.flat()]))),
    Effect.mapError(({ code }) => new Unresolved(`The names of the platform's nameservers were not resolved: ${code}`))
  )

const isPlatformServer = (
  question: OwnershipQuestion,
  addresses: ReadonlySet<string>,
  server: ZoneServer
): boolean =>
  isPlatformName(question, server.name) || canonical(server.addresses).some((address) => addresses.has(address))

/** Queries every nameserver of the parent zone, and every nameserver of the zone outside the platform. */
const gather = Effect.fnUntraced(function*(
  servers: ZoneServers,
  parent: ParentZone,
  platform: ReadonlySet<string>,
  question: OwnershipQuestion,
  transport: Transport
): Effect.fn.Return<OwnershipAnswers> {
  const { challenge, zone } = question
  const above = yield* servers.ask(parent.servers, { name: zone, type: rrTypes.NS, transport }, delegationIn(zone))
  const { glue, nameservers } = united(above.answered.map(({ value }) => value))
  const children = yield* servers.located(nameservers, glue)
  const outside = children.filter((child) => !isPlatformServer(question, platform, child))
  const { answered, silent } = yield* servers.ask(
    outside,
    { name: challenge.name, type: rrTypes.TXT, transport },
    textsIn(challenge.name)
  )
  return {
    parent: parent.name,
    delegations: above.answered.map(({ server, value }) => ({
      server,
      nameservers: value.nameservers,
      is_referral: value.isReferral
    })),
    silent_parents: above.silent,
    platform_nameservers: children.filter((child) => !outside.includes(child)).map(({ name }) => name),
    challenges: answered.map(({ server, value }) => ({ server, values: value })),
    silent_children: silent
  }
})

const makeCheck = (options: OwnershipProofOptions) => {
  const resolver = publicResolver(options)
  const limit = options.limit ?? standardLimit
  const check = Effect.fnUntraced(function*(question: OwnershipQuestion) {
    const servers = makeZoneServers(resolver, options)
    const platform = yield* platformAddresses(resolver, question)
    const foundOver = Effect.fnUntraced(function*(transport: Transport) {
      const parent = yield* findParentZone(question.zone, { resolver, servers, transport })
      return ownershipVerdict(question, yield* gather(servers, parent, platform, question, transport))
    })
    const found = yield* foundOver("udp")
    return found._tag === "Proven" ? yield* foundOver("tcp") : found
  })
  return (question: OwnershipQuestion): Effect.Effect<OwnershipFinding> =>
    check(question).pipe(
      Effect.catch(({ code }) => Effect.succeed(unknown(code))),
      Effect.timeoutOrElse({
        duration: limit,
        orElse: () => Effect.succeed(unknown(`The check took longer than ${limit / 1000} seconds`))
      })
    )
}

/**
 * Looks for proofs of ownership in the public DNS. Datagrams can be forged: a proof counts only if it is found again
 * over TCP.
 */
export const publicOwnershipProof = (options: OwnershipProofOptions = {}): Layer.Layer<OwnershipProof> =>
  Layer.effect(
    OwnershipProof,
    Effect.map(PlatformSettings, ({ dns }) => {
      const check = makeCheck(options)
      return OwnershipProof.of({
        check: Effect.fn("OwnershipProof.check")((claim) => check(questionOf(claim, dns)))
      })
    })
  )
