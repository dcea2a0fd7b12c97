import { LinkToken } from "@namewright/core/access"
import { ContactDetails, ContactId } from "@namewright/core/contacts"
import { verificationPath, VerificationSubject } from "@namewright/core/emailverification"
import { Schema, Struct } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Produces } from "../shared/ContentNegotiation.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { htmlPage, jsonOrPage } from "../shared/PublicOperations.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

/**
 * A contact as the holder of its address sees it. The contract requires every member of a contact; members that the
 * holder does not need are null.
 */
export const VerificationContact = Schema.Struct({
  ...ContactDetails.mapFields(Struct.map(Schema.NullOr)).fields,
  ...VerificationSubject.fields
}).annotate({ identifier: "VerificationContact" })

export const VerificationLinkStatus = Schema.Struct({
  status: Schema.Literals(["pending", "verified", "canceled", "expired"]),
  contact_id: ContactId
}).annotate({ identifier: "VerificationLinkStatus" })

const byToken = { token: LinkToken }

export class VerificationLinksApi extends HttpApiGroup.make("verificationLinks")
  .add(
    HttpApiEndpoint.get("getVerificationContact", "/v1/contacts/verification", {
      query: byToken,
      success: VerificationContact,
      error: [problems.notFound, problems.rateLimited]
    }).annotate(OpenApi.Summary, "Read the names, the address and the domains that a verification is about")
      .annotateMerge(reads({ rights: [], caller: "anyone" })),
    HttpApiEndpoint.put("confirmVerification", "/v1/contacts/verification", {
      query: byToken,
      success: HttpApiSchema.NoContent,
      error: [problems.rejected, problems.notFound, problems.rateLimited]
    }).annotate(OpenApi.Summary, "Confirm an address with the token of its verification")
      .annotateMerge(writes({ rights: [], caller: "anyone", risk: "changes" })),
    HttpApiEndpoint.get("openVerificationLink", verificationPath, {
      query: byToken,
      success: [VerificationLinkStatus, htmlPage],
      error: [problems.notFound, problems.rateLimited]
    }).annotate(OpenApi.Summary, "Target of the link in a verification mail; changes nothing")
      .annotate(
        OpenApi.Description,
        "A browser gets a page with a button that confirms the address. Other clients get the status of the verification."
      )
      .annotateMerge(reads({ rights: [], caller: "anyone" })).annotate(Produces, jsonOrPage),
    HttpApiEndpoint.post("submitVerificationLink", verificationPath, {
      query: byToken,
      success: [VerificationLinkStatus, htmlPage],
      error: [problems.rejected, problems.notFound, problems.rateLimited]
    }).annotate(OpenApi.Summary, "Confirm an address with the button of the page")
      .annotateMerge(writes({ rights: [], caller: "anyone", risk: "changes" })).annotate(Produces, jsonOrPage)
  )
  .middleware(RequestValidation)
  .annotate(OpenApi.Title, "Links of verification mails")
  .annotate(OpenApi.Description, "For holders of mail addresses, who have the token of a link and no other credential")
{}
