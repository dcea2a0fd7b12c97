import { Effect } from "effect"
import type { CommandError, Registry } from "../../registry/index.ts"
import type { OrganizationId } from "../../shared/index.ts"
import type { DomainContact, Nameserver } from "../Domain.ts"
import { RegistryHandles } from "./RegistryHandles.ts"
import { RegistryHosts } from "./RegistryHosts.ts"

/** Contacts and nameservers of a command. */
interface NamedObjects {
  readonly organization_id: OrganizationId
  readonly tld: string
  readonly contacts: ReadonlyArray<DomainContact> | null
  readonly nameservers: ReadonlyArray<Nameserver> | null
}

/**
 * Forgets contacts and hosts that the registry no longer has when it refuses a command because an object is missing
 * (2303). The next command creates them again.
 */
export const makeForgetMissing = Effect.gen(function*() {
  const handles = yield* RegistryHandles
  const hosts = yield* RegistryHosts

  return (registry: Registry, objects: NamedObjects) => <A>(command: Effect.Effect<A, CommandError>) =>
    Effect.tapError(command, (error) =>
      error._tag === "RegistryRefusal" && error.reason === "objectMissing"
        ? Effect.andThen(
          hosts.forget(registry, objects.nameservers ?? []),
          Effect.ignore(handles.forgetMissing(registry, objects, objects.contacts ?? []))
        )
        : Effect.void)
})
