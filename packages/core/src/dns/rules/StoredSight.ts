import * as DnsName from "../DnsName.ts"
import type { Rrset } from "../Rrset.ts"

/** What has to be read before a decision is sound. */
export interface Unseen {
  readonly names: ReadonlyArray<DnsName.DnsName>
  /** Names below which so many RRsets are to be read. */
  readonly below: ReadonlyMap<DnsName.DnsName, number>
}

/**
 * The part of a zone's stored RRsets that has been read. What is asked for beyond it is answered as if nothing stood there,
 * and noted: whoever decides does so again once it has been read.
 */
export class StoredSight {
  readonly #at = new Map<DnsName.DnsName, Array<Rrset>>()
  readonly #below = new Map<DnsName.DnsName, { readonly atMost: number; readonly rrsets: ReadonlyArray<Rrset> }>()
  readonly #isWhole: boolean
  #unseenNames = new Set<DnsName.DnsName>()
  #unseenBelow = new Map<DnsName.DnsName, number>()

  private constructor(isWhole: boolean) {
    this.#isWhole = isWhole
  }

  /** Nothing was read yet. */
  static blank(): StoredSight {
    return new StoredSight(false)
  }

  /** All RRsets of the zone. */
  static whole(rrsets: ReadonlyArray<Rrset>, zone: DnsName.DnsName): StoredSight {
    const sight = new StoredSight(true)
    const below = new Map<DnsName.DnsName, Array<Rrset>>()
    for (const rrset of rrsets) {
      sight.#keep(rrset)
      for (const ancestor of ancestorsOf(rrset.name, zone)) {
        const rows = below.get(ancestor)
        if (rows === undefined) below.set(ancestor, [rrset])
        else rows.push(rrset)
      }
    }
    for (const [name, rows] of below) sight.#below.set(name, { atMost: Infinity, rrsets: rows })
    return sight
  }

  get all(): ReadonlyArray<Rrset> {
    return [...this.#at.values()].flat()
  }

  at(name: DnsName.DnsName): ReadonlyArray<Rrset> {
    const rrsets = this.#at.get(name)
    if (rrsets === undefined && !this.#isWhole) this.#unseenNames.add(name)
    return rrsets ?? []
  }

  /** The first RRsets strictly below a name. */
  below(name: DnsName.DnsName, atMost: number): ReadonlyArray<Rrset> {
    const known = this.#below.get(name)
    if (known !== undefined && (known.atMost >= atMost || known.rrsets.length < known.atMost)) return known.rrsets
    if (!this.#isWhole) this.#unseenBelow.set(name, Math.max(atMost, this.#unseenBelow.get(name) ?? 0))
    return known?.rrsets ?? []
  }

  /** What was asked for and is not known; asked once, it is forgotten. */
  takeUnseen(): Unseen | undefined {
    if (this.#unseenNames.size === 0 && this.#unseenBelow.size === 0) return undefined
    const unseen = { names: [...this.#unseenNames], below: this.#unseenBelow }
    this.#unseenNames = new Set()
    this.#unseenBelow = new Map()
    return unseen
  }

  /** All that stands at the names. */
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

/** The names above one, up to the apex, nearest first. */
export const ancestorsOf = (name: DnsName.DnsName, zone: DnsName.DnsName): ReadonlyArray<DnsName.DnsName> => {
  const ancestors: Array<DnsName.DnsName> = []
  let above = name === zone ? undefined : DnsName.parent(name)
  while (above !== undefined) {
    ancestors.push(above)
    above = above === zone ? undefined : DnsName.parent(above)
  }
  return ancestors
}
