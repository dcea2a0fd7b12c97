import { Effect, Result } from "effect"
import { type InputIssue, inSlices, limits } from "../shared/index.ts"
import type { DnsName } from "./DnsName.ts"
import { readMasterFile } from "./masterfile/readMasterFile.ts"
import type { RrsetChange } from "./Rrset.ts"
import type { RrsetSource, RrsetWrite, ZoneDecision, ZoneUnderRules } from "./RrsetWrite.ts"
import { boundedIssues } from "./rules/boundedIssues.ts"
import { breaches } from "./rules/breaches.ts"
import { guard } from "./rules/guard.ts"
import { readRecordOps, readRrsetOps, readRrsets, type StepsRead, tooManyRrsets } from "./rules/readSteps.ts"
import { zoneIssue } from "./rules/RrsetStep.ts"
import { StandingRrsets } from "./rules/StandingRrsets.ts"
import { StoredSight } from "./rules/StoredSight.ts"
import { type RrsetProtected, ZoneValidationFailed } from "./ZoneError.ts"
import type { LeftOutRecord } from "./ZoneView.ts"

type Refusal = RrsetProtected | ZoneValidationFailed

/**
 * Decides on a write by all the rules of zones: what changes, or every problem of it. A write that only names what the
 * platform manages is `RrsetProtected`; with other problems beside it, that is one of them. It reads from the source what
 * the rules have to see, which for operations is what stands at the names, above them, and at the targets of their
 * records; what it costs does not depend on the size of the zone. `others` are problems of the same request that have
 * been found elsewhere.
 */
export const decideRrsetWrite = <E, R>(
  zone: ZoneUnderRules,
  write: RrsetWrite,
  source: RrsetSource<E, R>,
  others: ReadonlyArray<InputIssue> = []
): Effect.Effect<ZoneDecision, Refusal | E, R> =>
  Effect.gen(function*() {
    const sight = isWhole(write) ? StoredSight.whole(yield* source.all, zone.name) : StoredSight.blank()
    const found = yield* readWrite(zone.name, write, sight)
    const read = { ...found, problems: [...others, ...found.problems] }
    for (;;) {
      const decision = yield* decide(zone, write, read, sight)
      const unseen = sight.takeUnseen()
      if (unseen === undefined) return yield* Effect.fromResult(decision)
      if (unseen.names.length > 0) sight.addAt(unseen.names, yield* source.at(unseen.names))
      for (const [name, atMost] of unseen.below) sight.addBelow(name, atMost, yield* source.below(name, atMost))
    }
  })

/** Whether RRsets that the write does not name are removed. */
const isWhole = ({ kind }: RrsetWrite): boolean => kind === "replace" || kind === "master_file"

interface WriteRead extends StepsRead {
  readonly warnings: ReadonlyArray<InputIssue>
  readonly leftOut: ReadonlyArray<LeftOutRecord>
  /** What the request calls its list, for problems of the zone as a whole. */
  readonly list: InputIssue["loc"]
}

const readWrite = (zone: DnsName, write: RrsetWrite, sight: StoredSight): Effect.Effect<WriteRead> => {
  const of = (list: string) => (read: StepsRead): WriteRead => ({
    warnings: [],
    leftOut: [],
    ...read,
    list: ["body", list]
  })
  switch (write.kind) {
    case "replace":
      return Effect.map(readRrsets(zone, write.rrsets), of("rrsets"))
    case "rrset_ops":
      return Effect.map(readRrsetOps(zone, write.ops), of("ops"))
    case "record_ops":
      return Effect.map(readRecordOps(zone, write.ops), of("ops"))
    case "master_file":
      return Effect.map(readMasterFile(zone, write.text, write.mode, sight.isProtected), of("master_file"))
  }
}

const decide = Effect.fnUntraced(function*(
  zone: ZoneUnderRules,
  write: RrsetWrite,
  read: WriteRead,
  sight: StoredSight
): Effect.fn.Return<Result.Result<ZoneDecision, Refusal>> {
  const standing = new StandingRrsets(zone.name, sight)
  const { errors: [protectedRrset], free, problems: protections } = guard(standing, read.steps)
  yield* inSlices(free, () => stepCost, (step) => standing.apply(step))
  if (isWhole(write)) standing.dropOthers({ loc: read.list, input: null })
  const found = yield* breaches(standing)
  const changes = standing.changes()
  const problems = [
    ...read.problems,
    ...found.filter(({ level }) => level === "error").map(({ issue }) => issue),
    ...tooMany(zone, read, changes)
  ]
  if (protectedRrset !== undefined && problems.length === 0) return Result.fail(protectedRrset)
  const [first, ...others] = boundedIssues([...problems, ...protections])
  return first === undefined
    ? Result.succeed({
      changes,
      warnings: boundedIssues([...read.warnings, ...found.map(({ issue }) => issue)]),
      left_out: read.leftOut
    })
    : Result.fail(new ZoneValidationFailed({ zone_name: zone.name, errors: [first, ...others] }))
})

/** Work on an entry of a request, as so many characters of text to be read. */
const stepCost = 10

const tooMany = (
  { rrset_count }: ZoneUnderRules,
  { list }: WriteRead,
  changes: ReadonlyArray<RrsetChange>
): ReadonlyArray<InputIssue> => {
  const added = changes.filter(({ before }) => before === null).length
  const removed = changes.filter(({ after }) => after === null).length
  return added > removed && rrset_count + added - removed > limits.zoneRrsets
    ? [zoneIssue("too_many_rrsets", { loc: list, input: null }, tooManyRrsets)]
    : []
}
