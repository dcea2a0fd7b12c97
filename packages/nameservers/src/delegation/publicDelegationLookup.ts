import { answered, DelegationLookup, DnsName, type LookedUp, Rdata, unanswered } from "@namewright/core/dns"
import { ancestors, type DomainName, type Hostname } from "@namewright/core/shared"
import { Effect, Layer, Option, Result } from "effect"
import { Resolver } from "node:dns/promises"
import type { Message } from "../message/Message.ts"
import { rrTypes } from "../message/RrType.ts"
import { askServer } from "./askServer.ts"

export interface DelegationLookupOptions {
  /** Resolvers to ask, `192.0.2.53` or `192.0.2.53:5353`. Default those of the system. */
  readonly resolvers?: ReadonlyArray<string> | undefined
  /** Where the nameservers above a domain listen. Default 53. */
  readonly port?: number | undefined
  /** Milliseconds for which each answer is waited for. Default 2000. */
  readonly timeout?: number | undefined
}

/** Nameservers above a domain that are asked before it counts as unanswered. */
const serversAsked = 3

/** Answers of a resolver that say there is nothing. */
const nothing = new Set(["ENODATA", "ENOTFOUND"])

/** Why a resolver did not answer. */
class Unresolved {
  readonly code: string
  constructor(code: string) {
    this.code = code
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "no answer"

/** What a resolver finds; nothing is an answer, too. */
const resolved = (find: () => Promise<ReadonlyArray<string>>): Effect.Effect<ReadonlyArray<string>, Unresolved> =>
  Effect.catch(
    Effect.tryPromise({ try: find, catch: (error) => new Unresolved(codeOf(error)) }),
    (error) => nothing.has(error.code) ? Effect.succeed([]) : Effect.fail(error)
  )

const absolute = (hostname: Hostname): DnsName.DnsName => DnsName.lowerCase(Result.getOrThrow(DnsName.parse(hostname)))

/** The addresses of a hostname anywhere in a message: in a referral they stand beside it. */
const addressesIn = ({ additionals, answers }: Message, name: DnsName.DnsName): ReadonlyArray<string> =>
  [...answers, ...additionals].flatMap(({ name: owner, rdata, type }) => {
    if (!DnsName.equals(owner, name)) return []
    const kind = type === rrTypes.A ? "A" : type === rrTypes.AAAA ? "AAAA" : undefined
    if (kind === undefined) return []
    const value = Rdata.decode(kind, rdata)
    return Result.isSuccess(value) ? [Rdata.text(kind, value.success)] : []
  })

const makeLookup = ({ port = 53, resolvers, timeout = 2000 }: DelegationLookupOptions) => {
  const resolver = new Resolver({ timeout, tries: 2 })
  if (resolvers !== undefined) resolver.setServers([...resolvers])

  const addressesOf = (hostname: string) =>
    Effect.map(
      Effect.all([
        resolved(() => resolver.resolve4(hostname)),
        resolved(() => resolver.resolve6(hostname))
      ], { concurrency: 2 }),
      (both) => both.flat()
    )

  /** The nameservers of the zone that a domain is delegated from. */
  const serversAbove = Effect.fnUntraced(function*(domain: DomainName) {
    for (const above of ancestors(domain)) {
      const names = yield* resolved(() => resolver.resolveNs(above))
      if (names.length > 0) return names.slice(0, serversAsked)
    }
    return []
  })

  const publicAddresses = (hostname: Hostname): Effect.Effect<LookedUp> =>
    Effect.match(addressesOf(hostname), { onFailure: ({ code }) => unanswered(code), onSuccess: answered })

  const glue = Effect.fnUntraced(
    function*(domain: DomainName, hostname: Hostname): Effect.fn.Return<LookedUp, Unresolved> {
      const name = absolute(hostname)
      for (const server of yield* serversAbove(domain)) {
        const [address] = yield* Effect.catch(addressesOf(server), () => Effect.succeed([]))
        if (address === undefined) continue
        const answer = yield* askServer({ address, port, timeout }, name, rrTypes.A)
        if (Option.isSome(answer)) return answered(addressesIn(answer.value, name))
      }
      return unanswered(`no nameserver above ${domain} answered`)
    },
    Effect.catch(({ code }) => Effect.succeed(unanswered(code)))
  )

  return DelegationLookup.of({ publicAddresses, glue })
}

/** Asks the public DNS whether nameserver names are in place. */
export const publicDelegationLookup = (options: DelegationLookupOptions = {}): Layer.Layer<DelegationLookup> =>
  Layer.effect(DelegationLookup, Effect.sync(() => makeLookup(options)))
