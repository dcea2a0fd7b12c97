import { Hex } from "effect/encoding"
import { limits } from "../../shared/index.ts"
import * as DnsName from "../DnsName.ts"
import type { DnsRrsetType } from "../RecordType.ts"
import type { Rrset, RrsetChange } from "../Rrset.ts"
import type { Party } from "./Finding.ts"
import { ancestorsOf, type LoadedRecords } from "./LoadedRecords.ts"
import { entriesOf, isSameRrset, type RecordEntry } from "./RecordEntry.ts"
import type { RequestPointer, RrsetStep } from "./RrsetStep.ts"

interface Slot {
  readonly name: DnsName.DnsName
  readonly type: DnsRrsetType
  readonly before: Rrset | null
  after: Rrset | null
  /** Records of `after` by comparison key. Parsed when the request first adds or removes a record. */
  entries: Map<string, RecordEntry> | undefined
  /** Pointer of the last entry that names the RRset. */
  pointer: RequestPointer
}

const keyOf = (name: DnsName.DnsName, type: DnsRrsetType): string => `${name} ${type}`

const entriesIn = (slot: Slot): Map<string, RecordEntry> => {
  slot.entries ??= new Map((slot.after === null ? [] : entriesOf(slot.after)).map((entry) => [entry.key, entry]))
  return slot.entries
}

const textsOf = (entries: ReadonlyMap<string, RecordEntry>): ReadonlyArray<string> =>
  [...entries.values()].map(({ text }) => text)

/** RRsets of a zone with the changes of a request, before validation. */
export class DraftZone {
  readonly zone: DnsName.DnsName
  readonly #loaded: LoadedRecords
  readonly #slots = new Map<string, Slot>()
  readonly #byName = new Map<DnsName.DnsName, Array<Slot>>()
  /** Names in the request, by each name above them. */
  readonly #below = new Map<DnsName.DnsName, Set<DnsName.DnsName>>()

  constructor(zone: DnsName.DnsName, loaded: LoadedRecords) {
    this.zone = zone
    this.#loaded = loaded
  }

  /** The stored RRset, without the changes of the request. */
  stored(name: DnsName.DnsName, type: DnsRrsetType): Rrset | undefined {
    return this.#loaded.at(name).find((rrset) => rrset.type === type)
  }

  apply({ action, name, pointer, type }: RrsetStep): void {
    const slot = this.#slot(name, type, pointer)
    slot.pointer = pointer
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

  /** Removes RRsets that no entry names, except protected ones. */
  dropOthers(pointer: RequestPointer): void {
    for (const { name, protected_reason, type } of this.#loaded.all) {
      if (protected_reason === null && !this.#slots.has(keyOf(name, type))) this.#slot(name, type, pointer).after = null
    }
  }

  get touchedNames(): Iterable<DnsName.DnsName> {
    return this.#byName.keys()
  }

  /** RRsets that entries name and that exist after the request. */
  get touchedRrsets(): ReadonlyArray<Rrset> {
    return [...this.#slots.values()].flatMap(({ after }) => after ?? [])
  }

  /** The types that the request names at a name. */
  touchedTypes(name: DnsName.DnsName): ReadonlyArray<DnsRrsetType> {
    return this.#byName.get(name)?.map(({ type }) => type) ?? []
  }

  /** Pointer to the first of these RRsets that the request names. */
  pointerOf(touched: ReadonlyArray<Party>): RequestPointer | undefined {
    for (const { name, type } of touched) {
      const slot = this.#slots.get(keyOf(name, type))
      if (slot !== undefined) return slot.pointer
    }
    return undefined
  }

  at(name: DnsName.DnsName): ReadonlyArray<Rrset> {
    const slots = this.#byName.get(name)
    const stored = this.#loaded.at(name)
    if (slots === undefined) return stored
    const rrsets = stored.filter(({ type }) => !this.#slots.has(keyOf(name, type)))
    for (const { after } of slots) if (after !== null) rrsets.push(after)
    return rrsets
  }

  find(name: DnsName.DnsName, type: DnsRrsetType): Rrset | undefined {
    const slot = this.#slots.get(keyOf(name, type))
    return slot === undefined ? this.stored(name, type) : slot.after ?? undefined
  }

  /** An RRset strictly below a name. Skips at most `aside` RRsets that `isAside` selects. */
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
    return this.#loaded.below(name, removed + aside + 1)
      .find((rrset) => !this.#slots.has(keyOf(rrset.name, rrset.type)) && !isAside(rrset))
  }

  /** Differences from the stored RRsets, in canonical order of names. */
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

  #slot(name: DnsName.DnsName, type: DnsRrsetType, pointer: RequestPointer): Slot {
    const existing = this.#slots.get(keyOf(name, type))
    if (existing !== undefined) return existing
    const before = this.stored(name, type) ?? null
    const slot: Slot = { name, type, before, after: before, entries: undefined, pointer }
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

/** Sort key of a name in the canonical order (RFC 4034, section 6.1), computed once for each name. */
const canonicalRank = (name: DnsName.DnsName): string =>
  DnsName.labels(name).map((label) => Hex.encode(label)).toReversed().join("!")
