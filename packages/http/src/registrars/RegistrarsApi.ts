import {
  ConnectRegistrar,
  RegistrarCredential,
  RegistrarCredentialId,
  registrarCredentialList,
  RotateRegistrarCredential
} from "@namewright/core/registrars"
import { Page } from "@namewright/core/shared"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { listParameters } from "../shared/ListParameters.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const byId = { registrar_credential_id: RegistrarCredentialId }
const credential = "/v1/connect/registrars/:registrar_credential_id"

/** Operations on accounts at external registrars. Source: REST specification, "Domain" and "Roles". */
export class RegistrarsApi extends HttpApiGroup.make("registrars")
  .add(
    HttpApiEndpoint.get("listRegistrarCredentials", "/v1/connect/registrars", {
      query: listParameters(registrarCredentialList),
      success: Page(RegistrarCredential),
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List the organization's registrar credentials, oldest first")
      .annotateMerge(reads({ rights: ["registrar_credentials:read"] })),
    HttpApiEndpoint.post("connectRegistrar", "/v1/connect/registrars", {
      payload: ConnectRegistrar,
      success: RegistrarCredential.pipe(HttpApiSchema.status(201)),
      error: [problems.forbidden, problems.conflict, problems.invalid, problems.unavailable]
    }).annotate(OpenApi.Summary, "Connect an account at an external registrar, which must accept the credentials")
      .annotateMerge(writes({ rights: ["registrar_credentials:manage"], risk: "none" })),
    HttpApiEndpoint.get("getRegistrarCredential", credential, {
      params: byId,
      success: RegistrarCredential,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read a registrar credential with the state of its synchronisation")
      .annotateMerge(reads({ rights: ["registrar_credentials:read"] })),
    HttpApiEndpoint.put("rotateRegistrarCredential", credential, {
      params: byId,
      payload: RotateRegistrarCredential,
      success: RegistrarCredential,
      error: [problems.forbidden, problems.notFound, problems.invalid, problems.unavailable]
    }).annotate(OpenApi.Summary, "Replace the secrets of a registrar credential; the registrar must accept them")
      .annotateMerge(writes({ rights: ["registrar_credentials:manage"], risk: "destroys" })),
    HttpApiEndpoint.delete("deleteRegistrarCredential", credential, {
      params: byId,
      success: HttpApiSchema.NoContent,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Remove a registrar credential; its domains are no longer shown")
      .annotateMerge(writes({ rights: ["registrar_credentials:delete"], risk: "destroys" })),
    HttpApiEndpoint.post("syncRegistrarCredential", `${credential}/sync`, {
      params: byId,
      success: RegistrarCredential.pipe(HttpApiSchema.status(202)),
      error: [problems.forbidden, problems.notFound, problems.invalid]
    }).annotate(OpenApi.Summary, "Request a synchronisation of the domains of a registrar credential")
      .annotateMerge(writes({ rights: ["registrar_credentials:manage"], risk: "none" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Accounts at external registrars, whose domains are shown here and are read-only")
{}
