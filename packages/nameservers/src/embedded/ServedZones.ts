import type { ZoneImage } from "../image/ZoneImage.ts"
import { rrTypes } from "../message/RrType.ts"
import * as WireName from "../message/WireName.ts"
import type { Version } from "./ResponseCache.ts"

/** Image of a zone, and the version that its cached responses belong to. */
export interface ServedImage {
  readonly image: ZoneImage
  readonly version: Version
}

/**
 * Names and serials of all zones, and images of the most recently queried ones, up to a number of RRsets; a long one counts as
 * several. Zones are keyed by their names on the wire, in lower case.
 */
export class ServedZones {
  /** True if the names of all zones are read. */
  isComplete = false
  readonly #maximumRrsets: number
  readonly #serials = new Map<WireName.WireName, number>()
  /** In the order of their last use. */
  readonly #images = new Map<WireName.WireName, ServedImage>()
  #rrsets = 0

  constructor(maximumRrsets: number) {
    this.#maximumRrsets = maximumRrsets
  }

  get rrsets(): number {
    return this.#rrsets
  }

  get size(): number {
    return this.#serials.size
  }

  /** The serial that was published last; undefined for an unknown zone. */
  serial(apex: WireName.WireName): number | undefined {
    return this.#serials.get(apex)
  }

  /** The serial of the image in memory; undefined if there is none. */
  served(apex: WireName.WireName): number | undefined {
    return this.#images.get(apex)?.image.serial
  }

  /** The zone that answers for a name, in lower case. DS queries are answered by the parent zone if it is served here. */
  zoneOf(name: WireName.WireName, type: number): WireName.WireName | undefined {
    const found = this.#closest(name)
    if (type !== rrTypes.DS || found !== name || name === WireName.root) return found
    return this.#closest(WireName.parent(name)) ?? found
  }

  imageOf(apex: WireName.WireName): ServedImage | undefined {
    const served = this.#images.get(apex)
    if (served === undefined) return undefined
    this.#images.delete(apex)
    this.#images.set(apex, served)
    return served
  }

  has(apex: WireName.WireName): boolean {
    return this.#images.has(apex)
  }

  /** Notes a published serial. Lower ones than before are ignored: publications may arrive out of order. */
  expect(apex: WireName.WireName, serial: number): void {
    const known = this.#serials.get(apex)
    if (known === undefined) this.#renewAbove(apex)
    if (known === undefined || known < serial) this.#serials.set(apex, serial)
  }

  /** Replaces the image of a zone, unless it is older than the present one. */
  serve(image: ZoneImage): void {
    const { apex, serial, weight } = image
    this.expect(apex, serial)
    const before = this.#images.get(apex)
    if (before !== undefined && before.image.serial > serial) return
    this.#forgetImage(apex)
    this.#images.set(apex, { image, version: { isCurrent: true } })
    this.#rrsets += weight
    for (const [oldest] of this.#images) {
      if (this.#rrsets <= this.#maximumRrsets || oldest === apex) break
      this.#forgetImage(oldest)
    }
  }

  remove(apex: WireName.WireName): void {
    this.#serials.delete(apex)
    this.#forgetImage(apex)
  }

  #closest(name: WireName.WireName): WireName.WireName | undefined {
    for (let rest = name;; rest = WireName.parent(rest)) {
      if (this.#serials.has(rest)) return rest
      if (rest === WireName.root) return undefined
    }
  }

  /** Invalidates cached responses of zones above a new one, which no longer answer for its names. */
  #renewAbove(apex: WireName.WireName): void {
    for (let above = apex; above !== WireName.root;) {
      above = WireName.parent(above)
      const served = this.#images.get(above)
      if (served === undefined) continue
      served.version.isCurrent = false
      this.#images.set(above, { image: served.image, version: { isCurrent: true } })
    }
  }

  #forgetImage(apex: WireName.WireName): void {
    const served = this.#images.get(apex)
    if (served === undefined) return
    served.version.isCurrent = false
    this.#rrsets -= served.image.weight
    this.#images.delete(apex)
  }
}
