import { Effect, Result } from "effect"
import { inChunks, type InputIssue, limits } from "../../shared/index.ts"
import * as DnsName from "../DnsName.ts"
import { ownerName } from "../OwnerName.ts"
import { Rdata, type RdataProblem } from "../rdata/index.ts"
import {
  type AnyRecordType,
  type DnsRrsetType,
  recordTypeOf,
  rrsetTypeNamed,
  typeName,
  typeNumberNamed
} from "../RecordType.ts"
import { maximumIssues } from "../rules/boundedIssues.ts"
import { nameRule, rdataRule } from "../rules/issueRules.ts"
import { tooManyRrsets, unsupportedType } from "../rules/readSteps.ts"
import { entryOf, type RecordEntry } from "../rules/RecordEntry.ts"
import { type RequestPointer, type RrsetStep, zoneIssue } from "../rules/RrsetStep.ts"
import { WarningList } from "../rules/WarningList.ts"
import type { ZoneRuleSlug } from "../rules/ZoneRule.ts"
import { secondsOf } from "../secondsOf.ts"
import type { ImportMode } from "../ZoneRequest.ts"
import type { LeftOutRecord } from "../ZoneView.ts"
import { MasterFileEntries, type MasterFileEntry } from "./MasterFileEntries.ts"
import { signingRecordProblems } from "./signingRecords.ts"

/** Content of a master file, and all problems of its entries. */
export interface MasterFileRead {
  /** One step for each RRset. */
  readonly steps: ReadonlyArray<RrsetStep>
  readonly problems: ReadonlyArray<InputIssue>
  readonly warnings: WarningList
  readonly leftOut: LeftOutRecords
}

/** The first 1,000 omitted records, and the number of all omitted records. */
export interface LeftOutRecords {
  readonly listed: ReadonlyArray<LeftOutRecord>
  readonly count: number
}

/** Types that the platform or signing generates. ZONEMD is a digest of a whole zone, which differs here. */
const managed = new Set(["SOA", "DNSKEY", "DS", "CDS", "CDNSKEY", "RRSIG", "NSEC", "NSEC3", "NSEC3PARAM", "ZONEMD"])

/** Fixed cost of an entry, in characters, for slicing. */
const entryCost = 20

/** Cost of an entry for slicing. Many characters without an entry end a slice. */
const costOf = (entry: MasterFileEntry | undefined): number => entry === undefined ? Infinity : entryCost + entry.length

/** Characters of an entry that are repeated in a problem. */
const maximumEcho = 200

/** Parses a number of seconds of any size; undefined if the text is not a TTL. */
const ttlOf = (text: string): number | undefined => {
  const seconds = secondsOf(text)
  return seconds === undefined ? undefined : Math.min(seconds, Number.MAX_SAFE_INTEGER)
}

interface RrsetRead {
  readonly pointer: RequestPointer
  readonly name: DnsName.DnsName
  readonly type: DnsRrsetType
  ttl: number
  readonly records: Map<string, RecordEntry>
}

/** A record whose owner, TTL and type have been read. */
interface TypedRecord {
  readonly line: number
  readonly owner: DnsName.DnsName
  readonly pointer: RequestPointer
  /** The text of its data. */
  readonly text: string
  readonly ttl: number | undefined
  /** Type as written in the file. */
  readonly word: string
}

/** True if the platform manages the RRset of a name and type in the zone. */
export type IsProtected = (name: DnsName.DnsName, type: DnsRrsetType) => boolean

/**
 * Parses the master file of a zone (RFC 1035, section 5, with the `$TTL` of RFC 2308, section 4). Yields to the event
 * loop between chunks.
 */
export const readMasterFile = (
  zone: DnsName.DnsName,
  text: string,
  mode: ImportMode,
  isProtected: IsProtected
): Effect.Effect<MasterFileRead> => new MasterFileReading(zone, mode, isProtected).read(text)

class MasterFileReading {
  readonly #zone: DnsName.DnsName
  readonly #isLenient: boolean
  readonly #isProtected: IsProtected
  readonly #problems: Array<InputIssue> = []
  readonly #warnings = new WarningList()
  readonly #leftOut: Array<LeftOutRecord> = []
  #leftOutCount = 0
  readonly #rrsets = new Map<string, RrsetRead>()
  #origin: DnsName.DnsName
  /** Undefined before the first entry, and after an owner that is not a name. */
  #owner: DnsName.DnsName | undefined
  #isFirst = true
  #directiveTtl: number | undefined
  #lastTtl: number | undefined

  constructor(zone: DnsName.DnsName, mode: ImportMode, isProtected: IsProtected) {
    this.#zone = zone
    this.#isLenient = mode === "lenient"
    this.#isProtected = isProtected
    this.#origin = zone
  }

  read(text: string): Effect.Effect<MasterFileRead> {
    const start = { loc: ["body", "master_file", 1], input: null }
    if (text.length > limits.masterFile) {
      this.#report("master_file_syntax", start, `A master file has at most ${limits.masterFile} characters`)
      return Effect.succeed(this.#result())
    }
    const reading = inChunks(this.#entries(text), costOf, (entry) => entry === undefined || this.#entry(entry))
    return Effect.map(reading, () => this.#result())
  }

  /** Entries up to the maximum number of records of a zone. */
  *#entries(text: string): Generator<MasterFileEntry | undefined> {
    for (const entry of new MasterFileEntries(text)) {
      if (this.#problems.length >= maximumIssues) return
      yield entry
      if (entry !== undefined && this.#rrsets.size > limits.zoneRrsets) {
        this.#rrsets.clear()
        return this.#report("too_many_rrsets", { loc: ["body", "master_file", entry.line], input: null }, tooManyRrsets)
      }
    }
  }

  #result(): MasterFileRead {
    return {
      steps: [...this.#rrsets.values()].map(({ name, pointer, records, ttl, type }) => ({
        pointer,
        writtenName: name,
        name,
        type,
        action: { kind: "put", ttl, records: [...records.values()] }
      })),
      problems: this.#problems,
      warnings: this.#warnings,
      leftOut: { listed: this.#leftOut, count: this.#leftOutCount }
    }
  }

  #report(
    slug: ZoneRuleSlug,
    pointer: RequestPointer,
    message: string,
    details?: Readonly<Record<string, unknown>>
  ): void {
    this.#problems.push(zoneIssue(slug, pointer, message, details))
  }

  /** A breach that the import corrected, with the correction. */
  #warn(slug: ZoneRuleSlug, pointer: RequestPointer, message: string): void {
    this.#warnings.add(zoneIssue(slug, pointer, message, { level: "warning" }))
  }

  #entry(entry: MasterFileEntry): void {
    const { isIndented, line, problem, words } = entry
    const pointer = {
      loc: ["body", "master_file", line],
      input: words.slice(0, maximumEcho).join(" ").slice(0, maximumEcho)
    }
    if (problem !== undefined) return this.#report("master_file_syntax", pointer, problem)
    const [first = ""] = words
    if (!isIndented && first.startsWith("$")) return this.#directive(pointer, first.toUpperCase(), words.slice(1))
    if (isIndented && this.#isFirst) {
      return this.#report("master_file_syntax", pointer, "The first entry has no owner")
    }
    this.#isFirst = false
    if (!isIndented) this.#owner = this.#name(pointer, first)
    this.#record(pointer, line, isIndented ? words : words.slice(1))
  }

  #directive(pointer: RequestPointer, directive: string, words: ReadonlyArray<string>): void {
    const [value] = words
    const isAlone = value !== undefined && words.length === 1
    if (directive === "$ORIGIN" && isAlone) this.#origin = this.#name(pointer, value) ?? this.#origin
    else if (directive === "$TTL" && isAlone) {
      const ttl = ttlOf(value)
      if (ttl === undefined) this.#report("invalid_ttl", pointer, "A TTL is a number of seconds")
      // After an invalid TTL the entries below are not reported for having none.
      this.#directiveTtl = ttl ?? this.#directiveTtl ?? limits.recordTtl.standard
    } else if (directive === "$ORIGIN" || directive === "$TTL") {
      this.#report("master_file_syntax", pointer, `${directive} has one value`)
    } else this.#report("master_file_syntax", pointer, `${directive} is not supported here`)
  }

  /** A name of the file; undefined and a problem if it is invalid. */
  #name(pointer: RequestPointer, text: string): DnsName.DnsName | undefined {
    const name = DnsName.parse(text, this.#origin)
    if (Result.isSuccess(name)) return name.success
    this.#report("invalid_name", pointer, name.failure.message, { reason: name.failure.slug, at: name.failure.at })
    return undefined
  }

  /** `[TTL] [class] type data`, with TTL and class in either order. */
  #record(pointer: RequestPointer, line: number, words: ReadonlyArray<string>): void {
    let ttl: number | undefined
    let index = 0
    for (; index < 2 && index < words.length; index++) {
      const word = words[index] ?? ""
      const seconds = ttlOf(word)
      if (seconds !== undefined && ttl === undefined) ttl = seconds
      else if (/^(?:CH|HS|CS|CLASS[0-9]+)$/i.test(word) && word.toUpperCase() !== "CLASS1") {
        return this.#report("master_file_syntax", pointer, "Zones are of the class IN")
      } else if (!/^(?:IN|CLASS1)$/i.test(word)) break
    }
    const word = words[index]
    if (word === undefined) return this.#report("master_file_syntax", pointer, "The type of the record is missing")
    const effective = this.#ttlOf(ttl, word.toUpperCase() === "SOA" ? words.at(-1) : undefined)
    const owner = this.#owner
    if (owner === undefined) return
    this.#typed({ line, owner, pointer, text: words.slice(index + 1).join(" "), ttl: effective, word })
  }

  /** TTL of an entry: its own, that of `$TTL`, that of the previous entry, or the last field of the SOA. */
  #ttlOf(own: number | undefined, minimum: string | undefined): number | undefined {
    const ttl = own ?? this.#directiveTtl ?? this.#lastTtl ?? (minimum === undefined ? undefined : ttlOf(minimum))
    this.#lastTtl = ttl
    return ttl
  }

  #typed(record: TypedRecord): void {
    const { pointer, word } = record
    const type = rrsetTypeNamed(word)
    const owner = ownerName(record.owner, this.#zone)
    if (Result.isFailure(owner)) {
      const { at, message, slug } = owner.failure
      return this.#report(nameRule(slug), pointer, message, { reason: slug, at })
    }
    const isApexNs = type === "NS" && owner.success === this.#zone
    const named = registeredName(word)
    if (managed.has(named) || isApexNs || (type !== undefined && this.#isProtected(owner.success, type))) {
      this.#leaveOut(record, owner.success, named, "managed")
    } else if (type !== undefined) this.#supported(record, owner.success, type)
    else if (this.#isLenient) {
      this.#leaveOut(record, owner.success, named, "unsupported_type")
      this.#warn("unsupported_type", pointer, `${unsupportedType(word)}; the record was left out`)
    } else this.#report("unsupported_type", pointer, unsupportedType(word))
  }

  /** Checks an omitted record as well: a file with an invalid record may have other errors. */
  #leaveOut(
    { line, pointer, text, word }: TypedRecord,
    name: DnsName.DnsName,
    type: string,
    reason: LeftOutRecord["reason"]
  ): void {
    const number = typeNumberNamed(word)
    const parsedType = number === undefined ? undefined : recordTypeOf(number)
    const read = parsedType && Rdata.parse(parsedType, text, this.#form)
    const problems = read === undefined
      ? signingRecordProblems(type, text, this.#form)
      : Result.isFailure(read)
      ? read.failure
      : []
    this.#reportAll(pointer, parsedType ?? "TYPE0", problems)
    this.#leftOutCount++
    if (this.#leftOut.length < maximumIssues) this.#leftOut.push({ line, name, type, reason })
  }

  #supported({ pointer, text, ttl, word }: TypedRecord, name: DnsName.DnsName, type: DnsRrsetType): void {
    if (ttl === undefined) {
      return this.#report("invalid_ttl", pointer, `The ${word} record has no TTL; set one with $TTL`)
    }
    const bounded = this.#bounded(pointer, ttl)
    const entry = this.#data(pointer, type, text)
    this.#add(pointer, { name, type, ttl: bounded, pointer, records: new Map() }, entry)
  }

  /** Limits the TTL to the bounds of the platform. */
  #bounded(pointer: RequestPointer, ttl: number): number {
    const { maximum, minimum } = limits.recordTtl
    const bounded = Math.min(Math.max(ttl, minimum), maximum)
    if (bounded === ttl) return ttl
    if (this.#isLenient) this.#warn("invalid_ttl", pointer, `The TTL of ${ttl} seconds was changed to ${bounded}`)
    else this.#report("invalid_ttl", pointer, `A TTL is from ${minimum} to ${maximum} seconds`, { ttl })
    return bounded
  }

  get #form() {
    return { origin: this.#origin, form: "zone_file" } as const
  }

  #data(pointer: RequestPointer, type: DnsRrsetType, text: string): RecordEntry | undefined {
    const value = Rdata.parse(type, text, this.#form)
    const problems = Result.isFailure(value) ? value.failure : Rdata.refusals(type, value.success)
    this.#reportAll(pointer, type, problems)
    return Result.isSuccess(value) && problems.length === 0 ? entryOf(type, value.success) : undefined
  }

  #reportAll(pointer: RequestPointer, type: AnyRecordType, problems: ReadonlyArray<RdataProblem>): void {
    for (const { field, message, slug } of problems) {
      this.#report(rdataRule(type, slug), pointer, message, { reason: slug, field })
    }
  }

  /** Adds a record. Duplicates count once, as in nameservers (RFC 2181, section 5). */
  #add(pointer: RequestPointer, fresh: RrsetRead, entry: RecordEntry | undefined): void {
    const key = `${fresh.name} ${fresh.type}`
    const rrset = this.#rrsets.get(key) ?? fresh
    this.#rrsets.set(key, rrset)
    if (rrset.ttl !== fresh.ttl) this.#unequalTtl(pointer, rrset, fresh.ttl)
    if (entry === undefined) return
    if (rrset.records.has(entry.key)) {
      return this.#warn(
        "duplicate_record",
        pointer,
        `${entry.text.slice(0, maximumEcho)} is a duplicate and counts once`
      )
    }
    // One record more than an RRset can have is enough to refuse it.
    if (rrset.records.size <= limits.rrsetRecords) rrset.records.set(entry.key, entry)
  }

  /** Uses the lowest of several TTLs, which no resolver exceeds (RFC 2181, section 5.2). */
  #unequalTtl(pointer: RequestPointer, rrset: RrsetRead, ttl: number): void {
    const { name, type } = rrset
    if (!this.#isLenient) {
      return this.#report("ttl_mismatch", pointer, `${name} ${type} has a TTL of ${rrset.ttl} seconds above`)
    }
    const [lower, higher] = [Math.min(rrset.ttl, ttl), Math.max(rrset.ttl, ttl)]
    this.#warn(
      "ttl_mismatch",
      pointer,
      `${name} ${type} has TTLs of ${lower} and ${higher} seconds; the RRset has ${lower}`
    )
    rrset.ttl = lower
  }
}

/** Name of the type in the IANA registry, otherwise as written in the file. */
const registeredName = (word: string): string => {
  const number = typeNumberNamed(word)
  return number === undefined ? word.slice(0, maximumEcho) : typeName(number)
}
