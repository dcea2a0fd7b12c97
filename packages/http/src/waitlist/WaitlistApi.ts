import { Page } from "@namewright/core/shared"
import { NewWaitlistApplication, WaitlistEntry, WaitlistProductKey } from "@namewright/core/waitlist"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

/** All entries, on one page. `products` and `items` are the same list. */
const WaitlistEntries = Schema.Struct({ products: Schema.Array(WaitlistEntry), ...Page(WaitlistEntry).fields })
  .annotate({ identifier: "WaitlistEntries" })

export class WaitlistApi extends HttpApiGroup.make("waitlist")
  .add(
    HttpApiEndpoint.get("listWaitlist", "/v1/organizations/product-waitlist", { success: WaitlistEntries })
      .annotate(OpenApi.Summary, "List the products to which the caller's organization is invited")
      .annotateMerge(reads({ rights: [] })),
    HttpApiEndpoint.post("applyForProduct", "/v1/organizations/product-waitlist/:product/apply", {
      params: { product: WaitlistProductKey },
      payload: [NewWaitlistApplication, Schema.Null],
      success: WaitlistEntry.pipe(HttpApiSchema.status(201)),
      error: [problems.forbidden, problems.notFound, problems.conflict]
    }).annotate(OpenApi.Summary, "Apply for a product as the calling user")
      .annotateMerge(writes({ rights: [], caller: "user", risk: "none" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Products to which the organization is invited, and for which its users apply")
{}
