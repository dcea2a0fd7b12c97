import { OpenApi } from "effect/http-api"
import { emptyApi } from "./shared/registration.ts"
import { groups } from "./slices.ts"

/** The whole REST interface. */
export class PlatformApi extends emptyApi
  .add(...groups)
  .annotateMerge(OpenApi.annotations({
    title: "Namewright",
    version: "1.0.0",
    description: "Domain wholesale platform",
    license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" }
  }))
{}
