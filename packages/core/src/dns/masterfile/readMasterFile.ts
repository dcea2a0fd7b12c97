import { Result } from "effect"
import { type InputIssue, limits } from "../../shared/index.ts"
import * as DnsName from "../DnsName.ts"
import { ownerName } from "../OwnerName.ts"
import { Rdata } from "../rdata/index.ts"
import { DnsRrsetType, isRecordType, recordTypeOf } from "../RecordType.ts"
import { nameRule, rdataRule } from "../rules/issueRules.ts"
import { entryOf, type RecordEntry } from "../rules/RecordEntry.ts"
import { type RequestPlace, type RrsetStep, zoneIssue } from "../rules/RrsetStep.ts"
import type { ZoneRuleSlug } from "../rules/ZoneRule.ts"
import { secondsOf } from "../secondsOf.ts"
import type { LeftOutRecord } from "../ZoneView.ts"
import { MasterFileEntries, type MasterFileEntry } from "./MasterFileEntries.ts"

/** What a master file holds, and everything that is wrong with its entries. */
export interface MasterFileRead {
  /** One for each RRset. */
  readonly steps: ReadonlyArray<RrsetStep>
  readonly problems: ReadonlyArray<InputIssue>
  readonly warnings: ReadonlyArray<InputIssue>
  readonly leftOut: ReadonlyArray<LeftOutRecord>
}

/** Made by the platform or by signing, whatever a file says of them. ZONEMD tells of a whole zone that this one is not. */
const managed = new Set(["SOA", "DNSKEY", "DS", "CDS", "CDNSKEY", "RRSIG", "NSEC", "NSEC3", "NSEC3PARAM", "ZONEMD"])

/** By number, where a file writes them so. */
const managedNumbers = new Map([[46, "RRSIG"], [47, "NSEC"], [50, "NSEC3"], [51, "NSEC3PARAM"], [63, "ZONEMD"]])

/** Reading ends after so many problems; the rest of the file is likely no better. */
const maximumProblems = 1000

/** Characters of an entry that a problem repeats. */
const maximumEcho = 200

const isWritable = (type: string): type is DnsRrsetType => writable.has(type)
const writable: ReadonlySet<string> = new Set(DnsRrsetType.literals)

/** A TTL (RFC 2181, section 8); undefined where the text is none. */
const ttlOf = (text: string): number | undefined => {
  const seconds = secondsOf(text)
  return seconds !== undefined && seconds <= 0x7fff_ffff ? seconds : undefined
}

interface RrsetRead {
  readonly place: RequestPlace
  readonly name: DnsName.DnsName
  readonly type: DnsRrsetType
  readonly ttl: number
  readonly records: Map<string, RecordEntry>
}

/** Whether the platform manages the RRset of a name and type in the zone. */
export type IsProtected = (name: DnsName.DnsName, type: DnsRrsetType) => boolean

/** Reads the master file of a zone (RFC 1035, section 5, with the `$TTL` of RFC 2308, section 4). */
export const readMasterFile = (zone: DnsName.DnsName, text: string, isProtected: IsProtected): MasterFileRead =>
  new MasterFileReading(zone, isProtected).read(text)

class MasterFileReading {
  readonly #zone: DnsName.DnsName
  readonly #isProtected: IsProtected
  readonly #problems: Array<InputIssue> = []
  readonly #warnings: Array<InputIssue> = []
  readonly #leftOut: Array<LeftOutRecord> = []
  readonly #rrsets = new Map<string, RrsetRead>()
  #origin: DnsName.DnsName
  #owner: DnsName.DnsName | undefined
  #directiveTtl: number | undefined
  #lastTtl: number | undefined

  constructor(zone: DnsName.DnsName, isProtected: IsProtected) {
    this.#zone = zone
    this.#isProtected = isProtected
    this.#origin = zone
  }

  read(text: string): MasterFileRead {
    const start = { loc: ["body", "master_file", 1], input: null }
    if (text.length > limits.masterFile) {
      this.#report("master_file_syntax", start, `A master file has at most ${limits.masterFile} characters`)
    } else {
      const entries = new MasterFileEntries(text)
      let entry = entries.next()
      while (entry !== undefined && this.#problems.length < maximumProblems) {
        this.#entry(entry)
        entry = entries.next()
      }
    }
    return {
      steps: [...this.#rrsets.values()].map(({ name, place, records, ttl, type }) => ({
        place,
        writtenName: name,
        name,
        type,
        action: { kind: "put", ttl, records: [...records.values()] }
      })),
      problems: this.#problems,
      warnings: this.#warnings,
      leftOut: this.#leftOut
    }
  }

  #report(slug: ZoneRuleSlug, place: RequestPlace, message: string, details?: Readonly<Record<string, unknown>>): void {
    this.#problems.push(zoneIssue(slug, place, message, details))
  }

  #entry(entry: MasterFileEntry): void {
    const { isIndented, line, problem, words } = entry
    const place = { loc: ["body", "master_file", line], input: words.join(" ").slice(0, maximumEcho) }
    if (problem !== undefined) return this.#report("master_file_syntax", place, problem)
    const [first = ""] = words
    if (!isIndented && first.startsWith("$")) return this.#directive(place, first.toUpperCase(), words.slice(1))
    if (!isIndented) this.#owner = this.#name(place, first)
    else if (this.#owner === undefined) {
      return this.#report("master_file_syntax", place, "There is no entry before whose owner could be meant")
    }
    this.#record(place, line, isIndented ? words : words.slice(1))
  }

  #directive(place: RequestPlace, directive: string, words: ReadonlyArray<string>): void {
    const [value] = words
    const isAlone = value !== undefined && words.length === 1
    if (directive === "$ORIGIN" && isAlone) this.#origin = this.#name(place, value) ?? this.#origin
    else if (directive === "$TTL" && isAlone) {
      this.#directiveTtl = ttlOf(value)
      if (this.#directiveTtl === undefined) this.#report("invalid_ttl", place, "A TTL is a number of seconds")
    } else if (directive === "$ORIGIN" || directive === "$TTL") {
      this.#report("master_file_syntax", place, `${directive} has one value`)
    } else this.#report("master_file_syntax", place, `${directive} is not supported here`)
  }

  /** A name as it stands in the file; undefined and a problem where it is none. */
  #name(place: RequestPlace, text: string): DnsName.DnsName | undefined {
    const name = DnsName.parse(text, this.#origin)
    if (Result.isSuccess(name)) return name.success
    this.#report("invalid_name", place, name.failure.message, { reason: name.failure.slug, at: name.failure.at })
    return undefined
  }

  /** `[TTL] [class] type data`, with TTL and class in either order. */
  #record(place: RequestPlace, line: number, words: ReadonlyArray<string>): void {
    let ttl: number | undefined
    let index = 0
    for (; index < 2 && index < words.length; index++) {
      const word = words[index] ?? ""
      const seconds = ttlOf(word)
      if (seconds !== undefined && ttl === undefined) ttl = seconds
      else if (/^(?:CH|HS|CS|CLASS[0-9]+)$/i.test(word) && word.toUpperCase() !== "CLASS1") {
        return this.#report("master_file_syntax", place, "Zones are of the class IN")
      } else if (!/^(?:IN|CLASS1)$/i.test(word)) break
    }
    const word = words[index]
    if (word === undefined) return this.#report("master_file_syntax", place, "The type of the record is missing")
    const effective = this.#ttlOf(ttl, word.toUpperCase() === "SOA" ? words.at(-1) : undefined)
    const owner = this.#owner
    if (owner === undefined) return
    this.#typed({ line, owner, place, rdata: words.slice(index + 1), ttl: effective, word })
  }

  /** What is given, what `$TTL` says, what the entry before had, or else the last field of the SOA. */
  #ttlOf(given: number | undefined, minimum: string | undefined): number | undefined {
    const ttl = given ?? this.#directiveTtl ?? this.#lastTtl ?? (minimum === undefined ? undefined : ttlOf(minimum))
    this.#lastTtl = ttl
    return ttl
  }

  #typed(record: {
    readonly line: number
    readonly owner: DnsName.DnsName
    readonly place: RequestPlace
    readonly rdata: ReadonlyArray<string>
    readonly ttl: number | undefined
    readonly word: string
  }): void {
    const { line, place, rdata, ttl, word } = record
    const type = typeNamed(word)
    const isApexNs = type === "NS" && DnsName.equals(record.owner, this.#zone)
    const owner = ownerName(record.owner, this.#zone)
    if (Result.isFailure(owner)) {
      const { at, message, slug } = owner.failure
      return this.#report(nameRule(slug), place, message, { reason: slug, at })
    }
    const isManaged = managed.has(type) || isApexNs || (isWritable(type) && this.#isProtected(owner.success, type))
    if (isManaged) {
      this.#leftOut.push({ line, name: owner.success, type })
      return
    }
    if (!isWritable(type)) return this.#report("unsupported_type", place, `Records of type ${word} are not supported`)
    if (ttl === undefined) return this.#report("invalid_ttl", place, "The record has no TTL; set one with $TTL")
    const { maximum, minimum } = limits.recordTtl
    if (ttl < minimum || ttl > maximum) {
      this.#report("invalid_ttl", place, `A TTL is from ${minimum} to ${maximum} seconds`, { ttl })
    }
    const entry = this.#data(place, type, rdata.join(" "))
    this.#add(place, { name: owner.success, type, ttl, place, records: new Map() }, entry)
  }

  #data(place: RequestPlace, type: DnsRrsetType, text: string): RecordEntry | undefined {
    const value = Rdata.parse(type, text, { origin: this.#origin, form: "zone_file" })
    const problems = Result.isFailure(value) ? value.failure : Rdata.refusals(type, value.success)
    for (const { field, message, slug } of problems) {
      this.#report(rdataRule(type, slug), place, message, { reason: slug, field })
    }
    return Result.isSuccess(value) && problems.length === 0 ? entryOf(type, value.success) : undefined
  }

  /** Nameservers count a record once however often it stands there (RFC 2181, section 5). */
  #add(place: RequestPlace, fresh: RrsetRead, entry: RecordEntry | undefined): void {
    const key = `${fresh.name} ${fresh.type}`
    const rrset = this.#rrsets.get(key) ?? fresh
    this.#rrsets.set(key, rrset)
    if (rrset.ttl !== fresh.ttl) {
      this.#report("ttl_mismatch", place, `${fresh.name} ${fresh.type} has a TTL of ${rrset.ttl} above`)
    }
    if (entry === undefined) return
    if (rrset.records.has(entry.key)) {
      this.#warnings.push(zoneIssue("duplicate_record", place, `${entry.text} is there twice and counts once`))
    }
    rrset.records.set(entry.key, rrset.records.get(entry.key) ?? entry)
  }
}

/** The type of that name, or of that number (RFC 3597, section 5). */
const typeNamed = (word: string): string => {
  const upper = word.toUpperCase()
  const number = /^TYPE([0-9]{1,5})$/.exec(upper)?.[1]
  if (number === undefined) return isRecordType(upper) || managed.has(upper) ? upper : ""
  return recordTypeOf(Number(number)) ?? managedNumbers.get(Number(number)) ?? ""
}
