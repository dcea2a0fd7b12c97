import { LinkToken } from "@namewright/core/access"
import { ContactId } from "@namewright/core/contacts"
import { ContactVerification, StartedVerification } from "@namewright/core/emailverification"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const byContact = { contact_id: ContactId }

const path = "/v1/contacts/:contact_id/verification"

/** Any text, because an unknown type is a 405. */
const type = Schema.optionalKey(
  Schema.String.check(Schema.isMaxLength(64)).annotate({
    description: "email (default): a mail with a link is sent to the address. api: the response contains the token."
  })
)

export class ContactVerificationsApi extends HttpApiGroup.make("contactVerifications")
  .add(
    HttpApiEndpoint.get("getContactVerification", path, {
      params: byContact,
      success: ContactVerification,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read the pending or newest verification of a contact's address")
      .annotateMerge(reads({ rights: ["contacts:manage"] })),
    HttpApiEndpoint.post("startContactVerification", path, {
      params: byContact,
      query: { type },
      success: StartedVerification.pipe(HttpApiSchema.status(201)),
      error: [problems.forbidden, problems.notFound, problems.unsupported, problems.rateLimited]
    }).annotate(OpenApi.Summary, "Start the verification of a contact's address, and cancel the pending one")
      .annotateMerge(writes({ rights: ["contacts:manage"], risk: "changes" })),
    HttpApiEndpoint.put("completeContactVerification", path, {
      params: byContact,
      query: { token: LinkToken },
      success: HttpApiSchema.NoContent,
      error: [problems.rejected, problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Complete a verification of the type api with its token")
      .annotateMerge(writes({ rights: ["contacts:manage"], risk: "changes" })),
    HttpApiEndpoint.delete("cancelContactVerification", path, {
      params: byContact,
      success: HttpApiSchema.NoContent,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Cancel the pending verification of a contact's address")
      .annotateMerge(writes({ rights: ["contacts:manage"], risk: "destroys" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Title, "Verifications of contacts")
  .annotate(OpenApi.Description, "Holders of mail addresses confirm that the addresses of contacts are theirs")
{}
