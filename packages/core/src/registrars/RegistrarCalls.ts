import { Schema } from "effect"
import { ExternalRegistrar } from "../domains/index.ts"
import {
  type AllOptions,
  anyOf,
  call,
  type CallOptions,
  type CallsFor,
  inBody,
  inPath,
  type InputOf,
  type JsonOf,
  listCalls,
  listForm,
  type ListRequest,
  type Page
} from "../shared/index.ts"
import {
  ConnectRegistrar,
  RegistrarCredential,
  RegistrarCredentialId,
  RotateRegistrarCredential
} from "./RegistrarCredential.ts"
import { RegistrarCredentials } from "./RegistrarCredentials.ts"

/** Parameters of the list of credentials. */
export const registrarCredentialList = listForm({ filter: { registrar: Schema.optionalKey(anyOf(ExternalRegistrar)) } })

export interface RegistrarCredentialJson extends JsonOf<typeof RegistrarCredential> {}
export interface ConnectRegistrarInput extends InputOf<typeof ConnectRegistrar> {}
export interface RotateRegistrarCredentialInput extends InputOf<typeof RotateRegistrarCredential> {}
export interface RegistrarCredentialFilterInput extends InputOf<Schema.Struct<typeof registrarCredentialList.filter>> {}

/** Accounts at external registrars, whose domains are shown here and cannot be changed here. */
export interface RegistrarCalls {
  /**
   * Connects an account at a registrar: stores credentials that the registrar accepts, and requests a synchronisation of
   * its domains. The option `registrars` of the platform names the secrets of each registrar.
   *
   * Rights: `registrar_credentials:manage`.
   *
   * @throws ERROR_CREDENTIAL_ACCESS, ERROR_CREDENTIAL_AUTH, ERROR_REGISTRAR_CREDENTIAL_LIMIT, ERROR_REGISTRAR_UNAVAILABLE
   *
   * @example
   * const { registrar_credential_id } = await caller.registrars.connect({
   *   name: "Old account",
   *   registrar: "OPENSRS",
   *   credentials: { api_key: "domains-3" }
   * })
   */
  readonly connect: (account: ConnectRegistrarInput, options?: CallOptions) => Promise<RegistrarCredentialJson>
  /**
   * Returns one page of the organization's registrar credentials, oldest first, without their secrets.
   *
   * Rights: `registrar_credentials:read`.
   *
   * @example
   * const { items } = await caller.registrars.page({ filter: { registrar: ["OPENSRS"] } })
   */
  readonly page: (
    request?: ListRequest<RegistrarCredentialFilterInput>,
    options?: CallOptions
  ) => Promise<Page<RegistrarCredentialJson>>
  /**
   * Iterates over all registrar credentials of the organization, oldest first.
   *
   * Rights: `registrar_credentials:read`.
   *
   * @example
   * for await (const { name, sync_status } of caller.registrars.all()) console.log(name, sync_status)
   */
  readonly all: (
    filter?: RegistrarCredentialFilterInput,
    options?: AllOptions
  ) => AsyncIterable<RegistrarCredentialJson>
  /**
   * Returns a registrar credential with the state of its synchronisation.
   *
   * Rights: `registrar_credentials:read`.
   *
   * @throws ERROR_REGISTRAR_CREDENTIAL_NOT_FOUND
   *
   * @example
   * const { domain_count, sync_status } = await caller.registrars.get(registrar_credential_id)
   */
  readonly get: (registrar_credential_id: string, options?: CallOptions) => Promise<RegistrarCredentialJson>
  /**
   * Replaces the secrets of a registrar credential by others that the registrar accepts, and requests a synchronisation.
   *
   * Rights: `registrar_credentials:manage`.
   *
   * @throws ERROR_CREDENTIAL_ACCESS, ERROR_CREDENTIAL_AUTH, ERROR_REGISTRAR_CREDENTIAL_NOT_FOUND,
   *   ERROR_REGISTRAR_UNAVAILABLE
   *
   * @example
   * await caller.registrars.rotate(registrar_credential_id, { credentials: { api_key: "domains-4" } })
   */
  readonly rotate: (
    registrar_credential_id: string,
    secrets: RotateRegistrarCredentialInput,
    options?: CallOptions
  ) => Promise<RegistrarCredentialJson>
  /**
   * Removes a registrar credential with its secrets. Its domains are then removed from the lists here; nothing changes at
   * the registrar.
   *
   * Rights: `registrar_credentials:delete`.
   *
   * @throws ERROR_REGISTRAR_CREDENTIAL_NOT_FOUND
   *
   * @example
   * await caller.registrars.remove(registrar_credential_id)
   */
  readonly remove: (registrar_credential_id: string, options?: CallOptions) => Promise<void>
  /**
   * Requests a synchronisation, unless one is waiting or running. After `ERROR_CREDENTIAL_AUTH` and
   * `ERROR_CREDENTIAL_ACCESS` the credential needs new secrets first.
   *
   * Rights: `registrar_credentials:manage`.
   *
   * @throws ERROR_CREDENTIAL_ACCESS, ERROR_CREDENTIAL_AUTH, ERROR_REGISTRAR_CREDENTIAL_NOT_FOUND
   *
   * @example
   * const { sync_status } = await caller.registrars.sync(registrar_credential_id)
   */
  readonly sync: (registrar_credential_id: string, options?: CallOptions) => Promise<RegistrarCredentialJson>
}

const byId = inPath("registrar_credential_id", RegistrarCredentialId)

export const registrarCalls = {
  connect: call(
    [inBody(ConnectRegistrar)],
    RegistrarCredential,
    (account) => RegistrarCredentials.use((credentials) => credentials.connect(account))
  ),
  ...listCalls(
    [],
    registrarCredentialList,
    RegistrarCredential,
    "registrar_credential_id",
    ({ filter, page }) => RegistrarCredentials.use((credentials) => credentials.list(filter, page))
  ),
  get: call([byId], RegistrarCredential, (id) => RegistrarCredentials.use((credentials) => credentials.get(id))),
  rotate: call(
    [byId, inBody(RotateRegistrarCredential)],
    RegistrarCredential,
    (id, secrets) => RegistrarCredentials.use((credentials) => credentials.rotate(id, secrets))
  ),
  remove: call([byId], Schema.Void, (id) => RegistrarCredentials.use((credentials) => credentials.remove(id))),
  sync: call([byId], RegistrarCredential, (id) => RegistrarCredentials.use((credentials) => credentials.sync(id)))
} satisfies CallsFor<RegistrarCalls>
