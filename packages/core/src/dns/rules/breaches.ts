import { Effect } from "effect"
import { type InputIssue, inSlices } from "../../shared/index.ts"
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

/** A breach as the caller is told of it. */
export interface Breach {
  readonly level: ZoneRuleLevel
  readonly issue: InputIssue
}

/** Work on a name and on an RRset, as so many characters of text to be read. */
const nameCost = 20
const rrsetCost = 40

const costOf = ({ records }: Rrset): number => records.reduce((sum, { length }) => sum + length, rrsetCost)

/** Every breach of a rule that the request has a part in, each reported once at one pointer. */
export const breaches = Effect.fnUntraced(function*(draft: DraftZone) {
  const found: Array<Finding> = []
  yield* inSlices(draft.touchedNames, () => nameCost, (name) => {
    found.push(...coexistence(draft, name), ...lostGlue(draft, name), ...loops(draft, name))
  })
  yield* inSlices(draft.touchedRrsets, costOf, (rrset) => {
    found.push(
      ...rrsetContents(rrset, draft.zone),
      ...delegations(draft, rrset),
      ...targets(draft, rrset),
      ...mailPolicy(draft, rrset)
    )
  })
  const told = new Map<string, Breach>()
  for (const { message, parties, slug } of found) {
    const pointer = draft.pointerOf(parties)
    if (pointer === undefined) continue
    const key = JSON.stringify([slug, pointer.loc])
    if (!told.has(key)) told.set(key, { level: zoneRules[slug].level, issue: zoneIssue(slug, pointer, message) })
  }
  return [...told.values()]
})
