import {
  AttestContact,
  ClaimStatusList,
  ContactDetails,
  ContactId,
  ContactInclude,
  contactList,
  CreateContact
} from "@namewright/core/contacts"
import { OrganizationId, Page } from "@namewright/core/shared"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { conditional } from "../shared/ConditionalHeaders.ts"
import { includeParameter, listParameters } from "../shared/ListParameters.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const byId = { contact_id: ContactId }

export class ContactsApi extends HttpApiGroup.make("contacts")
  .add(
    HttpApiEndpoint.get("listContacts", "/v1/contacts", {
      query: {
        ...listParameters(contactList),
        /** Suborganization whose contacts are listed; default: the caller's organization. */
        organization_id: Schema.optionalKey(OrganizationId)
      },
      success: Page(ContactDetails),
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "List contacts")
      .annotateMerge(reads({ rights: ["contacts:read"] })),
    HttpApiEndpoint.post("createContact", "/v1/contacts", {
      payload: CreateContact,
      success: ContactDetails.pipe(HttpApiSchema.status(201)),
      error: [problems.forbidden, problems.invalid]
    }).annotate(OpenApi.Summary, "Create a contact; contacts cannot be changed later")
      .annotateMerge(writes({ rights: ["contacts:manage"], risk: "none" })),
    HttpApiEndpoint.get("getContact", "/v1/contacts/:contact_id", {
      params: byId,
      query: { include: includeParameter(ContactInclude) },
      success: ContactDetails,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read a contact, with its ETag")
      .annotateMerge(reads({ rights: ["contacts:read"] })),
    HttpApiEndpoint.delete("deleteContact", "/v1/contacts/:contact_id", {
      params: byId,
      headers: conditional,
      success: HttpApiSchema.NoContent,
      error: [problems.forbidden, problems.notFound, problems.conflict, problems.outdated]
    }).annotate(OpenApi.Summary, "Delete a contact that no domain uses")
      .annotateMerge(writes({ rights: ["contacts:delete"], risk: "destroys" })),
    HttpApiEndpoint.get("listContactVerifications", "/v1/contacts/:contact_id/verifications", {
      params: byId,
      success: ClaimStatusList,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "List the claims of a contact that were required or attested, with their states")
      .annotateMerge(reads({ rights: ["contacts:read"] })),
    HttpApiEndpoint.post("attestContact", "/v1/contacts/:contact_id/verifications/attest", {
      params: byId,
      payload: AttestContact,
      success: ClaimStatusList,
      error: [problems.forbidden, problems.rejected, problems.notFound, problems.invalid]
    }).annotate(OpenApi.Summary, "Record how claims of a contact were verified")
      .annotateMerge(writes({ rights: ["contacts:manage"], risk: "changes" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Registrants and other contacts of domains")
{}
