import { MemoryZones, type WrittenRrset } from "@namewright/conformance"
import { DnsName, Rdata, type RecordType } from "@namewright/core/dns"
import { Effect, Result, type Scope } from "effect"
import { freePort } from "../../../../test/freePort.ts"
import { Message, rcodes, rrTypes } from "../../src/index.ts"
import { serverOfTest } from "../embedded/ServerOfTest.ts"
import { respondingServer } from "../transport/respondingServer.ts"

/** Zones of one server by name. */
export type ZonesOfServer = Readonly<Record<string, ReadonlyArray<WrittenRrset>>>

/** A public DNS on loopback addresses that share one port. */
export interface PublicDnsOfTest {
  /** Nameservers of top-level domains according to the resolver. */
  readonly tops: Readonly<Record<string, ReadonlyArray<string>>>
  /** Addresses of hostnames according to the resolver. */
  readonly hosts: Readonly<Record<string, ReadonlyArray<string>>>
  /** Hostnames whose addresses the resolver fails to look up. */
  readonly unresolved?: ReadonlyArray<string>
  /** Nameservers by address. */
  readonly servers: Readonly<Record<string, ZonesOfServer>>
}

export const nameIn = (text: string): DnsName.DnsName => Result.getOrThrow(DnsName.parse(text))

export const recordIn = (
  name: string,
  type: RecordType & keyof typeof rrTypes,
  text: string
): Message.ResourceRecord => {
  const value = Result.getOrThrow(Rdata.parse(type, text, { origin: DnsName.root, form: "zone_file" }))
  return { name: nameIn(name), type: rrTypes[type], class: 1, ttl: 60, rdata: Rdata.encode(type, value) }
}

const resolverAnswers = ({ hosts, tops }: PublicDnsOfTest, { name, type }: Message.Question) => {
  const text = DnsName.lowerCase(name).slice(0, -1)
  if (type === rrTypes.NS) return (tops[text] ?? []).map((target) => recordIn(name, "NS", `${target}.`))
  const isWanted = (address: string) => address.includes(":") === (type === rrTypes.AAAA)
  return (hosts[text] ?? []).filter(isWanted).map((address) =>
    recordIn(name, type === rrTypes.AAAA ? "AAAA" : "A", address)
  )
}

const rcodeOf = (
  { unresolved = [] }: PublicDnsOfTest,
  { name }: Message.Question,
  answers: ReadonlyArray<Message.ResourceRecord>
) => {
  if (unresolved.includes(DnsName.lowerCase(name).slice(0, -1))) return rcodes.SERVFAIL
  return answers.length === 0 ? rcodes.NXDOMAIN : rcodes.NOERROR
}

/** Starts the servers and a resolver; both end with the scope. */
export const publicDnsOfTest = Effect.fnUntraced(function*(
  world: PublicDnsOfTest
): Effect.fn.Return<{ readonly port: number; readonly resolver: string }, unknown, Scope.Scope> {
  const port = yield* Effect.promise(freePort)
  for (const [host, zones] of Object.entries(world.servers)) {
    const published = new MemoryZones()
    for (const [name, rrsets] of Object.entries(zones)) yield* published.put(name, { serial: 1, rrsets })
    yield* serverOfTest(published, { host, port, rateLimit: null })
  }
  const resolver = yield* respondingServer((octets, _, reply) => {
    const asked = Result.getOrThrow(Message.decode(octets))
    const [question] = asked.questions
    if (question === undefined) return Effect.void
    const answers = resolverAnswers(world, question)
    return reply(Message.encode({ ...asked, isResponse: true, rcode: rcodeOf(world, question, answers), answers }))
  })
  return { port, resolver: `127.0.0.1:${resolver}` }
})
