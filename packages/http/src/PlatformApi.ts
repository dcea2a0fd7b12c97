import { HttpApi, OpenApi } from "effect/http-api"
import { EventsApi } from "./events/EventsApi.ts"

/** The whole REST interface. Every problem of a request is reported, not only the first. */
export class PlatformApi extends HttpApi.make("namewright")
  .add(EventsApi)
  .annotate(HttpApi.ParseOptions, { errors: "all", reportInput: true })
  .annotateMerge(OpenApi.annotations({
    title: "Namewright",
    version: "1.0.0",
    description: "Domain wholesale platform",
    license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" }
  }))
{}
