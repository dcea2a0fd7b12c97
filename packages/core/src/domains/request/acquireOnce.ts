import { Effect } from "effect"
import { authorize, createdOnce } from "../../access/index.ts"
import { DomainId } from "../../shared/index.ts"
import type { Domain } from "../Domain.ts"
import type { OwnedDomains } from "../OwnedDomains.ts"

/** Acquires the domain of a request, unless an earlier attempt of the request has done so. */
export const acquireOnce = Effect.fnUntraced(function*<E, R>(
  owned: OwnedDomains["Service"],
  acquire: (id: DomainId) => Effect.Effect<Domain, E, R>
) {
  const actor = yield* authorize("domains:manage")
  const find = (id: DomainId) => Effect.option(owned.get(actor, id))
  return yield* createdOnce("domain", (text) => DomainId.make(text), find, acquire)
})
