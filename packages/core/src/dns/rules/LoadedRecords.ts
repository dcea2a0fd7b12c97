import * as DnsName from "../DnsName.ts"
import type { Rrset } from "../Rrset.ts"

/** Records that a decision needs and that are not loaded yet. */
export interface MissingRecords {
  readonly names: ReadonlyArray<DnsName.DnsName>
  /** Number of RRsets to load below each name. */
  readonly below: ReadonlyMap<DnsName.DnsName, number>
}

/**
 * Stored RRsets of a zone, as far as they are loaded. Look-ups of other names return nothing and are recorded as missing; the
 * caller loads them and decides again.
 */
export class LoadedRecords {
  readonly #at = new Map<DnsName.DnsName, Array<Rrset>>()
  readonly #below = new Map<DnsName.DnsName, { readonly atMost: number; readonly rrsets: ReadonlyArray<Rrset> }>()
  readonly #isWhole: boolean
  #missingNames = new Set<DnsName.DnsName>()
  #missingBelow = new Map<DnsName.DnsName, number>()

  private constructor(isWhole: boolean) {
    this.#isWhole = isWhole
  }

  /** No RRset is loaded yet. */
  static blank(): LoadedRecords {
    return new LoadedRecords(false)
  }

  /** All RRsets of the zone. */
  static whole(rrsets: ReadonlyArray<Rrset>, zone: DnsName.DnsName): LoadedRecords {
    const loaded = new LoadedRecords(true)
    const below = new Map<DnsName.DnsName, Array<Rrset>>()
    for (const rrset of rrsets) {
      loaded.#keep(rrset)
      for (const ancestor of ancestorsOf(rrset.name, zone)) {
        const rows = below.get(ancestor)
        if (rows === undefined) below.set(ancestor, [rrset])
        else rows.push(rrset)
      }
    }
    for (const [name, rows] of below) loaded.#below.set(name, { atMost: Infinity, rrsets: rows })
    return loaded
  }

  get all(): ReadonlyArray<Rrset> {
    return [...this.#at.values()].flat()
  }

  at(name: DnsName.DnsName): ReadonlyArray<Rrset> {
    const rrsets = this.#at.get(name)
    if (rrsets === undefined && !this.#isWhole) this.#missingNames.add(name)
    return rrsets ?? []
  }

  /** The first `atMost` RRsets strictly below a name. */
  below(name: DnsName.DnsName, atMost: number): ReadonlyArray<Rrset> {
    const loaded = this.#below.get(name)
    if (loaded !== undefined && (loaded.atMost >= atMost || loaded.rrsets.length < loaded.atMost)) return loaded.rrsets
    if (!this.#isWhole) this.#missingBelow.set(name, Math.max(atMost, this.#missingBelow.get(name) ?? 0))
    return loaded?.rrsets ?? []
  }

  /** Returns the missing records and clears them. Undefined if none is missing. */
  takeMissing(): MissingRecords | undefined {
    if (this.#missingNames.size === 0 && this.#missingBelow.size === 0) return undefined
    const missing = { names: [...this.#missingNames], below: this.#missingBelow }
    this.#missingNames = new Set()
    this.#missingBelow = new Map()
    return missing
  }

  /** Adds all RRsets at the names. */
  addAt(names: ReadonlyArray<DnsName.DnsName>, rrsets: ReadonlyArray<Rrset>): void {
    for (const name of names) this.#at.set(name, [])
    for (const rrset of rrsets) this.#keep(rrset)
  }

  addBelow(name: DnsName.DnsName, atMost: number, rrsets: ReadonlyArray<Rrset>): void {
    this.#below.set(name, { atMost, rrsets })
  }

  #keep(rrset: Rrset): void {
    const rows = this.#at.get(rrset.name)
    if (rows === undefined) this.#at.set(rrset.name, [rrset])
    else rows.push(rrset)
  }
}

/** Names above a name, up to the apex, nearest first. */
export const ancestorsOf = (name: DnsName.DnsName, zone: DnsName.DnsName): ReadonlyArray<DnsName.DnsName> => {
  const ancestors: Array<DnsName.DnsName> = []
  let above = name === zone ? undefined : DnsName.parent(name)
  while (above !== undefined) {
    ancestors.push(above)
    above = above === zone ? undefined : DnsName.parent(above)
  }
  return ancestors
}
