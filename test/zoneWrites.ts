import { administrator } from "@namewright/conformance"
import { type RequestedRrset, Zones } from "@namewright/core/dns"
import { CurrentActor, newOrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { sentBy, type SentStatement } from "./sentStatements.ts"

const address = (name: string, index: number): RequestedRrset => ({
  name,
  type: "A",
  ttl: 300,
  records: [{ rdata: `192.0.2.${index % 256}` }]
})

/** Name of a large zone by index: hosts, and hosts below hosts. */
const nameAt = (index: number): string => index % 2 === 0 ? `h${index}` : `a.b.h${index - 1}`

/** Statements of writes to a zone with `rrsets` RRsets, by kind of write. */
export const zoneWrites = Effect.fnUntraced(function*(rrsets: number) {
  const { create, patchRecords, patchRrsets } = yield* Zones
  const organization = yield* newOrganizationId
  const work = Effect.gen(function*() {
    const { name } = yield* create({
      name: `${organization.replace("organization_", "")}.example`,
      rrsets: Array.from({ length: rrsets }, (_, index) => address(nameAt(index), index))
    })
    const upsert = (owner: string) => ({ op: "upsert" as const, rrset: address(owner, 7) })
    const sent: ReadonlyArray<{ readonly sent: ReadonlyArray<SentStatement> }> = [
      yield* sentBy("replaces one RRset", patchRrsets(name, { ops: [upsert("h10")] })),
      yield* sentBy("adds one RRset", patchRrsets(name, { ops: [upsert("c.h12")] })),
      yield* sentBy(
        "removes one RRset",
        patchRrsets(name, { ops: [{ op: "remove", rrset: { name: "h14", type: "A" } }] })
      ),
      yield* sentBy(
        "replaces an address by a CNAME",
        patchRrsets(name, {
          ops: [
            { op: "remove", rrset: { name: "h16", type: "A" } },
            { op: "upsert", rrset: { name: "h16", type: "CNAME", ttl: 300, records: [{ rdata: `h18.${name}` }] } }
          ]
        })
      ),
      yield* sentBy(
        "delegates a name",
        patchRrsets(name, {
          ops: [{ op: "upsert", rrset: { name: "h20", type: "NS", ttl: 300, records: [{ rdata: "ns.example.net." }] } }]
        })
      ),
      yield* sentBy(
        "adds a record",
        patchRecords(name, {
          ops: [{ op: "upsert", record: { name: "_acme-challenge", type: "TXT", ttl: 60, rdata: "token" } }]
        })
      )
    ]
    return sent.flatMap((one) => one.sent)
  })
  return yield* Effect.provideService(work, CurrentActor, administrator(organization))
})

/** Number of statements per write, excluding those that begin and end its transaction. */
export const statementsOf = (sent: ReadonlyArray<SentStatement>): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(sent, ({ list }) => list)].map(([list, own]) => [list, own.length]))
