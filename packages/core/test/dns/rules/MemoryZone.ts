import {
  decideRrsetWrite,
  DnsName,
  readRrsetWrite,
  type RecordOp,
  type RequestedRrset,
  type Rrset,
  type RrsetChange,
  type RrsetOp,
  type RrsetSource,
  type RrsetWrite,
  type ZoneDecision
} from "@namewright/core/dns"
import { Effect } from "effect"
import { exampleZone } from "../ExampleZone.ts"

const keyOf = ({ name, type }: Pick<Rrset, "name" | "type">) => `${name} ${type}`

/** A zone as the rules meet it: its RRsets, and how they were read. */
export class MemoryZone {
  readonly name = exampleZone
  readonly rrsets: Map<string, Rrset>
  /** Calls for names and for the names below them. */
  readonly reads = { all: 0, at: 0, below: 0 }

  constructor(rrsets: Iterable<Rrset> = []) {
    this.rrsets = new Map([...rrsets].map((rrset) => [keyOf(rrset), rrset]))
  }

  get rrset_count(): number {
    return this.rrsets.size
  }

  get record_characters(): number {
    return [...this.rrsets.values()].flatMap(({ records }) => records).join("").length
  }

  get source(): RrsetSource {
    const stored = [...this.rrsets.values()].toSorted((left, right) => DnsName.compare(left.name, right.name))
    return {
      all: Effect.sync(() => {
        this.reads.all++
        return stored
      }),
      at: (names) =>
        Effect.sync(() => {
          this.reads.at++
          return stored.filter(({ name }) => names.includes(name))
        }),
      below: (above, atMost) =>
        Effect.sync(() => {
          this.reads.below++
          return stored.filter(({ name }) => name !== above && DnsName.isWithin(name, above)).slice(0, atMost)
        })
    }
  }

  decide(write: RrsetWrite) {
    const draft = [...this.rrsets.values()]
    return Effect.flatMap(
      readRrsetWrite(this.name, write, draft),
      (read) => decideRrsetWrite(this, read, this.source)
    )
  }

  apply(changes: ReadonlyArray<RrsetChange>): void {
    for (const change of changes) {
      if (change.after === null) this.rrsets.delete(keyOf(change))
      else this.rrsets.set(keyOf(change), change.after)
    }
  }

  /** Takes a write that the rules allow. */
  take(write: RrsetWrite): ZoneDecision {
    const decision = Effect.runSync(this.decide(write))
    this.apply(decision.changes)
    return decision
  }

  /** Its RRsets as lines that sort the same however they came about. */
  get lines(): ReadonlyArray<string> {
    return [...this.rrsets.values()].map(({ name, records, ttl, type }) =>
      `${DnsName.relativeTo(name, exampleZone)} ${ttl} ${type} ${records.join(" | ")}`
    ).toSorted()
  }
}

/** `www A 192.0.2.1`, with a TTL behind the name where one is given. */
const parts = (line: string) => {
  const [, name = "", ttl, type = "", rdata = ""] = /^(\S*) (?:(-?[0-9.]+) )?([A-Z]+[0-9]*) ?(.*)$/s.exec(line) ?? []
  if (type === "") throw new Error(`No type in ${line}`)
  return { name, type, rdata, ...(ttl === undefined ? {} : { ttl: Number(ttl) }) }
}

/** Lines of one name and type one after another are one RRset. */
export const rrsetsOf = (lines: ReadonlyArray<string>): ReadonlyArray<RequestedRrset> => {
  const rrsets: Array<RequestedRrset> = []
  for (const line of lines) {
    const { rdata, ...rrset } = parts(line)
    const last = rrsets.at(-1)
    const records = rdata === "" ? [] : [{ rdata }]
    if (last?.name === rrset.name && last.type === rrset.type) {
      rrsets.splice(-1, 1, { ...last, records: [...last.records, ...records] })
    } else rrsets.push({ ...rrset, records })
  }
  return rrsets
}

export const replace = (...lines: ReadonlyArray<string>): RrsetWrite => ({ kind: "replace", rrsets: rrsetsOf(lines) })

/** `+www A 192.0.2.1` puts, `-www A` removes. */
export const rrsetOps = (...ops: ReadonlyArray<string>): RrsetWrite => ({
  kind: "rrset_ops",
  ops: ops.flatMap((text): ReadonlyArray<RrsetOp> =>
    rrsetsOf(text.slice(1).split("\n")).map((rrset) => ({ op: text.startsWith("+") ? "upsert" : "remove", rrset }))
  )
})

/** `+www A 192.0.2.1` adds, `-www A 192.0.2.1` removes. */
export const recordOps = (...ops: ReadonlyArray<string>): RrsetWrite => ({
  kind: "record_ops",
  ops: ops.map((text): RecordOp => ({ op: text.startsWith("+") ? "upsert" : "remove", record: parts(text.slice(1)) }))
})

export const zoneOf = (...lines: ReadonlyArray<string>): MemoryZone => {
  const zone = new MemoryZone()
  zone.take(replace(...lines))
  return zone
}
