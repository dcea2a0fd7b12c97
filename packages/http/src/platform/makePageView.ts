import { PageBrands } from "@namewright/core/branding"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { pageLocale } from "../shared/pages/pageLocale.ts"
import type { PageView } from "../shared/pages/publicPage.ts"
import { CalledHost } from "./CalledHost.ts"

/** Makes the look-up of the language of a request's browser and of the brand of its host. */
export const makePageView = Effect.map(
  PageBrands,
  (brands) =>
    Effect.fnUntraced(function*({ headers }: HttpServerRequest.HttpServerRequest) {
      const served = yield* CalledHost
      const view: PageView = {
        locale: pageLocale(headers["accept-language"]),
        brand: served === null ? undefined : yield* brands.of(served.organization_id)
      }
      return view
    })
)
