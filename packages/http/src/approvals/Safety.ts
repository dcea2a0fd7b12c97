import type { Safety } from "@namewright/core/approvals"
import type { BatchCommand } from "@namewright/core/jobs"
import { commandNames } from "../jobs/commandNames.ts"
import { isTrial, type OperationRules, type Risk } from "../shared/OperationRules.ts"

/** Looks up a command by name. */
type CommandNamed = (name: string) => Pick<BatchCommand<unknown>, "risk"> | undefined

const noCommand: CommandNamed = () => undefined

/** Safety class of an operation, or of one call of it: the risk of a batch depends on its commands. */
export const safetyOf = (rules: OperationRules, body?: unknown, command: CommandNamed = noCommand): Safety => {
  const risks = risksOf(rules, body, command)
  const read = rules.write === undefined
  return {
    read,
    write: !read,
    cost: risks.includes("costs"),
    destructive: risks.includes("destroys"),
    access: risks.includes("grants")
  }
}

/** True if a call costs money, destroys or changes data, or grants access. */
export const isRisky = (
  rules: OperationRules,
  { body, query = {} }: { readonly body?: unknown; readonly query?: Readonly<Record<string, unknown>> | undefined },
  command: CommandNamed = noCommand
): boolean => !isTrial(rules, query) && risksOf(rules, body, command).some((risk) => risk !== "none")

/** Risks of a write. An unknown command is classified as a change of data. */
const risksOf = ({ write }: OperationRules, body: unknown, command: CommandNamed): ReadonlyArray<Risk> => {
  if (write === undefined) return []
  if (write.risk === "commands") return commandNames(body).map((name) => command(name)?.risk ?? "changes")
  return [typeof write.risk === "function" ? write.risk(body) : write.risk].flat()
}

/** Phrases for the risks of a call. Source: MCP specification, "Risk wording"; `can grant access` is Namewright's own. */
export const riskPhrases = {
  reads: "reads data",
  costs: "can create costs",
  writes: "writes data",
  destroys: "can delete or transfer resources",
  grants: "can grant access"
} as const

/** Risks of a safety class, in the order in which they are named. */
export const riskNames = (
  { access, cost, destructive, read, write }: Safety
): ReadonlyArray<keyof typeof riskPhrases> => [
  ...(read ? ["reads"] as const : []),
  ...(cost ? ["costs"] as const : []),
  ...(write ? ["writes"] as const : []),
  ...(destructive ? ["destroys"] as const : []),
  ...(access ? ["grants"] as const : [])
]

/** The risk in words. */
export const riskWords = (safety: Safety): string => riskNames(safety).map((name) => riskPhrases[name]).join(", ")
