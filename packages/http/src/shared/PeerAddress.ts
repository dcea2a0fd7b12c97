import { Context } from "effect"

/** The address of who connected, where the transport itself does not know it, as behind a web-standard `fetch`. */
export const PeerAddress = Context.Reference<string | undefined>("@namewright/http/shared/PeerAddress", {
  defaultValue: () => undefined
})
