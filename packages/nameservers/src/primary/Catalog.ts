import { DnsName, Rdata, recordTypeNumbers, type ZoneId } from "@namewright/core/dns"
import type { ImageRrset } from "../image/ImageRrset.ts"

/** A zone that secondaries serve. */
export interface Member {
  readonly dns_zone_id: ZoneId
  /** Serial of the last publication. */
  readonly serial: number
}

/** Changes from one serial of the catalog to the next. */
interface Step {
  readonly from: number
  readonly to: number
  readonly removed: ReadonlyMap<ZoneId, DnsName.DnsName>
  readonly added: ReadonlyMap<ZoneId, DnsName.DnsName>
}

/** Changes from one version of the catalog to a later one, including the SOA. */
export interface CatalogDifference {
  readonly from: number
  readonly to: number
  readonly removed: ReadonlyArray<ImageRrset>
  readonly added: ReadonlyArray<ImageRrset>
}

/** Changes of members that are kept for incremental transfers. */
const keptChanges = 20_000

const ttl = 0

/** SOA timers in seconds. */
const timers = { refresh: 60, retry: 10, expire: 604_800, minimum: 3600 }

/** Primary nameserver of the catalog, which nobody resolves. */
const nowhere = DnsName.DnsName.make("invalid.")

/** Data of the `version` record: the character string `2`. */
const schemaVersion = Uint8Array.of(1, 0x32)

const below = (name: DnsName.DnsName, labels: string): DnsName.DnsName => DnsName.DnsName.make(`${labels}.${name}`)

/** The PTR record of a member. */
const pointer = (catalog: DnsName.DnsName, id: ZoneId, member: DnsName.DnsName): ImageRrset => ({
  // The identifier without its prefix consists of letters and digits.
  name: below(catalog, `${id.slice(id.indexOf("_") + 1)}.zones`),
  type: recordTypeNumbers.PTR,
  ttl,
  rdata: [DnsName.encode(member)]
})

/**
 * The zones of an installation as a catalog zone, version 2 (RFC 9432), from which secondaries configure themselves. The
 * label of a member is the identifier of its zone: a zone that is deleted and created again under the same name is another
 * member, and secondaries forget the serial of the old one.
 */
export class Catalog {
  readonly name: DnsName.DnsName
  readonly #members = new Map<DnsName.DnsName, Member>()
  /** Zones that were removed while members are still being read; undefined afterwards. */
  #gone: Set<ZoneId> | undefined = new Set()
  #removed = new Map<ZoneId, DnsName.DnsName>()
  #added = new Map<ZoneId, DnsName.DnsName>()
  #steps: Array<Step> = []
  #serial = 0

  constructor(name: DnsName.DnsName) {
    this.name = name
  }

  /** 0 until the first version. */
  get serial(): number {
    return this.#serial
  }

  get size(): number {
    return this.#members.size
  }

  member(name: DnsName.DnsName): Member | undefined {
    return this.#members.get(name)
  }

  /** Adds a zone that was read at the start, unless it was removed meanwhile. */
  read(name: DnsName.DnsName, dns_zone_id: ZoneId, serial: number): void {
    if (this.#gone?.has(dns_zone_id) !== true) this.put(name, dns_zone_id, serial)
  }

  /** Adds a zone or updates its serial. Returns true for a new member. */
  put(name: DnsName.DnsName, dns_zone_id: ZoneId, serial: number): boolean {
    const before = this.#members.get(name)
    if (before?.dns_zone_id === dns_zone_id) {
      if (serial > before.serial) this.#members.set(name, { dns_zone_id, serial })
      return false
    }
    this.#gone?.delete(dns_zone_id)
    if (before !== undefined) this.#leave(name, before.dns_zone_id)
    this.#members.set(name, { dns_zone_id, serial })
    if (!this.#removed.delete(dns_zone_id)) this.#added.set(dns_zone_id, name)
    return true
  }

  /** Removes a zone. Returns true if it was a member. */
  remove(name: DnsName.DnsName, dns_zone_id: ZoneId): boolean {
    this.#gone?.add(dns_zone_id)
    if (this.#members.get(name)?.dns_zone_id !== dns_zone_id) return false
    this.#leave(name, dns_zone_id)
    return true
  }

  /** All zones are read. */
  endReading(): void {
    this.#gone = undefined
  }

  get hasChanges(): boolean {
    return this.#added.size + this.#removed.size > 0
  }

  /** Makes a version of the changes. Its serial is `now`, in seconds since 1970, or one more than the last serial. */
  commit(now: number): void {
    const to = Math.max(this.#serial + 1, now)
    // There is no step to the first version.
    if (this.#serial > 0) this.#steps.push({ from: this.#serial, to, removed: this.#removed, added: this.#added })
    this.#serial = to
    this.#removed = new Map()
    this.#added = new Map()
    let changes = 0
    this.#steps = this.#steps.toReversed().filter(({ added, removed }) =>
      (changes += added.size + removed.size) <= keptChanges
    ).toReversed()
  }

  /** Records of the version except its SOA. Later changes do not affect them, however long a transfer takes. */
  records(): Iterable<ImageRrset> {
    // Changes after the commit belong to the next version.
    const members = [...this.#members].filter(([, { dns_zone_id }]) => !this.#added.has(dns_zone_id))
    const removed = [...this.#removed]
    const { name } = this
    return function*() {
      yield { name, type: recordTypeNumbers.NS, ttl, rdata: [DnsName.encode(nowhere)] }
      yield { name: below(name, "version"), type: recordTypeNumbers.TXT, ttl, rdata: [schemaVersion] }
      for (const [member, { dns_zone_id }] of members) yield pointer(name, dns_zone_id, member)
      for (const [id, member] of removed) yield pointer(name, id, member)
    }()
  }

  /** Changes from a serial to the last one; undefined if they are not kept. */
  since(serial: number): ReadonlyArray<CatalogDifference> | undefined {
    const first = this.#steps.findIndex(({ from }) => from === serial)
    if (first < 0) return undefined
    const pointers = (zones: ReadonlyMap<ZoneId, DnsName.DnsName>) =>
      [...zones].map(([id, member]) => pointer(this.name, id, member))
    return this.#steps.slice(first).map(({ added, from, removed, to }) => ({
      from,
      to,
      removed: [this.soa(from), ...pointers(removed)],
      added: [this.soa(to), ...pointers(added)]
    }))
  }

  soa(serial = this.#serial): ImageRrset {
    const rdata = Rdata.encode("SOA", {
      primary: nowhere,
      mailbox: below(nowhere, "hostmaster"),
      serial,
      ...timers
    })
    return { name: this.name, type: recordTypeNumbers.SOA, ttl, rdata: [rdata] }
  }

  #leave(name: DnsName.DnsName, dns_zone_id: ZoneId): void {
    this.#members.delete(name)
    if (!this.#added.delete(dns_zone_id)) this.#removed.set(dns_zone_id, name)
  }
}
