import type { Responder } from "./Responder.ts"
import type { ZoneLoader } from "./ZoneLoader.ts"

/** What answers, whatever the transport. */
export interface Service {
  readonly responder: Responder
  readonly loader: ZoneLoader
  /** Milliseconds since 1970. */
  readonly now: () => number
}
