import { Predicate } from "effect"
import { type RefusalReason, RegistryRefusal, RegistryTemporary } from "../RegistryError.ts"
import { resultClass } from "../ResultClass.ts"

/**
 * The error of a driver whose registry refused a command and changed nothing. Throw it with an EPP result code (RFC 5730,
 * section 3) or a `RefusalReason`. The text is shown to customers. Codes of failures that registries also return after
 * they carried a command out (2400, 2500) make an error with an unknown outcome.
 *
 * @example
 * throw registryRefusal(2302, "The name is registered")
 * throw registryRefusal("registryCredit", "Insufficient funds")
 */
export const registryRefusal = (cause: RefusalReason | number, text: string): Error => {
  if (!Predicate.isNumber(cause)) return new RegistryRefusal({ reason: cause, result_code: null, text })
  const reason = resultClass(cause)
  switch (reason) {
    case "temporary":
      return registryUnavailable(`${cause} ${text}`)
    case "done":
    case "pending":
    case "failed":
      return new Error(`${cause} ${text}`)
    default:
      return new RegistryRefusal({ reason, result_code: cause, text })
  }
}

/** The error of a driver that did not send a command, or whose registry did not carry it out and may do so later. */
export const registryUnavailable = (text: string): Error => new RegistryTemporary({ text })
