import { Effect } from "effect"
import { authorize, createdOnce } from "../../access/index.ts"
import { DomainId } from "../../shared/index.ts"
import type { Domain } from "../Domain.ts"
import type { OwnedDomains } from "../OwnedDomains.ts"

/** Brings a domain into the account, unless an earlier try of the request has. */
export const domainOfRequest = Effect.fnUntraced(function*<E, R>(
  owned: OwnedDomains["Service"],
  arrive: (id: DomainId) => Effect.Effect<Domain, E, R>
) {
  const actor = yield* authorize("domains:manage")
  const find = (id: DomainId) => Effect.option(owned.get(actor, id))
  return yield* createdOnce("domain", (text) => DomainId.make(text), find, arrive)
})
