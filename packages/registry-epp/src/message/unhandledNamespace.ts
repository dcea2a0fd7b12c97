import type { XmlElement } from "../xml/XmlElement.ts"
import type { EppReason } from "./EppResponse.ts"

const suffix = " not in login services"

/**
 * Data in a namespace that the client did not announce at its login, as a reason of a successful result (RFC 9038,
 * section 3).
 */
export const unhandledNamespace = (value: XmlElement): EppReason => ({ value, reason: `${value.namespace}${suffix}` })

/** True if a reason contains such data: its text names the namespace of its value. */
export const isUnhandledNamespace = ({ reason, value }: EppReason): boolean =>
  value.namespace !== "" && reason === `${value.namespace}${suffix}`
