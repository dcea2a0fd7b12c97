import { type Actor, admitsRrset, type InputIssue } from "../shared/index.ts"
import type { ReadRrsetWrite } from "./readRrsetWrite.ts"
import { zoneIssue } from "./rules/RrsetStep.ts"

/** Problems of the steps that change RRsets to which the caller has no access. */
export const forbiddenSteps = ({ scope }: Actor, { steps }: ReadRrsetWrite): ReadonlyArray<InputIssue> =>
  scope === undefined ?
    [] :
    steps.flatMap(({ name, pointer, type, writtenName }) =>
      admitsRrset(scope, name, type) ? [] : [
        zoneIssue("rrset_not_permitted", pointer, `This credential may not change ${writtenName} ${type}`, {
          rrset_name: writtenName,
          rrset_type: type
        })
      ]
    )
