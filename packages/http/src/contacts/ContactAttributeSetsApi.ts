import {
  AttributeLink,
  AttributeSet,
  AttributeSetId,
  attributeSetList,
  ContactId,
  CreateAttributeSet,
  UpdateAttributeSet
} from "@namewright/core/contacts"
import { Page } from "@namewright/core/shared"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { listParameters } from "../shared/ListParameters.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const byId = { contact_attribute_set_id: AttributeSetId }
const byLink = { contact_id: ContactId, ...byId }

export class ContactAttributeSetsApi extends HttpApiGroup.make("contactAttributeSets")
  .add(
    HttpApiEndpoint.get("listContactAttributeSets", "/v1/contacts/attribute-sets", {
      query: listParameters(attributeSetList),
      success: Page(AttributeSet),
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List attribute sets of contacts")
      .annotateMerge(reads({ rights: ["contacts:read"] })),
    HttpApiEndpoint.post("createContactAttributeSet", "/v1/contacts/attribute-sets", {
      payload: CreateAttributeSet,
      success: AttributeSet.pipe(HttpApiSchema.status(201)),
      error: [problems.forbidden, problems.notFound, problems.conflict, problems.invalid]
    }).annotate(
      OpenApi.Summary,
      "Create an attribute set for contacts under one TLD; attributes cannot be changed later"
    )
      .annotateMerge(writes({ rights: ["contacts:manage"], risk: "none" })),
    HttpApiEndpoint.get("getContactAttributeSet", "/v1/contacts/attribute-sets/:contact_attribute_set_id", {
      params: byId,
      success: AttributeSet,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read an attribute set")
      .annotateMerge(reads({ rights: ["contacts:read"] })),
    HttpApiEndpoint.patch("updateContactAttributeSet", "/v1/contacts/attribute-sets/:contact_attribute_set_id", {
      params: byId,
      payload: UpdateAttributeSet,
      success: AttributeSet,
      error: [problems.forbidden, problems.notFound, problems.conflict]
    }).annotate(OpenApi.Summary, "Rename an attribute set")
      .annotateMerge(writes({ rights: ["contacts:manage"], risk: "none" })),
    HttpApiEndpoint.delete("deleteContactAttributeSet", "/v1/contacts/attribute-sets/:contact_attribute_set_id", {
      params: byId,
      success: HttpApiSchema.NoContent,
      error: [problems.forbidden, problems.notFound, problems.conflict]
    }).annotate(OpenApi.Summary, "Delete an attribute set that no domain uses, and take it from all contacts")
      .annotateMerge(writes({ rights: ["contacts:delete"], risk: "destroys" })),
    HttpApiEndpoint.patch("linkContactAttributeSet", "/v1/contacts/:contact_id/link/:contact_attribute_set_id", {
      params: byLink,
      success: AttributeLink,
      error: [problems.forbidden, problems.notFound, problems.conflict]
    }).annotate(OpenApi.Summary, "Give a contact an attribute set; at most one for each TLD")
      .annotateMerge(writes({ rights: ["contacts:manage"], risk: "none" })),
    HttpApiEndpoint.delete("unlinkContactAttributeSet", "/v1/contacts/:contact_id/link/:contact_attribute_set_id", {
      params: byLink,
      success: HttpApiSchema.NoContent,
      error: [problems.forbidden, problems.notFound, problems.conflict]
    }).annotate(OpenApi.Summary, "Take an attribute set from a contact, unless a domain uses both")
      .annotateMerge(writes({ rights: ["contacts:manage"], risk: "destroys" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Contact data that registries want in addition, and their links to contacts")
{}
