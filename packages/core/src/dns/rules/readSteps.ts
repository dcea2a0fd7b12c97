import { Effect, Result } from "effect"
import { inChunks, type InputIssue, limits } from "../../shared/index.ts"
import type { DnsName } from "../DnsName.ts"
import { ownerName } from "../OwnerName.ts"
import { Rdata } from "../rdata/index.ts"
import { type DnsRrsetType, rrsetTypeNamed } from "../RecordType.ts"
import type { RecordOp, RequestedRecord, RequestedRrset, RrsetOp } from "../ZoneRequest.ts"
import { nameRule, rdataRule } from "./issueRules.ts"
import { entryOf, type RecordEntry } from "./RecordEntry.ts"
import { type RequestPointer, type RrsetAction, type RrsetStep, zoneIssue } from "./RrsetStep.ts"
import type { ZoneRuleSlug } from "./ZoneRule.ts"

export const tooManyRrsets = `A zone has at most ${limits.zoneRrsets} RRsets`

export const zoneTooLarge = `The records of a zone have at most ${limits.zoneText} characters`

export const unsupportedType = (written: string): string => `Records of type ${written.slice(0, 50)} are not supported`

/** Parsed entries of a request, and the problems of each entry by itself. */
export interface StepsRead {
  readonly steps: ReadonlyArray<RrsetStep>
  readonly problems: ReadonlyArray<InputIssue>
}

/** Parses entries one by one and continues after problems. The step of an invalid entry keeps its pointer. */
export class StepReader {
  readonly steps: Array<RrsetStep> = []
  readonly problems: Array<InputIssue> = []
  readonly zone: DnsName

  constructor(zone: DnsName) {
    this.zone = zone
  }

  report(
    slug: ZoneRuleSlug,
    pointer: RequestPointer,
    message: string,
    details?: Readonly<Record<string, unknown>>
  ): void {
    this.problems.push(zoneIssue(slug, pointer, message, details))
  }

  type(pointer: RequestPointer, written: string): DnsRrsetType | undefined {
    const type = rrsetTypeNamed(written)
    if (type === undefined) this.report("unsupported_type", pointer, unsupportedType(written))
    return type
  }

  /** Adds a step, if its owner is a name of the zone and its type is supported. */
  step(
    pointer: RequestPointer,
    writtenName: string,
    type: DnsRrsetType | undefined,
    action: RrsetAction | undefined
  ): void {
    const owner = ownerName(writtenName, this.zone)
    if (Result.isSuccess(owner)) {
      if (type !== undefined && action !== undefined) {
        this.steps.push({ pointer, writtenName, name: owner.success, type, action })
      }
      return
    }
    const { at, message, slug } = owner.failure
    this.report(nameRule(slug), pointer, message, { reason: slug, at })
  }

  /** The standard TTL if the request has none. */
  ttl(pointer: RequestPointer, ttl: number | null | undefined): number | undefined {
    if (ttl === undefined || ttl === null) return undefined
    const { maximum, minimum } = limits.recordTtl
    if (Number.isInteger(ttl) && ttl >= minimum && ttl <= maximum) return ttl
    this.report("invalid_ttl", pointer, `A TTL must be a whole number of seconds from ${minimum} to ${maximum}`, {
      ttl
    })
    return limits.recordTtl.standard
  }

  /** Parses a record. `record` is its index in the RRset, for the problems. */
  record(
    pointer: RequestPointer,
    type: DnsRrsetType,
    rdata: string,
    { isRemoved, record }: { readonly isRemoved: boolean; readonly record?: number }
  ): RecordEntry | undefined {
    const value = Rdata.parse(type, rdata, { origin: this.zone, form: "api" })
    const problems = Result.isFailure(value)
      ? value.failure
      : isRemoved
      ? []
      : Rdata.refusals(type, value.success)
    for (const { at, field, message, slug } of problems) {
      this.report(rdataRule(type, slug), pointer, message, {
        ...(record === undefined ? {} : { record }),
        reason: slug,
        field,
        ...(at === undefined ? {} : { at })
      })
    }
    return Result.isSuccess(value) && problems.length === 0 ? entryOf(type, value.success) : undefined
  }

  /** Parses the records of a whole RRset, each once. */
  records(
    pointer: RequestPointer,
    type: DnsRrsetType,
    records: ReadonlyArray<RequestedRecord>
  ): ReadonlyArray<RecordEntry> {
    if (records.length === 0) this.report("empty_rrset", pointer, "An RRset has at least one record")
    if (records.length > limits.rrsetRecords) {
      this.report("too_many_records", pointer, `An RRset has at most ${limits.rrsetRecords} records`)
    }
    if (records.reduce((sum, { rdata }) => sum + rdata.length, 0) > limits.rrsetText) {
      this.report("rrset_too_large", pointer, `The records of an RRset have at most ${limits.rrsetText} characters`)
      return []
    }
    const entries = new Map<string, RecordEntry>()
    for (const [record, { rdata }] of records.slice(0, limits.rrsetRecords).entries()) {
      const entry = this.record(pointer, type, rdata, { isRemoved: false, record })
      if (entry === undefined) continue
      if (entries.has(entry.key)) {
        this.report("duplicate_record", pointer, `${entry.text} is given more than once`, { record })
      }
      entries.set(entry.key, entry)
    }
    return [...entries.values()]
  }
}

/** Fixed cost of an entry or a record, in characters, for slicing. */
const entryCost = 20

const costOf = (records: ReadonlyArray<RequestedRecord>): number =>
  records.reduce((sum, { rdata }) => sum + rdata.length, entryCost * (1 + records.length))

/** Parses a complete list of the RRsets that users manage. */
export const readRrsets = (zone: DnsName, rrsets: ReadonlyArray<RequestedRrset>): Effect.Effect<StepsRead> => {
  const reader = new StepReader(zone)
  if (rrsets.length > limits.zoneRrsets) {
    reader.report("too_many_rrsets", { loc: ["body", "rrsets"], input: null }, tooManyRrsets)
    return Effect.succeed(reader)
  }
  const reading = inChunks(rrsets.entries(), ([, rrset]) => costOf(rrset.records), ([index, rrset]) => {
    const pointer = { loc: ["body", "rrsets", index], input: rrset }
    const type = reader.type(pointer, rrset.type)
    reader.step(pointer, rrset.name, type, isManaged(type) ? { kind: "drop" } : readPut(reader, pointer, type, rrset))
  })
  return Effect.map(reading, () => withoutRepeats(reader))
}

/** True for types that callers cannot write; their entries are refused without parsing. */
const isManaged = (type: DnsRrsetType | undefined): boolean => type === "SOA" || type === "DNSKEY" || type === "DS"

const readPut = (
  reader: StepReader,
  pointer: RequestPointer,
  type: DnsRrsetType | undefined,
  { records, ttl }: Pick<RequestedRrset, "ttl"> & {
    readonly records?: ReadonlyArray<RequestedRecord> | null | undefined
  }
): RrsetAction => ({
  kind: "put",
  ttl: reader.ttl(pointer, ttl) ?? limits.recordTtl.standard,
  records: type === undefined ? [] : reader.records(pointer, type, records ?? [])
})

/** Reports RRsets that occur twice in a list, which has no order. */
const withoutRepeats = (reader: StepReader): StepsRead => {
  const first = new Map<string, RrsetStep>()
  for (const step of reader.steps) {
    const key = `${step.name} ${step.type}`
    if (first.has(key)) {
      reader.report(
        "duplicate_rrset",
        step.pointer,
        `${step.name} ${step.type} is given more than once; list all of its records once`
      )
    } else first.set(key, step)
  }
  return { steps: [...first.values()], problems: reader.problems }
}

export const readRrsetOps = (zone: DnsName, ops: ReadonlyArray<RrsetOp>): Effect.Effect<StepsRead> => {
  const reader = new StepReader(zone)
  const reading = inChunks(ops.entries(), ([, { rrset }]) => costOf(rrset.records ?? []), ([index, { op, rrset }]) => {
    const pointer = { loc: ["body", "ops", index, "rrset"], input: rrset }
    const type = reader.type(pointer, rrset.type)
    const isDropped = op === "remove" || isManaged(type)
    reader.step(pointer, rrset.name, type, isDropped ? { kind: "drop" } : readPut(reader, pointer, type, rrset))
  })
  return Effect.as(reading, reader)
}

export const readRecordOps = (zone: DnsName, ops: ReadonlyArray<RecordOp>): Effect.Effect<StepsRead> => {
  const reader = new StepReader(zone)
  const reading = inChunks(ops.entries(), ([, { record }]) => costOf([record]), ([index, { op, record }]) => {
    const pointer = { loc: ["body", "ops", index, "record"], input: record }
    const type = reader.type(pointer, record.type)
    reader.step(pointer, record.name, type, readRecordAction(reader, pointer, op, type, record))
  })
  return Effect.as(reading, reader)
}

const readRecordAction = (
  reader: StepReader,
  pointer: RequestPointer,
  op: RecordOp["op"],
  type: DnsRrsetType | undefined,
  { rdata, ttl }: RecordOp["record"]
): RrsetAction | undefined => {
  if (isManaged(type)) return { kind: "drop" }
  const isRemoved = op === "remove"
  const record = type && reader.record(pointer, type, rdata, { isRemoved })
  if (isRemoved) return record && { kind: "take", record }
  return { kind: "add", ttl: reader.ttl(pointer, ttl), record }
}
