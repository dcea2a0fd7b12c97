import { Hex } from "effect/encoding"
import { limits } from "../../shared/index.ts"
import * as DnsName from "../DnsName.ts"
import type { DnsRrsetType } from "../RecordType.ts"
import type { Rrset, RrsetChange } from "../Rrset.ts"
import type { Party } from "./Finding.ts"
import { entriesOf, isSameRrset, type RecordEntry } from "./RecordEntry.ts"
import type { RequestPlace, RrsetStep } from "./RrsetStep.ts"
import { ancestorsOf, type StoredSight } from "./StoredSight.ts"

interface Slot {
  readonly name: DnsName.DnsName
  readonly type: DnsRrsetType
  readonly before: Rrset | null
  after: Rrset | null
  /** Of the records of `after`, by what they are compared by; read when a request first adds or removes a record. */
  entries: Map<string, RecordEntry> | undefined
  /** Of the last entry that names it. */
  place: RequestPlace
}

const keyOf = (name: DnsName.DnsName, type: DnsRrsetType): string => `${name} ${type}`

const entriesIn = (slot: Slot): Map<string, RecordEntry> => {
  slot.entries ??= new Map((slot.after === null ? [] : entriesOf(slot.after)).map((entry) => [entry.key, entry]))
  return slot.entries
}

const textsOf = (entries: ReadonlyMap<string, RecordEntry>): ReadonlyArray<string> =>
  [...entries.values()].map(({ text }) => text)

/** A zone's RRsets as they are to be after a request. */
export class StandingRrsets {
  readonly zone: DnsName.DnsName
  readonly #sight: StoredSight
  readonly #slots = new Map<string, Slot>()
  readonly #byName = new Map<DnsName.DnsName, Array<Slot>>()
  /** The names below a name at which the request puts something. */
  readonly #below = new Map<DnsName.DnsName, Set<DnsName.DnsName>>()

  constructor(zone: DnsName.DnsName, sight: StoredSight) {
    this.zone = zone
    this.#sight = sight
  }

  /** What is stored, whatever the request says. */
  stored(name: DnsName.DnsName, type: DnsRrsetType): Rrset | undefined {
    return this.#sight.at(name).find((rrset) => rrset.type === type)
  }

  apply({ action, name, place, type }: RrsetStep): void {
    const slot = this.#slot(name, type, place)
    slot.place = place
    const { after } = slot
    const { standard } = limits.recordTtl
    switch (action.kind) {
      case "put":
        slot.entries = undefined
        slot.after = this.#made(slot, action.ttl, action.records.map(({ text }) => text))
        return
      case "drop":
        slot.entries = undefined
        slot.after = null
        return
      case "add": {
        const entries = entriesIn(slot)
        const { record } = action
        if (record !== undefined && !entries.has(record.key)) entries.set(record.key, record)
        slot.after = this.#made(slot, action.ttl ?? after?.ttl ?? standard, textsOf(entries))
        return
      }
      case "take": {
        if (after === null) return
        const entries = entriesIn(slot)
        if (!entries.delete(action.record.key)) return
        slot.after = entries.size === 0 ? null : { ...after, records: textsOf(entries) }
      }
    }
  }

  /** Takes away what no entry names, but for what the platform protects. */
  dropOthers(place: RequestPlace): void {
    for (const { name, protected_reason, type } of this.#sight.all) {
      if (protected_reason === null && !this.#slots.has(keyOf(name, type))) this.#slot(name, type, place).after = null
    }
  }

  get touchedNames(): Iterable<DnsName.DnsName> {
    return this.#byName.keys()
  }

  /** The RRsets that entries name and that are there in the end. */
  get touchedRrsets(): ReadonlyArray<Rrset> {
    return [...this.#slots.values()].flatMap(({ after }) => after ?? [])
  }

  /** The types that the request names at a name. */
  touchedTypes(name: DnsName.DnsName): ReadonlyArray<DnsRrsetType> {
    return this.#byName.get(name)?.map(({ type }) => type) ?? []
  }

  /** Where the request names the first of these that it names at all. */
  placeOf(touched: ReadonlyArray<Party>): RequestPlace | undefined {
    for (const { name, type } of touched) {
      const slot = this.#slots.get(keyOf(name, type))
      if (slot !== undefined) return slot.place
    }
    return undefined
  }

  at(name: DnsName.DnsName): ReadonlyArray<Rrset> {
    const slots = this.#byName.get(name)
    const stored = this.#sight.at(name)
    if (slots === undefined) return stored
    const rrsets = stored.filter(({ type }) => !this.#slots.has(keyOf(name, type)))
    for (const { after } of slots) if (after !== null) rrsets.push(after)
    return rrsets
  }

  find(name: DnsName.DnsName, type: DnsRrsetType): Rrset | undefined {
    const slot = this.#slots.get(keyOf(name, type))
    return slot === undefined ? this.stored(name, type) : slot.after ?? undefined
  }

  /** An RRset strictly below a name, other than those that are left aside, of which there are at most so many. */
  firstBelow(
    name: DnsName.DnsName,
    isAside: (rrset: Rrset) => boolean = () => false,
    aside: number = 0
  ): Rrset | undefined {
    const ours = this.#below.get(name) ?? new Set()
    for (const below of ours) {
      const found = this.at(below).find((rrset) => !isAside(rrset))
      if (found !== undefined) return found
    }
    const removed = [...ours].reduce((sum, below) => sum + (this.#byName.get(below)?.length ?? 0), 0)
    return this.#sight.below(name, removed + aside + 1)
      .find((rrset) => !this.#slots.has(keyOf(rrset.name, rrset.type)) && !isAside(rrset))
  }

  /** What differs from what is stored, in canonical order of names. */
  changes(): ReadonlyArray<RrsetChange> {
    return [...this.#slots.values()]
      .flatMap(({ after, before, name, type }): ReadonlyArray<RrsetChange> =>
        before === after || (before !== null && after !== null && isSameRrset(before, after))
          ? []
          : [{ name, type, before, after }]
      )
      .map((change) => ({ change, rank: `${canonicalRank(change.name)} ${change.type}` }))
      .toSorted(({ rank: left }, { rank: right }) => left < right ? -1 : left > right ? 1 : 0)
      .map(({ change }) => change)
  }

  #slot(name: DnsName.DnsName, type: DnsRrsetType, place: RequestPlace): Slot {
    const known = this.#slots.get(keyOf(name, type))
    if (known !== undefined) return known
    const before = this.stored(name, type) ?? null
    const slot: Slot = { name, type, before, after: before, entries: undefined, place }
    this.#slots.set(keyOf(name, type), slot)
    const others = this.#byName.get(name)
    if (others !== undefined) others.push(slot)
    else {
      this.#byName.set(name, [slot])
      for (const above of ancestorsOf(name, this.zone)) {
        const below = this.#below.get(above)
        if (below === undefined) this.#below.set(above, new Set([name]))
        else below.add(name)
      }
    }
    return slot
  }

  #made({ name, type }: Slot, ttl: number, records: ReadonlyArray<string>): Rrset {
    return { name, type, ttl, records, protected_reason: null }
  }
}

/** A text that sorts as names do (RFC 4034, section 6.1), so that each name is taken apart once. */
const canonicalRank = (name: DnsName.DnsName): string =>
  DnsName.labels(name).map((label) => Hex.encode(label)).toReversed().join("!")
