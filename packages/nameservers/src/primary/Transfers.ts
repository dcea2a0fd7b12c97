import type { DnsName } from "@namewright/core/dns"
import { Effect, Latch, type Scope } from "effect"

/** Wakes publications that wait for a secondary when it has transferred their zone. */
export class Transfers {
  readonly #watched = new Map<DnsName.DnsName, Set<Latch.Latch>>()

  /** Opens the latches of a zone that was transferred. */
  done(zone: DnsName.DnsName): void {
    for (const latch of this.#watched.get(zone) ?? []) latch.openUnsafe()
  }

  /** A latch that opens with every transfer of the zone until the scope closes. */
  watch(zone: DnsName.DnsName): Effect.Effect<Latch.Latch, never, Scope.Scope> {
    return Effect.acquireRelease(
      Effect.sync(() => {
        const latch = Latch.makeUnsafe()
        this.#watched.set(zone, (this.#watched.get(zone) ?? new Set()).add(latch))
        return latch
      }),
      (latch) => Effect.sync(() => this.#forget(zone, latch))
    )
  }

  #forget(zone: DnsName.DnsName, latch: Latch.Latch): void {
    const others = this.#watched.get(zone)
    others?.delete(latch)
    if (others?.size === 0) this.#watched.delete(zone)
  }
}
