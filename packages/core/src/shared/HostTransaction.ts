import { Context } from "effect"

/** True in a transaction of the host, whose code runs between the statements. Nothing outside is called in it. */
export const HostTransaction = Context.Reference<boolean>("@namewright/core/shared/HostTransaction", {
  defaultValue: () => false
})
