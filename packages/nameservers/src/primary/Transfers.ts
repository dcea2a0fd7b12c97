import type { DnsName } from "@namewright/core/dns"
import { Effect, Latch, type Scope } from "effect"

/** Lets those who wait for a secondary look as soon as it was given the zone. */
export class Transfers {
  readonly #watched = new Map<DnsName.DnsName, Set<Latch.Latch>>()

  /** The zone was handed out. */
  done(zone: DnsName.DnsName): void {
    for (const latch of this.#watched.get(zone) ?? []) latch.openUnsafe()
  }

  /** A latch that opens with every transfer of one of the zones, from now on until the scope closes. */
  watch(zones: ReadonlyArray<DnsName.DnsName>): Effect.Effect<Latch.Latch, never, Scope.Scope> {
    return Effect.acquireRelease(
      Effect.sync(() => {
        const latch = Latch.makeUnsafe()
        for (const zone of zones) this.#watched.set(zone, (this.#watched.get(zone) ?? new Set()).add(latch))
        return latch
      }),
      (latch) => Effect.sync(() => this.#forget(zones, latch))
    )
  }

  #forget(zones: ReadonlyArray<DnsName.DnsName>, latch: Latch.Latch): void {
    for (const zone of zones) {
      const others = this.#watched.get(zone)
      others?.delete(latch)
      if (others?.size === 0) this.#watched.delete(zone)
    }
  }
}
