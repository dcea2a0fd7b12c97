import { Context } from "effect"

/** Address of the peer, if the transport does not provide it, such as a web-standard `fetch`. */
export const PeerAddress = Context.Reference<string | undefined>("@namewright/http/shared/PeerAddress", {
  defaultValue: () => undefined
})
