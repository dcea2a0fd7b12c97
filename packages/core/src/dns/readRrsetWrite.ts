import { Effect } from "effect"
import type { InputIssue } from "../shared/index.ts"
import type { DnsName } from "./DnsName.ts"
import { type LeftOutRecords, readMasterFile } from "./masterfile/readMasterFile.ts"
import type { Rrset } from "./Rrset.ts"
import type { RrsetWrite } from "./RrsetWrite.ts"
import { readRecordOps, readRrsetOps, readRrsets, type StepsRead } from "./rules/readSteps.ts"
import { WarningList } from "./rules/WarningList.ts"

/** A write with its parsed entries. */
export interface ReadRrsetWrite extends StepsRead {
  readonly write: RrsetWrite
  readonly warnings: WarningList
  readonly leftOut: LeftOutRecords
  /** Pointer to the list in the request, for problems of the zone as a whole. */
  readonly list: InputIssue["loc"]
  /** Keys of the RRsets that were protected when the write was read. */
  readonly protectedRrsets: ReadonlySet<string>
}

/**
 * Parses the entries of a write to a zone. Long writes take seconds, so it runs before the zone is locked. `stored` are
 * the RRsets of the zone; they are used only for master files, which leave protected RRsets out.
 */
export const readRrsetWrite = (
  zone: DnsName,
  write: RrsetWrite,
  stored: ReadonlyArray<Rrset>
): Effect.Effect<ReadRrsetWrite> => {
  const protectedRrsets = protectedKeys(stored)
  const of = (list: string) => (read: StepsRead): ReadRrsetWrite => ({
    warnings: new WarningList(),
    leftOut: { listed: [], count: 0 },
    ...read,
    write,
    list: ["body", list],
    protectedRrsets
  })
  switch (write.kind) {
    case "replace":
      return Effect.map(readRrsets(zone, write.rrsets), of("rrsets"))
    case "rrset_ops":
      return Effect.map(readRrsetOps(zone, write.ops), of("ops"))
    case "record_ops":
      return Effect.map(readRecordOps(zone, write.ops), of("ops"))
    case "master_file": {
      const isProtected = (name: DnsName, type: Rrset["type"]) => protectedRrsets.has(keyOf({ name, type }))
      return Effect.map(readMasterFile(zone, write.text, write.mode, isProtected), of("master_file"))
    }
  }
}

/** Keys of the RRsets that the platform manages. */
export const protectedKeys = (rrsets: ReadonlyArray<Rrset>): Set<string> =>
  new Set(rrsets.filter(({ protected_reason }) => protected_reason !== null).map(keyOf))

const keyOf = ({ name, type }: Pick<Rrset, "name" | "type">): string => `${name} ${type}`
