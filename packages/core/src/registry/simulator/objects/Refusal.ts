import { type RefusalReason, RegistryRefusal } from "../../RegistryError.ts"

const refusal = (reason: RefusalReason, result_code: number) => (text: string) =>
  new RegistryRefusal({ reason, result_code, text })

/** The refusals of the simulator, each with the EPP result code that a strict registry gives (RFC 5730, section 3). */
export const unsupported = refusal("unsupported", 2101)
export const useError = refusal("notEligible", 2002)
export const missingParameter = refusal("parameter", 2003)
export const outOfRange = refusal("parameter", 2004)
export const malformed = refusal("parameter", 2005)
export const noCredit = refusal("registryCredit", 2104)
export const notRenewable = refusal("notEligible", 2105)
export const notSponsor = refusal("notSponsor", 2201)
export const wrongToken = refusal("policy", 2201)
export const invalidAuthCode = refusal("invalidAuthCode", 2202)
export const transferPending = refusal("transferPending", 2300)
export const noTransferPending = refusal("noTransferPending", 2301)
export const objectExists = refusal("objectExists", 2302)
export const objectMissing = refusal("objectMissing", 2303)
export const statusProhibits = refusal("statusProhibits", 2304)
export const associationProhibits = refusal("associationProhibits", 2305)
export const policy = refusal("policy", 2306)
