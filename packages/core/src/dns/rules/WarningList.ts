import type { InputIssue } from "../../shared/index.ts"
import { maximumIssues } from "./boundedIssues.ts"

/** The first warnings of a write, at most 1,000. Further ones are counted by rule. */
export class WarningList {
  readonly listed: Array<InputIssue> = []
  readonly omitted = new Map<string, number>()

  add(warning: InputIssue): void {
    if (this.listed.length < maximumIssues) this.listed.push(warning)
    else this.omit(warning.type, 1)
  }

  omit(rule: string, count: number): void {
    this.omitted.set(rule, (this.omitted.get(rule) ?? 0) + count)
  }
}

/** A warning for each rule of which warnings were omitted, with their number. */
export const omissions = ({ omitted }: WarningList, loc: InputIssue["loc"]): ReadonlyArray<InputIssue> =>
  [...omitted].map(([type, count]) => {
    const message = `${count} more warnings of this rule are not listed`
    return { loc, msg: message, type, input: null, ctx: { message, level: "warning", omitted: count } }
  })
