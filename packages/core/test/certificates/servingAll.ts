import type { Nameserver } from "@namewright/core/dns"
import { Effect } from "effect"

/** A nameserver that serves whatever is published to it. */
export const servingAll: Nameserver = {
  name: "serving-all",
  capabilities: { signing: "library", zones_per_call: 10 },
  publish: (publications) => Effect.succeed(publications.map(({ name, serial }) => ({ name, serial, problem: null })))
}
