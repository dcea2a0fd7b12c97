import { type RefusalReason, RegistryRefusal, RegistryTemporary } from "@namewright/core/registry"

const refusal = (reason: RefusalReason) => (text: string) => new RegistryRefusal({ reason, result_code: null, text })

/** What the driver refuses before anything is sent; there is no result code. */
export const unsupported = refusal("unsupported")
export const malformed = refusal("parameter")
export const policy = refusal("policy")

/** An answer that lacks what its command is answered with. */
export const unreadable = (what: string) => new RegistryTemporary({ text: `The registry's answer has no ${what}` })
