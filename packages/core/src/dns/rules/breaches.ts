import { Effect } from "effect"
import { inChunks, type InputIssue } from "../../shared/index.ts"
import type { Rrset } from "../Rrset.ts"
import { coexistence } from "./coexistence.ts"
import { delegations } from "./delegations.ts"
import type { DraftZone } from "./DraftZone.ts"
import type { Finding } from "./Finding.ts"
import { lostGlue } from "./lostGlue.ts"
import { rrsetContents } from "./rrsetContents.ts"
import { zoneIssue } from "./RrsetStep.ts"
import { loops, mailPolicy, targets } from "./targets.ts"
import { type ZoneRuleLevel, zoneRules } from "./ZoneRule.ts"

/** A breach in the form that is reported to the caller. */
export interface Breach {
  readonly level: ZoneRuleLevel
  readonly issue: InputIssue
}

/** Cost of a name and of an RRset for slicing, in characters. */
const nameCost = 20
const rrsetCost = 40

const costOf = ({ records }: Rrset): number => records.reduce((sum, { length }) => sum + length, rrsetCost)

/** Every breach of a rule in which the request takes part, each reported once at one pointer. */
export const breaches = Effect.fnUntraced(function*(draft: DraftZone) {
  const found: Array<Finding> = []
  yield* inChunks(draft.touchedNames, () => nameCost, (name) => {
    found.push(...coexistence(draft, name), ...lostGlue(draft, name), ...loops(draft, name))
  })
  yield* inChunks(draft.touchedRrsets, costOf, (rrset) => {
    found.push(
      ...rrsetContents(rrset, draft.zone),
      ...delegations(draft, rrset),
      ...targets(draft, rrset),
      ...mailPolicy(draft, rrset)
    )
  })
  const reported = new Map<string, Breach>()
  for (const { message, parties, slug } of found) {
    const pointer = draft.pointerOf(parties)
    if (pointer === undefined) continue
    const key = JSON.stringify([slug, pointer.loc])
    if (!reported.has(key)) {
      reported.set(key, { level: zoneRules[slug].level, issue: zoneIssue(slug, pointer, message) })
    }
  }
  return [...reported.values()]
})
