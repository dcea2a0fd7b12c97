import type { EppCommand } from "../message/EppCommand.ts"
import type { EppResponse } from "../message/EppResponse.ts"

/** Allocation tokens that a registry accepts for all its names (RFC 8495). */
export interface AllocationTokens {
  readonly accepted: ReadonlyArray<string>
  /** True if domains can only be registered and transferred with a token. */
  readonly required: boolean
}

type Verdict = "fits" | "missing" | "wrong"

const verdictOn = (command: EppCommand, { accepted, required }: AllocationTokens): Verdict => {
  const isConcerned = command._tag === "DomainCheck" || command._tag === "DomainCreate"
    || (command._tag === "DomainTransfer" && command.operation === "request")
  const token = isConcerned ? command.extension?.allocationToken : undefined
  if (token === undefined) return isConcerned && required ? "missing" : "fits"
  return accepted.includes(token) ? "fits" : "wrong"
}

/** Refusal of a create or transfer request; undefined if its token is valid. */
export const tokenProblem = (
  command: EppCommand,
  tokens: AllocationTokens | undefined
): { readonly code: 2003 | 2201; readonly detail: string } | undefined => {
  if (tokens === undefined || command._tag === "DomainCheck") return undefined
  switch (verdictOn(command, tokens)) {
    case "fits":
      return undefined
    case "missing":
      return { code: 2003, detail: "an allocation token is required" }
    case "wrong":
      return { code: 2201, detail: "Allocation Token mismatch" }
  }
}

/** The result of a check: no name is available without a valid token (RFC 8495, section 3.1.1). */
export const withTokens = (
  response: EppResponse,
  command: EppCommand,
  tokens: AllocationTokens | undefined
): EppResponse => {
  const { data } = response
  if (tokens === undefined || data?._tag !== "DomainChecked" || verdictOn(command, tokens) === "fits") return response
  const names = data.names.map(({ available, id, ...rest }) =>
    available ? { id, available: false, reason: "Allocation Token mismatch" } : { ...rest, id, available }
  )
  return { ...response, data: { ...data, names } }
}
