import { Effect, Result } from "effect"
import { inChunks, type InputIssue, limits } from "../shared/index.ts"
import { protectedKeys, type ReadRrsetWrite, readRrsetWrite } from "./readRrsetWrite.ts"
import { type Rrset, type RrsetChange, textGrowth } from "./Rrset.ts"
import type { RrsetSource, RrsetWrite, ZoneDecision, ZoneUnderRules } from "./RrsetWrite.ts"
import { boundedIssues, inOrder, withBoundedInput } from "./rules/boundedIssues.ts"
import { breaches } from "./rules/breaches.ts"
import { DraftZone } from "./rules/DraftZone.ts"
import { guard } from "./rules/guard.ts"
import { LoadedRecords } from "./rules/LoadedRecords.ts"
import { tooManyRrsets, zoneTooLarge } from "./rules/readSteps.ts"
import { zoneIssue } from "./rules/RrsetStep.ts"
import { omissions, WarningList } from "./rules/WarningList.ts"
import { type RrsetProtected, ZoneValidationFailed } from "./ZoneError.ts"

type Refusal = RrsetProtected | ZoneValidationFailed

/**
 * Decides on a parsed write by all rules of zones: returns the changes, or fails with every problem. A write that only
 * names protected RRsets fails with `RrsetProtected`; with other problems, protection is one of them. For operations,
 * the source is read at the names, above them, and at the targets of their records; the cost does not depend on the
 * size of the zone. `others` are problems of the same request that were found elsewhere.
 */
export const decideRrsetWrite = <E, R>(
  zone: ZoneUnderRules,
  earlier: ReadRrsetWrite,
  source: RrsetSource<E, R>,
  others: ReadonlyArray<InputIssue> = []
): Effect.Effect<ZoneDecision, Refusal | E, R> =>
  Effect.gen(function*() {
    const { write } = earlier
    const all = isWhole(write) ? yield* source.all : []
    const loaded = isWhole(write) ? LoadedRecords.whole(all, zone.name) : LoadedRecords.blank()
    const found = isOutdated(earlier, all) ? yield* readRrsetWrite(zone.name, write, all) : earlier
    const read = { ...found, problems: [...others, ...found.problems] }
    for (;;) {
      const decision = yield* decide(zone, read, loaded)
      const missing = loaded.takeMissing()
      if (missing === undefined) return yield* Effect.fromResult(decision)
      if (missing.names.length > 0) loaded.addAt(missing.names, yield* source.at(missing.names))
      for (const [name, atMost] of missing.below) loaded.addBelow(name, atMost, yield* source.below(name, atMost))
    }
  })

/** True if RRsets that the write does not name are removed. */
export const isWhole = ({ kind }: RrsetWrite): boolean => kind === "replace" || kind === "master_file"

/** True if other RRsets are protected now than when the file was read. A file leaves out the records of protected RRsets. */
const isOutdated = ({ protectedRrsets, write }: ReadRrsetWrite, all: ReadonlyArray<Rrset>): boolean => {
  if (write.kind !== "master_file") return false
  const now = protectedKeys(all)
  return now.size !== protectedRrsets.size || [...now].some((key) => !protectedRrsets.has(key))
}

const decide = Effect.fnUntraced(function*(
  zone: ZoneUnderRules,
  read: ReadRrsetWrite,
  loaded: LoadedRecords
): Effect.fn.Return<Result.Result<ZoneDecision, Refusal>> {
  const draft = new DraftZone(zone.name, loaded)
  const { errors: [protectedRrset], free, problems: protections } = guard(draft, read.steps)
  yield* inChunks(free, () => stepCost, (step) => draft.apply(step))
  if (isWhole(read.write)) draft.dropOthers({ loc: read.list, input: null })
  const found = yield* breaches(draft)
  const changes = draft.changes()
  const problems = [
    ...read.problems,
    ...found.filter(({ level }) => level === "error").map(({ issue }) => issue),
    ...tooMany(zone, read, changes),
    ...tooLarge(zone, read, changes)
  ]
  if (protectedRrset !== undefined && problems.length === 0) return Result.fail(protectedRrset)
  const [first, ...others] = boundedIssues([...problems, ...protections])
  return first === undefined
    ? Result.succeed({
      changes,
      warnings: warningsOf(read, found.map(({ issue }) => issue)),
      left_out: read.leftOut.listed,
      left_out_count: read.leftOut.count
    })
    : Result.fail(new ZoneValidationFailed({ zone_name: zone.name, errors: [first, ...others] }))
})

/** The first warnings in the order of their pointers, then the number of omitted ones. */
const warningsOf = (
  { list, warnings }: ReadRrsetWrite,
  found: ReadonlyArray<InputIssue>
): ReadonlyArray<InputIssue> => {
  const all = new WarningList()
  for (const warning of inOrder([...warnings.listed, ...found])) all.add(warning)
  for (const [rule, count] of warnings.omitted) all.omit(rule, count)
  return [...withBoundedInput(all.listed), ...omissions(all, list)]
}

/** Cost of an entry of a request for slicing, in characters. */
const stepCost = 10

const tooMany = (
  { rrset_count }: ZoneUnderRules,
  { list }: ReadRrsetWrite,
  changes: ReadonlyArray<RrsetChange>
): ReadonlyArray<InputIssue> => {
  const added = changes.filter(({ before }) => before === null).length
  const removed = changes.filter(({ after }) => after === null).length
  return added > removed && rrset_count + added - removed > limits.zoneRrsets
    ? [zoneIssue("too_many_rrsets", { loc: list, input: null }, tooManyRrsets)]
    : []
}

/** A zone that exceeds the limit still accepts writes that do not add text. */
const tooLarge = (
  { record_characters }: ZoneUnderRules,
  { list }: ReadRrsetWrite,
  changes: ReadonlyArray<RrsetChange>
): ReadonlyArray<InputIssue> => {
  const added = textGrowth(changes)
  return added > 0 && record_characters + added > limits.zoneText
    ? [zoneIssue("zone_too_large", { loc: list, input: null }, zoneTooLarge)]
    : []
}
