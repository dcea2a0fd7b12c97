import { Effect, Layer, Option } from "effect"
import { ContactUsage } from "../contacts/index.ts"
import { ParentDomains } from "../hosts/index.ts"
import { ancestors, DomainName } from "../shared/index.ts"
import { DomainStore } from "./DomainStore.ts"

/** What lower slices need to know of domains: who uses a contact, and what lies above a hostname. */
export const DomainPorts = Layer.mergeAll(
  Layer.effect(
    ContactUsage,
    Effect.map(DomainStore, (store) => ContactUsage.of({ isUsed: store.usesContact }))
  ),
  Layer.effect(
    ParentDomains,
    Effect.map(DomainStore, (store) =>
      ParentDomains.of({
        find: (hostname) =>
          Effect.map(
            store.findLongest(ancestors(hostname).filter(isRegistrable).map((name) => DomainName.make(name))),
            Option.map(({ domain_id, name, organization_id, registry, tld }) => ({
              domain_id,
              organization_id,
              name,
              registry,
              tld
            }))
          ),
        delegates: store.usesNameserver
      }))
  )
)

/** A single label is a suffix and nobody's domain. */
const isRegistrable = (name: string): boolean => name.includes(".")
