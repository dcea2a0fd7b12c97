import { Context } from "effect"

/** Address of the peer, for transports that do not provide it, such as a web-standard `fetch`. */
export const PeerAddress = Context.Reference<string | undefined>("@namewright/http/shared/PeerAddress", {
  defaultValue: () => undefined
})
