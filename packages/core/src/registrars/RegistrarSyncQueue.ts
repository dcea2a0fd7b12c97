import { Context, Effect, Layer } from "effect"
import { JobQueue } from "../jobs/index.ts"
import type { OrganizationId } from "../shared/index.ts"
import type { RegistrarCredentialId } from "./RegistrarCredential.ts"
import type { StoredCredential } from "./RegistrarCredentialStore.ts"

/** Kinds of the jobs on credentials. */
export const syncKind = "registrar_sync"
export const removalKind = "registrar_removal"

/** Jobs of synchronisations, enqueued in the caller's transaction. */
export class RegistrarSyncQueue extends Context.Service<RegistrarSyncQueue, {
  /**
   * Enqueues a pending synchronisation with the current secrets, or one whose job was lost while it ran. Does nothing
   * while its job waits or runs.
   */
  readonly add: (credential: StoredCredential) => Effect.Effect<void>
  /** Enqueues the removal of the domains of a credential. */
  readonly removeDomains: (organization: OrganizationId, id: RegistrarCredentialId) => Effect.Effect<void>
}>()("@namewright/core/registrars/RegistrarSyncQueue") {
  static readonly layer = Layer.effect(
    RegistrarSyncQueue,
    Effect.map(JobQueue, (queue) =>
      RegistrarSyncQueue.of({
        add: ({ generation, last_synced_on, organization_id, registrar_credential_id, sync_status }) =>
          sync_status === "pending" || sync_status === "running"
            ? queue.enqueue({
              kind: syncKind,
              organization_id,
              payload: { registrar_credential_id, generation },
              ordering_key: registrar_credential_id,
              // The job of the last success may not have ended yet.
              key: `${registrar_credential_id} ${generation} ${last_synced_on?.epochMilliseconds ?? 0}`
            })
            : Effect.void,
        removeDomains: (organization_id, registrar_credential_id) =>
          queue.enqueue({
            kind: removalKind,
            organization_id,
            payload: { registrar_credential_id },
            ordering_key: registrar_credential_id,
            key: registrar_credential_id
          })
      }))
  )
}
