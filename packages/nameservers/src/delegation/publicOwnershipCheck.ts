import {
  canonical,
  isPlatformName,
  type OwnershipAnswers,
  type OwnershipQuestion,
  type OwnershipVerdict,
  ownershipVerdict,
  unknown
} from "@namewright/core/dns"
import { Effect } from "effect"
import { rrTypes } from "../message/RrType.ts"
import type { Transport } from "./askServer.ts"
import { delegationIn, textsIn } from "./delegationIn.ts"
import { findParentZone, type ParentZone, united } from "./ParentZone.ts"
import { type PublicResolver, publicResolver, type PublicResolverOptions } from "./PublicResolver.ts"
import { makeZoneServers, type ZoneServer, type ZoneServers, type ZoneServersOptions } from "./ZoneServers.ts"

export interface OwnershipCheckOptions extends PublicResolverOptions, ZoneServersOptions {
  /** Time limit of one check in milliseconds. Default 12,000. */
  readonly limit?: number | undefined
}

const standardLimit = 12_000

/** The addresses at which the platform's nameservers answer, each in one spelling. */
const platformAddresses = (resolver: PublicResolver, { addresses, common_nameservers }: OwnershipQuestion) =>
  Effect.map(
    Effect.forEach(common_nameservers, (name) => Effect.orElseSucceed(resolver.addresses(name), () => []), {
      concurrency: "unbounded"
    }),
    (resolved) => new Set(canonical([...addresses, ...resolved.flat()]))
  )

const isPlatformServer = (
  question: OwnershipQuestion,
  addresses: ReadonlySet<string>,
  server: ZoneServer
): boolean =>
  isPlatformName(question, server.name) || canonical(server.addresses).some((address) => addresses.has(address))

/** Asks every nameserver of the parent zone, and every nameserver of the zone that is not the platform's. */
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
    delegations: above.answered.map(({ server, value }) => ({ server, nameservers: value.nameservers })),
    silent_parents: above.silent,
    platform_nameservers: children.filter((child) => !outside.includes(child)).map(({ name }) => name),
    challenges: answered.map(({ server, value }) => ({ server, values: value })),
    silent_children: silent
  }
})

/**
 * Checks the ownership of zones in the public DNS. Datagrams can be forged, so that a proof counts only if all of it is
 * found again over TCP.
 */
export const publicOwnershipCheck = (
  options: OwnershipCheckOptions = {}
): (question: OwnershipQuestion) => Effect.Effect<OwnershipVerdict> => {
  const resolver = publicResolver(options)
  const servers = makeZoneServers(resolver, options)
  const limit = options.limit ?? standardLimit
  const check = Effect.fnUntraced(function*(question: OwnershipQuestion) {
    const platform = yield* platformAddresses(resolver, question)
    const verdictOver = Effect.fnUntraced(function*(transport: Transport) {
      const parent = yield* findParentZone(question.zone, { resolver, servers, transport })
      return ownershipVerdict(question, yield* gather(servers, parent, platform, question, transport))
    })
    const verdict = yield* verdictOver("udp")
    return verdict._tag === "Proven" ? yield* verdictOver("tcp") : verdict
  })
  return (question) =>
    check(question).pipe(
      Effect.catch(({ code }) => Effect.succeed(unknown(code))),
      Effect.timeoutOrElse({
        duration: limit,
        orElse: () => Effect.succeed(unknown(`The check took longer than ${limit / 1000} seconds`))
      })
    )
}
