import { type RefusalReason, RegistryRefusal, RegistryTemporary } from "@namewright/core/registry"

const refusal = (reason: RefusalReason) => (text: string) => new RegistryRefusal({ reason, result_code: null, text })

/** Refusals of the driver before anything is sent. They have no result code. */
export const unsupported = refusal("unsupported")
export const malformed = refusal("parameter")
export const policy = refusal("policy")

/** Error of a response without the data that its command requires. */
export const unreadable = (part: string) => new RegistryTemporary({ text: `The registry's answer has no ${part}` })
