import type { DnsName } from "@namewright/core/dns"
import { Effect, Latch, type Scope } from "effect"

/** Lets those who wait for a secondary look as soon as it was given the zone. */
export class Transfers {
  readonly #watched = new Map<DnsName.DnsName, Set<Latch.Latch>>()

  /** The zone was handed out. */
  done(zone: DnsName.DnsName): void {
    for (const latch of this.#watched.get(zone) ?? []) latch.openUnsafe()
  }

  /** A latch that opens with every transfer of the zone, from now on until the scope closes. */
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
