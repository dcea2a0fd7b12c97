import type { DnsName, SilentServer } from "@namewright/core/dns"
import { isPublicAddress } from "@namewright/core/shared"
import { Effect, Option, Result } from "effect"
import { NetAddress } from "effect/net"
import type { Message } from "../message/Message.ts"
import type { Transport } from "../transport/DnsExchange.ts"
import { askServer } from "./askServer.ts"
import { type PublicResolver, type PublicResolverOptions, standardTimeout } from "./PublicResolver.ts"

export interface ZoneServersOptions extends Pick<PublicResolverOptions, "timeout"> {
  /** Port of the nameservers. Default 53. */
  readonly port?: number | undefined
  /** True to query nameservers at loopback addresses, for tests. Other addresses that are not public are never queried. Default false. */
  readonly loopback?: boolean | undefined
}

/** A nameserver of a zone, with the addresses at which it is queried. */
export interface ZoneServer {
  readonly name: DnsName.DnsName
  readonly addresses: ReadonlyArray<string>
  /** Reason why it has no address to query; undefined if it has one. */
  readonly problem?: string
}

/** Content of an answer, or the reason why the server is lame. */
export type Reading<A> =
  | { readonly _tag: "Read"; readonly value: A }
  | { readonly _tag: "Lame"; readonly reason: string }

export const read = <A>(value: A): Reading<A> => ({ _tag: "Read", value })
export const lame = (reason: string): Reading<never> => ({ _tag: "Lame", reason })

/** Answers of the nameservers of a zone, one for each address that answered. */
export interface ServerAnswers<A> {
  readonly answered: ReadonlyArray<{ readonly server: DnsName.DnsName; readonly value: A }>
  /** Nameservers of which no address gave a usable answer. */
  readonly silent: ReadonlyArray<SilentServer>
}

/** Nameservers of one zone that are queried; a delegation rarely has more than 13. */
const maximumServers = 13

/** Addresses of one zone's nameservers that are queried. */
const maximumAddresses = 26

/** Attempts over UDP at one address, which share its time. One lost datagram says nothing about a nameserver. */
const attempts = 2

/**
 * Queries the nameservers of zones, each at all of its addresses. An address that did not answer is not queried again: on a
 * machine without IPv6 every step would wait for it.
 */
export interface ZoneServers {
  /** The nameservers with their addresses: those that a resolver finds, or else those beside the delegation. */
  readonly located: (
    names: ReadonlyArray<DnsName.DnsName>,
    glue: ReadonlyMap<DnsName.DnsName, ReadonlyArray<string>>
  ) => Effect.Effect<ReadonlyArray<ZoneServer>>
  readonly ask: <A>(
    servers: ReadonlyArray<ZoneServer>,
    question: { readonly name: DnsName.DnsName; readonly type: number; readonly transport: Transport },
    reading: (message: Message) => Reading<A>
  ) => Effect.Effect<ServerAnswers<A>>
}

/** Anybody can delegate to any address: a query to one inside the network would be made on behalf of a stranger. */
const mayBeAsked = (address: string, loopback: boolean): boolean =>
  Option.match(Result.getSuccess(NetAddress.ipFromString(address)), {
    onNone: () => false,
    onSome: (ip) => isPublicAddress(ip) || loopback && NetAddress.isLoopback(ip)
  })

export const makeZoneServers = (
  resolver: PublicResolver,
  { loopback = false, port = 53, timeout = standardTimeout }: ZoneServersOptions
): ZoneServers => {
  const located: ZoneServers["located"] = (names, glue) => {
    const asked = names.slice(0, maximumServers)
    const eachAtMost = Math.floor(maximumAddresses / Math.max(asked.length, 1))
    const locate = Effect.fnUntraced(function*(name: DnsName.DnsName): Effect.fn.Return<ZoneServer> {
      const found = yield* Effect.result(resolver.addresses(name))
      const resolved = Result.getOrElse(found, () => [])
      const all = resolved.length > 0 ? resolved : glue.get(name) ?? []
      const addresses = all.filter((address) => mayBeAsked(address, loopback)).slice(0, eachAtMost)
      if (addresses.length > 0) return { name, addresses }
      return {
        name,
        addresses,
        problem: Result.isFailure(found) ? `was not resolved: ${found.failure.code}` : "has no public address"
      }
    })
    return Effect.forEach(asked, locate, { concurrency: "unbounded" })
  }

  const unanswering = new Set<string>()

  const askAddress = Effect.fnUntraced(
    function*(address: string, name: DnsName.DnsName, type: number, transport: Transport) {
      if (unanswering.has(address)) return Option.none()
      const answer = yield* askServer({ host: address, port }, name, type, { transport, timeout, attempts })
      if (Option.isNone(answer)) unanswering.add(address)
      return answer
    }
  )

  const ask: ZoneServers["ask"] = Effect.fnUntraced(function*(servers, { name, transport, type }, reading) {
    const asked = servers.flatMap((server) => server.addresses.map((address) => ({ server: server.name, address })))
    const outcomes = yield* Effect.forEach(
      asked,
      Effect.fnUntraced(function*({ address, server }) {
        const answer = yield* askAddress(address, name, type, transport)
        return { server, outcome: Option.match(answer, { onNone: () => lame("did not answer"), onSome: reading }) }
      }),
      { concurrency: "unbounded" }
    )
    const answered = outcomes.flatMap(({ outcome, server }) =>
      outcome._tag === "Read" ? [{ server, value: outcome.value }] : []
    )
    const unanswered = servers.flatMap(({ name: server, problem }): ReadonlyArray<SilentServer> => {
      if (answered.some((one) => one.server === server)) return []
      const first = outcomes.find((one) => one.server === server)?.outcome
      return [{ server, reason: first?._tag === "Lame" ? first.reason : problem ?? "did not answer" }]
    })
    return { answered, silent: unanswered }
  })

  return { located, ask }
}
