import type { DomainRecord, SimulatedRegistrar } from "@namewright/core/registry"
import type { DomainName } from "@namewright/core/shared"
import { Effect, type Option } from "effect"

type Find = SimulatedRegistrar["domains"]["find"]
type Shown = Effect.Effect<Option.Option<DomainRecord>, Effect.Error<ReturnType<Find>>>

/** Copy of the registry's data that answers all queries of domains, with a configurable lag. */
export class LaggingCopy {
  readonly #behind = new Map<DomainName, Shown>()
  readonly #find: Find

  constructor({ domains }: SimulatedRegistrar) {
    this.#find = domains.find
  }

  /** From now on this name is shown as it is now. */
  hold(name: DomainName): Effect.Effect<void> {
    return Effect.map(Effect.exit(this.#find(name)), (now) => void this.#behind.set(name, now))
  }

  /** Everything is shown as it is. */
  catchUp(): void {
    this.#behind.clear()
  }

  /** The account, as those see it who ask the copy. */
  over(account: SimulatedRegistrar): SimulatedRegistrar {
    const { find } = account.domains
    return {
      ...account,
      domains: { ...account.domains, find: (name, code) => this.#behind.get(name) ?? find(name, code) }
    }
  }
}
