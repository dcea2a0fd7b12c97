import { Effect, Layer } from "effect"
import { CredentialNames } from "../domains/index.ts"
import { RegistrarCredentialStore } from "./RegistrarCredentialStore.ts"

/** Port of domains: the credentials of domains at external registrars. */
export const RegistrarPorts = Layer.effect(
  CredentialNames,
  Effect.map(RegistrarCredentialStore, (store) =>
    CredentialNames.of({
      of: (ids) =>
        Effect.map(
          store.described(ids),
          (found) => new Map(found.map((credential) => [credential.registrar_credential_id, credential]))
        )
    }))
)
